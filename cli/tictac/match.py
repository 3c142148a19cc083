"""`tictac play`: games against the bot in the terminal."""

import signal
import sys

from rich.console import Console
from rich.text import Text

from lux.cli.console import read_line
from lux.protocol import parse_number
from tictac.notation import value_text
from tictac.player import MAX_LEVEL, Player
from tictac.rules import Board, IllegalMoveError, Position, bits, other
from tictac.search import Info, Limits

# Outer left, horizontal, crossing and outer right piece of the top, middle and bottom edge, and the vertical.
BOX = ("┌─┬┐", "├─┼┤", "└─┴┘", "│")
PLAIN = ("+-++", "+-++", "+-++", "|")
STYLES = {"X": "bold cyan", "O": "bold yellow", " ": "dim"}
WINNING = "bold black on bright_green"
NUMBERED = 9  # squares of a board on which a digit says enough

HELP = """\
Type a square such as b2, or one of:
  hint        the best moves, and who wins  undo, redo  take a move back, and again
  level N     how well tictac plays         swap        change sides
  board       draw the board again          resign      give up
  help        show this                     new, quit   begin another game, leave"""


def draw(position: Position, plain: bool, before: Position | None = None) -> Text:
    """Return the board; the last mark and completed lines stand out, in plain text by brackets and stars.

    In colours, the empty squares of a small board show their digits while the game goes on.
    """
    board = position.board
    *edges, vertical = PLAIN if plain else BOX
    top, middle, bottom = [
        f"  {left}{cross.join([3 * line] * board.width)}{right}\n" for left, line, cross, right in edges
    ]
    last = before.empty ^ position.empty if before else 0
    won = {square for line in board.completed(position.x) + board.completed(position.o) for square in bits(line)}
    digits = {} if plain or position.is_over else {square: digit for digit, square in numbers(board).items()}
    text = Text()
    for rank, row in zip(reversed(range(board.height)), position.rows(), strict=True):
        text.append(f"{middle if text else top}{rank + 1} ", "dim")
        for square, mark in enumerate(row, rank * board.width):
            is_last = last >> square & 1
            frame = ("**" if square in won else "()" if is_last else "  ") if plain else "  "
            around = WINNING if square in won else ""
            style = around or STYLES[mark] + (" underline" if is_last else "")
            letter = digits.get(square, " ") if mark == " " else mark
            text.append(vertical, "dim").append(frame[0], around).append(letter, style).append(frame[1], around)
        text.append(vertical + "\n", "dim")
    return text.append(bottom + "    " + "   ".join("abcdefgh"[: board.width]), "dim")


