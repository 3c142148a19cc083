"""The protocols of the engine: UGI, the Universal Game Interface, and UCI with Cute Chess's variant tictactoe.

One loop handles both. After `ugi` moves are squares (`b2`) and wins are counted in plies; after `uci` moves are drops
(`P@b2`) and wins are counted in moves. Both are read in either mode. The search runs in its own thread, and
`lux.protocol.SearchProtocol` orders it with the commands.
"""

import sys
from collections.abc import Mapping, Sequence
from threading import Event
from typing import BinaryIO

from lux import protocol
from lux.protocol import ProtocolError, SearchProtocol, printable
from tictac.notation import cutechess_fen, read_board, read_position, text_of
from tictac.player import MAX_LEVEL, Player
from tictac.rules import Board, Position, X
from tictac.search import Info, Limits

MAX_SEED = MAX_MS = 2**31 - 1
# What is lost between client and bot on every move.
MOVE_OVERHEAD_MS = 10
# The numbers that `go` takes, in the words of both dialects: name among the limits, and range.
GO_NUMBERS = {
    "depth": ("depth", 0, 1000),
    "nodes": ("nodes", 1, 2**62),
    "movetime": ("movetime", 1, MAX_MS),
    "movestogo": ("movestogo", 0, 1000),
}
for mark, *names in ("X", "p1", "w"), ("O", "p2", "b"):
    GO_NUMBERS |= {f"{name}time": (f"time {mark}", -MAX_MS, MAX_MS) for name in names}
    GO_NUMBERS |= {f"{name}inc": (f"inc {mark}", 0, MAX_MS) for name in names}
CLOCKS = {"time X", "time O", "inc X", "inc O"}

INTRODUCTION = [
    "id name tictac",
    "id author the Lux authors",
    f"option name Skill Level type spin default {MAX_LEVEL} min 0 max {MAX_LEVEL}",
    f"option name Seed type spin default 0 min 0 max {MAX_SEED}",
    "option name Board type string default 3x3x3",
]
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


def seconds_for_move(position: Position, limits: Mapping[str, int]) -> float | None:
    """Return the seconds for a move: `movetime`, or a share of the clock; None without either."""
    if "movetime" in limits:
        return limits["movetime"] / 1000
    if not limits.keys() & CLOCKS:
        return None
    clock_ms, inc_ms = (limits.get(f"{name} {position.turn}", 0) for name in ("time", "inc"))
    # Moves to a full board, or to the time control.
    moves = (len(position.legal_moves) + 1) // 2
    moves = min(limits.get("movestogo") or moves, moves)
    return max(min(clock_ms / moves + inc_ms, 0.8 * clock_ms) - MOVE_OVERHEAD_MS, 1) / 1000


