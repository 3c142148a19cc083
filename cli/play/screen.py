"""The screen of `lux play`: one thing below the other, or on a terminal the board redrawn in place."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, TypeVar

from rich.console import Console
from rich.text import Text

from lux.board import BLACK, WHITE, Board
from lux.cli.console import can_encode, prepare_input, read_line, shown
from lux.cli.play import drawing
from lux.cli.play.drawing import FILLED, LETTERS, OUTLINED, Look
from lux.cli.play.game import Game
from lux.score import Score
from lux.searcher import WAKE_S, StopSignal
from lux.squares import SQUARE_NAMES

if TYPE_CHECKING:
    from lux.cli.play.full_screen import FullScreen

SHORT_TEXT = 3  # lines that never replace the board, however little room there is

Found = TypeVar("Found")


class Leave(Exception):
    """Signal that the person wants to go, or that the input has ended."""


class FlagFall(Exception):
    """Signal that the time of the side to move is up."""


class Screen:
    """The input and output of a session where nothing can be redrawn in place: one thing below the other."""

    #: Whether the board stays where it is and changes there.
    in_place = False
    #: Whether to ring when a person has to move.
    bell = False
    #: Whether the line that was read last had been typed while an engine was thinking.
    typed_ahead = False

    def __init__(self, console: Console, theme: str = "wood", ascii_only: bool = False) -> None:
        self.console = console
        colored = not console.no_color and console.color_system is not None
        # The font of Linux's own console has no chess figures.
        letters = ascii_only or os.environ.get("TERM") == "linux"
        letters = letters or not can_encode(console, "".join(OUTLINED.values()))
        self.look = Look(LETTERS if letters else FILLED if colored else OUTLINED, None)
        if colored:
            self.set_theme(theme)
        self.game, self.names = Game(Board()), {WHITE: "", BLACK: ""}
        self.below = WHITE
        #: Squares to mark for the person: 'chosen', and 'quiet' or 'capture' where its piece may go.
        self.marks: dict[str, str] = {}
        #: What the bar beside the board shows, None without one.
        self.score: Score | None = None
        self.messages: list[str] = []
        #: Returns the completions of a word, given the line before it and the word.
        self.completions: Callable[[str, str], list[str]] = lambda before, word: []

    def __enter__(self) -> "Screen":
        prepare_input()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the terminal as it was found; here there is nothing to do."""

    def set_theme(self, name: str) -> None:
        """Draw in the colours of a theme, as far as the terminal has them."""
        many = self.console.color_system in ("256", "truecolor")
        self.look = self.look._replace(theme=drawing.THEMES[name] if many else drawing.ANSI_THEME)

    def say(self, message: str) -> None:
        """Show a message."""
        if self.in_place:
            self.messages.append(message)
        else:
            self._print(message)

    def show(self, game: Game, names: dict[bool, str]) -> None:
        """Draw the position, in place whenever the session waits."""
        self.game, self.names = game, names
        if not self.in_place:
            for line in ["", *self.board_lines(80, self.look, self.marks), ""]:
                self._print(line)

    def read(self, prompt: str) -> str:
        """Return a line of input.

        Raises:
            FlagFall: the clock that runs has run out; here that is noticed when the line has been typed.
            Leave: the input has ended, or the person wants to go.
        """
        try:
            line = read_line(prompt)
        except EOFError:
            raise Leave from None
        if not self.game.clock.running_out_s():
            raise FlagFall
        return line

    def think(self, name: str, work: Callable[[StopSignal], Found], hurry: bool = True) -> Found:
        """Return what `work` finds for `name`; it is to end soon after the signal that it is given is set.

        With *hurry*, the first interrupt sets the signal; a second one is raised, as all other exceptions are.

        Raises:
            FlagFall: the clock that runs has run out.
        """
        stop = StopSignal()
        with ThreadPoolExecutor(1) as executor:
            found = executor.submit(work, stop)
            try:
                while not found.done():
                    try:
                        wait([found], min(WAKE_S, self.game.clock.running_out_s()))
                    except KeyboardInterrupt:
                        if stop.is_set() or not hurry:
                            raise
                        stop.set()
                    if not self.game.clock.running_out_s():
                        raise FlagFall
                return found.result()
            finally:
                stop.set()

    @property
    def chosen(self) -> str | None:
        """Get the square of the chosen piece, if it is one."""
        chosen = [square for square, mark in self.marks.items() if mark == "chosen"]
        return chosen[0] if len(chosen) == 1 else None

    def is_target(self, square: str) -> bool:
        """Return whether the piece that is chosen may go to a square."""
        return self.chosen is not None and self.marks.get(square) in ("quiet", "capture")

    def board_lines(self, width: int, look: Look, marks: dict[str, str]) -> list[Text]:
        """Return the lines of the board with what stands beside it, as far as the width has room for that."""
        board = drawing.draw_board(self.game.board, self.below, look, marks)
        height, room = len(board), width - board[0].cell_len - 1
        gaps, beside = height * [Text(drawing.PANEL_GAP)], height * [Text()]
        if self.score is not None and room >= len(drawing.PANEL_GAP):
            gaps = drawing.draw_bar(self.score, self.below, look)
        panel_width = min(drawing.MAX_PANEL_WIDTH, room - len(drawing.PANEL_GAP))
        if panel_width >= drawing.MIN_PANEL_WIDTH:
            beside = drawing.panel(self.game, self.names, self.below, look, panel_width, height, self.score)
        elif room >= drawing.CLOCK_WIDTH and self.game.clock.limited:
            # For the clocks there is still room; blanks stand before their digits.
            panel_width = drawing.CLOCK_WIDTH
            beside[0], beside[-1] = (
                Text(drawing.clock_face(self.game.clock, color)) for color in (not self.below, self.below)
            )
            if self.score is None or room < drawing.CLOCK_WIDTH + len(drawing.PANEL_GAP):
                gaps = height * [Text()]
        lines = []
        for left, gap, right in zip(board, gaps, beside, strict=True):
            right.truncate(panel_width, overflow="ellipsis")
            right.rstrip()
            # A bar stands in the gap, which is otherwise blank.
            bar = gap[:2] if gap.spans or gap.plain.strip() else Text()
            lines.append(Text.assemble(left, gap, right) if right.plain else Text.assemble(left, bar))
        return lines

    def _print(self, message: str | Text) -> None:
        self.console.print(message, markup=False, highlight=False, soft_wrap=True)


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
        look = drawing.fitting_look(self.look, width, height, len(said))
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
        return self._seen[8 * up + right] if 0 <= right < 8 and 0 <= up < 8 else None

    @property
    def _seen(self) -> list[str]:
        """Return the squares from the lower left corner on, as they are seen."""
        return SQUARE_NAMES if self.below else SQUARE_NAMES[::-1]

    def step(self, right: int, up: int) -> None:
        """Move the cursor by squares, as they are seen; it begins at the chosen piece, or before the king."""
        if self.cursor is None:
            self.cursor = self.chosen or ("e2" if self.below else "e7")
            return
        rank, file = divmod(self._seen.index(self.cursor), 8)
        self.cursor = self._square(file + right, rank + up) or self.cursor

    def choice(self, square: str) -> str:
        """Return what would be typed to choose a square: a piece, a move of the chosen one, or nothing to let it go."""
        if self.is_target(square):
            return self.chosen + square
        return square if self.game.is_own(square) and square != self.chosen else ""
