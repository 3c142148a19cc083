"""Read and write games in Portable Game Notation.

The reader accepts PGN files as they occur in practice. A game that it cannot read becomes a PgnError, yielded in its
place or raised. Names follow python-chess.

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
from collections.abc import Iterable, Iterator
from os import PathLike, fspath
from typing import Literal, overload

from lux.board import STARTPOS, Board
from lux.score import Score
from lux.text.decoding import open_text as open_pgn

# The tags that every game has, in order.
SEVEN_TAG_ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*"})
# The values of a Variant tag, in small letters without spaces.
CHESS960_VARIANTS = frozenset({"chess960", "fischerandom", "fischerrandom"})
STANDARD_VARIANTS = frozenset({"", "?", "chess", "standard", "normal", "fromposition"})

EVALUATION = re.compile(r"([+-]?\d+(?:\.\d+)?|#[+-]?\d+)(?:,\d+)?")  # pawns or moves to mate, and then the depth
CLOCK = re.compile(r"(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)")

NULL_MOVE = "0000"  # as UCI writes it; PGN has no word of its own for a pass, programs write -- or Z0
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
LINE_WIDTH = 79  # the standard: less than 80 columns
# A space at which a line must not be broken, while it is being wrapped.
GLUE = "\0"

TAG_LINE = re.compile(r'\s*\[\s*([A-Za-z]\w*)\s+"')
TAG = re.compile(r'\s*\[\s*([A-Za-z]\w*)\s+"((?:[^"\\\n]|\\["\\])*)"\s*\]')
# The same with quotes that are not escaped, and with brackets forgotten: up to the end of the line.
LOOSE_TAG = re.compile(r'\s*\[\s*([A-Za-z]\w*)\s+"(.*)"[^\S\n]*\]?[^\S\n]*$', re.MULTILINE)
TOKEN = re.compile(
    r"""
      \{ (?P<comment> [^}]* ) \}
    | ; (?P<rest_of_line> .* )
    | (?P<escaped> ^% .* )
    | (?P<unclosed> \{ [^}]* )
    | \$ (?P<nag> \d+ )
    | (?P<glyph> [!?]{1,2} )
    | (?P<open> \( ) | (?P<close> \) )
    | (?P<result> 1-0 | 0-1 | 1/2-1/2 | \* )
    | (?P<null> -- | Z0 | 0000 )
    | (?P<move> (?: [KQRBN]? [a-h]? [1-8]? [-x:]? [a-h][1-8] (?: =? [NBRQnbrq]\b | \([NBRQ]\) )?
                  | [O0]-[O0](?:-[O0])? ) [+#]* )
      (?: \s* e\.?p\b\.? )?
    | (?P<number> \d+ \.* | \.+ )
    | (?P<unknown> [^\s\0(){};]+ )
    """,
    re.VERBOSE | re.MULTILINE,
)


class PgnError(ValueError):
    """A game cannot be read: its *number* and *line* in the source, both from 1, and the *reason*.

    *game* is the part before the error, or None if nothing could be read.
    """

    def __init__(self, number: int, line: int, reason: str, game: "Game | None" = None) -> None:
        super().__init__(number, line, reason)
        self.game = game
        self.number = number
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"game {self.number}, line {self.line}: {self.reason}"


class VariantError(ValueError):
    """A game of a chess variant that Lux does not play."""


class Node:
    """A move in a game tree, with its annotations.

    `move` is in UCI notation, NULL_MOVE for a null move. `variations` holds the next moves, the main line first.
    `comment` follows the move; `starting_comment` precedes the first move of a variation; `nags` are its numeric
    annotation glyphs. The move is not checked until board() plays it.
    """

    __slots__ = ("comment", "move", "nags", "parent", "starting_comment", "variations")

    def __init__(self, parent: "Node | None" = None, move: str | None = None) -> None:
        self.parent = parent
        self.move = move
        self.variations: list[Node] = []
        self.comment = ""
        self.starting_comment = ""
        self.nags: list[int] = []

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
        moves: list[str] = []
        node = self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        board = node.board()
        for move in reversed(moves):
            board = play(board, move)
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
        return "--" if self.move == NULL_MOVE else self.parent.board().san(self.move)

    def eval(self) -> Score | None:
        """Return the [%eval ...] of the comment, from White's point of view; None if it is missing or malformed.

        >>> [node.eval() for node in next(read_games("1. d4 {[%eval 0.17]} Nf6 {[%eval #-3,22]} *")).mainline()]
        [Score(17), Score(mate=-3)]
        """
        found = EVALUATION.fullmatch(self.command("eval") or "")
        if found is None:
            return None
        if not found[1].startswith("#"):
            return Score(round(100 * float(found[1])))
        return Score(mate=int(found[1][1:]))

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
        """Return the seconds that the move took, from [%emt ...] in the comment, or None."""
        return clock_seconds(self.command("emt"))

    def __repr__(self) -> str:
        try:
            move = self.parent.board().variation_san([self.move]) if self.parent and self.move != NULL_MOVE else "--"
        except ValueError:
            move = f"{self.move}, which is illegal"
        return f"<Node {move}>"

    def command(self, name: str) -> str | None:
        """Return the value of the comment's embedded command [%name value], such as eval or clk, or None."""
        found = re.search(rf"\[%{re.escape(name)}\s+([^\]]*)\]", self.comment)
        return found[1].strip() if found else None

    def set_command(self, name: str, value: str | None) -> None:
        """Write [%name value] to the head of the comment, replacing an earlier one; None removes it."""
        rest = re.sub(rf"\[%{re.escape(name)}\s+[^\]]*\]\s*", "", self.comment)
        self.comment = rest.strip() if value is None else f"[%{name} {value}] {rest}".strip()


class Game(Node):
    """A game: the root of its move tree. `headers` maps tags to values.

    A new game has the Seven Tag Roster. `comment` precedes the first move.
    """

    __slots__ = ("headers",)

    def __init__(self, headers: dict[str, str] | None = None) -> None:
        super().__init__()
        self.headers = SEVEN_TAG_ROSTER | (headers or {})

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
        if kind not in CHESS960_VARIANTS | STANDARD_VARIANTS:
            raise VariantError(f"the variant {variant!r} is not supported")
        return Board(self.headers.get("FEN", STARTPOS), chess960=kind in CHESS960_VARIANTS)

    def __str__(self) -> str:
        """Return the game in PGN export format, without a newline at the end; raises as Node.board."""
        tags = [
            '[{} "{}"]'.format(name, " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"'))
            for name, value in self.headers.items()
        ]
        text = " ".join([*_comment_words(self.comment), *_movetext(self), self.result])
        lines = textwrap.wrap(text, LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
        return "\n".join([*tags, "", *lines]).replace(GLUE, " ")


def play(board: Board, move: str) -> Board:
    """Play a UCI move and return the board; after a null move it is a new board, without history.

    Raises:
        IllegalMoveError: the move is not legal.
        FenError: it is a null move in check.
    """
    if move != NULL_MOVE:
        board.push_uci(move)
        return board
    pieces, turn, castling, _, rule50, number = board.fen(shredder=board.chess960).split()
    passed = "b" if turn == "w" else "w"
    return Board(f"{pieces} {passed} {castling} - {int(rule50) + 1} {int(number) + (turn == 'b')}", board.chess960)


variation_san = Board.variation_san


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
        source: a path (a Path, or a string that ends in `.pgn`), PGN text, or an iterable of lines such as an open
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
    lines = io.StringIO(source, newline=None) if isinstance(source, str) else source
    number = 0
    for first_line, text in _whole_comments(_split(lines)):
        for outcome in _parse(text):
            number += 1
            if isinstance(outcome, Game):
                yield outcome
                continue
            place, reason, game = outcome
            error = PgnError(number, first_line + text.count("\n", 0, place), reason, game)
            if raise_errors:
                raise error
            yield error


def clock_seconds(clock: str | None) -> float | None:
    """Return a clock's hours, minutes and seconds as seconds; None if the text is not a clock.

    >>> clock_seconds("1:02:03.5"), clock_seconds("soon")
    (3723.5, None)
    """
    found = CLOCK.fullmatch(clock or "")
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + float(found[3]) if found else None


def _split(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Split the text wherever a new set of tags begins; yield each part with the number of its first line."""
    piece: list[str] = []
    names: set[str] = set()
    first_line, blank, in_moves = 1, False, False
    for number, line in enumerate(lines, 1):
        line = line.lstrip("\ufeff")
        tag = TAG_LINE.match(line)
        # Some programs leave empty lines between tags: only a tag that the game already has begins another game.
        if tag and (in_moves or (blank and tag[1] in names)):
            yield first_line, "".join(piece)
            piece, names, first_line, in_moves = [], set(), number, False
        if tag:
            names.add(tag[1])
        blank = not line.strip()
        in_moves = in_moves or not (blank or line.lstrip().startswith("["))
        piece.append(line)
    yield first_line, "".join(piece)


def _whole_comments(pieces: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Rejoin parts that were split within a comment, which ends at the next closing brace."""
    held: tuple[int, str] | None = None
    for first_line, text in pieces:
        if held and held[1].rfind("{") > held[1].rfind("}") and re.match(r"[^{}]*\}", text):
            held = held[0], held[1] + text
            continue
        if held:
            yield held
        held = first_line, text
    if held:
        yield held


def _tags(text: str) -> tuple[dict[str, str], int]:
    """Return the tags at the head of a text, the last of duplicates, and where they end."""
    headers: dict[str, str] = {}
    end = 0
    while True:
        tag = TAG.match(text, end)
        if tag:
            value = re.sub(r"\\(.)", r"\1", tag[2])
        elif tag := LOOSE_TAG.match(text, end):
            value = tag[2]
        else:
            return headers, end
        headers[tag[1]] = value
        end = tag.end()


Mistake = tuple[int, str, Game | None]  # its place and kind, and the game up to there


def _parse(text: str) -> Iterator[Game | Mistake]:
    """Read a part of the text with tags only at its head; yield its games or errors."""
    headers, start = _tags(text)
    reader = _GameReader(headers)
    for token in TOKEN.finditer(text, start):
        reader.take(token)
        if reader.finished:
            yield reader.outcome(text)
            reader = _GameReader({})
    if reader.begun:
        yield reader.outcome(text)


class _GameReader:
    """Build one game, token by token, up to its result; after an error it only looks for the end."""

    def __init__(self, headers: dict[str, str]) -> None:
        self.game = Game(headers)
        self.node: Node = self.game
        # The nodes and boards to return to when variations end, and whether one has just begun.
        self.stack: list[tuple[Node, Board]] = []
        self.fresh = False
        self.starting_comment = ""
        self.begun = bool(headers)
        self.finished = False
        self.problem: str | None = None
        self.place = 0
        self.depth = 0
        try:
            self.board = self.game.board()
        except ValueError as error:
            self.problem = str(error)

    def outcome(self, text: str) -> Game | Mistake:
        """Return the game, or where in the text it goes wrong and how."""
        if self.problem is None and self.stack:
            self.problem, self.place = "a variation is not closed", len(text.rstrip())
        if self.problem is None:
            return self.game
        return self.place, self.problem, self.game if self.game.variations else None

    def take(self, token: re.Match) -> None:
        """Carry out one token."""
        kind = token.lastgroup
        self.begun = self.begun or kind not in ("rest_of_line", "escaped")
        self.depth += (kind == "open") - (kind == "close")
        if kind == "result" and self.depth <= 0:
            self.finished = True
        if self.problem is None:
            try:
                getattr(self, f"take_{kind}")(token[kind])
            except ValueError as error:
                self.problem, self.place = str(error), token.start()

    def take_comment(self, text: str) -> None:
        text = " ".join(text.split())
        if self.fresh:
            self.starting_comment = f"{self.starting_comment} {text}".strip()
        else:
            self.node.comment = f"{self.node.comment} {text}".strip()

    take_rest_of_line = take_comment

    def take_escaped(self, text: str) -> None:
        """Skip a line that is meant for another program."""

    take_number = take_escaped  # move numbers follow from the moves

    def take_unclosed(self, text: str) -> None:
        raise ValueError("a comment is not closed")

    def take_nag(self, number: str) -> None:
        if self.node.move is not None and not self.fresh:
            self.node.nags.append(int(number))

    def take_glyph(self, glyph: str) -> None:
        self.take_nag(str(GLYPHS[glyph]))

    def take_open(self, text: str) -> None:
        if self.node.parent is None or self.fresh:
            raise ValueError("a variation without a move that it could replace")
        self.stack.append((self.node, self.board))
        if self.node.move == NULL_MOVE:
            self.board = self.node.parent.board()
        else:
            self.board = self.board.copy()
            self.board.pop()
        self.node = self.node.parent
        self.fresh = True

    def take_close(self, text: str) -> None:
        if not self.stack:
            raise ValueError("a variation is closed that was not open")
        self.node, self.board = self.stack.pop()
        self.fresh, self.starting_comment = False, ""

    def take_result(self, result: str) -> None:
        if self.finished and self.game.result == "*" != result:
            self.game.headers["Result"] = result

    def take_null(self, text: str) -> None:
        try:
            self.board = play(self.board, NULL_MOVE)
        except ValueError:
            raise ValueError(f"null move in check in {self.board.fen()}") from None
        self.add(NULL_MOVE)

    def take_move(self, text: str) -> None:
        try:
            move = self.board.push_san(text)
        except ValueError as error:
            try:
                move = self.board.push_uci(text)  # some programs write nothing else
            except ValueError:
                raise error from None
        self.add(move)

    def take_unknown(self, text: str) -> None:
        raise ValueError(f"{text[:20]!r} is not a move")

    def add(self, move: str) -> None:
        """Append a move that has been played on the board."""
        self.node = self.node.add_variation(move)
        self.node.starting_comment = self.starting_comment
        self.fresh, self.starting_comment = False, ""


def _comment_words(comment: str) -> list[str]:
    """Return a comment as words; none of them can pass for a tag, an escaped line or the end of the comment."""
    text = " ".join(comment.replace("}", ")").split())
    if not text:
        return []
    text = re.sub(r"\[%[^\]]*\]", lambda command: command[0].replace(" ", GLUE), text)
    return ["{" + GLUE + re.sub(r" (?=[\[%;])", GLUE, text) + " }"]


def _movetext(game: Game) -> Iterator[str]:
    """Yield the words of the moves, comments and variations of a game, in order."""
    # What is left to write, the next one last: words, or a node to write with its siblings and all that follows it,
    # the board before it, and whether its number is needed.
    left: list[str | tuple[Node, list[Node], Board, bool]] = []
    if game.variations:
        left.append((game.variations[0], game.variations[1:], game.board(), True))
    while left:
        entry = left.pop()
        if isinstance(entry, str):
            yield entry
            continue
        node, siblings, board, numbered = entry
        yield from _comment_words(node.starting_comment)
        if board.turn or numbered:
            yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
        # The siblings need the board as it is.
        after = board.copy() if siblings else board
        yield "--" if node.move == NULL_MOVE else board.san(node.move)
        after = play(after, node.move)
        yield from (f"${nag}" for nag in node.nags)
        yield from _comment_words(node.comment)
        if node.variations:
            interrupted = bool(siblings or node.comment)
            left.append((node.variations[0], node.variations[1:], after, interrupted))
        for sibling in reversed(siblings):
            left += [")", (sibling, [], board.copy(), True), "("]
