"""`python -m tictac`: speak the protocol; the commands for people are in `lux.cli.tictac.main`."""

from tictac.ugi import main

main()
