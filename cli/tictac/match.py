"""`tictac play`: games against the bot in the terminal."""

import contextlib
import sys

from rich.console import Console
from rich.text import Text

from lux.cli.console import read_line
from tictac.player import MAX_LEVEL, Player
from tictac.rules import Game, IllegalMoveError, Mark
from tictac.search import Info, Limits

# Outer left, horizontal, crossing and outer right piece of the top, middle and bottom edge, and the vertical.
BOX = ("┌─┬┐", "├─┼┤", "└─┴┘", "│")
PLAIN = ("+-++", "+-++", "+-++", "|")
STYLES = {Mark.X: "bold cyan", Mark.O: "bold yellow", Mark.NONE: ""}
WINNING = "bold black on bright_green"
NUMBERED = 9  # squares of a board on which a digit says enough

HELP = """\
Type a square such as b2, or one of:
  hint        the best moves, and who wins  undo, redo  take a move back, and again
  level N     how well tictac plays         swap        change sides
  board       draw the board again          resign      give up
  help        show this                     new, quit   begin another game, leave"""
DIGITS = "Digits are squares too: 1 to {}, from the top left."


def draw(game: Game, plain: bool) -> Text:
    """Return the board; the last mark and completed lines stand out, in plain text by brackets and stars.

    In colours, the empty squares of a small board show their digits while the game goes on.
    """
    *edges, vertical = PLAIN if plain else BOX
    last = game.history[-1] if game.history else None
    won = game.winning_squares
    text = Text()
    for rank in reversed(range(game.height)):
        left, line, cross, right = edges[0 if rank == game.height - 1 else 1]
        text.append(f"  {left}{cross.join([3 * line] * game.width)}{right}\n{rank + 1} ", style="dim")
        for square in range(rank * game.width, (rank + 1) * game.width):
            mark = game.board[square]
            frame = ("**" if square in won else "()" if square == last else "  ") if plain else "  "
            around, style, letter = "", STYLES[mark] + (" underline" if square == last else ""), " XO"[mark]
            if square in won:
                around = style = WINNING
            elif mark == Mark.NONE and not (plain or game.is_over) and is_numbered(game):
                letter, style = str(number_of(game, square)), "dim"
            text.append(vertical, style="dim")
            text.append(frame[0], around).append(letter, style).append(frame[1], around)
        text.append(vertical + "\n", style="dim")
    left, line, cross, right = edges[2]
    text.append(f"  {left}{cross.join([3 * line] * game.width)}{right}\n", style="dim")
    text.append("    " + "   ".join("abcdefgh"[: game.width]), style="dim")
    return text


def is_numbered(game: Game) -> bool:
    """Return whether the board is so small that digits name its squares."""
    return game.width * game.height <= NUMBERED


def number_of(game: Game, square: int) -> int:
    """Return the number of a square, 1 at the top left and on along the rows."""
    rank, file = divmod(square, game.width)
    return (game.height - 1 - rank) * game.width + file + 1


def read_square(game: Game, text: str) -> int:
    """Return the square from its name or, on a small board, its number; raise IllegalMoveError."""
    numbers = {str(number_of(game, square)): square for square in range(game.width * game.height)}
    return numbers[text] if is_numbered(game) and text in numbers else game.parse_square(text)


def names(game: Game, squares: list[int]) -> str:
    """Return the names of squares."""
    return " ".join(map(game.square_name, squares))


def value_text(game: Game, info: Info) -> str:
    """Describe the value of a position that is not over."""
    if info.plies is None:
        return "a draw" if info.exact else f"no win within {info.depth} plies"
    winner = game.turn if info.plies > 0 else game.turn.other
    return f"{winner.name} wins in {abs(info.plies)} {'ply' if abs(info.plies) == 1 else 'plies'}"


