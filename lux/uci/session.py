"""The UCI protocol: the commands of a chess GUI, and Lux's answers.

The main thread reads and executes commands; the engine's thread searches and reports through callbacks.
`lux.protocol` keeps them in order; `lux.uci.jobs` handles the other long commands.
"""

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from lux import __version__
from lux.analysis.material import total_material
from lux.analysis.piece_values import piece_values
from lux.board import STARTPOS, Board, side_name
from lux.engine import Engine
from lux.limits import CLOCKS, UCI_COUNTS, Limits, uci_word
from lux.network import Network, shipped_network
from lux.protocol import ProtocolError, parse_go, parse_position, parse_setoption, printable
from lux.results import INFO_FIELDS, CurrentMove, SearchInfo, SearchResult
from lux.runtime.build import description
from lux.runtime.engine_options import MAX_THREADS
from lux.runtime.system import memory_bytes
from lux.score import normalized_cp
from lux.tablebase import Tablebase
from lux.text.uci_move import NULL_UCI
from lux.uci.jobs import JobProtocol
from lux.uci.options import Option, Options
from lux.uci.strength import FULL_SKILL, MAX_ELO, MIN_ELO, Strength, skill_elo
from lux.uci.tunables import set_tunables, tunables

if TYPE_CHECKING:
    from lux.polyglot import Book

AUTHOR = "the Lux authors"
DEFAULT_HASH_MIB = 16
DEFAULT_MOVE_OVERHEAD_MS = 10
DEFAULT_ELO = 1000
MAX_MULTIPV = 218  # the most legal moves that a position can have
SHOWN_PROBLEMS = 10  # damaged table files that are named; the others are only counted

# The numbers that `go` takes: the limit of each, and the range into which it is clamped.
GO_NUMBERS = {uci_word(name): (name, 0, 2**62) for name in CLOCKS + UCI_COUNTS}
GO_NUMBERS |= {f"{side}time": (f"{side}time_ms", -(2**62), 2**62) for side in "wb"}
GO_NUMBERS |= {"movetime": ("movetime_ms", 1, 2**62), "perft": ("perft", 0, 100)}
# Searches that the book does not answer: the answer must not come yet, or they ask for more than a move.
NOT_FROM_BOOK = frozenset({"infinite", "ponder", "searchmoves", "mate"})
# All others are not set by zero.
ZERO_COUNTS = frozenset({"wtime_ms", "btime_ms", "perft"})
# What a search without a position searches: a stalemate, which has no moves.
NO_POSITION = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"

HELP = """\
Lux speaks UCI, the protocol of chess GUIs. Add it to one as an engine or type:
  position startpos | fen <fen> [moves <move>...]   set up a position
  go [depth N | nodes N | movetime MS | mate N      search, without a limit
     | wtime MS btime MS winc MS binc MS            until 'stop'
       movestogo N | infinite]
     [ponder] [searchmoves <move>...]
  go perft N                      count the moves to depth N, split by the first
  stop, ponderhit                 end a search; make pondering a normal search
  uci, isready, ucinewgame        the handshake, a ping, forget the last game
  setoption name <name> [value <value>]   change an option that 'uci' lists
  d, eval, flip                   show the position, its evaluation; swap sides
  bench [depth]                   search fixed positions, to measure a build
  genfens N seed S book <file|None>   make random positions to start games from
  compiler                        show how Lux was built, and for which CPU
  debug on|off                    report how commands were understood
  quit                            leave
For a game in the terminal run 'lux play'."""


def format_info(info: SearchInfo, material: int, show_wdl: bool = False) -> str:
    """Return the `info` line of a report on a position with this much material; the score is the side to move's."""
    score = f"cp {normalized_cp(info.score_cp, material)}" if info.mate is None else f"mate {info.mate}"
    score += "" if info.bound == "exact" else f" {info.bound}bound"
    if show_wdl:
        # A finished game is certain.
        chances = info.score.wdl(material) if info.pv or info.mate is not None else (0, 1000, 0)
        score += " wdl {} {} {}".format(*chances)
    if not info.pv:
        return f"info depth 0 score {score}"
    values = info._asdict() | {"score": score, "pv": " ".join(info.pv)}
    return " ".join(["info", *(f"{uci_word(name)} {values[name]}" for name in INFO_FIELDS)])