class TicTac(SearchProtocol):
    """Serve one client: the position, the options and the player of one session."""

    AFTER_UNKNOWN = frozenset({"ugi", "uci", "isready", "position", "go", "stop"})
    AT_ONCE = SearchProtocol.AT_ONCE | {"ugi", "uci"}
    NEEDS_IDLE = SearchProtocol.NEEDS_IDLE | {"uginewgame", "ucinewgame"}

    def __init__(self, stdin: BinaryIO | None, stdout: BinaryIO | None) -> None:
        super().__init__(stdin, stdout)
        self.start = self.position = Position()
        self._refused = False  # the last `position`
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
        self.send(*INTRODUCTION, "ugiok")

    def cmd_uci(self, args: Sequence[str]) -> None:
        """Introduce the bot to a chess GUI; moves are drops from now on."""
        self.uci = True
        self.send(*INTRODUCTION, "option name UCI_Variant type combo default tictactoe var tictactoe", "uciok")

    def cmd_setoption(self, args: Sequence[str]) -> None:
        """Change an option."""
        name, value = protocol.parse_setoption(args)
        option, number = name.lower(), protocol.parse_number(value)
        most = {"skill level": MAX_LEVEL, "seed": MAX_SEED}.get(option)
        if most is not None and (number is None or not 0 <= number <= most):
            raise ProtocolError(f"option {name} takes a number from 0 to {most}, not '{printable(value)}'")
        match option:
            case "skill level":
                self.player.level = number
            case "seed":
                self.player = Player(self.player.level, number)
            case "board":
                try:
                    self.start = self.position = Position(read_board(value))
                except ValueError as error:
                    raise ProtocolError(str(error)) from None
            case "uci_variant":
                if value.lower() != "tictactoe":
                    raise ProtocolError(f"the only variant is tictactoe, not '{printable(value)}'")
            case _:
                raise ProtocolError(f"unknown option: '{printable(name)}'")

    def cmd_uginewgame(self, args: Sequence[str]) -> None:
        """Forget the last game."""
        self.position = self.start
        self.player.forget()

    cmd_ucinewgame = cmd_uginewgame

    def cmd_position(self, args: Sequence[str]) -> None:
        """Set up a position and play moves; on any error it is unchanged, but not searched."""
        self._refused = True  # a move of the position before would be a move of another game
        text, moves = protocol.parse_position(args)
        try:
            position = self.start if text is None else read_position(text, self.start.board)
            for move in moves:
                position = position.after(position.board.square(move[2:] if move[:2] in ("P@", "p@") else move))
        except ValueError as error:
            raise ProtocolError(f"position not changed: {error}") from None
        self.position, self._refused = position, False

    def cmd_query(self, args: Sequence[str]) -> None:
        """Answer a question about the position."""
        position = self.position
        result = {"X": "p1win", "O": "p2win", "": "draw"}[position.winner] if position.is_over else "none"
        answers = {"p1turn": position.turn == X, "gameover": position.is_over, "result": result}
        question = " ".join(args)
        if question not in answers:
            raise ProtocolError(f"query knows {', '.join(answers)}, not '{printable(question)}'")
        self.send(f"response {answers[question]}".lower())

    def cmd_go(self, args: Sequence[str]) -> None:
        """Start a search; on a finished game answer that there is no move."""
        limits, problems = protocol.parse_go(args, GO_NUMBERS, {"infinite"})
        if problems:
            self.info_string("; ".join(problems))
        if self._refused:
            self.send("info string there is no position to search: the last one was refused", "bestmove 0000")
            return
        if self.position.is_over:
            self.send(f"info depth 0 score {'mate 0' if self.position.winner else 'cp 0'}", "bestmove 0000")
            return
        # UCI forbids an answer to `infinite` before `stop`; UGI allows it once there is nothing left to search.
        wait = self.uci and "infinite" in limits
        if not limits.keys() & (CLOCKS | {"depth", "nodes", "movetime"}):
            limits["infinite"] = True
        self._stop = Event()
        self.begin_search(limits)
        try:
            protocol.start_thread(self._search, self.position, limits, self._stop, wait)
        except ProtocolError:
            # The client still waits for an answer.
            self.end_search(f"bestmove {self._text(self.position, self.position.legal_moves[:1])}")
            raise

    # Commands for people

    def cmd_help(self, args: Sequence[str]) -> None:
        """List the commands."""
        self.send(HELP)

    def cmd_d(self, args: Sequence[str]) -> None:
        """Show the position."""
        position, board = self.position, self.position.board
        state = f"{position.turn} to move, {board.in_a_row} in a row win"
        if position.is_over:
            state = f"{position.winner} has won" if position.winner else "draw"
        fen = cutechess_fen(position) if self.uci and board == Board() else text_of(position)
        rows = [f"{board.height - down} {' '.join(row)}" for down, row in enumerate(position.rows(".XO"))]
        self.send("", *rows, "  " + " ".join("abcdefgh"[: board.width]), "", f"Fen: {fen}", f"State: {state}")

    # The search's thread

    def _search(self, position: Position, limits: dict[str, object], stop: Event, wait: bool) -> None:
        move, said = position.legal_moves[0], []

        def report(info: Info) -> None:
            # The last line before bestmove sums up the whole search.
            if said[-1:] != [(info.nodes, info.line)]:
                self.send(self._info_line(position, info))
            said.append((info.nodes, info.line))

        try:
            wanted = Limits(limits.get("depth"), limits.get("nodes"), seconds_for_move(position, limits), stop)
            move, info = self.player.move(position, wanted, report)
            report(info)
        except Exception as error:
            self.report_defect("go", error)
        if wait:
            stop.wait()
        self.end_search(f"bestmove {self._text(position, [move])}")

    def _info_line(self, position: Position, info: Info) -> str:
        score = "cp 0"
        if info.plies is not None:
            score = f"mate {(info.plies + (info.plies > 0)) // 2 if self.uci else info.plies}"
        nps = round(info.nodes / max(info.seconds, 1e-6))
        return (
            f"info depth {info.depth} score {score} nodes {info.nodes} nps {nps} hashfull {info.hashfull}"
            f" time {round(1000 * info.seconds)} pv {self._text(position, info.line)}"
        )

    def _text(self, position: Position, squares: Sequence[int]) -> str:
        """Return moves in the dialect spoken."""
        return " ".join(("P@" if self.uci else "") + position.board.names[square] for square in squares)


def main() -> int:
    """Speak the protocol on the standard streams; return the exit status."""
    try:
        protocol.end_on_signals()
        TicTac(*protocol.standard_streams()).run()
    except ProtocolError as error:
        print(f"tictac: {error}", file=sys.stderr)
        return 1
    return 0