class Match:
    """Games between a human and the bot, with sides swapped after each and a running score.

    On a terminal everything is redrawn in place: the board, and below it the messages since the last input.
    """

    def __init__(self, console: Console, game: Game, player: Player, human: Mark, seconds: float, plain: bool) -> None:
        self.console = console
        self.game = game
        self.player = player
        self.adviser = Player()
        self.human = human
        self.seconds = seconds
        self.plain = plain
        self.in_place = console.is_terminal and not console.is_dumb_terminal and sys.stdin.isatty()
        self.messages: list[str] = []
        self.undone: list[int] = []
        self.won = {"you": 0, "tictac": 0}
        self.drawn = 0
        self.over = False
        self.left = False

    def play(self) -> None:
        """Play games until the human leaves."""
        with contextlib.ExitStack() as ending:
            if self.in_place:
                self.console.set_alt_screen(True)
                ending.callback(self.leave_screen)
            while True:
                self.over = False
                self.show_board()
                while not (self.over or self.left):
                    if self.game.turn == self.human:
                        self.ask()
                    else:
                        self.reply()
                if self.left or not self.wants_rematch():
                    return
                self.human = self.human.other
                self.begin()

    def begin(self) -> None:
        """Empty the board for another game."""
        self.undone = []
        self.game = Game(self.game.width, self.game.height, self.game.in_a_row)
        self.say(f"You are {self.human.name} now.")

    def ask(self) -> None:
        """Read and execute one line of input."""
        word, _, argument = self.read(f"{self.human.name} to move> ").strip().partition(" ")
        action = getattr(self, "do_" + word.lower(), None) if word else None
        if action is not None:
            action(argument.strip())
        elif word:
            try:
                self.place(read_square(self.game, word + argument.replace(" ", "")))
                self.undone = []
            except IllegalMoveError as error:
                self.say(f"{error} (free: {names(self.game, self.game.legal_moves)}; type help for commands)")

    def reply(self) -> None:
        """Play the bot's move."""
        square, _ = self.think(self.player)
        self.say(f"tictac plays {self.game.square_name(square)}.")
        self.place(square)
        if not self.over:
            self.show_board()

    def place(self, square: int) -> None:
        """Mark a square, which may end the game."""
        self.game.place(square)
        if self.game.is_over:
            self.end(self.game.winner)

    def think(self, player: Player) -> tuple[int, Info]:
        """Return a player's move in this position."""
        if self.in_place:
            self.redraw()
        with self.console.status("tictac is thinking", spinner="line"):
            return player.move(self.game, Limits(seconds=self.seconds))

    def end(self, winner: Mark) -> None:
        """Announce the result of a game; NONE is a draw."""
        self.over = True
        self.show_board()
        if winner == Mark.NONE:
            self.drawn += 1
            self.say("A draw.")
        else:
            who = "you" if winner == self.human else "tictac"
            self.won[who] += 1
            self.say("You win!" if who == "you" else "tictac wins.")
        self.say(f"Score: you {self.won['you']}, tictac {self.won['tictac']}, drawn {self.drawn}")

    def wants_rematch(self) -> bool:
        """Ask for a rematch."""
        while not self.left:
            answer = self.read("Rematch with the sides swapped? [Y/n] ").strip().lower()
            if answer in ("", "y", "yes"):
                return not self.left
            if answer in ("n", "no", "quit", "exit"):
                break
            self.say("Type y or n.")
        return False

    # Commands; each gets the rest of its line

    def do_help(self, _: str) -> None:
        self.say(HELP)
        if is_numbered(self.game):
            self.say(DIGITS.format(self.game.width * self.game.height))

    def do_board(self, _: str) -> None:
        self.show_board()

    def do_hint(self, _: str) -> None:
        square, info = self.think(self.adviser)
        others = [other for other in info.best if other != square]
        rest = f"; as good: {names(self.game, others)}" if others else ""
        self.say(f"Hint: {self.game.square_name(square)} ({value_text(self.game, info)}{rest})")

    def do_undo(self, _: str) -> None:
        if len(self.game.history) < 2:
            self.say("There is no move of yours to take back.")
            return
        for _ in range(2):  # marks, so that it is the person's turn again
            self.undone.append(self.game.history[-1])
            self.game.undo()
        self.show_board()

    def do_redo(self, _: str) -> None:
        if not self.undone:
            self.say("There is no move to play again.")
            return
        for _ in range(2):
            self.game.place(self.undone.pop())
        self.show_board()

    def do_swap(self, _: str) -> None:
        self.human = self.human.other
        self.say(f"You are {self.human.name} now.")

    def do_level(self, level: str) -> None:
        if not (level.isascii() and level.isdigit() and int(level) <= MAX_LEVEL):
            self.say(f"tictac plays at level {self.player.level}; type level N, from 0 to {MAX_LEVEL}.")
            return
        self.player.level = int(level)
        self.say(f"tictac plays at level {level} from now on.")

    def do_resign(self, _: str) -> None:
        self.say("You resign.")
        self.end(self.human.other)

    def do_new(self, _: str) -> None:
        self.begin()
        self.show_board()

    def do_quit(self, _: str) -> None:
        self.left = True

    do_exit = do_quit

    # Input and output

    def read(self, prompt: str) -> str:
        """Return a line of input; its end leaves the match."""
        if self.in_place:
            self.redraw()
            self.messages = []
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
            self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def show_board(self) -> None:
        """Draw the board, on a terminal before the next prompt."""
        if not self.in_place:
            self.say("")
            self.console.print(draw(self.game, self.plain))
            self.say("")

    def redraw(self) -> None:
        """Redraw the board and the messages in place."""
        with self.console.capture() as capture:
            self.console.print(draw(self.game, self.plain))
            for message in ["", *self.messages]:
                self.console.print(message, markup=False, highlight=False)
        # Overwriting line by line does not flicker, as clearing the screen first would.
        drawn = capture.get().replace("\n", "\x1b[K\n")
        self.console.file.write(f"\x1b[H{drawn}\x1b[J")
        self.console.file.flush()

    def leave_screen(self) -> None:
        """Restore the terminal, with the last board and its messages."""
        self.console.set_alt_screen(False)
        self.in_place = False
        self.console.print(draw(self.game, self.plain))
        for message in self.messages:
            self.say(message)
