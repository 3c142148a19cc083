"""What keeps a terminal going: the event loop, the line that is typed in, keys and mouse."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.bindings.completion import generate_completions
from prompt_toolkit.layout import Float, FloatContainer, FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from rich.text import Text

from lux.cli.play.screen import FlagFall, Found, Leave
from lux.searcher import WAKE_S, StopSignal

if TYPE_CHECKING:
    from lux.cli.play.screen import Terminal

DEPTHS = {
    "truecolor": ColorDepth.DEPTH_24_BIT,
    "256": ColorDepth.DEPTH_8_BIT,
    "standard": ColorDepth.DEPTH_4_BIT,
    "windows": ColorDepth.DEPTH_4_BIT,
    None: ColorDepth.DEPTH_1_BIT,
}
# An interrupt this soon after one that made an engine move was meant for the same move.
ECHO_S = 0.7
END_S = 2.0  # for the application to end by itself
STEPS = {"up": (0, 1), "down": (0, -1), "right": (1, 0), "left": (-1, 0)}


class FullScreen(Completer):
    """The application of a terminal: it runs while the session waits, for a line or for an engine.

    Between, the session has everything to itself.
    """

    def __init__(self, terminal: "Terminal", source: Input | None = None, output: Output | None = None) -> None:
        self.terminal = terminal
        self.prompt = ""  # none while an engine thinks
        self.buffer = Buffer(completer=self, multiline=False, on_text_changed=self._begin)
        self._pressed: str | None = None  # the square on which the mouse button went down
        self._ahead: list[str] = []  # lines for which nobody has asked yet
        self._stop: StopSignal | None = None  # hurries the engine that thinks
        self._hurried_at = 0.0
        self._app = self._make_application(source, output)
        self._loop = asyncio.new_event_loop()
        # The line, or an error, that the session waits for.
        self._asked: asyncio.Future[str] = self._loop.create_future()
        self._run = self._loop.create_task(self._app.run_async(set_exception_handler=False))

    def _make_application(self, source: Input | None, output: Output | None) -> Application[None]:
        console = self.terminal.console
        scene = Window(FormattedTextControl(self._scene), dont_extend_height=True)
        line = Window(BufferControl(self.buffer, [BeforeInput(self._before_input)]), height=1)
        menu = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
        return Application(
            Layout(FloatContainer(HSplit([scene, line, Window()]), [menu]), line),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=True,
            color_depth=DEPTHS[None if console.no_color else console.color_system],
            enable_page_navigation_bindings=False,
            input=source,
            output=output,
        )

    def _before_input(self) -> str:
        """Return the prompt, or while an engine thinks the lines that wait for it."""
        return self.prompt or "".join(f"then {line}; " for line in self._ahead)

    def get_completions(self, document: Document, _: object) -> list[Completion]:
        """Return what the last word of the line may become."""
        before, _, word = document.text_before_cursor.rpartition(" ")
        return [Completion(found, -len(word)) for found in self.terminal.completions(before, word)]

    @property
    def size(self) -> tuple[int, int]:
        """Return the columns and the rows that the terminal has now."""
        rows, columns = self._app.output.get_size()
        return columns, rows

    def close(self) -> None:
        """Restore the terminal."""
        # It has already ended, with an error of its own, if the terminal is gone.
        if self._app.is_running and not self._app.future.done():
            self._app.exit()
        self._loop.run_until_complete(asyncio.wait({self._run}, timeout=END_S))
        # A signal that came while the terminal was handed back has left it waiting for that for ever.
        self._run.cancel()
        self._loop.run_until_complete(asyncio.wait({self._run}))
        if not self._run.cancelled():
            self._run.exception()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def _scene(self) -> StyleAndTextTuples:
        """Return what is to be seen above the line, and clicked."""
        console = self.terminal.console
        with console.capture() as drawn:
            console.print(Text("\n").join(self.terminal.lines()), soft_wrap=True, highlight=False, end="")
        return [(style, text, self._clicked) for style, text, *_ in to_formatted_text(ANSI(drawn.get()))]

    # What the session waits for

    def read(self, prompt: str) -> str:
        """Return the line that is typed, or clicked together; raises what Screen.read does."""
        self.prompt = prompt
        self._asked = self._loop.create_future()
        self.terminal.typed_ahead = bool(self._ahead)
        self._hand_over()
        try:
            self._wait(self._asked)
            return self._asked.result()
        finally:
            self._asked.cancel()
            self.prompt = ""

    def think(self, work: Callable[[StopSignal], Found], hurry: bool = True) -> Found:
        """Return what `work` finds, as Screen.think does; both `go` and an interrupt hurry it."""
        stop = StopSignal()
        self._stop, self._asked = stop if hurry else None, self._loop.create_future()
        found = self._loop.run_in_executor(None, work, stop)
        try:
            self._wait(found, self._asked)
            return self._asked.result() if self._asked.done() else found.result()
        finally:
            self._asked.cancel()
            stop.set()
            # A signal that comes just before the wait is only noticed when that ends.
            while not found.done():
                self._loop.run_until_complete(asyncio.wait({found}, timeout=WAKE_S))
            found.exception()  # which is of no interest any more
            self._stop = None

    def _wait(self, *futures: asyncio.Future) -> None:
        """Run the event loop until one of the futures is done; raises FlagFall, or what has ended the application."""
        self._app.invalidate()
        while not any(each.done() for each in (*futures, self._run)):
            left_s = self.terminal.game.clock.running_out_s()
            if left_s <= 0:
                raise FlagFall
            pause_s = min(left_s, 1.0 if left_s > 21 else 0.1)
            waited = asyncio.wait({*futures, self._run}, timeout=pause_s, return_when=asyncio.FIRST_COMPLETED)
            self._loop.run_until_complete(waited)
            self._app.invalidate()
        if not any(each.done() for each in futures):
            self._run.result()
            raise Leave

    # Keys and mouse

    def _bindings(self) -> KeyBindings:
        """Return the keys that do not do what they do in any line: arrows of an empty one move over the board."""
        bindings = KeyBindings()
        empty = Condition(lambda: not self.buffer.text)
        for key, step in STEPS.items():
            bindings.add(key, filter=empty)(lambda event, step=step: self.terminal.step(*step))
        bindings.add("enter")(lambda event: self._accept())
        bindings.add("tab")(generate_completions)
        bindings.add("escape")(lambda event: self._drop())
        # Of several lines that are pasted only the last would be seen, often an empty one.
        bindings.add("<bracketed-paste>")(lambda event: self.buffer.insert_text(" ".join(event.data.splitlines())))
        bindings.add("c-z")(lambda event: self._suspend())
        bindings.add("c-d", filter=empty)(lambda event: self._answer(Leave()))
        bindings.add("c-c")(lambda event: self._interrupt())
        bindings.add("<sigint>")(lambda event: self._interrupt())
        return bindings

    def _accept(self) -> None:
        """Accept the completion that is chosen, the line that was typed, or the square of the cursor."""
        menu, text = self.buffer.complete_state, self.buffer.text
        if menu is not None and menu.current_completion is not None:
            self.buffer.complete_state = None
            return
        word = text.strip().lower()
        if not word and self.terminal.cursor is not None:
            self._answer(self.terminal.choice(self.terminal.cursor))
            return
        self.buffer.reset(append_to_history=bool(word))
        self.buffer.load_history_if_not_yet_loaded()  # at once, for a key that is pressed before the next drawing
        if not self.prompt and word == "go":
            self._hurry()
        elif not self.prompt and word in ("quit", "exit"):
            self._answer(Leave())
        elif word or self.prompt:
            # While an engine thinks it waits: a premove, or the next command.
            self._ahead.append(text)
            self._hand_over()

    def _hand_over(self) -> None:
        """Pass the next line to the session, if it waits for one."""
        if self.prompt and self._ahead and not self._asked.done():
            self._asked.set_result(self._ahead.pop(0))

    def _answer(self, answer: str | BaseException) -> None:
        """End what the session waits for, by a line or an error."""
        if not self._asked.done() and isinstance(answer, BaseException):
            self._asked.set_exception(answer)
        elif not self._asked.done() and self.prompt:
            self._asked.set_result(answer)

    def _drop(self) -> None:
        """Deselect the chosen piece, and clear the line."""
        self.terminal.cursor = None
        self.buffer.reset()
        self._answer("")

    def _clicked(self, event: MouseEvent) -> None:
        """Choose a square by the mouse; a piece may also be dragged."""
        square = self.terminal.square_at(event.position.x, event.position.y)
        if event.event_type is MouseEventType.MOUSE_DOWN:
            self._pressed = square
            if square is not None:
                self.terminal.cursor = None
                self._answer(self.terminal.choice(square))
        elif event.event_type is MouseEventType.MOUSE_UP:
            if square != self._pressed and square is not None and self.terminal.is_target(square):
                self._answer(self.terminal.choice(square))
            self._pressed = None

    def _begin(self, buffer: Buffer) -> None:
        """Take the cursor off the board when a line is begun."""
        if buffer.text:
            self.terminal.cursor = None

    def _interrupt(self) -> None:
        """Make a thinking engine move at once; else clear the line; without a line, or the second time, leave."""
        self._ahead.clear()
        if self._stop is not None:
            self._hurry()
        elif self.prompt and self.buffer.text:
            self.buffer.reset()
        elif not self.prompt or monotonic() > self._hurried_at + ECHO_S:
            self._answer(KeyboardInterrupt())

    def _suspend(self) -> None:
        """Give the terminal to the shell; the clocks stop until the game goes on."""
        clock = self.terminal.game.clock
        running = clock.running
        clock.stop()
        self._app.suspend_to_background()
        run_in_terminal(lambda: clock.start(running))

    def _hurry(self) -> None:
        """End the running search."""
        if self._stop is not None:
            self._stop.set()
            self._stop, self._hurried_at = None, monotonic()