def numbers(board: Board) -> dict[str, int]:
    """Return the squares of a small board by their digits, 1 at the top left and on along the rows."""
    squares = sorted(bits(board.full), key=lambda square: (-(square // board.width), square))
    return {str(number): square for number, square in enumerate(squares, 1)} if len(squares) <= NUMBERED else {}


def names(position: Position, squares: list[int]) -> str:
    """Return the names of squares."""
    return " ".join(position.board.names[square] for square in squares)


def outcome(position: Position, info: Info) -> str:
    """Describe the value of a position that is not over."""
    known = info.value or info.exact
    return value_text(position, info.value) if known else f"no win within {info.depth} plies"


class Match:
    """Games between a human and the bot, with sides swapped after each and a running score.

    On a terminal everything is redrawn in place: the board, and below it the messages since the last input.
    """

    def __init__(self, console: Console, board: Board, player: Player, human: str, seconds: float, plain: bool) -> None:
        self.console = console
        self.player = player
        self.adviser = Player()
        self.human = human
        self.limits = Limits(seconds=seconds)
        self.plain = plain
        self.in_place = console.is_terminal and not console.is_dumb_terminal and sys.stdin.isatty()
        self.messages: list[str] = []
        self.shown: list[str] = []  # the messages before them, which are on the screen
        self.prompt = ""  # the last one
        self.positions = [Position(board)]
        self.undone: list[Position] = []
        self.score = {"you": 0, "tictac": 0, "drawn": 0}
        self.over = False
        self.left = False

    @property
    def position(self) -> Position:
        """Get the position on the board."""
        return self.positions[-1]

    def play(self) -> None:
        """Play games until the human leaves; the last board and its messages stay on the terminal."""
        if self.in_place:
            self.console.set_alt_screen(True)
            if hasattr(signal, "SIGTSTP"):
                signal.signal(signal.SIGTSTP, self.suspend)
        try:
            self.do_board()
            while not self.left:
                if self.over:
                    self.offer_rematch()
                elif self.position.turn == self.human:
                    self.ask()
                else:
                    self.reply()
        finally:
            if self.in_place:
                self.console.set_alt_screen(False)
                self.console.print(self.board(), *self.shown, *self.messages, sep="\n")

    def ask(self) -> None:
        """Read and execute one line of input."""
        word, *rest = self.read(f"{self.human} to move> ").split() or [""]
        if action := getattr(self, "do_" + word.lower(), None):
            action(*rest[:1])
        elif word:
            name = "".join([word, *rest])
            board = self.position.board
            try:
                square = numbers(board).get(name)
                self.place(board.square(name) if square is None else square)
            except IllegalMoveError as error:
                free = names(self.position, self.position.legal_moves)
                self.say(f"{error} (free: {free}; type help for commands)")

    def reply(self) -> None:
        """Play the bot's move."""
        square, _ = self.think(self.player)
        self.say(f"tictac plays {names(self.position, [square])}.")
        self.place(square)
        if not self.over:
            self.do_board()

    def think(self, player: Player) -> tuple[int, Info]:
        """Return a player's move in this position."""
        if self.in_place:
            self.redraw(self.messages)
        with self.console.status("tictac is thinking", spinner="line"):
            return player.move(self.position, self.limits)

    def place(self, square: int) -> None:
        """Mark a square, which may end the game."""
        self.positions.append(self.position.after(square))
        self.undone = []
        if self.position.is_over:
            self.end(self.position.winner)

    def end(self, winner: str) -> None:
        """Announce the result of a game; '' is a draw."""
        self.over = True
        self.do_board()
        who = "drawn" if not winner else "you" if winner == self.human else "tictac"
        self.score[who] += 1
        self.say({"you": "You win!", "tictac": "tictac wins.", "drawn": "A draw."}[who])
        self.say("Score: " + ", ".join(f"{name} {count}" for name, count in self.score.items()))

    def offer_rematch(self) -> None:
        """Ask for a rematch."""
        answer = self.read("Rematch with the sides swapped? [Y/n] ").strip().lower()
        if answer in ("n", "no", "quit", "exit"):
            self.left = True
        elif answer not in ("", "y", "yes"):
            self.say("Type y or n.")
        elif not self.left:
            self.human = other(self.human)
            self.do_new()

    # Commands; each may get a word

    def do_help(self, *_: str) -> None:
        self.say(HELP)
        if digits := numbers(self.position.board):
            self.say(f"Digits are squares too: 1 to {len(digits)}, from the top left.")

    def do_hint(self, *_: str) -> None:
        square, info = self.think(self.adviser)
        others = names(self.position, [equal for equal in info.best if equal != square])
        rest = f"; as good: {others}" if others else ""
        self.say(f"Hint: {names(self.position, [square])} ({outcome(self.position, info)}{rest})")

    def do_undo(self, *_: str) -> None:
        if len(self.positions) < 3:
            self.say("There is no move of yours to take back.")
            return
        self.undone += [self.positions.pop(), self.positions.pop()]  # so that it is the person's turn again
        self.do_board()

    def do_redo(self, *_: str) -> None:
        if not self.undone:
            self.say("There is no move to play again.")
            return
        self.positions += [self.undone.pop(), self.undone.pop()]
        self.do_board()

    def do_swap(self, *_: str) -> None:
        self.human = other(self.human)
        self.say(f"You are {self.human} now.")

    def do_level(self, level: str = "", *_: str) -> None:
        number = parse_number(level)
        if number is None or not 0 <= number <= MAX_LEVEL:
            self.say(f"tictac plays at level {self.player.level}; type level N, from 0 to {MAX_LEVEL}.")
            return
        self.player.level = number
        self.say(f"tictac plays at level {number} from now on.")

    def do_resign(self, *_: str) -> None:
        self.say("You resign.")
        self.end(other(self.human))

    def do_new(self, *_: str) -> None:
        self.over, self.undone, self.positions = False, [], [Position(self.position.board)]
        self.say(f"You are {self.human} now.")
        self.do_board()

    def do_quit(self, *_: str) -> None:
        self.left = True

    do_exit = do_quit

    # Input and output

    def read(self, prompt: str) -> str:
        """Return a line of input; its end leaves the match."""
        if self.in_place:
            self.redraw(self.messages)
            self.shown, self.messages, self.prompt = self.messages, [], prompt
        try:
            return read_line(prompt)
        except EOFError:
            self.say("")
            self.left = True
            return ""

    def say(self, text: str) -> None:
        """Print plain text, on a terminal with the next drawing."""
        if self.in_place:
            self.messages.append(text)
        else:
            self.console.print(text, soft_wrap=True)

    def do_board(self, *_: str) -> None:
        """Draw the board, on a terminal before the next prompt."""
        if not self.in_place:
            self.console.print("", self.board(), "", sep="\n")

    def board(self) -> Text:
        """Return the drawing of the board."""
        return draw(self.position, self.plain, *self.positions[-2:-1])

    def redraw(self, messages: list[str]) -> None:
        """Redraw the board and messages in place."""
        with self.console.capture() as capture:
            self.console.print(self.board(), "", *messages, sep="\n")
        # Overwriting line by line does not flicker, as clearing the screen first would.
        drawn = capture.get().replace("\n", "\x1b[K\n")
        self.console.file.write(f"\x1b[H{drawn}\x1b[J")
        self.console.file.flush()

    def suspend(self, *_: object) -> None:
        """Give the terminal back to the shell, as Ctrl-Z asks for, and draw everything again once the game goes on."""
        self.console.set_alt_screen(False)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self.suspend)
        self.console.set_alt_screen(True)
        self.redraw(self.shown + self.messages)
        line = sys.modules["readline"].get_line_buffer() if "readline" in sys.modules else ""
        self.console.print(self.prompt + line, end="")
