"""Start a session, or execute the commands on the command line."""

import sys
from collections.abc import Sequence
from typing import BinaryIO

from lux.network import shipped_network
from lux.protocol import ProtocolError, end_on_signals, printable, standard_streams, use_default_signals
from lux.uci.session import Uci


class OneShot(Uci):
    """Execute commands from the command line; any mistake in them is an error."""

    AFTER_UNKNOWN = frozenset()
    TAKES_ARGUMENTS = frozenset({"bench", "debug", "genfens", "go", "position", "register", "setoption"})

    def __init__(self, stdout: BinaryIO | None) -> None:
        super().__init__(None, stdout)
        self.error: str | None = None

    def run_commands(self, commands: Sequence[str]) -> int:
        """Execute `commands` in order, up to `quit` or the first mistake; return the exit status."""
        for command in commands:
            self.handle(command)
            self.wait()
            if self.error is not None:
                print(f"lux: {self.error}", file=sys.stderr)
                return 2
            if self._quit:
                break
        return 0

    def dispatch(self, name: str, args: Sequence[str]) -> None:
        """Execute a command; words that it would ignore are an error."""
        if args and name not in self.TAKES_ARGUMENTS:
            self.info_string(f"{name} takes no arguments, not '{printable(' '.join(args))}'")
        else:
            super().dispatch(name, args)

    def info_string(self, text: str) -> None:
        """Keep the first complaint: it goes to standard error."""
        self.error = self.error or text

    def _complain(self, text: str) -> None:
        raise ProtocolError(text)


def main(args: Sequence[str] = ()) -> int:
    """Speak UCI on the standard streams, or execute the commands in `args`; return the exit status.

    The arguments are the words of one command or, if the first has several words, each is a command.
    """
    stdin, stdout = standard_streams()
    try:
        shipped_network()
        if args:
            use_default_signals()
            return OneShot(stdout).run_commands(args if len(args[0].split()) > 1 else [" ".join(args)])
        end_on_signals()
        Uci(stdin, stdout).run()
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"lux: {where}{error.strerror}", file=sys.stderr)
        return 1
    except ProtocolError as error:
        print(f"lux: {error}", file=sys.stderr)
        return 1
    return 0
