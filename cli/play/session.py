"""A session of `lux play`: it asks people and engines for moves, and carries out commands."""

import contextlib
import random
import sys
from collections.abc import Callable
from functools import cached_property, partial
from glob import glob
from os.path import expanduser
from pathlib import Path
from typing import TYPE_CHECKING

from lux.board import BLACK, WHITE, AmbiguousMoveError
from lux.chess960 import start_fen
from lux.cli.play.archive import Keeper, to_kept
from lux.cli.play.drawing import THEMES
from lux.cli.play.game import Game, Outcome, side_name, win_for
from lux.cli.play.move_input import SQUARE, complete, read_move, without_promotion
from lux.cli.play.players import HUMAN, LUX, NO_BOOK, OWN_BOOK, Human, Player, Settings, make_player
from lux.cli.play.screen import FlagFall, Found, Leave, Screen
from lux.cli.play.session_commands import ALIASES, COMMANDS, do_moves
from lux.cli.positions import set_up
from lux.client import EngineError
from lux.engine import Engine
from lux.polyglot import Book
from lux.searcher import StopSignal

if TYPE_CHECKING:
    from lux.cli.play.coach import Coach
    from lux.review import Line

WELCOME = "Type a move, such as e4 or Nf3, or help."


class Session:
    """Games between two players, from the first prompt until the person leaves."""

    def __init__(
        self,
        screen: Screen,
        settings: Settings,
        game: Game | None = None,
        keeper: Keeper | None = None,
        coach: bool = False,
    ) -> None:
        self.screen = screen
        self.say = screen.say
        self.settings = settings
        self.game = game or self.fresh_game()
        self.keeper = keeper or Keeper()
        self.kept_problem = ""
        self.players: dict[bool, Player] = {}
        self.announced = False
        self.ended: list[str] | None = None  # the moves of this game when it was over
        self.hinted: int | None = None  # the position for which a hint was given: see do_hint
        self.coached = coach
        # Whether a person has just moved, so that the coach has to judge the move.
        self._moved = False
        screen.completions = self.completions

    @property
    def names(self) -> dict[bool, str]:
        """Return the players' names, White's and Black's."""
        return {color: player.name for color, player in self.players.items()}

    @property
    def people(self) -> list[bool]:
        """Return the sides that people play."""
        return [color for color, player in self.players.items() if isinstance(player, Human)]

    def run(self) -> None:
        """Play until the person leaves, in whatever way; games are kept move by move."""
        try:
            self._seat_players()
            self._new_game(self.game)
            self.screen.below = self.people[0] if self.people else WHITE
            on_screen = self.screen.in_place
            if on_screen and self.people:
                self.say(WELCOME)
            self.show()
            with self.screen:
                self._loop()
            if on_screen:
                # The last position stays to be seen.
                self.show()
                if self.game.outcome is not None:
                    self._say_outcome(self.game.outcome)
        finally:
            self._leave()
            for player in self.players.values():
                player.close()

    def _seat_players(self) -> None:
        """Make the players that the settings name; raises EngineError, BookError or OSError."""
        settings = self.settings
        book = None if settings.book == NO_BOOK else Book(settings.book or OWN_BOOK)
        for color, spec in ((WHITE, settings.white), (BLACK, settings.black)):
            if spec not in (HUMAN, LUX):
                # At once, before there is a board: an engine may take seconds.
                self.screen.console.print(f"starting {spec} ...", markup=False, highlight=False, soft_wrap=True)
            self.players[color] = make_player(spec, settings, book)

    def _loop(self) -> None:
        with contextlib.suppress(Leave):
            while True:
                self._consult()
                outcome = self.game.outcome
                if outcome is not None:
                    self._end(outcome)
                    continue
                self.game.clock.start(self.game.board.turn)
                try:
                    if self.game.board.turn in self.people:
                        self._take(self.screen.read(f"{side_name(self.game.board.turn)} to move> "))
                    else:
                        self._reply()
                except FlagFall:
                    self.game.fall_flag()

    # Turns

    def _end(self, outcome: Outcome) -> None:
        """Announce the outcome once; then people may look back, save, or begin again."""
        if not self.announced:
            self.announced = True
            self.keep()
            self._say_outcome(outcome)
        if not self.people and not sys.stdin.isatty():
            raise Leave
        try:
            line = self.screen.read("Game over; review, new, undo or quit> ")
        except KeyboardInterrupt:
            # Nothing is broken off: result and moves are shown, as after quit.
            raise Leave from None
        self._take(line)

    def _say_outcome(self, outcome: Outcome) -> None:
        if self.game.plies and not self.screen.in_place:
            self.say(f"{self.game.movetext()} {outcome.result}")
        self.say(", ".join(outcome))

    def _reply(self) -> None:
        """Play the move of the engine whose turn it is."""
        game, color = self.game, self.game.board.turn
        player = self.players[color]
        try:
            reply = self.screen.think(player.name, partial(player.choose, game.board, game.clock), bool(self.people))
            if reply.move is None:
                raise EngineError(f"{player.name} gave no move")
            played = game.board.variation_san([reply.move])
            game.push(game.board.parse_uci(reply.move))
            self.keep()
        except (EngineError, ValueError) as error:
            # As in an engine match: an engine that breaks the rules has lost.
            game.declare(win_for(not color), f"{side_name(color)}'s engine failed: {error}")
            return
        if self.people:
            reply = reply._replace(comment="")
            if self.screen.bell:
                self.screen.console.bell()
        else:
            self.screen.messages.clear()
        self.show()
        self.say(f"{player.name} plays {played}   {reply.comment}".rstrip())

    def _take(self, line: str) -> None:
        """Carry out a command, play a move, or explain what is wrong with a line."""
        self.screen.messages.clear()
        name, _, argument = line.strip().partition(" ")
        text, marks = "".join(line.split()), self.screen.marks
        # The chosen piece, if it may go to the square that was typed.
        origin = self.screen.chosen if self.screen.is_target(text.lower()) else None
        self.screen.marks = {}
        command = COMMANDS.get(ALIASES.get(name.lower(), name.lower()))
        if command is not None:
            command(self, argument.strip())
        elif name and self.goes_on():
            try:
                self._play(self._target(origin, text.lower()) if origin is not None else text)
            except ValueError as error:
                self.screen.marks = marks if isinstance(error, AmbiguousMoveError) else {}
                self.say(str(error))

    def _play(self, text: str) -> None:
        """Play the move that a person typed, or mark the moves of the piece on the square that was typed.

        Raises:
            ValueError: it is neither; AmbiguousMoveError if it may be several moves.
        """
        board = self.game.board
        if SQUARE.fullmatch(text.lower()) and self.game.is_own(text.lower()):
            do_moves(self, text)
            return
        if squares := without_promotion(board, text):
            answer = self.screen.read("Promote to q, r, b or n? ").strip()
            if answer.lower() not in tuple("qrbn"):
                self._take(answer)
                return
            text = squares + answer.lower()
        self.game.push(read_move(board, text, list(COMMANDS)))
        self.keep()
        self._moved = True
        self.show()

    def _target(self, origin: str, target: str) -> str:
        """Return the move of the chosen piece to `target`, unless a pawn's move reads the same."""
        board = self.game.board
        pawns = [m for m in board.legal_moves if board.san(m).rstrip("+#") == target and not m.startswith(origin)]
        if pawns:
            move = next(move for move in board.legal_moves if move.startswith(origin + target))
            raise AmbiguousMoveError(f"{target} is ambiguous: {board.san(move)} or {pawns[0]}")
        return origin + target

    def think(self, name: str, work: Callable[[StopSignal], Found]) -> Found:
        """Return what an engine finds for people, as Screen.think does; the clocks stop meanwhile."""
        self.game.clock.stop()
        return self.screen.think(name, work, bool(self.people))

    def show(self) -> None:
        """Draw the position and what has been said."""
        if not self.screen.in_place:
            self._assess()
        self.screen.show(self.game, self.names)

    # The coach

    @cached_property
    def coach(self) -> "Coach":
        """Return who gives advice, with an engine of its own and a table of one size, so as to say the same always."""
        from lux.cli.play.coach import Coach

        return Coach(Engine(hash_mib=64))

    def _assess(self) -> None:
        """Show the coach's score of the position."""
        if self.coached:
            if self.coach.score(self.game) is None:
                self.think("The coach", lambda stop: self.coach.assess(self.game, stop))
            self.screen.score = self.coach.score(self.game)

    def _consult(self) -> None:
        """Show the coach's score, and what it says of the move that a person has just made."""
        self._assess()
        moved, self._moved = self._moved, False
        if self.coached and moved and (words := self.coach.judge(self.game)):
            self.say(words)

    def advice(self) -> "Line":
        """Return the best line, as the coach sees it."""
        return self.think("Lux", lambda stop: self.coach.assess(self.game, stop))

    # Parts

    def goes_on(self) -> bool:
        """Return whether the game goes on; show a message if not."""
        if self.game.outcome is not None:
            back = "undo takes the last move back, " * bool(self.game.plies)
            self.say(f"The game is over; {back}new begins another.")
        return self.game.outcome is None

    def mark(self, marks: dict[str, str]) -> None:
        """Mark squares on the board, and draw it where that is not done anyway."""
        self.screen.marks = marks
        self.show()

    def changed(self) -> None:
        """Show a position that is not reached by a move."""
        self.announced = False
        self.keep()
        self.show()

    def fresh_game(self) -> Game:
        """Return a new game with the session's settings; raises FenError."""
        settings = self.settings
        fen = settings.fen if settings.fen is not None else start_fen(random.randrange(960))
        return Game(set_up(fen, settings.chess960), settings.control)

    def begin(self, game: Game) -> None:
        """Leave the game, which is kept, for another, unless an engine cannot play that."""
        try:
            self._new_game(game)
        except EngineError as error:
            self.say(f"{error}; the game stays as it was")
            return
        self.keep()
        self.game, self.keeper, self.ended = game, Keeper(), None
        self.changed()

    def _new_game(self, game: Game) -> None:
        """Start a new game in the engines; raises EngineError."""
        for player in self.players.values():
            player.new_game(game.board.chess960)

    def keep(self) -> None:
        """Write the game as it stands to its file; errors are reported at the end of the session.

        A game in which only one side has moved is none, unless that was mate or another end by the rules. Who looks
        back at a game loses nothing of it before another move is made.
        """
        if self.game.outcome is not None:
            self.ended = list(self.game.board.move_stack)
        if self.looks_back or (self.game.undone and len(self.game.plies) < 2):
            return
        try:
            if len(self.game.plies) > 1 or (self.game.plies and self.game.board.termination() is not None):
                self.keeper.save(to_kept(self.game, self.names, self.settings))
            else:
                self.keeper.forget()
            self.kept_problem = ""
        except OSError as error:
            self.kept_problem = error.strerror or str(error)

    @property
    def looks_back(self) -> bool:
        """Return whether the game was over, and moves have only been taken back since."""
        moves = list(self.game.board.move_stack)
        return self.game.outcome is None and self.ended is not None and self.ended[: len(moves)] == moves

    def _leave(self) -> None:
        """Save the game for the last time, with its clocks as they are now; show how to resume it if unfinished."""
        self.game.clock.stop()
        if len(self.players) < 2 or not self.game.plies:
            return
        self.keep()
        if self.kept_problem:
            self.say(f"The game could not be kept: {self.kept_problem}")
        elif self.game.outcome is None and not self.looks_back and self.keeper.path is not None:
            self.say("The game is kept: lux play --resume continues it.")

    def completions(self, before: str, word: str) -> list[str]:
        """Return the completions of the last word of a line, given the line before it."""
        command = before.strip()
        if command == "save":
            return [f"{path}{'/' if Path(path).is_dir() else ''}" for path in sorted(glob(f"{expanduser(word)}*"))]
        if not command:
            return complete(self.game.board, word, [*COMMANDS])
        words = {"coach": ("on", "off"), "theme": THEMES}.get(command, ())
        return [name for name in words if name.startswith(word)]
