"""Find the move on which an engine and Lux disagree, by descending the divided counts."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial

import lux
from lux.board import STARTPOS, needs_chess960
from lux.client import EngineError
from lux.perft.engine import Answer, UciEngine, fen_for_uci
from lux.perft.explain import describe, why_illegal

SHOWN = 8  # moves of a kind; the first few tell enough of a generator that misses all knights


@dataclass(frozen=True)
class Difference:
    """Where an engine's count goes wrong. Moves are UCI strings, mapped to a description of their kind."""

    engine: str  # its name
    start: str  # the FEN that the comparison began with
    chess960: bool
    path: tuple[str, ...]  # the moves from there to the smallest subtree that differs
    fen: str  # the position after them, with an en passant square after every double push
    depth: int  # plies left there
    missing: dict[str, str] = field(default_factory=dict)  # legal moves that the engine lacks
    extra: dict[str, str] = field(default_factory=dict)  # illegal moves that it has
    doubled: dict[str, str] = field(default_factory=dict)  # moves that it lists more than once
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)  # if the lists agree: counts of Lux and engine
    total: tuple[int, int] | None = None  # if the counts agree too: the total of Lux, that of the engine
    culprit: int | None = None  # index in `path` of the move after which the engine's position is wrong

    def sentence(self) -> str:
        """Return a sentence that names the fault."""
        told = [
            f"{verb} {', '.join(f'{move} ({kind})' for move, kind in list(moves.items())[:SHOWN])}"
            + (f" and {len(moves) - SHOWN} more" if len(moves) > SHOWN else "")
            for verb, moves in (("misses", self.missing), ("allows", self.extra), ("lists twice", self.doubled))
            if moves
        ]
        if self.counts:
            move, (ours, theirs) = next(iter(self.counts.items()))
            told.append(f"counts {theirs:,} after {move} instead of {ours:,}")
        if self.total:
            ours, theirs = self.total
            if self.depth == 1:
                told.append(f"counts {theirs:,} moves instead of {ours:,}")
            else:
                told.append(f"counts {theirs:,} instead of {ours:,}, though each legal move by itself is counted right")
        return f"{self.engine} {' and '.join(told)}"

    def remark(self) -> str | None:
        """Return where in the engine to look, or None if the moves show it."""
        if self.culprit is not None:
            move = self.path[self.culprit]
            board = _board_after(self.start, self.path[: self.culprit], self.chess960)
            return (
                f"Set up from its FEN the position is right; reached by {move} ({describe(board, move)}) it is wrong:"
                f" the fault is in making that move{self._symptom()}."
            )
        if self.counts and self.depth > 1:
            return (
                "Asked about each of these moves by itself, the engine is right: the fault is in taking moves back, or"
                " in a table that its perft uses."
            )
        return None

    def commands(self) -> list[str]:
        """Return the UCI commands that show the fault."""
        start, path, depth = self.fen, (), 1
        if self.culprit is not None:
            before = _board_after(self.start, self.path[: self.culprit], self.chess960)
            start, path = before.fen(en_passant="fen"), self.path[self.culprit :]
        elif self.counts or self.total:
            start, path, depth = self.start, self.path, self.depth
        moves = f" moves {' '.join(path)}" if path else ""
        first = ["setoption name UCI_Chess960 value true"] if self.chess960 else []
        return [*first, f"position fen {fen_for_uci(start, self.chess960)}{moves}", f"go perft {depth}"]

    def _symptom(self) -> str:
        """Guess from the moves what making a move forgets; empty without a guess."""
        for moves, sign, guess in (
            (self.extra, "king or rook has moved", "which seems to keep a castling right that it ends"),
            (self.extra, "there is nothing on", "which seems to keep an old en passant square"),
            (self.extra, "did not go two squares", "which seems to keep an old en passant square"),
            (self.extra, "there is no piece", "which seems to leave a piece where none is"),
            (self.missing, "castling", "which seems to lose a castling right that stays"),
            (self.missing, "en passant", "which seems not to set the en passant square"),
        ):
            if any(sign in kind for kind in moves.values()):
                return f", {guess}"
        return ""


def _board_after(start: str, moves: Sequence[str], chess960: bool) -> lux.Board:
    """Return the board after moves from a FEN."""
    board = lux.Board(start, chess960=chess960)
    for move in moves:
        board.push_uci(move)
    return board


