"""The command line of `tictac`, the tic-tac-toe bot. Begin with `commands`."""
