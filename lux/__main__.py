"""`python -m lux`: speak UCI, or execute the command in the arguments and exit."""

import sys
from collections.abc import Sequence

from lux.runtime.levels import LevelError

# The words that start a one-shot command line, as in `lux go depth 10`.
ONE_SHOT_COMMANDS = frozenset(
    {"bench", "compiler", "d", "eval", "flip", "genfens", "go", "help", "isready", "position", "setoption", "uci"}
)


def no_core(error: ImportError) -> str:
    """Return the line for people whose compiled core is missing or damaged."""
    return f"lux: the compiled core cannot be loaded ({error}); reinstall Lux, or build it with `pip install .`"


def main(args: Sequence[str] | None = None) -> int:
    """Run the UCI loop, or one command, and return the exit status: 2 for a command that is wrong."""
    try:
        from lux.uci import one_shot
    except LevelError as error:
        print(f"lux: {error}", file=sys.stderr)
        return 1
    except ImportError as error:
        print(no_core(error), file=sys.stderr)
        return 1
    return one_shot.main(sys.argv[1:] if args is None else args)


if __name__ == "__main__":
    sys.exit(main())
