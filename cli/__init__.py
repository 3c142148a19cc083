"""The command lines of `lux` and `tictac`, a room for each kind of command. Begin with `main`, then `group`."""
