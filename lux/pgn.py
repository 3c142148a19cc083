"""Read and write games in Portable Game Notation.

The reader accepts PGN as people and programs write it. A game that it cannot read becomes a PgnError, yielded in its
place or raised; what a game can do without is noted in its `errors`. Names follow python-chess.

>>> game = next(read_games('[White "Anna"] 1. e4 e5 (1... c5 $5 {sharp}) 2. Nf3 *'))
>>> game.headers["White"], [node.move for node in game.mainline()]
('Anna', ['e2e4', 'e7e5', 'g1f3'])
>>> print(str(game).splitlines()[-1])
1. e4 e5 ( 1... c5 $5 { sharp } ) 2. Nf3 *

Source: the PGN standard, https://www.chessclub.com/help/PGN-spec
"""

import io
import re
import textwrap
from collections import UserDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Literal, Self, TextIO, overload
from weakref import WeakKeyDictionary, ref

from lux.board import STARTPOS, Board, needs_chess960
from lux.score import Score
from lux.text.decoding import open_text as open_pgn
from lux.text.pgn_tokens import NAME, tokenize
from lux.text.uci_move import NULL_UCI

# The tags that every game has, in order.
SEVEN_TAG_ROSTER = dict.fromkeys(("Event", "Site", "Date", "Round", "White", "Black", "Result"), "?")
SEVEN_TAG_ROSTER |= {"Date": "????.??.??", "Result": "*"}
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*"})
# The values of a Variant tag, in small letters without spaces.
CHESS960_VARIANTS = frozenset({"chess960", "fischerandom", "fischerrandom"})
STANDARD_VARIANTS = frozenset({"", "?", "chess", "standard", "normal", "classical", "illegal", "fromposition"})
# What freechess.org calls games of chess from other positions; its other numbers are variants.
WILD = re.compile(r"wild/[0-8]a?")
MOVES = frozenset({"move", "null", "bad"})  # the tokens of moves

# Numbers that are longer mean nothing. A score is in pawns or moves to mate, and its depth may follow.
EVALUATION = re.compile(r"([+-]?\d{1,6}(?:\.\d{0,9})?|[+-]?\.\d{1,9}|#[+-]?\d{1,3})(?:,\d+)?")
CLOCK = re.compile(r"(?:(?:(\d{1,6}):)?(\d{1,6}):)?(\d{1,6}(?:\.\d{0,9})?)")
COMMAND = re.compile(r"\[%([^\[\]\s]*)(?:\s([^\[\]]*))?\]")  # [%name value], within a comment

LINE_WIDTH = 79  # the standard: less than 80 columns
# A space at which a line must not be broken, while it is being wrapped.
GLUE = "\0"


class PgnError(ValueError):
    """A game, or something in it, cannot be read: its *number* and *line* in the source, both from 1, and the *reason*.

    *game* is the part before the error, or None if nothing could be read.
    """

    def __init__(self, number: int, line: int, reason: str, game: "Game | None" = None) -> None:
        super().__init__(number, line, reason)
        self.number, self.line, self.reason, self.game = number, line, reason, game

    def __str__(self) -> str:
        return f"game {self.number}, line {self.line}: {self.reason}"


