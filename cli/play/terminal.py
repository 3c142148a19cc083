"""`lux play` on a terminal: the board redrawn in place, a line to type in, arrow keys and the mouse."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text

from lux.cli.console import shown
from lux.cli.play.piece_art import SQUARES
from lux.cli.play.screen import Found, Look, Screen
from lux.searcher import StopSignal

if TYPE_CHECKING:
    from lux.cli.play.full_screen import FullScreen

# The fewest lines that a board leaves below it, and columns beside it.
ROOM_BELOW, ROOM_BESIDE = 6, 21
SHORT_TEXT = 3  # lines that never replace the board, however little room there is
FILES = "abcdefgh"


class Terminal(Screen):
    """The screen of a session on a terminal: what is on it, and what a place on it means."""

    in_place = True
    _full_screen: "FullScreen | None" = None
    cursor: str | None = None  # the square that the arrow keys have reached
    # Column and row of the board's corner, width and height of a square; None while there is no board.
    _grid: tuple[int, int, int, int] | None = None

    def __enter__(self) -> "Terminal":
        self.console.set_alt_screen(True)
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

    def read(self, prompt: str) -> str:
        """Return the line that is typed, or clicked together; raises as Screen.read."""
        return self._full_screen.read(prompt)

    def think(self, name: str, work: Callable[[StopSignal], Found], hurry: bool = True) -> Found:
        """Return what `work` finds, as Screen.think does; `go` hurries it as an interrupt does."""
        self.say(f"{name} is thinking ...")
        try:
            return self._full_screen.think(work, hurry)
        finally:
            self.messages.pop()

    # What is seen

    def lines(self) -> list[Text]:
        """Return the board and what was said below it, for the size that the terminal has now, less one line."""
        width, height = self.console.size if self._full_screen is None else self._full_screen.size
        marks = self.marks if self.cursor is None else self.marks | {self.cursor: "cursor"}
        said = [line for message in self.messages for line in shown(message).wrap(self.console, width) or [Text()]]
        look = fitting_look(self.look, width, height, len(said))
        above = int(height >= 16)
        scene = [Text()] * above + self.board_lines(width, look, marks)
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
        return self._square((column - left) // width, 7 - (row - top) // height)

    def _square(self, right: int, up: int) -> str | None:
        """Return the square so far from the lower left corner, as it is seen; None beside the board."""
        if not (0 <= right < 8 and 0 <= up < 8):
            return None
        return f"{FILES[right]}{up + 1}" if self.below else f"{FILES[7 - right]}{8 - up}"

    def step(self, right: int, up: int) -> None:
        """Move the cursor by squares, as they are seen; it begins at the chosen piece, or before the king."""
        if self.cursor is None:
            self.cursor = self.chosen or ("e2" if self.below else "e7")
            return
        file, rank = FILES.index(self.cursor[0]), int(self.cursor[1]) - 1
        seen = (file, rank) if self.below else (7 - file, 7 - rank)
        self.cursor = self._square(seen[0] + right, seen[1] + up) or self.cursor

    def choice(self, square: str) -> str:
        """Return what would be typed to choose a square: a piece, a move of the chosen one, or nothing to let it go."""
        if self.is_target(square):
            return self.chosen + square
        return square if self.game.is_own(square) and square != self.chosen else ""


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
