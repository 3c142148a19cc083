"""Review games: a score for every position, the moves that cost winning chances, and how accurate each side was.

Scores are from White's point of view.

>>> from lux.engine import Engine
>>> from lux.pgn import read_games
>>> game = next(read_games("1. f3 e5 2. g4 Qh4# 0-1"))
>>> review = review_game(Engine(), game, nodes=2000)
>>> [(move.san, move.judgement) for move in review.moves][2:]
[('g4', <Judgement.BLUNDER: 4>), ('Qh4#', None)]
>>> annotate(review)
>>> print(game.variations[0].command("eval") is not None, game.end().parent.nags)
True {4}

Source: the analysis of Lichess, https://lichess.org/page/accuracy and its programs lila and scalachess
"""

import enum
import math
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, harmonic_mean, pstdev
from typing import NamedTuple, TypeVar

from lux import __version__
from lux.analysis.move_times import move_times
from lux.analysis.phases import Phase, find_phases
from lux.analysis.reasons import find_reason
from lux.board import Board, Termination
from lux.engine import Engine
from lux.limits import Limits
from lux.pgn import COMMAND, Game, Node
from lux.results import SearchInfo
from lux.score import Score
from lux.text.uci_move import NULL_UCI, Move

CP_CEILING = 1000  # a greater advantage, or a mate, counts as this where it has to be compared
VARIATION_PLIES = 10  # of a best line in an annotated game
# What Lux and Lichess write about a move, as "(0.17 → 1.24) Inaccuracy. Nf6 was best."
SHOWN_SCORE = r"(?:Mate in |#)?[+-]?\d{1,6}(?:\.\d{1,4})?"
REMARK = re.compile(
    rf"\({SHOWN_SCORE} ?→ ?{SHOWN_SCORE}\)|(?:(?:Inaccuracy|Mistake|Blunder)(?:, [^\[\]{{}}]{{1,300}}?)?"
    r"|Checkmate is now unavoidable|Lost forced checkmate sequence)\. [A-Za-z0-9=+#-]{2,9} was best\."
)
MARKS = range(1, 7)  # the NAGs that judge a move, of which it has one


class Judgement(enum.Enum):
    """How bad a move is; the value is its NAG, *glyph* what follows the move, *plural* the name of several."""

    INACCURACY = 6, "?!", "inaccuracies"
    MISTAKE = 2, "?", "mistakes"
    BLUNDER = 4, "??", "blunders"

    def __new__(cls, nag: int, glyph: str, plural: str) -> "Judgement":
        judgement = object.__new__(cls)
        judgement._value_, judgement.glyph, judgement.plural = nag, glyph, plural
        return judgement


# Lost winning chances, on a scale from -1 to 1, and what losing them is called.
CHANCES_LOST = ((0.3, Judgement.BLUNDER), (0.2, Judgement.MISTAKE), (0.1, Judgement.INACCURACY))
# Where a mate is missed or allowed: the centipawns at which the game is decided anyway.
STILL_DECIDED = ((999, Judgement.INACCURACY), (700, Judgement.MISTAKE))


class Line(NamedTuple):
    """A line that a search has found: its score for White, and its UCI moves, none where the game is over."""

    score: Score
    moves: list[str]


@dataclass(frozen=True)
class MoveReview:
    """What a search says about one move of a game.

    *fen* and *chess960* are those of the position before the move, *score_before* is its score, *score* that of the one
    after the move; *lines* are the best lines that could have been played instead, *best_line* the moves of the first;
    *accuracy* goes from 0 to 100; *time_s* is the time that the move took, if the game records it; *reason* is what
    makes a judged move bad, as "hangs the knight on e5", if that is proven, or "".
    """

    node: Node
    turn: bool
    number: int
    san: str
    fen: str
    chess960: bool
    score_before: Score
    score: Score
    lines: list[Line]
    judgement: Judgement | None
    accuracy: float
    phase: Phase
    time_s: float | None
    reason: str = ""

    def board(self) -> Board:
        """Return the position before the move, without the moves that led to it."""
        return Board(self.fen, self.chess960)

    @property
    def best_line(self) -> list[str]:
        """Get the moves that were best."""
        return self.lines[0].moves

    @property
    def loss_cp(self) -> int:
        """Get the centipawns that the move gave away; beyond CP_CEILING nothing counts."""
        lost = _within_ceiling(self.score_before) - _within_ceiling(self.score)
        return max(0, lost if self.turn else -lost)


@dataclass(frozen=True)
class GameReview:
    """The review of a game: of each move of the main line, and of each side that has moved.

    *phase_accuracy* is that of each side in each phase in which it has moved.
    """

    game: Game
    scores: list[Score]
    moves: list[MoveReview]
    accuracy: dict[bool, float]
    phase_accuracy: dict[tuple[bool, Phase], float]

    def count(self, turn: bool, judgement: Judgement) -> int:
        """Count the moves of a side with that judgement."""
        return sum(move.turn == turn and move.judgement is judgement for move in self.moves)

    def losses_cp(self, turn: bool) -> list[int]:
        """Return the centipawns that each move of a side gave away; their mean is known as ACPL."""
        return [move.loss_cp for move in self.moves if move.turn == turn]

    def times_s(self, turn: bool) -> list[float]:
        """Return the seconds of those of a side's moves whose time is known."""
        return [move.time_s for move in self.moves if move.turn == turn and move.time_s is not None]