class VariantError(ValueError):
    """A game of a chess variant that Lux does not play."""


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A move in a game tree, with its annotations.

    `move` is in UCI notation, '0000' for a null move. `variations` holds the next moves, the main line first.
    `comment` follows the move; `starting_comment` precedes the first move of a variation; `nags` are its numeric
    annotation glyphs. The move is not checked until board() plays it.
    """

    parent: "Node | None" = None
    move: str | None = None
    variations: list["Node"] = field(default_factory=list)
    comment: str = ""
    starting_comment: str = ""
    nags: set[int] = field(default_factory=set)

    def add_variation(self, move: str) -> "Node":
        """Append a next move, the first one as the main line; return its node."""
        node = Node(self, move)
        self.variations.append(node)
        return node

    def add_line(self, moves: Iterable[str]) -> "Node":
        """Append moves that follow one another; return the node of the last."""
        node = self
        for move in moves:
            node = node.add_variation(move)
        return node

    def mainline(self) -> "Iterator[Node]":
        """Yield the nodes of the main line that follow this one."""
        node = self
        while node.variations:
            node = node.variations[0]
            yield node

    def end(self) -> "Node":
        """Return the last node of the main line from here."""
        return [self, *self.mainline()][-1]

    def board(self) -> Board:
        """Return the board after this node's move, with the moves before it.

        Raises:
            FenError: the start of the game is not a position.
            VariantError: the game is of another variant.
            InvalidMoveError, IllegalMoveError: a move, as Board.push_uci raises.
        """
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        board = nodes.pop().board()
        for node in reversed(nodes):
            board.push(node.move)
        return board

    def san(self) -> str:
        """Return the move in standard algebraic notation, a null move as `--`.

        Raises:
            ValueError: the node is the start of the game, or as for `board`.

        >>> next(read_games("1. d4 Nf6 *")).end().san()
        'Nf6'
        """
        if self.parent is None or self.move is None:
            raise ValueError("no move leads to the start of a game")
        return self.parent.board().san(self.move)

    def eval(self) -> Score | None:
        """Return the [%eval ...] of the comment, from White's point of view; None if it is missing or malformed.

        >>> [node.eval() for node in next(read_games("1. d4 {[%eval 0.17]} Nf6 {[%eval #-3,22]} *")).mainline()]
        [Score(17), Score(mate=-3)]
        """
        found = EVALUATION.fullmatch(self.command("eval") or "")
        if found is None:
            return None
        return Score(mate=int(found[1][1:])) if found[1][0] == "#" else Score(round(100 * float(found[1])))

    def set_eval(self, score: Score) -> None:
        """Write a score into the comment as [%eval ...], except for a checkmate on the board."""
        if score.mate != 0:
            self.set_command("eval", str(score.white()).removeprefix("+"))

    def clock(self) -> float | None:
        """Return the seconds on the mover's clock, from [%clk ...] in the comment, or None.

        >>> next(read_games("1. d4 {[%clk 1:02:03.5]} *")).end().clock()
        3723.5
        """
        return clock_seconds(self.command("clk"))

    def emt(self) -> float | None:
        """Return the seconds that the move took, from [%emt 0:00:02] or [%emt 1.7] in the comment, or None."""
        return clock_seconds(self.command("emt"))

    def __repr__(self) -> str:
        try:
            move = self.parent.board().variation_san([self.move])
        except ValueError:
            move = f"{self.move}, which is illegal"
        return f"<Node {move}>"

    def command(self, name: str) -> str | None:
        """Return the value of the comment's embedded command [%name value], such as eval or clk, or None."""
        return next((value.strip() for key, value in COMMAND.findall(self.comment) if key == name), None)

    def set_command(self, name: str, value: str | None) -> None:
        """Write [%name value] to the head of the comment, replacing an earlier one; None removes it."""
        rest = COMMAND.sub(lambda found: "" if found[1] == name else found[0], self.comment)
        head = [] if value is None else [f"[%{name} {value}]"]
        self.comment = " ".join([*head, *rest.split()])


class Headers(UserDict[str, str]):
    """The tags of a game and their values, in order.

    ValueError is raised for a name that cannot stand in PGN, TypeError for a value that is not text.
    """

    def __setitem__(self, name: str, value: str) -> None:
        if not re.fullmatch(NAME, name):
            raise ValueError(f"not the name of a tag: {name[:40]!r}; letters, digits and _ make one")
        if not isinstance(value, str):
            raise TypeError(f"the value of {name} must be text, not {value!r}")
        super().__setitem__(name, value)

    def __ior__(self, headers: Mapping[str, str]) -> Self:
        self.update(headers)
        return self


