"""`python -m tictac`: speak the protocol; the commands for people are in `lux.cli.tictac.main`."""

import sys

from tictac.ugi import main

if __name__ == "__main__":
    sys.exit(main())
