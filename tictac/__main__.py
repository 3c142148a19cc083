"""`python -m tictac`: speak the protocol; the commands for people are in `lux.cli.tictac.main`."""

import sys

from tictac.ugi import main

if sys.argv[1:]:
    sys.exit("tictac: `python -m tictac` has no commands; run `tictac`")
sys.exit(main())