# Scores


def win_percent(score: Score) -> float:
    """Return White's chances from 0 to 100, 50 being even; no advantage counts for more than CP_CEILING."""
    return 50 + 50 * Score(_within_ceiling(score)).winning_chances()


def _within_ceiling(score: Score) -> float:
    return max(-CP_CEILING, min(score.white().as_cp(), CP_CEILING))


def judge(before: Score, after: Score) -> Judgement | None:
    """Judge a move by the scores before and after it, both from the mover's point of view."""
    us, them = before.turn, not before.turn
    had_mate, was_mated = before.winner == us, before.winner == them
    if (had_mate and after.winner != us) or (after.winner == them and not was_mated):
        decided = after.cp if had_mate else (-before).cp
        if decided is None:
            return Judgement.BLUNDER
        return next((judgement for bound, judgement in STILL_DECIDED if decided > bound), Judgement.BLUNDER)
    if had_mate or was_mated:
        return None
    lost = before.winning_chances() - after.winning_chances()
    return next((judgement for bound, judgement in CHANCES_LOST if lost >= bound), None)


def move_accuracy(lost: float) -> float:
    """Return the accuracy, from 0 to 100, of a move that lost so many per cent of winning chances.

    >>> [round(move_accuracy(lost)) for lost in (-5, 0, 5, 20, 100)]
    [100, 100, 81, 41, 0]
    """
    return max(0.0, min(103.1668 * math.exp(-0.04354 * max(lost, 0.0)) - 3.1669 + 1, 100.0))


Group = TypeVar("Group", bound=Hashable)


