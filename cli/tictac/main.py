"""Entry point of `tictac`: the line protocol without arguments, a command for people with them."""

import os
import sys
from collections.abc import Sequence


def main(args: Sequence[str] | None = None) -> int:
    """Run what `args`, by default those of the process, ask for; return the exit status."""
    args = sys.argv[1:] if args is None else list(args)
    if not args and "_TICTAC_COMPLETE" not in os.environ:
        from tictac.ugi import main as speak

        return speak()
    from lux.cli.group import run
    from lux.cli.tictac.commands import tictac

    return run(args, tictac)


if __name__ == "__main__":
    sys.exit(main())
