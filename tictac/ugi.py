"""The protocols of the engine: UGI, the Universal Game Interface, and UCI with Cute Chess's variant tictactoe.

One loop handles both. After `ugi` moves are squares (`b2`) and wins are counted in plies; after `uci` moves are drops
(`P@b2`) and wins are counted in moves. Both are read in either mode. The search runs in its own thread, and
`lux.protocol.SearchProtocol` orders it with the commands.
"""

import re
from collections.abc import Mapping, Sequence
from threading import Event
from typing import BinaryIO

from lux.protocol import (
    ProtocolError,
    SearchProtocol,
    parse_go,
    parse_number,
    parse_position,
    parse_setoption,
    printable,
    standard_streams,
    start_thread,
    use_default_signals,
)
from tictac.player import MAX_LEVEL, Player
from tictac.rules import Game, Mark
from tictac.search import Info, Limits

NULL_MOVE = "0000"
MAX_SEED = 2**31 - 1
MAX_MS = 2**31 - 1
# What is lost between client and bot on every move.
MOVE_OVERHEAD_MS = 10
# The numbers that `go` takes, in the words of both dialects: name among the limits, and range.
GO_NUMBERS = {
    "depth": ("depth", 0, 1000),
    "nodes": ("nodes", 1, 2**62),
    "movetime": ("movetime", 1, MAX_MS),
    "movestogo": ("movestogo", 0, 1000),
}
for number, colour in (("1", "w"), ("2", "b")):
    GO_NUMBERS[f"p{number}time"] = GO_NUMBERS[f"{colour}time"] = (f"p{number}time", -MAX_MS, MAX_MS)
    GO_NUMBERS[f"p{number}inc"] = GO_NUMBERS[f"{colour}inc"] = (f"p{number}inc", 0, MAX_MS)
CLOCKS = frozenset({"p1time", "p2time", "p1inc", "p2inc"})
ENDS_BY_ITSELF = CLOCKS | {"depth", "nodes", "movetime"}

RESULTS = {Mark.X: "p1win", Mark.O: "p2win", Mark.NONE: "draw"}

HELP = """\
tictac speaks UGI, and UCI as Cute Chess does for its variant tictactoe. Type:
  position startpos | fen <position> [moves <square>...]   set up a position, such as XO1/1X1/3 o 3
  go [depth N | nodes N | movetime MS | p1time MS p2time MS p1inc MS p2inc MS | infinite]
                                                           search; without a limit until solved
  stop                                                     end the search
  query p1turn | gameover | result                         ask about the position
  d                                                        show the position
  ugi, uci, isready, uginewgame, ucinewgame                the handshakes, a ping, forget the last game
  setoption name <name> [value <value>]                    change one of the options that 'ugi' lists
  quit                                                     leave
For a game in the terminal run 'tictac play'."""


def parse_board(text: str) -> Game:
    """Return an empty board from files, ranks and the number in a row, as in `5x5x4`.

    Raises:
        ValueError: the text is malformed, or the board is invalid.
    """
    match = re.fullmatch(r"(\d)[x,](\d)[x,](\d)", text.strip().lower())
    if match is None:
        raise ValueError(f"a board is given as 3x3x3 (files, ranks, in a row), not '{printable(text)}'")
    return Game(*map(int, match.groups()))


def seconds_for_move(game: Game, limits: Mapping[str, int]) -> float | None:
    """Return the seconds for a move: `movetime`, or a share of the clock; None without either."""
    if "movetime" in limits:
        return limits["movetime"] / 1000
    if not limits.keys() & CLOCKS:
        return None
    clock_ms, inc_ms = (limits.get(f"p{game.turn}{name}", 0) for name in ("time", "inc"))
    # Moves to a full board, or to the time control.
    moves = (len(game.legal_moves) + 1) // 2
    moves = min(limits.get("movestogo") or moves, moves)
    return max(min(clock_ms / moves + inc_ms, 0.8 * clock_ms) - MOVE_OVERHEAD_MS, 1) / 1000


def _spin(name: str, text: str, high: int) -> int:
    """Return the number that an option gets."""
    number = parse_number(text)
    if number is None or not 0 <= number <= high:
        raise ProtocolError(f"option {name} takes a number from 0 to {high}, not '{printable(text)}'")
    return number


