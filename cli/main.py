"""Entry point of `lux`: UCI without arguments; otherwise a UCI command or a command of `lux --help`.

Only the standard library is imported until more is needed, since a GUI waits for `lux` to start.
"""

import os
import sys
from collections.abc import Sequence

from lux import __main__ as uci_command
from lux import __version__

# For people: a GUI starts Lux without a terminal.
WELCOME = f"""\
Lux {__version__}, a chess engine, waits for UCI commands: help lists them, quit leaves.
To play a game in the terminal type quit, then: lux play"""


def main(args: Sequence[str] | None = None) -> int:
    """Run what `args`, by default those of the process, ask for; return the exit status."""
    args = sys.argv[1:] if args is None else list(args)
    # A UCI command may also be quoted as a whole: lux "go depth 12".
    words = " ".join(args).split()
    if words[:1] == ["help"]:
        args, words = [*words[1:], "--help"], []
    # A shell that completes a command line passes the words typed so far in the environment.
    completing = "_LUX_COMPLETE" in os.environ
    # The protocol's eval takes no position but the one set before: with a position it is the command for people.
    for_people = words[:1] == ["eval"] and words[1:]
    if not completing and not for_people and (not args or (words and words[0] in uci_command.ONE_SHOT_COMMANDS)):
        if not args and all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
            print(WELCOME, flush=True)
        return uci_command.main(args)
    from lux.cli.group import run

    return run(args)


if __name__ == "__main__":
    sys.exit(main())
