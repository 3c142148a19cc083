"""`tictac`: the bot on UGI and, so that chess GUIs can run it, on UCI with Cute Chess's moves (`P@b2`)."""

import sys
from collections.abc import Sequence

from lux.protocol import Protocol, ProtocolError, printable, standard_streams, use_default_signals
from tictac.rules import SQUARES, Game
from tictac.search import WIN, best_line


class TicTac(Protocol):
    """Serve one client; it is solved at once, so `go` answers before the next command is read."""

    AFTER_UNKNOWN = frozenset({"uci", "ugi", "isready", "position", "go"})

    def __init__(self, stdin, stdout) -> None:
        super().__init__(stdin, stdout)
        self.game = Game()
        self.drop_prefix = ""

    def _introduce(self, dialect: str, *options: str) -> None:
        self.send("id name tictac", "id author the Lux authors", *options, dialect + "ok")

    def cmd_ugi(self, args: Sequence[str]) -> None:
        """Speak the Universal Game Interface: moves are squares."""
        self.drop_prefix = ""
        self._introduce("ugi")

    def cmd_uci(self, args: Sequence[str]) -> None:
        """Speak UCI as Cute Chess does for its variant tictactoe: moves are drops."""
        self.drop_prefix = "P@"
        self._introduce("uci", "option name UCI_Variant type combo default tictactoe var tictactoe")

    def cmd_isready(self, args: Sequence[str]) -> None:
        """Answer a ping."""
        self.send("readyok")

    def cmd_setoption(self, args: Sequence[str]) -> None:
        """Take the one value of the one option."""
        if " ".join(args).lower() != "name uci_variant value tictactoe":
            raise ProtocolError("the only option is UCI_Variant, its only value tictactoe")

    def cmd_ucinewgame(self, args: Sequence[str]) -> None:
        """Begin again."""
        self.game = Game()

    cmd_uginewgame = cmd_ucinewgame

    def cmd_position(self, args: Sequence[str]) -> None:
        """Set up `startpos [moves ...]`; on an error the position stays as it was."""
        if args[:1] != ["startpos"] or args[1:2] not in ([], ["moves"]):
            raise ProtocolError("position: expected 'startpos [moves <square>...]'")
        game = Game()
        for move in args[2:]:
            try:
                game.place(SQUARES.index(move.removeprefix("P@").lower()))
            except ValueError:
                raise ProtocolError(f"position not changed: illegal move '{printable(move)}'") from None
        self.game = game

    def cmd_go(self, args: Sequence[str]) -> None:
        """Answer with the best move; the limits do not matter."""
        value, line = best_line(self.game)
        moves = [self.drop_prefix + SQUARES[square] for square in line]
        plies = WIN - abs(value) if value else 0
        # UCI counts moves to a mate, UGI plies; both from the side to move's point of view.
        distance = (plies + 1) // 2 if self.drop_prefix else plies
        score = f"mate {distance if value > 0 else -distance}" if value else "cp 0"
        self.send(f"info depth {len(line)} score {score} pv {' '.join(moves)}".removesuffix(" pv "))
        self.send(f"bestmove {moves[0] if moves else '0000'}")

    def cmd_stop(self, args: Sequence[str]) -> None:
        """Do nothing: no search is ever under way when a command is read."""

    def cmd_help(self, args: Sequence[str]) -> None:
        """List the commands."""
        self.send("commands: ugi uci isready uginewgame ucinewgame position go stop setoption quit")


def main() -> int:
    """Speak the protocol on the standard streams."""
    use_default_signals()
    TicTac(*standard_streams()).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