def compare_engine(
    engine: UciEngine | str | Sequence[str],
    depth: int,
    fen: str = STARTPOS,
    *,
    chess960: bool | None = None,
    threads: int = 1,
    hash: int | lux.PerftTable = 0,
    progress: Callable[[int, Sequence[str]], object] | None = None,
) -> Difference | None:
    """Compare an engine's perft of *depth* with Lux's and return the smallest difference, or None if there is none.

    The comparison descends from the root through moves whose counts differ, the smallest first, to a position where the
    lists of legal moves differ. If the engine is right there after setting up the FEN, the result names the move that
    it makes wrongly. An engine that prints only totals is asked about each legal move in turn: that finds the position,
    but not which of its moves are wrong.

    Args:
        engine: a running engine, or the command that starts it.
        chess960: whether castling is king takes rook; by default if *fen* needs it.
        threads, hash: for Lux's counts, as in `lux.Board.perft`.
        progress: called before each question with the depth left and the moves so far.

    Raises:
        EngineError: the engine fails, or its answer cannot be parsed.
    """
    board = lux.Board(fen, chess960=needs_chess960(fen) if chess960 is None else chess960)
    divide = partial(board.divide, threads=threads, hash=hash)
    with nullcontext(engine) if isinstance(engine, UciEngine) else UciEngine(engine) as running:
        return _Walk(running, fen, board, divide, progress or (lambda depth, path: None)).descend(depth)


@dataclass
class _Walk:
    """The way down from one position."""

    engine: UciEngine
    start: str
    board: lux.Board
    divide: Callable[[int], dict[str, int]]
    progress: Callable[[int, Sequence[str]], object]

    def ask(self, start: str, depth: int, path: Sequence[str] = ()) -> tuple[Counter[str], dict[str, int], Answer]:
        """Return how often the engine lists each move after *path*, the move's count, and the bare answer."""
        chess960 = self.board.chess960
        answer = self.engine.perft(start, depth, path, chess960=chess960)
        if answer.nodes and not answer.moves:  # it does not list them
            moves = [
                (move, 1 if depth == 1 else self.engine.perft(start, depth - 1, [*path, move], chess960=chess960).nodes)
                for move in _board_after(start, path, chess960).legal_moves
            ]
            answer = answer._replace(moves=moves)
        spelled = [(self.spelling(move), count) for move, count in answer.moves]
        return Counter(move for move, _ in spelled), dict(spelled), answer

    def spelling(self, text: str) -> str:
        """Return a move of the engine as Lux writes it; an illegal one as bare coordinates."""
        bare = text.replace("-", "").replace("x", "").lstrip("PNBRQK").lower().translate({ord(c): None for c in "=()"})
        for parse, spelled in ((self.board.parse_uci, bare), (self.board.parse_san, text.replace("0", "O"))):
            try:
                return parse(spelled)
            except ValueError:
                continue
        return bare

    def descend(self, depth: int) -> Difference | None:
        """Compare at the board's position; follow what differs."""
        board, path = self.board, self.board.move_stack
        self.progress(depth, path)
        ours = self.divide(depth)
        listed, theirs, answer = self.ask(self.start, depth, path)
        if listed != Counter([*ours]):
            printed = sum(count for _, count in answer.moves)
            if answer.nodes != printed:
                raise EngineError(
                    f"{self.engine.name} prints the total {answer.nodes} over moves that add up to {printed}:"
                    f" a line of it is not understood"
                )
            return self.difference(
                depth,
                culprit=self.culprit(),
                missing={move: describe(board, move) for move in ours if move not in listed},
                extra={move: why_illegal(board, move) for move in listed if move not in ours},
                doubled={
                    move: f"{describe(board, move)}, {times} times"
                    for move, times in listed.items()
                    if times > 1 and move in ours
                },
            )
        wrong = {move: (ours[move], theirs[move]) for move in ours if ours[move] != theirs[move]}
        for move in sorted(wrong, key=ours.get) if depth > 1 else ():
            board.push_uci(move)
            try:
                found = self.descend(depth - 1)
            finally:
                board.pop()
            if found is not None:
                return found
        if wrong:
            return self.difference(depth, counts=wrong)
        total = sum(ours.values())
        return self.difference(depth, total=(total, answer.nodes)) if answer.nodes != total else None

    def difference(self, depth: int, **found: object) -> Difference:
        """Return the difference at the board's position."""
        path = tuple(self.board.move_stack)
        return Difference(
            self.engine.name, self.start, self.board.chess960, path, self.board.fen(en_passant="fen"), depth, **found
        )

    def culprit(self) -> int | None:
        """Return which move of the path spoils the engine's position; None if its generator is wrong there anyway."""
        board, path = self.board.copy(), self.board.move_stack
        legal = Counter(board.legal_moves)
        for index in range(len(path), -1, -1):
            listed, _, _ = self.ask(board.fen(en_passant="fen") if index else self.start, 1, path[index:])
            if listed != legal:
                return index if index < len(path) else None
            if index:
                board.pop()
        return None