class Game(Node):
    """A game: the root of its move tree. `headers` maps tags to values.

    A new game has the Seven Tag Roster. `comment` and `nags` precede the first move. `errors` says what the reader
    could not read although it read the game: a tag, a word between moves, the rest of a variation.
    """

    __slots__ = ("_headers", "errors")

    def __init__(self, headers: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.headers = SEVEN_TAG_ROSTER | (headers or {})
        self.errors: list[PgnError] = []

    @property
    def headers(self) -> Headers:
        """Get or set the tags; raises as Headers does."""
        return self._headers

    @headers.setter
    def headers(self, headers: Mapping[str, str]) -> None:
        self._headers = Headers(headers)

    @classmethod
    def from_board(cls, board: Board, headers: dict[str, str] | None = None) -> "Game":
        """Return the game played on *board*, with its start position, variant and, if it is over, result.

        >>> board = Board("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
        >>> _ = board.push_san("Qg7")
        >>> Game.from_board(board).headers["Result"]
        '1-0'
        """
        start = board.root()
        result = board.result(claim_draw=True) if board.termination() is not None else "*"
        game = cls({"Result": result} | (headers or {}))
        if board.chess960:
            game.headers["Variant"] = "Chess960"
        if start.fen() != STARTPOS:
            game.headers |= {"SetUp": "1", "FEN": start.fen()}
        game.add_line(board.move_stack)
        return game

    def __repr__(self) -> str:
        plies = sum(1 for _ in self.mainline())
        players = f"{self.headers.get('White', '?')} - {self.headers.get('Black', '?')}"
        return f"<Game {players}, {plies} {'ply' if plies == 1 else 'plies'}, {self.result}>"

    @property
    def result(self) -> str:
        """Get the result from the headers: one of RESULTS, '*' if the tag is missing or invalid."""
        stated = self.headers.get("Result", "*")
        return stated if stated in RESULTS else "*"

    def board(self) -> Board:
        """Return the start of the game; raises as Node.board."""
        variant = self.headers.get("Variant", "")
        kind = re.sub(r"[\s_-]", "", variant.lower())
        if not (kind in CHESS960_VARIANTS or kind in STANDARD_VARIANTS or WILD.fullmatch(kind)):
            raise VariantError(f"the variant {variant!r} is not supported")
        fen = self.headers.get("FEN", STARTPOS)
        chess960 = kind in CHESS960_VARIANTS or (fen is not STARTPOS and needs_chess960(fen))
        return Board(fen, chess960)

    def __str__(self) -> str:
        """Return the game in PGN export format, without a newline at the end; raises as Node.board."""
        headers = dict(self.headers)
        if "FEN" in headers:
            headers.setdefault("SetUp", "1")  # as the standard asks
        tags = [
            '[{} "{}"]'.format(name, " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"'))
            for name, value in headers.items()
        ]
        glyphs = [f"${nag}" for nag in sorted(self.nags)]
        text = " ".join([*_comment_words(self.comment), *glyphs, *_movetext(self), self.result])
        lines = textwrap.wrap(text, LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
        return "\n".join([*tags, "", *lines]).replace(GLUE, " ")


Source = str | PathLike[str] | Iterable[str]


@overload
def read_games(source: Source, *, errors: Literal["yield"] = "yield") -> Iterator[Game | PgnError]: ...


@overload
def read_games(source: Source, *, errors: Literal["raise"]) -> Iterator[Game]: ...


def read_games(source: Source, *, errors: Literal["yield", "raise"] = "yield") -> Iterator[Game | PgnError]:
    """Read games, one after the other.

    A game begins with its first tag or, without tags, after the result of the previous game. Comments in braces and
    after semicolons are kept, with white space collapsed.

    Args:
        source: a path (a Path, or a string that ends in .pgn), PGN text, or an iterable of lines such as an open
            file.
        errors: "yield" each PgnError in place of its game, or "raise" the first.

    Raises:
        OSError: the file cannot be read.

    >>> [str(item) for item in read_games("1. e4 e6 2. Ke3 *")]
    ['game 1, line 1: illegal move Ke3 in rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2']
    """
    if errors not in ("yield", "raise"):
        raise ValueError(f"errors must be 'yield' or 'raise', not {errors!r}")
    return _read_games(source, errors == "raise")


def _read_games(source: Source, raise_errors: bool) -> Iterator[Game | PgnError]:
    if isinstance(source, PathLike) or (isinstance(source, str) and source.lower().endswith(".pgn")):
        with open_pgn(fspath(source)) as file:
            yield from _read_games(file, raise_errors)
        return
    reader = _GameReader(1)
    for kind, value, line in tokenize(io.StringIO(source, newline=None) if isinstance(source, str) else source):
        if reader.ends_before(kind, value):
            successor = reader.successor(kind)
            yield reader.outcome(raise_errors)
            reader = successor
        reader.take(kind, value, line)
    if reader.first_line:
        yield reader.outcome(raise_errors)


# What is left to read of the files that read_game() has begun.
_begun: WeakKeyDictionary[TextIO, Iterator[Game | PgnError]] = WeakKeyDictionary()


def _lines(file: "ref[TextIO]") -> Iterator[str]:
    """Yield the lines of a file without keeping it open."""
    while line := file().readline():
        yield line


def read_game(file: TextIO) -> Game | None:
    """Return the next game of an open file, None after the last one, as `chess.pgn.read_game` does.

    It reads ahead: between two calls, leave the file alone.

    Raises:
        PgnError: the next game cannot be read; another call returns the one after it.

    >>> file = io.StringIO("1. e4 * 1. d4 *")
    >>> read_game(file).end().move, read_game(file).end().move, read_game(file)
    ('e2e4', 'd2d4', None)
    """
    game = next(_begun.setdefault(file, read_games(_lines(ref(file)))), None)
    if game is None:
        del _begun[file]
    elif isinstance(game, PgnError):
        raise game
    return game


def clock_seconds(clock: str | None) -> float | None:
    """Return a clock's hours, minutes and seconds, or seconds alone, as seconds; None if the text is not a clock.

    >>> clock_seconds("1:02:03.5"), clock_seconds("1.748"), clock_seconds("soon")
    (3723.5, 1.748, None)
    """
    found = CLOCK.fullmatch(clock or "")
    return int(found[1] or 0) * 3600 + int(found[2] or 0) * 60 + float(found[3]) if found else None


class _GameReader:
    """Build one game, token by token. After a mistake it looks only for the end of the variation, or of the game."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.first_line = 0  # until it has begun
        self.game = Game()
        self.node: Node = self.game
        self.board: Board | None = None  # set up when the tags are known
        # The lines where variations begin, and where to return to when they end, None for parentheses without one.
        self.stack: list[tuple[int, tuple[Node, Board] | None]] = []
        self.starting_comment: str | None = None  # of a variation that has just begun
        self.starting_nags: set[int] = set()
        self.names: set[str] = set()  # of the tags
        # What has been seen: a move, an empty line after all else, the result.
        self.moved = self.blank = self.finished = False
        self.late_comment = ""  # after the result and an empty line
        self.problem: PgnError | None = None
        self.skipped = 0  # the depth of the variation that is skipped after a mistake

    def ends_before(self, kind: str, value: object) -> bool:
        """Return whether another game begins with this token."""
        if kind == "tag":
            # Some programs leave empty lines between tags: only a tag that the game already has begins another game.
            return self.moved or self.finished or (self.blank and value[0] in self.names)
        if kind == "first":
            return self.moved
        return self.finished and kind in MOVES and not self.stack

    def successor(self, kind: str) -> "_GameReader":
        """Return the reader of the next game, which begins with a token of that kind."""
        reader = _GameReader(self.number + 1)
        if kind in MOVES:
            # Without tags, what stands alone before the moves is about them.
            reader.comment(self.late_comment)
            self.late_comment = ""
        return reader

    def outcome(self, raise_errors: bool) -> Game | PgnError:
        """Return the game, or why it could not be read; or raise that."""
        if not self.moved:
            self.set_up()
        self.comment(self.late_comment)
        if self.game.errors and not (self.names or self.finished or self.game.comment or self.game.variations):
            self.problem = self.problem or self.game.errors[0]  # nothing in it is of a game
        if self.stack and self.problem is None:
            self.lose("a variation is not closed", self.stack[-1][0])
        if self.problem is not None and raise_errors:
            raise self.problem
        return self.problem or self.game

    def set_up(self) -> None:
        """Set up the board once all tags are known."""
        self.moved = True
        try:
            self.board = self.game.board()
        except ValueError as error:
            self.problem = PgnError(self.number, self.first_line, str(error))

    def lose(self, reason: str, line: int) -> None:
        """Note what cannot be read while the game goes on."""
        self.game.errors.append(PgnError(self.number, line, reason))

    def fail(self, reason: str, line: int) -> None:
        """End the variation, or else the game, before something that cannot be read."""
        if any(place for _, place in self.stack):
            self.lose(reason, line)
            self.skipped = len(self.stack)
        else:
            self.problem = PgnError(self.number, line, reason, self.game if self.game.variations else None)

    def take(self, kind: str, value: object, line: int) -> None:
        """Carry out one token."""
        if kind not in ("blank", "remark"):
            self.first_line = self.first_line or line
        if kind in MOVES and not self.moved:
            self.set_up()
        if kind == "open":
            self.open(line)
        elif kind == "close":
            self.close(line)
        elif kind == "result":
            self.end(value)
        elif not (self.problem or self.skipped):
            self.add(kind, value, line)
        self.blank = kind == "blank" or (self.blank and self.finished)

    def add(self, kind: str, value: object, line: int) -> None:
        """Carry out a token that adds something where the reader stands."""
        if kind in MOVES:
            self.take_move(kind, value, line)
        elif kind == "tag":
            self.take_tag(*value)
        elif kind in ("comment", "remark", "unclosed"):
            if self.finished and self.blank:
                self.late_comment += f" {value}"
            else:
                self.comment(value)
            if kind == "unclosed":
                self.lose("a comment is not closed", line)
        elif kind == "lost":
            self.lose(f"{value[:40]!r} is not PGN", line)
        elif kind == "nag":
            (self.node.nags if self.starting_comment is None else self.starting_nags).add(value)

    def take_tag(self, name: str, value: str) -> None:
        self.names.add(name)
        if name == "FEN" and not value.strip(" ?"):
            return  # as Lichess and others have written for the usual start
        if name == "Result" and value not in RESULTS:
            value = [value, *(result for kind, result, _ in tokenize([value]) if kind == "result")][-1]
        self.game.headers[name] = value

    def comment(self, text: str) -> None:
        """Add a comment to the move before it or, at the start of a variation, to that after it."""
        text = " ".join(text.split())
        if self.starting_comment is None:
            self.node.comment = f"{self.node.comment} {text}".strip()
        else:
            self.starting_comment = f"{self.starting_comment} {text}".strip()

    def open(self, line: int) -> None:
        """Begin a variation, a replacement for the last move."""
        if self.problem or self.skipped or self.node.parent is None or self.starting_comment is not None:
            self.stack.append((line, None))
            return
        self.stack.append((line, (self.node, self.board)))
        self.node, self.board = self.node.parent, self.board.copy(stack=1)
        self.board.pop()
        self.starting_comment, self.starting_nags = "", set()

    def close(self, line: int) -> None:
        """Return from a variation to the move that it replaces."""
        if not self.stack:
            if self.problem is None:
                self.lose("a variation is closed that was not open", line)
            return
        _, replaced = self.stack.pop()
        if len(self.stack) < self.skipped:
            self.skipped = 0
        if replaced is not None:
            self.node, self.board = replaced
            # Only a variation without moves has it still.
            comment, self.starting_comment = self.starting_comment, None
            self.comment(comment or "")

    def end(self, result: str) -> None:
        """Take a result, which ends the game outside variations."""
        if not (self.stack or self.finished):
            self.finished = True
            if self.game.result == "*" != result:
                self.game.headers["Result"] = result

    def take_move(self, kind: str, text: str, line: int) -> None:
        """Play and append a move; if it cannot be played, end the variation or the game before it."""
        move = NULL_UCI
        try:
            if kind == "bad":
                raise ValueError(f"{text[:20]!r} is not a move")
            if kind == "null":
                self.board.push(move)
            else:
                move = self.board.push_san(text)
        except ValueError as error:
            if text == "O-O" and self.game.headers.get("Result") == "0-0" and not self.stack:
                self.end("*")  # a double forfeit
            else:
                self.fail(str(error), line)
            return
        self.node = self.node.add_variation(move)
        if self.starting_comment is not None:
            self.node.starting_comment, self.starting_comment = self.starting_comment, None
            self.node.nags = self.starting_nags


def _comment_words(comment: str) -> list[str]:
    """Return a comment as words; none of them can pass for a tag, an escaped line or the end of the comment."""
    text = " ".join(comment.replace("}", ")").replace(GLUE, " ").split())
    if not text:
        return []
    text = COMMAND.sub(lambda command: command[0].replace(" ", GLUE), text)
    return ["{" + GLUE + re.sub(r" (?=[\[%;])", GLUE, text) + " }"]


def _movetext(game: Game) -> Iterator[str]:
    """Yield the words of the moves, comments and variations of a game, in order."""
    # What is left, the next at the end, as Python's calls cannot be nested as deep as variations: words, and lines,
    # each with the board before it and whether its first move has a number in any case.
    left: list[str | tuple[list[Node], Board, bool]] = [(game.variations, game.board(), True)]
    while left:
        part = left.pop()
        if isinstance(part, str):
            yield part
        elif part[0]:
            (node, *siblings), board, numbered = part
            yield from _comment_words(node.starting_comment)
            if board.turn or numbered:
                yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
            yield board.san(node.move)
            yield from (f"${nag}" for nag in sorted(node.nags))
            yield from _comment_words(node.comment)
            left.append((node.variations, board, bool(siblings or node.comment.strip())))
            for sibling in reversed(siblings):
                left += [")", ([sibling], board.copy(stack=False), True), "("]
            board.push(node.move)