def side_accuracy(percents: Sequence[float], moves: Sequence[tuple[Group, float]]) -> dict[Group, float]:
    """Return each side's accuracy: the mean of a weighted mean and the harmonic mean over its moves.

    Moves weigh more where the chances went up and down: by the standard deviation in a window around them.

    Args:
        percents: White's win per cent before the first move and after each.
        moves: side and accuracy of each move; a side may be anything by which moves are to be grouped.
    """
    size = max(2, min(len(moves) // 10, 8))
    windows = [percents[:size]] * (size - 2) + [percents[i : i + size] for i in range(len(percents) - size + 1)]
    weights = [max(0.5, min(pstdev(window), 12.0)) for window in windows]
    accuracy = {}
    for side in dict.fromkeys(group for group, _ in moves):
        own = [(value, weight) for (group, value), weight in zip(moves, weights, strict=True) if group == side]
        weighted = fmean([value for value, _ in own], [weight for _, weight in own])
        accuracy[side] = (weighted + harmonic_mean([max(1.0, value) for value, _ in own])) / 2
    return accuracy


# Games


def review_game(engine: Engine, game: Game, limits: Limits | None = None, **keywords: object) -> GameReview:
    """Search every position of the main line and judge the moves; arguments and errors are those of `assess_game`."""
    return judge_game(game, assess_game(engine, game, limits, **keywords))


def assess_game(
    engine: Engine,
    game: Game,
    limits: Limits | None = None,
    *,
    on_progress: Callable[[int, int], bool | None] | None = None,
    **keywords: object,
) -> list[list[Line]]:
    """Return the best lines, at least one, of every position of the main line, the start included.

    The last position comes first: the searches before it then find its results in the hash table, so that a score
    seldom changes only because a search saw further. If *on_progress* returns False, the work ends, and only the last
    positions have their lines.

    Args:
        limits: of each search, given as to Engine.search.
        on_progress: called with the number of positions done and of all.

    Raises:
        ValueError: as Game.board and Node.board do.
    """
    board = game.end().board()
    positions = len(board.move_stack) + 1
    engine.new_game()
    assessments: list[list[Line]] = []
    for done in range(1, positions + 1):
        assessments.append(assess_position(engine, board, limits, ended=done == 1, **keywords))
        if on_progress is not None and on_progress(done, positions) is False:
            break
        if done < positions:
            board.pop()
    return assessments[::-1]


def judge_game(game: Game, assessments: Sequence[list[Line]]) -> GameReview:
    """Judge the moves of a game by what `assess_game` has found."""
    scores = [lines[0].score for lines in assessments]
    replies = [lines[0] for lines in assessments[1:]]
    phases, times_s = find_phases(_positions(game)), move_times(game)
    # As many moves as have been assessed.
    moves = list(map(judge_move, game.mainline(), _positions(game), assessments, replies, phases, times_s))
    percents = [win_percent(score) for score in scores]
    return GameReview(
        game,
        scores,
        moves,
        side_accuracy(percents, [(move.turn, move.accuracy) for move in moves]),
        side_accuracy(percents, [((move.turn, move.phase), move.accuracy) for move in moves]),
    )


def _positions(game: Game) -> Iterator[Board]:
    """Yield the positions of the main line, the start included, each with the move that led to it and none before."""
    board = game.board()
    yield board.copy()
    for node in game.mainline():
        board.push(node.move)
        yield board.copy(stack=1)


def assess_position(
    engine: Engine, board: Board, limits: Limits | None = None, *, ended: bool = True, **keywords: object
) -> list[Line]:
    """Return the best lines of a position, at least one; as assess_game.

    Args:
        ended: whether a draw by the rules counts, as it does only where a game ends with it.
    """
    if ended and board.termination() not in (None, Termination.CHECKMATE):
        return [Line(Score(0), [])]
    whole: list[SearchInfo] = []
    result = engine.search(board, limits, on_info=whole.append, **keywords)
    # Other engines may send a line without moves, or with moves that cannot be played.
    lines = [Line(info.score.white(), _playable(board, _longest(info, whole))) for info in result.lines]
    if not board.legal_moves:
        return lines
    if lines and not lines[0].moves and result.best_move is not None:
        lines[0] = lines[0]._replace(moves=_playable(board, [result.best_move]))
    return [line for line in lines if line.moves]


def _longest(last: SearchInfo, earlier: list[SearchInfo]) -> list[Move]:
    """Return a line as far as it is known: an iteration that was not finished often ends with its first move."""
    same = [info.pv for info in earlier if info.bound == "exact" and info.pv[:1] == last.pv[:1]]
    return max([last.pv, *same[-1:]], key=len)


def _playable(board: Board, line: list[Move]) -> list[Move]:
    """Return the moves of a line up to the first that is illegal."""
    after = board.copy(stack=False)
    for count, move in enumerate(line):
        if move not in after.legal_moves:
            return line[:count]
        after.push(move)
    return line


def judge_move(
    node: Node, board: Board, lines: list[Line], reply: Line, phase: Phase, time_s: float | None = None
) -> MoveReview:
    """Judge the move of *node*, made on *board*, by the best lines there and the best line after it."""
    before, after = lines[0].score, reply.score
    # The best move is never a mistake, even if the search one ply deeper scores it lower.
    right = node.move in (NULL_UCI, *lines[0].moves[:1])
    judgement = None if right else judge(before.pov(board.turn), after.pov(board.turn))
    lost = win_percent(before) - win_percent(after)
    return MoveReview(
        node=node,
        turn=board.turn,
        number=board.fullmove_number,
        san=board.san(node.move),
        fen=board.fen(shredder=board.chess960),
        chess960=board.chess960,
        score_before=before,
        score=after,
        lines=lines,
        judgement=judgement,
        accuracy=move_accuracy(lost if board.turn else -lost),
        phase=phase,
        time_s=time_s,
        reason=find_reason(board, node.move, lines[0].moves, reply.moves, before, after) if judgement else "",
    )


# Words


def judgement_counts(review: GameReview, turn: bool) -> str:
    """Return how many bad moves a side has made, as "1 inaccuracy, 0 mistakes, 2 blunders"."""
    counts = {kind: review.count(turn, kind) for kind in Judgement}
    return ", ".join(f"{count} {kind.name.lower() if count == 1 else kind.plural}" for kind, count in counts.items())


def remark(move: MoveReview) -> str:
    """Return a comment on a move, such as "Blunder, allows mate in 1. Nf3 was best."; "" if it is not judged."""
    if move.judgement is None:
        return ""
    reason = f", {move.reason}" if move.reason else ""
    best = move.board().san(move.best_line[0])
    return f"{move.judgement.name.capitalize()}{reason}. {best} was best."


def human_words(comment: str) -> str:
    """Return a comment without embedded commands and without the remarks of an earlier review.

    >>> human_words("[%eval 1.24] (0.17 → 1.24) Inaccuracy. Nf6 was best. I was tired.")
    'I was tired.'
    """
    return " ".join(REMARK.sub(" ", COMMAND.sub(" ", comment)).split())


def annotate(review: GameReview) -> None:
    """Add the review to what the game has: evaluations, NAGs, words, and best lines as variations.

    They replace those of an earlier review, by Lux or Lichess.
    """
    review.game.headers.setdefault("Annotator", f"Lux {__version__}")
    for move in review.moves:
        node, judgement = move.node, move.judgement
        if judgement is not None:
            node.nags = {judgement.value, *node.nags - {*MARKS}}
        elif REMARK.search(node.comment):
            node.nags = node.nags - {mark.value for mark in Judgement}
        commands = " ".join(found[0] for found in COMMAND.finditer(node.comment))
        node.comment = " ".join(f"{commands} {remark(move)} {human_words(node.comment)}".split())
        node.set_eval(move.score)
        if judgement is not None:
            for line in move.lines:
                _add_variation(node.parent, line)


def _add_variation(parent: Node, line: Line) -> None:
    """Add a line with its score, or only the score to the variation of an earlier review that begins with its move."""
    known = next((node for node in parent.variations if node.move == line.moves[0]), None)
    if known is None:
        parent.add_line(line.moves[:VARIATION_PLIES])
        known = parent.variations[-1]
    elif known is parent.variations[0] or known.command("eval") is None:
        return
    known.set_eval(line.score)