class TicTac(SearchProtocol):
    """Serve one client: the position, the options and the player of one session."""

    AFTER_UNKNOWN = frozenset({"ugi", "uci", "isready", "position", "go", "stop"})
    AT_ONCE = SearchProtocol.AT_ONCE | {"ugi", "uci"}
    NEEDS_IDLE = SearchProtocol.NEEDS_IDLE | {"uginewgame", "ucinewgame"}

    def __init__(self, stdin: BinaryIO | None, stdout: BinaryIO | None) -> None:
        super().__init__(stdin, stdout)
        self.start = Game()
        self.game = Game()
        self.player = Player(seed=0)
        self.uci = False
        self._stop = Event()

    def stop_search(self) -> None:
        """End the search; it answers with its bestmove."""
        self._stop.set()

    # Commands of the protocol

    def cmd_ugi(self, args: Sequence[str]) -> None:
        """Introduce the bot and list its options; moves are squares from now on."""
        self.uci = False
        self._introduce("ugiok")

    def cmd_uci(self, args: Sequence[str]) -> None:
        """Introduce the bot to a chess GUI; moves are drops from now on."""
        self.uci = True
        self._introduce("option name UCI_Variant type combo default tictactoe var tictactoe", "uciok")

    def _introduce(self, *lines: str) -> None:
        self.send(
            "id name tictac",
            "id author the Lux authors",
            f"option name Skill Level type spin default {MAX_LEVEL} min 0 max {MAX_LEVEL}",
            f"option name Seed type spin default 0 min 0 max {MAX_SEED}",
            "option name Board type string default 3x3x3",
            *lines,
        )

    def cmd_setoption(self, args: Sequence[str]) -> None:
        """Change an option."""
        name, value = parse_setoption(args)
        match name.lower():
            case "skill level":
                self.player.level = _spin(name, value, MAX_LEVEL)
            case "seed":
                self.player.reseed(_spin(name, value, MAX_SEED))
            case "board":
                try:
                    self.start = parse_board(value)
                except ValueError as error:
                    raise ProtocolError(str(error)) from None
                self.game = self.start.copy()
            case "uci_variant":
                if value.lower() != "tictactoe":
                    raise ProtocolError(f"the only variant is tictactoe, not '{printable(value)}'")
            case _:
                raise ProtocolError(f"unknown option: '{printable(name)}'")

    def cmd_uginewgame(self, args: Sequence[str]) -> None:
        """Forget the last game."""
        self.game = self.start.copy()
        self.player.forget()

    cmd_ucinewgame = cmd_uginewgame

    def cmd_position(self, args: Sequence[str]) -> None:
        """Set up a position and play moves; on any error the position is unchanged."""
        text, moves = parse_position(args)
        try:
            game = self.start.copy() if text is None else Game.from_text(text)
            for move in moves:
                game.place(game.parse_square(move[2:] if move[:2] in ("P@", "p@") else move))
        except ValueError as error:
            raise ProtocolError(f"position not changed: {error}") from None
        self.game = game

    def cmd_query(self, args: Sequence[str]) -> None:
        """Answer a question about the position."""
        game = self.game
        answers = {
            "p1turn": str(game.turn == Mark.X).lower(),
            "gameover": str(game.is_over).lower(),
            "result": RESULTS[game.winner] if game.is_over else "none",
        }
        question = " ".join(args)
        if question not in answers:
            raise ProtocolError(f"query knows {', '.join(answers)}, not '{printable(question)}'")
        self.send(f"response {answers[question]}")

    def cmd_go(self, args: Sequence[str]) -> None:
        """Start a search; on a finished game answer that there is no move."""
        limits, problems = parse_go(args, GO_NUMBERS, {"infinite"})
        if problems:
            self.info_string("; ".join(problems))
        if self.game.is_over:
            self.send(f"info depth 0 score {'mate 0' if self.game.winner else 'cp 0'}", f"bestmove {NULL_MOVE}")
            return
        # UCI forbids an answer to `infinite` before `stop`; UGI allows it once there is nothing left to search.
        wait = self.uci and "infinite" in limits
        if not limits.keys() & ENDS_BY_ITSELF:
            limits["infinite"] = True
        self._stop = Event()
        self.begin_search(limits)
        try:
            start_thread(self._search, self.game.copy(), limits, self._stop, wait)
        except ProtocolError:
            # The client still waits for an answer.
            self.end_search(f"bestmove {self._move_text(self.game, self.game.legal_moves[0])}")
            raise

    # Commands for people

    def cmd_help(self, args: Sequence[str]) -> None:
        """List the commands."""
        self.send(HELP)

    def cmd_d(self, args: Sequence[str]) -> None:
        """Show the position."""
        game = self.game
        cells = [".XO"[mark] for mark in game.board]
        rows = [cells[start : start + game.width] for start in range(0, len(cells), game.width)]
        ranks = [f"{rank} {' '.join(row)}" for rank, row in enumerate(rows, 1)]
        if game.is_over:
            state = "draw" if game.winner == Mark.NONE else f"{game.winner.name} has won"
        else:
            state = f"{game.turn.name} to move, {game.in_a_row} in a row win"
        files = "  " + " ".join("abcdefgh"[: game.width])
        fen = game.cutechess_fen() if self.uci else game.text()
        self.send("", *reversed(ranks), files, "", f"Fen: {fen}", f"State: {state}")

    # The search's thread

    def _search(self, game: Game, limits: dict[str, object], stop: Event, wait: bool) -> None:
        try:
            wanted = Limits(limits.get("depth"), limits.get("nodes"), seconds_for_move(game, limits), stop)
            said: list[Info] = []

            def report(info: Info) -> None:
                said.append(info)
                self.send(self._info_line(game, info))

            move, info = self.player.move(game, wanted, report)
            # The last line before bestmove sums up the whole search.
            again = said and (said[-1].nodes, said[-1].line) == (info.nodes, info.line)
            lines = [] if again else [self._info_line(game, info)]
        except Exception as error:
            self.report_defect("go", error)
            lines, move = [], game.legal_moves[0]
        if wait:
            stop.wait()
        self.end_search(*lines, f"bestmove {self._move_text(game, move)}")

    def _info_line(self, game: Game, info: Info) -> str:
        score = "cp 0"
        if info.plies is not None:
            distance = (abs(info.plies) + 1) // 2 if self.uci else abs(info.plies)
            score = f"mate {distance if info.plies > 0 else -distance}"
        nps = round(info.nodes / max(info.seconds, 1e-6))
        return (
            f"info depth {info.depth} score {score} nodes {info.nodes} nps {nps} hashfull {info.hashfull}"
            f" time {round(1000 * info.seconds)} pv {' '.join(self._move_text(game, square) for square in info.line)}"
        )

    def _move_text(self, game: Game, square: int) -> str:
        return ("P@" if self.uci else "") + game.square_name(square)


def main() -> int:
    """Speak the protocol on the standard streams."""
    use_default_signals()
    TicTac(*standard_streams()).run()
    return 0
