"""`lux play`: a game against Lux in the terminal."""

import random
import sys

import click
from rich.console import Console
from rich.markup import escape
from rich.style import Style
from rich.text import Text

from cli.console import prepare_input
from lux.board import WHITE, AmbiguousMoveError, Board, FenError, IllegalMoveError, Termination
from lux.engine import Engine, SearchInfo, SearchResult

# Filled figures for both sides, told apart by colour: outlined ones fade on a coloured square.
FIGURES = dict(zip("kqrbnp", "♚♛♜♝♞♟", strict=True))
WHITE_PIECE, BLACK_PIECE = "#ffffff", "#000000"
# Each square has a contrast of 3 or more with white and with black figures, the marked ones nearly so.
LIGHT_SQUARE, DARK_SQUARE = "#a99070", "#755f42"
LIGHT_MOVED, DARK_MOVED = "#98a04c", "#727d36"
CHECK_SQUARE = "#c0503c"

REASONS = {
    Termination.CHECKMATE: "checkmate",
    Termination.STALEMATE: "stalemate",
    Termination.INSUFFICIENT_MATERIAL: "insufficient material",
    Termination.FIFTY_MOVES: "fifty moves without a capture or a pawn move",
    Termination.THREEFOLD_REPETITION: "threefold repetition",
}

HELP = """\
Type a move as Nf3, exd5, O-O, e8=Q or g1f3, or one of:
  moves    list the legal moves        fen      show the position as FEN
  hint     ask Lux for a move          flip     turn the board round
  undo     take back your last move    board    draw the board again
  resign   give up the game            quit     leave"""


def side_name(color: bool) -> str:
    """Return the English name of a side."""
    return "White" if color == WHITE else "Black"


def score_text(info: SearchInfo, turn: bool) -> str:
    """Return a score from White's view, whoever's turn it was: pawns, or moves to mate."""
    sign = 1 if turn == WHITE else -1
    if info.mate is not None:
        winner = turn if info.mate > 0 else not turn
        return f"{side_name(winner)} mates in {abs(info.mate)}"
    return f"{sign * info.score_cp / 100:+.2f}"


def draw_ascii(board: Board, below: bool) -> str:
    """Return the board in letters, White's in upper case, with the side `below` at the bottom."""
    files = "abcdefgh" if below == WHITE else "hgfedcba"
    edge = "  +-----------------+"
    lines = [edge]
    for rank in "87654321" if below == WHITE else "12345678":
        lines.append(f"{rank} | {' '.join(board.piece_at(file + rank) or '.' for file in files)} |")
    return "\n".join([*lines, edge, f"    {' '.join(files)}"])


def draw_colored(board: Board, below: bool) -> Text:
    """Return the board in figures on coloured squares; the last move and a king in check are marked."""
    files = "abcdefgh" if below == WHITE else "hgfedcba"
    last = board.move_stack[-1] if board.move_stack else ""
    moved = {last[:2], last[2:4]}
    checked = ("K" if board.turn == WHITE else "k") if board.is_check() else None
    text = Text()
    for rank in "87654321" if below == WHITE else "12345678":
        text.append(f" {rank} ", style="dim")
        for file in files:
            piece = board.piece_at(file + rank)
            light = (ord(file) + int(rank)) % 2 == 0
            background = LIGHT_SQUARE if light else DARK_SQUARE
            if piece is not None and piece == checked:
                background = CHECK_SQUARE
            elif file + rank in moved:
                background = LIGHT_MOVED if light else DARK_MOVED
            color = WHITE_PIECE if piece is not None and piece.isupper() else BLACK_PIECE
            figure = FIGURES[piece.lower()] if piece is not None else " "
            text.append(f" {figure} ", style=Style(color=color, bgcolor=background))
        text.append("\n")
    text.append("    " + "  ".join(files), style="dim")
    return text


def san_line(board: Board) -> str:
    """Return the moves of the game in SAN with their numbers."""
    moves = board.move_stack
    replay = board.copy()
    for _ in moves:
        replay.pop()
    words = []
    for move in moves:
        if replay.turn == WHITE:
            words.append(f"{replay.fullmove_number}.")
        elif not words:
            words.append(f"{replay.fullmove_number}...")
        words.append(replay.san(move))
        replay.push_uci(move)
    return " ".join(words)


def read_move(board: Board, text: str) -> str:
    """Return the legal move that a person means by `text`, in UCI or in SAN, as UCI.

    Castling and pieces in small letters are understood where the strict readings give nothing.

    Raises:
        AmbiguousMoveError: several moves fit.
        IllegalMoveError: none does.
    """
    readings = [(board.parse_san, text), (board.parse_uci, text.lower())]
    if text[0] in "nbrqk":
        readings.append((board.parse_san, text[0].upper() + text[1:]))
    if text[0] in "oO0":
        readings.append((board.parse_san, text.upper()))
    for parse, spelling in readings:
        try:
            return parse(spelling)
        except AmbiguousMoveError:
            raise
        except ValueError:
            continue
    raise IllegalMoveError(f"{text[:40]!r} is no legal move here")


