"""`tictac play`: games against the bot in the terminal."""

import sys

from rich.console import Console
from rich.text import Text

from tictac.player import Player
from tictac.rules import Event, Game, GameEnded, IllegalMoveError, Mark, SquareMarked
from tictac.search import Info

# Outer left, horizontal, crossing and outer right piece of the top, middle and bottom edge, and the vertical.
BOX = ("┌─┬┐", "├─┼┤", "└─┴┘", "│")
PLAIN = ("+-++", "+-++", "+-++", "|")
STYLES = {Mark.X: "bold cyan", Mark.O: "bold yellow", Mark.NONE: ""}

HELP = """\
Type a square such as b2, or one of:
  hint     ask for the best moves      board    draw the board again
  undo     take back your last move    new      give this game up for the next
  help     show this                   quit     leave"""


def draw(game: Game, plain: bool) -> Text:
    """Return the board; the last mark and completed lines stand out, in plain text by brackets and stars."""
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
            style = STYLES[mark] + (" reverse" if square in won else " underline" if square == last else "")
            text.append(vertical, style="dim")
            text.append(frame[0], style="reverse" if square in won else "")
            text.append(" XO"[mark], style=style.strip())
            text.append(frame[1], style="reverse" if square in won else "")
        text.append(vertical + "\n", style="dim")
    left, line, cross, right = edges[2]
    text.append(f"  {left}{cross.join([3 * line] * game.width)}{right}\n", style="dim")
    text.append("    " + "   ".join("abcdefgh"[: game.width]), style="dim")
    return text


def names(game: Game, squares: list[int]) -> str:
    """Return the names of squares."""
    return " ".join(map(game.square_name, squares))


def value_text(game: Game, info: Info) -> str:
    """Return what a search says of a position that is not over."""
    if info.plies is None:
        return "a draw" if info.exact else f"no win within {info.depth} plies"
    winner = game.turn if info.plies > 0 else game.turn.other
    return f"{winner.name} wins in {abs(info.plies)} {'ply' if abs(info.plies) == 1 else 'plies'}"


class Match:
    """Games between a person and the bot, the sides swapped after each, with the score over all of them."""

    def __init__(self, console: Console, game: Game, player: Player, human: Mark, seconds: float, plain: bool) -> None:
        self.console = console
        self.game = game
        self.player = player
        self.adviser = Player()
        self.human = human
        self.seconds = seconds
        self.plain = plain
        self.won = {"you": 0, "tictac": 0}
        self.drawn = 0
        self.over = False
        self.left = False
        game.subscribe(self.observe)

    def observe(self, event: Event) -> None:
        """Tell of the bot's marks and of the end, and keep the score."""
        if isinstance(event, SquareMarked) and event.mark == self.human.other:
            self.say(f"tictac plays {self.game.square_name(event.square)}.")
        elif isinstance(event, GameEnded):
            self.end(event.winner)

    def play(self) -> None:
        """Play game after game until the person leaves."""
        while True:
            self.over = False
            self.show_board()
            while not (self.over or self.left):
                if self.game.control == self.human:
                    self.ask()
                else:
                    self.reply()
            if self.left or not self.wants_rematch():
                return
            self.human = self.human.other
            self.game.reset()
            self.say(f"You are {self.human.name} now.")

    def ask(self) -> None:
        """Read one line of the person's and do what it says."""
        word = self.read(f"{self.human.name} to move> ")
        action = getattr(self, "do_" + word.lower(), None) if word else None
        if action is not None:
            action()
        elif word:
            try:
                self.game.place(self.game.parse_square(word))
            except IllegalMoveError as error:
                self.say(f"{error} (free: {names(self.game, self.game.legal_moves)}; help tells more)")

    def reply(self) -> None:
        """Let the bot move."""
        square, _ = self.think(self.player)
        self.game.place(square)
        if not self.over:
            self.show_board()

    def think(self, player: Player) -> tuple[int, Info]:
        """Let a player choose a move here."""
        with self.console.status("tictac is thinking", spinner="line"):
            return player.move(self.game, seconds=self.seconds)

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
        """Ask whether to go on."""
        while not self.left:
            answer = self.read("Rematch with the sides swapped? [Y/n] ").lower()
            if answer in ("", "y", "yes"):
                return not self.left
            if answer in ("n", "no", "quit", "exit"):
                break
            self.say("Type y or n.")
        return False

    # Commands

    def do_help(self) -> None:
        self.say(HELP)

    def do_board(self) -> None:
        self.show_board()

    def do_hint(self) -> None:
        square, info = self.think(self.adviser)
        others = [other for other in info.best if other != square]
        rest = f"; as good: {names(self.game, others)}" if others else ""
        self.say(f"Hint: {self.game.square_name(square)} ({value_text(self.game, info)}{rest})")

    def do_undo(self) -> None:
        # One mark of each side, so that it is the person's turn again.
        if len(self.game.history) < 2:
            self.say("There is no move of yours to take back.")
            return
        self.game.undo()
        self.game.undo()
        self.show_board()

    def do_new(self) -> None:
        self.say("You give this game up.")
        self.end(self.human.other)

    def do_quit(self) -> None:
        self.left = True

    do_exit = do_quit

    # Input and output

    def read(self, prompt: str) -> str:
        """Return a line of the person's; its end leaves the match."""
        try:
            # Without a terminal there is nobody to prompt, and the output reads better without.
            return "".join(input(prompt if sys.stdin.isatty() else "").split())
        except EOFError:
            self.say("")
            self.left = True
            return ""

    def say(self, text: str) -> None:
        """Print plain text."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def show_board(self) -> None:
        """Draw the board."""
        self.say("")
        self.console.print(draw(self.game, self.plain))
        self.say("")
