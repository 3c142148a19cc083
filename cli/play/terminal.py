"""`lux play` on a terminal: the board redrawn in place, a line to type in, arrow keys and the mouse."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from lux.cli.console import shown
from lux.cli.play.game import Clock, Game
from lux.cli.play.piece_art import SQUARES
from lux.cli.play.screen import Found, Look, Screen, beside_board
from lux.searcher import StopSignal

if TYPE_CHECKING:
    from lux.cli.play.full_screen import FullScreen

# The fewest lines that a board leaves below it, and columns beside it.
ROOM_BELOW, ROOM_BESIDE = 6, 21
SHORT_TEXT = 3  # lines that never replace the board, however little room there is


class Terminal(Screen):
    """The screen of a session on a terminal: what is on it, and what a place on it means."""

    in_place = True

    def __init__(self, console: Console, theme: str = "wood", ascii_only: bool = False) -> None:
        super().__init__(console, theme, ascii_only)
        self.cursor: str | None = None  # the square that the arrow keys have reached
        self._game: Game | None = None
        self._names: dict[bool, str] = {}
        self._full_screen: FullScreen | None = None
        # Column and row of the board's corner, width and height of a square; None while there is no board.
        self._grid: tuple[int, int, int, int] | None = None

    def __enter__(self) -> "Terminal":
        self.console.set_alt_screen(True)
        if self._game is not None:
            # The imports of the full screen take as long as all others: show the board first.
            for line in self.lines():
                self.console.print(line, no_wrap=True, overflow="crop", highlight=False)
        from lux.cli.play.full_screen import FullScreen

        self._full_screen = FullScreen(self)
        return self

    def __exit__(self, *_: object) -> None:
        if self._full_screen is not None:
            self._full_screen.close()
        self.console.set_alt_screen(False)
        self.in_place = False

    # What the session asks for

    def say(self, message: str) -> None:
        """Show a message, with the next drawing of the screen."""
        if self.in_place:
            self.messages.append(message)
        else:
            super().say(message)

    def update(self, game: Game, names: dict[bool, str]) -> None:
        """Take over the position."""
        self._game, self._names = game, names

    def show(self, game: Game, names: dict[bool, str]) -> None:
        """Draw the position, with the next drawing of the screen."""
        self.update(game, names)
        if not self.in_place:
            super().show(game, names)

    def read(self, prompt: str, clock: Clock | None = None) -> str:
        """Return the line that is typed, or clicked together; raises as Screen.read."""
        return self._full_screen.read(prompt, clock)

    def think(
        self, name: str, work: Callable[[StopSignal], Found], clock: Clock | None = None, hurry: bool = True
    ) -> Found:
        """Return what `work` finds, as Screen.think does; `go` hurries it as an interrupt does."""
        said = list(self.messages)
        self.say(f"{name} is thinking ...")
        try:
            return self._full_screen.think(work, clock, hurry)
        finally:
            self.messages = said

    # What is seen

    def lines(self) -> list[Text]:
        """Return the board and what was said below it, for the size that the terminal has now, less one line."""
        if self._game is None:
            return []
        width, height = self.console.size if self._full_screen is None else self._full_screen.size
        marks = self.marks if self.cursor is None else self.marks._replace(cursor=frozenset({self.cursor}))
        said = [line for message in self.messages for line in shown(message).wrap(self.console, width) or [Text()]]
        look = fitting_look(self.look, width, height, len(said))
        above = int(height >= 16)
        scene = [Text()] * above + beside_board(self._game, self._names, self.below, look, marks, width, self.score)
        room = max(0, height - len(scene) - 1)
        self._grid = 3, above + (look.theme is None), *look.square_size
        if len(said) > max(room, SHORT_TEXT):
            # A long text was asked for in order to be read; the board comes back with the next drawing.
            scene, room, self._grid = [], height - 1, None
        if len(said) > room:
            said = [*said[: room - 1], Text("...")][:room]
        gap = [Text()] * (len(said) < room)
        return [*scene, *gap, *said][: height - 1]

    # What keys and mouse mean

    def square_at(self, column: int, row: int) -> str | None:
        """Return the square that is drawn at a place of the screen."""
        if self._grid is None:
            return None
        left, top, width, height = self._grid
        file, rank = (column - left) // width, 7 - (row - top) // height
        if not (0 <= file < 8 and 0 <= rank < 8):
            return None
        return f"{'abcdefgh'[file]}{rank + 1}" if self.below else f"{'hgfedcba'[file]}{8 - rank}"

    def step(self, right: int, up: int) -> None:
        """Move the cursor by squares, as they are seen; it begins at the chosen piece, or before the king."""
        if self.cursor is None:
            self.cursor = next(iter(self.marks.chosen), "e2" if self.below else "e7")
            return
        sign = 1 if self.below else -1
        file, rank = ord(self.cursor[0]) - ord("a") + sign * right, int(self.cursor[1]) - 1 + sign * up
        if 0 <= file < 8 and 0 <= rank < 8:
            self.cursor = f"{'abcdefgh'[file]}{rank + 1}"

    def is_target(self, square: str) -> bool:
        """Return whether the piece that is chosen may go to a square."""
        return len(self.marks.chosen) == 1 and square in self.marks.quiet | self.marks.capture

    def choice(self, square: str) -> str:
        """Return what would be typed to choose a square: a piece, a move of the chosen one, or nothing to let it go."""
        origin = next(iter(self.marks.chosen), "")
        if self.is_target(square):
            return origin + square
        piece = self._game.board.piece_at(square)
        own = piece is not None and piece.isupper() == self._game.board.turn
        return square if own and square != origin else ""


def fitting_look(look: Look, width: int, height: int, said: int) -> Look:
    """Return the look with the largest squares that leave room for a panel beside the board and what is said below."""
    if look.theme is None:
        return look
    for size in reversed(range(len(SQUARES))):
        larger = look._replace(size=size)
        board_width, board_height = (8 * side for side in larger.square_size)
        if width >= board_width + 3 + ROOM_BESIDE and height >= board_height + 2 + max(ROOM_BELOW, said + 1):
            return larger
    return look