class Game:
    """One game between a person and the engine, from the first prompt to the result."""

    def __init__(
        self, console: Console, board: Board, engine: Engine, human: bool, limits: dict[str, int], ascii_only: bool
    ) -> None:
        self.console = console
        self.board = board
        self.engine = engine
        self.human = human
        self.limits = limits
        self.ascii_only = ascii_only
        self.below = human
        self.over = False

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        self.show_board()
        while not self.over:
            termination = self.board.termination()
            if termination is not None:
                self.end(self.board.result(), REASONS[termination])
            elif self.board.turn == self.human:
                self.ask()
            else:
                self.reply()

    # Turns

    def ask(self) -> None:
        """Read one line of the person's and do what it says."""
        try:
            # Without a terminal there is nobody to prompt, and the output reads better without.
            words = input(f"{side_name(self.human)} to move> " if sys.stdin.isatty() else "").split()
        except EOFError:
            self.say("")
            self.over = True
            return
        command = "".join(words)
        if not command:
            return
        action = getattr(self, "do_" + command.lower(), None)
        if action is not None:
            action()
            return
        try:
            self.board.push_uci(read_move(self.board, command))
        except ValueError as error:
            self.say(f"{error} (moves lists them, help tells more)")

    def reply(self) -> None:
        """Let the engine move."""
        result = self.think("Lux is thinking")
        number = f"{self.board.fullmove_number}{'.' if self.board.turn == WHITE else '...'}"
        san = self.board.san(result.best_move)
        score = score_text(result.info, self.board.turn)
        self.board.push_uci(result.best_move)
        self.show_board()
        self.say(f"Lux plays {number} {san}   eval {score}   depth {result.info.depth}")

    def think(self, message: str) -> SearchResult:
        """Search the position within the limits of a move; an interrupt stops the search and goes on up."""
        with self.console.status(message, spinner="line" if self.ascii_only else "dots"):
            return self.engine.search(self.board, **self.limits)

    # Commands

    def do_help(self) -> None:
        self.say(HELP)

    def do_moves(self) -> None:
        names = sorted(self.board.san(move) for move in self.board.legal_moves)
        self.say(f"{len(names)} legal moves: {' '.join(names)}")

    def do_fen(self) -> None:
        self.say(self.board.fen())

    def do_board(self) -> None:
        self.show_board()

    def do_flip(self) -> None:
        self.below = not self.below
        self.show_board()

    def do_hint(self) -> None:
        result = self.think("Looking for a hint")
        line = self.board.copy()
        names = []
        for move in result.info.pv[:5]:
            names.append(line.san(move))
            line.push_uci(move)
        self.say(f"Hint: {names[0]}   eval {score_text(result.info, self.board.turn)}   ({' '.join(names)})")

    def do_undo(self) -> None:
        # One move of each side, so that it is the person's turn again.
        if len(self.board.move_stack) < 2:
            self.say("There is no move of yours to take back.")
            return
        for _ in range(2):
            self.board.pop()
        self.show_board()

    def do_resign(self) -> None:
        self.end("0-1" if self.human == WHITE else "1-0", f"{side_name(self.human)} resigns")

    def do_quit(self) -> None:
        self.over = True

    do_exit = do_quit

    # Output

    def say(self, text: str) -> None:
        """Print plain text."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def show_board(self) -> None:
        """Draw the board."""
        self.say("")
        if self.ascii_only:
            self.say(draw_ascii(self.board, self.below))
        else:
            self.console.print(draw_colored(self.board, self.below))
        self.say("")

    def end(self, result: str, reason: str) -> None:
        """Announce the result and print the game."""
        if self.board.turn != self.human and self.board.move_stack:
            # The person's own move ended it; the engine's is already on the screen.
            self.show_board()
        self.over = True
        if self.board.move_stack:
            self.console.print(f"{san_line(self.board)} {result}", markup=False, highlight=False)
        self.console.print(f"[bold]{result}[/bold], {escape(reason)}", highlight=False)


def can_draw(console: Console) -> bool:
    """Tell whether the terminal shows chess figures and enough colours to tell the sides apart."""
    if console.no_color or console.color_system not in ("256", "truecolor"):
        return False
    try:
        "".join(FIGURES.values()).encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@click.command()
@click.option(
    "--color", type=click.Choice(["white", "black", "random"]), default="white", show_default=True, help="Your side."
)
@click.option("--depth", type=click.IntRange(1, 100), help="Plies that Lux searches for a move, however long it takes.")
@click.option(
    "--movetime",
    type=click.FloatRange(0.01, 86400),
    metavar="SECONDS",
    help="Time that Lux takes for a move.  [default: 1]",
)
@click.option("--fen", metavar="FEN", help="Position to begin with.")
@click.option("--chess960", is_flag=True, help="Write castling as king takes rook in UCI moves.")
@click.option(
    "--hash",
    "hash_mib",
    type=click.IntRange(1, 65536),
    default=64,
    show_default=True,
    metavar="MIB",
    help="Size of the hash table in MiB.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw the board in letters.")
def play(
    color: str,
    depth: int | None,
    movetime: float | None,
    fen: str | None,
    chess960: bool,
    hash_mib: int,
    ascii_only: bool,
) -> None:
    """Play a game against Lux in the terminal."""
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("a game needs standard input and output")
    if depth is not None and movetime is not None:
        raise click.UsageError("--depth and --movetime exclude each other.")
    try:
        board = Board(chess960=chess960) if fen is None else Board(fen, chess960=chess960)
    except FenError as error:
        raise click.BadParameter(f"{error}.", param_hint="--fen") from None
    try:
        engine = Engine(hash_mib=hash_mib)
    except MemoryError:
        raise click.BadParameter(f"no memory for {hash_mib} MiB.", param_hint="--hash") from None
    human = random.choice((True, False)) if color == "random" else color == "white"
    limits = {"depth": depth} if depth is not None else {"movetime_ms": round(1000 * (movetime or 1))}

    console = Console()
    prepare_input()
    pace = f"to depth {depth}" if depth is not None else f"{movetime or 1:g} s a move"
    console.print(f"You are {side_name(human)}, Lux thinks {pace}. Type a move or [bold]help[/bold].", highlight=False)
    Game(console, board, engine, human, limits, ascii_only or not can_draw(console)).play()