def evaluation_table(engine: Engine, board: Board) -> list[str]:
    """Return lines that show the evaluation and the contribution of each piece: the drop without it."""
    here = total_material(board)
    values = piece_values(engine, board)
    pieces = board.piece_map()
    lines = ["Contribution of each piece:", ""]
    for rank in "87654321":
        cells = []
        for file in "abcdefgh":
            piece, value = pieces.get(file + rank, "."), values.get(file + rank)
            cells.append(piece if value is None else f"{piece}{normalized_cp(value, here) / 100:+.2f}")
        lines.append(f"{rank} " + "".join(f"{cell:<8}" for cell in cells).rstrip())
    score = normalized_cp(engine.evaluate(board), here) * (1 if board.turn else -1)
    return [
        *lines,
        "  " + "".join(f"{file:<8}" for file in "abcdefgh").rstrip(),
        "",
        f"Evaluation: {score / 100:+.2f} (White's view; +1.00 is a 50 % chance to win)",
    ]


class Uci(JobProtocol):
    """Serve one GUI: the position, the options and the engine of one session."""

    AFTER_UNKNOWN = frozenset(
        {"uci", "debug", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit"}
    )
    AT_ONCE = JobProtocol.AT_ONCE | {"uci", "register"}
    NEEDS_IDLE = JobProtocol.NEEDS_IDLE | {"ucinewgame"}

    def __init__(self, stdin: BinaryIO | None, stdout: BinaryIO | None) -> None:
        super().__init__(stdin, stdout)
        self.engine = engine = Engine(hash_mib=DEFAULT_HASH_MIB, move_overhead_ms=DEFAULT_MOVE_OVERHEAD_MS)
        self.board = Board()
        self.options = Options(
            Option("Hash", DEFAULT_HASH_MIB, partial(setattr, engine, "hash_mib"), (1, memory_bytes()[0] >> 20)),
            Option("Threads", 1, partial(setattr, engine, "threads"), (1, MAX_THREADS)),
            Option("Clear Hash", None, lambda _: engine.clear_hash()),
            Option("MultiPV", 1, bounds=(1, MAX_MULTIPV)),
            Option("Move Overhead", DEFAULT_MOVE_OVERHEAD_MS, partial(setattr, engine, "move_overhead_ms"), (0, 5000)),
            Option("Ponder", False),
            Option("UCI_Chess960", False, lambda chosen: setattr(self.board, "chess960", chosen)),
            Option("UCI_LimitStrength", False),
            Option("UCI_Elo", DEFAULT_ELO, bounds=(MIN_ELO, MAX_ELO)),
            Option("Skill Level", FULL_SKILL, bounds=(0, FULL_SKILL)),
            Option("UCI_ShowWDL", False),
            Option("UCI_AnalyseMode", False),
            Option("OwnBook", False),
            Option("BookFile", "", self._set_book),
            Option("EvalFile", "", self._set_eval_file),
            Option("Debug Log File", "", self.log_to),
            Option("SyzygyPath", "", self._set_syzygy_path),
            Option("SyzygyProbeDepth", 1, partial(setattr, engine, "tb_probe_depth"), (1, 100)),
            Option("Syzygy50MoveRule", True, partial(setattr, engine, "fifty_moves")),
            Option("SyzygyProbeLimit", 7, bounds=(0, 7)),
            *(
                Option(name, value, lambda value, name=name: set_tunables({name: value}), (low, high))
                for name, value, low, high, _ in tunables()
            ),
        )
        # The weak player that the options ask for; kept as long as they ask for the same one.
        self._strength: Strength | None = None
        self._refused = False  # the last `position`: a move of the one before would be a move of another game
        self._debug = False
        self._book: Book | None = None
        self._last_info: SearchInfo | None = None
        self._material = 0  # at the root of the current search

    def stop_search(self) -> None:
        """End the search, which answers with its bestmove, or the count or bench."""
        super().stop_search()
        self.engine.stop()

    # Commands of the protocol

    def cmd_uci(self, args: Sequence[str]) -> None:
        """Introduce the engine and list its options."""
        declarations = [option.declaration() for option in self.options]
        self.send(f"id name Lux {__version__}", f"id author {AUTHOR}", *declarations, "uciok")

    def cmd_setoption(self, args: Sequence[str]) -> None:
        """Change an option."""
        name, value = parse_setoption(args)
        self.options[name].set(value)
        self._say(f"options are {self.options}")

    def cmd_debug(self, args: Sequence[str]) -> None:
        """Turn reports of how commands were understood on or off."""
        if [*args] not in (["on"], ["off"]):
            raise ProtocolError("debug: expected 'on' or 'off'")
        self._debug = [*args] == ["on"]

    def cmd_register(self, args: Sequence[str]) -> None:
        """Do nothing: Lux needs no registration."""

    def cmd_ucinewgame(self, args: Sequence[str]) -> None:
        """Forget everything learned from the last game."""
        self.engine.new_game()

    def cmd_position(self, args: Sequence[str]) -> None:
        """Set up a position and play moves; on any error it is unchanged, but not searched."""
        self._refused = True
        fen, moves = parse_position(args)
        try:
            board = Board(STARTPOS if fen is None else fen, chess960=self.board.chess960)
            for move in moves:
                board.push_uci(move)
        except ValueError as error:
            raise ProtocolError(f"position not changed: {error}") from None
        self.board = board
        self._refused = False
        self._say(f"position is {board.fen()} after {len(moves)} moves")

    def cmd_go(self, args: Sequence[str]) -> None:
        """Start a search, or count the moves of `go perft`."""
        given, problems = parse_go(args, GO_NUMBERS, flags={"infinite", "ponder"}, lists={"searchmoves"})
        limits = {name: value for name, value in given.items() if value != 0 or name in ZERO_COUNTS}
        unusable = bool(problems) or "movestogo" in given or len(limits) < len(given)
        if words := limits.pop("searchmoves", ()):
            if moves := self._legal_searchmoves(words, problems):
                limits["searchmoves"] = moves
            else:
                unusable = True
        if problems:
            self._complain("; ".join(problems))
        if self._refused:
            self.info_string("there is no position to search: the last one was refused")
        if "perft" in limits:
            if self._refused:
                return
            board = self.board.copy()  # the next `position` does not wait for the count
            self.begin_job(lambda: self.count(board, limits["perft"], self.engine.threads))
            return
        if "infinite" not in limits and Limits(**limits).endless:
            # Search without a limit only on request: if no limit can be understood, move at once.
            limits |= {"depth": 1} if unusable else {"infinite": True}
        self._say(f"go means {limits}")
        try:
            if not self._answer_from_book(limits):
                self._search(limits)
        except Exception:
            # The GUI still waits for an answer, and any move is better than a lost game.
            self.end_search(f"bestmove {next(iter(self._searched().legal_moves), self._no_move())}")
            raise

    def cmd_ponderhit(self, args: Sequence[str]) -> None:
        """Continue with the clock running: the opponent played the expected move."""
        limits = self._limits
        if limits is not None and limits.pop("ponder", False):
            # A finished search sends no more lines, and GUIs count only lines after `ponderhit`: repeat the last one.
            self._last_info = None
            self.engine.ponderhit()

    # Commands for people

    def cmd_help(self, args: Sequence[str]) -> None:
        """List the commands."""
        self.send(HELP)

    def cmd_d(self, args: Sequence[str]) -> None:
        """Show the position."""
        board = self.board
        state = f"{side_name(board.turn)} to move" + ", in check" * board.is_check()
        if (termination := board.termination()) is not None:
            state = termination.name.lower().replace("_", " ")
        self.send(
            "",
            str(board),
            "",
            f"Fen: {board.fen()}",
            f"Key: {board.key:016X}",
            f"Legal moves: {len(board.legal_moves)}",
            f"State: {state}",
        )

    def cmd_compiler(self, args: Sequence[str]) -> None:
        """Show how the running core was built."""
        self.send(f"Lux {__version__}: {description()}")

    def cmd_eval(self, args: Sequence[str]) -> None:
        """Show each piece's contribution, and the evaluation of the position from White's view."""
        self.send(*evaluation_table(self.engine, self.board))

    def cmd_flip(self, args: Sequence[str]) -> None:
        """Swap the sides: the same position with colours exchanged."""
        self.board = self.board.mirror()

    # Reports of the engine, from its own thread

    def _info_line(self, info: SearchInfo) -> str:
        return format_info(info, self._material, self.options["UCI_ShowWDL"].value)

    def _report_infos(self, infos: Sequence[SearchInfo]) -> None:
        """Send new lines in one write, since every write may interrupt the search."""
        wanted = self.options["MultiPV"].value
        self._last_info = next((info for info in reversed(infos) if info.multipv == 1), self._last_info)
        self.send(*(self._info_line(info) for info in infos if info.multipv <= wanted))

    def _report_move(self, current: CurrentMove) -> None:
        self.send(f"info depth {current.depth} currmove {current.move} currmovenumber {current.number}")

    def _report_result(self, result: SearchResult) -> None:
        lines = None
        if result.error is None:
            lines = self._attempt("go", self._last_lines, result)
        else:
            self.report_defect("go", result.error)
        self.end_search(*(lines or [f"bestmove {result.best_move or self._no_move()}"]))

    def _last_lines(self, result: SearchResult) -> list[str]:
        """Return the last lines of a search: bestmove, after an info line if it has changed."""
        info, last = result.info, self._last_info
        if self._strength is not None and result.best_move:
            # What a weak player prefers becomes the first line.
            info = self._strength.choose(result.lines)._replace(multipv=1)
        lines = []
        # The last line before bestmove sums up the whole search.
        if last is None or (info.nodes, info.pv) != (last.nodes, last.pv):
            lines.append(self._info_line(info))
        return [*lines, f"bestmove {' ponder '.join(info.pv[:2] or [self._no_move()])}"]

    # Parts

    def _search(self, limits: dict[str, object]) -> None:
        """Start a search, with limited strength if requested."""
        self._last_info = None
        board = self._searched()
        self._material = total_material(board)
        self.begin_search(limits)
        limits = limits | {"multipv": self.options["MultiPV"].value}
        self._strength = strength = self._wanted_strength()
        if strength is not None:
            seen = strength.attention(limits.get("searchmoves") or board.legal_moves)
            seen["nodes"] = min(seen["nodes"], limits.get("nodes", seen["nodes"]))
            seen["multipv"] = max(seen["multipv"], limits["multipv"])
            limits |= seen
        # A weak player must not play endings perfectly.
        self.engine.tb_probe_limit = self.options["SyzygyProbeLimit"].value if strength is None else 0
        self.engine.start(
            board,
            Limits(**limits),
            # A defect in a report does not end the search.
            on_report=partial(self._attempt, "go", self._report_infos),
            on_move=partial(self._attempt, "go", self._report_move),
            on_result=self._report_result,
        )

    def _searched(self) -> Board:
        """Return the position that `go` searches, one without moves if the last was refused."""
        return Board(NO_POSITION) if self._refused else self.board

    def _no_move(self) -> str:
        return NULL_UCI if self._refused else "(none)"

    def _say(self, text: str) -> None:
        """Send an info string if `debug` is on."""
        if self._debug:
            self.info_string(text)

    def _answer_from_book(self, limits: dict[str, object]) -> bool:
        """Answer with a book move if the book is in use and has one; return whether it did."""
        wanted = self.options["OwnBook"].value and not self.options["UCI_AnalyseMode"].value
        if not wanted or self._refused or limits.keys() & NOT_FROM_BOOK:
            return False
        if self._book is None:
            self.info_string("OwnBook needs a BookFile")
            return False
        from random import Random  # costs time at the start, and most sessions have no book

        choice = self._book.choose(self.board, Random())
        if choice is None:
            return False
        total = sum(move.weight for move in self._book.moves(self.board))
        score = normalized_cp(self.engine.evaluate(self.board), total_material(self.board))
        self.send(
            f"info string book move {choice.uci}, weight {choice.weight} of {total}",
            f"info depth 0 score cp {score} nodes 0 time 0 pv {choice.uci}",
            f"bestmove {choice.uci}",
        )
        return True

    def _legal_searchmoves(self, words: Sequence[str], problems: list[str]) -> list[str]:
        """Return those of `words` that are legal moves."""
        board, moves = self._searched(), []
        for word in words:
            try:
                moves.append(board.parse_uci(word))
            except ValueError:
                problems.append(f"go searchmoves ignores '{printable(word)}', which is not legal")
        return moves

    def _wanted_strength(self) -> Strength | None:
        """Return the limited player of the options; None for full strength, always in analysis."""
        limited = self.options["UCI_LimitStrength"].value
        elo = self.options["UCI_Elo"].value if limited else skill_elo(self.options["Skill Level"].value)
        if elo is None or self.options["UCI_AnalyseMode"].value:
            return None
        return self._strength if self._strength is not None and self._strength.elo == elo else Strength(elo)

    def _set_syzygy_path(self, path: str) -> None:
        """Open the tables of all directories in `path`; unreadable files are reported and skipped."""
        tablebase = Tablebase()
        problems = tablebase.problems
        for directory in filter(None, path.split(os.pathsep)):
            try:
                tablebase.add_directory(directory)
            except (OSError, ValueError) as error:  # or a name that no file can have
                problems.append(f"{directory}: {getattr(error, 'strerror', None) or error}")
        for problem in problems[:SHOWN_PROBLEMS]:
            self._complain(f"SyzygyPath: left out {problem}")
        if (more := len(problems) - SHOWN_PROBLEMS) > 0:
            self._complain(f"SyzygyPath: left out {more} more file{'s' * (more > 1)}")
        if path:
            files = f"{tablebase.wdl_count} WDL and {tablebase.dtz_count} DTZ files"
            self.send(f"info string SyzygyPath: found {files}, up to {tablebase.max_pieces} pieces")
        self.engine.tablebase = tablebase if tablebase.max_pieces else None

    def _set_book(self, path: str) -> None:
        from lux.polyglot import Book

        self._book = Book(path) if path else None

    def _set_eval_file(self, path: str) -> None:
        self.engine.network = Network(path) if path else shipped_network()
