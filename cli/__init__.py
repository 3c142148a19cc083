"""The command lines of `lux` and `tictac`."""
