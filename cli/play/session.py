"""A session of `lux play`: it asks people and engines for moves, and carries out commands."""

import contextlib
import random
import signal
import sys
from collections.abc import Callable, Iterator
from glob import glob
from pathlib import Path

from cli.options import find_fen, set_up
from cli.play.archive import Keeper
from cli.play.game import Game, Outcome, side_name, win_for
from cli.play.moves import SQUARE, complete, moves_from, read_move
from cli.play.players import Human, Player, decisive_cp, make_player, score_text
from cli.play.saving import Settings, append_record, to_kept, to_pgn
from cli.play.screen import NO_MARKS, THEMES, Marks, Screen
from lux.board import BLACK, WHITE, AmbiguousMoveError, Board, FenError
from lux.chess960 import start_fen
from lux.client import EngineError
from lux.engine import Engine, SearchResult
from lux.pgn import variation_san
from lux.uci.session import evaluation_table

HELP = """\
Type a move as Nf3, exd5, O-O, e8=Q or g1f3; Tab completes it. Or one of:
  e2, moves e2  mark where a piece may go   moves     list the legal moves
  hint          ask Lux for a move          eval      how Lux sees the position
  undo, redo    take moves back, and again  new       begin another game
  draw, resign  offer a draw, or give up    flip      turn the board round
  fen           show the position as FEN    load FEN  set up a position
  save FILE     append the game to a PGN    theme T   wood, green, blue or grey
  game          list the moves so far       board     draw the board again
  help          show this text              quit      leave; --resume goes on"""
WELCOME = "Type a move, such as e4 or Nf3, or help."

# No draw before this move: nobody offers one in earnest.
FIRST_DRAW_MOVE = 10
HINT_PLIES = 5


class FlagFall(Exception):
    """Signal that the time of the side to move is up."""


class Leave(Exception):
    """Signal that the person wants to go, or that the input has ended."""


def start_board(settings: Settings) -> Board:
    """Return the board of a new game; raises FenError."""
    fen = settings.fen if settings.fen is not None else start_fen(random.randrange(960))
    return set_up(fen, settings.chess960)


class Session:
    """Games between two players, from the first prompt until the person leaves."""

    def __init__(
        self, screen: Screen, settings: Settings, game: Game | None = None, keeper: Keeper | None = None
    ) -> None:
        self.screen = screen
        self.settings = settings
        self.game = game or Game(start_board(settings), settings.control)
        self.keeper = keeper or Keeper()
        self.kept_problem = ""
        self.players: dict[bool, Player] = {}
        self.adviser: Engine | None = None
        self.announced = False
        self.prompt = ""  # that is waited at
        self.commands: dict[str, Callable[[str], None]] = {
            name.removeprefix("do_"): getattr(self, name) for name in dir(self) if name.startswith("do_")
        }

    @property
    def names(self) -> dict[bool, str]:
        """Return the players' names, White's and Black's."""
        return {color: player.name for color, player in self.players.items()}

    @property
    def people(self) -> list[bool]:
        """Return the sides that people play."""
        return [color for color, player in self.players.items() if isinstance(player, Human)]

    def run(self) -> None:
        """Play until the person leaves; games are kept move by move, however that comes about."""
        try:
            for color, spec in ((WHITE, self.settings.white), (BLACK, self.settings.black)):
                self.players[color] = make_player(spec, self.settings.pace, self.settings.hash_mib, self.settings.elo)
            self._new_game()
            self.screen.below = self.people[0] if self.people else WHITE
            on_screen = self.screen.in_place
            if on_screen and self.people:
                self.screen.say(WELCOME)
            with self.screen:
                self._loop()
            if on_screen:
                # The last position stays to be seen.
                self._show()
                if self.game.outcome is not None:
                    self.screen.say(", ".join(self.game.outcome))
        finally:
            self._leave()
            for player in self.players.values():
                if not isinstance(player, Human):
                    player.close()

    def resized(self) -> None:
        """Draw everything for the size that the terminal has now."""
        if self.screen.in_place and len(self.players) == 2:
            self._show()
            if self.prompt:
                import readline

                self.screen.write(self.prompt + readline.get_line_buffer())

    def _loop(self) -> None:
        self._show()
        with contextlib.suppress(Leave):
            while True:
                outcome = self.game.outcome
                if outcome is not None:
                    self._end(outcome)
                elif isinstance(self.players[self.game.board.turn], Human):
                    self._ask()
                else:
                    self._reply()

    # Turns

    def _end(self, outcome: Outcome) -> None:
        """Announce the outcome once; then people may look back, save, or begin again."""
        if not self.announced:
            self.announced = True
            self._keep()
            if self.game.plies and not self.screen.in_place:
                self.screen.say(f"{self.game.movetext()} {outcome.result}")
            self.screen.say(f"{outcome.result}, {outcome.reason}")
            if self.screen.in_place:
                self._show()
        if not self.people and not sys.stdin.isatty():
            raise Leave
        self._take(self._read("Game over; new, undo, save FILE or quit> "))

    def _ask(self) -> None:
        """Read a line of the person whose move it is, on the clock, and do what it says."""
        try:
            with self._on_the_clock():
                line = self._read(f"{side_name(self.game.board.turn)} to move> ")
        except FlagFall:
            self._flag()
        else:
            self._take(line)

    def _reply(self) -> None:
        """Let the engine whose move it is move."""
        game, color = self.game, self.game.board.turn
        player = self.players[color]
        try:
            with self._thinking(player.name), self._on_the_clock():
                reply = player.choose(game.board, game.clock)
            if reply.move is None:
                raise EngineError(f"{player.name} gave no move")
            number = f"{game.board.fullmove_number}{'.' if color == WHITE else '...'}"
            ply = game.push(game.board.parse_uci(reply.move))
            self._keep()
        except FlagFall:
            self._flag()
        except (EngineError, ValueError) as error:
            # As in an engine match: who does not play by the rules has lost.
            game.declared = Outcome(win_for(not color), f"{side_name(color)}'s engine failed: {error}")
        else:
            self.screen.messages.clear()
            comment = f"   {reply.comment}" if reply.comment and not self.people else ""
            self._show()
            self.screen.say(f"{player.name} plays {number} {ply.san}{comment}")
            if self.screen.in_place:
                self._show()

    def _take(self, line: str) -> None:
        """Carry out a command, play a move, or say what is wrong with a line."""
        self.screen.messages.clear()
        self.screen.marks, marks = NO_MARKS, self.screen.marks
        name, _, argument = line.strip().partition(" ")
        if name.lower() in self.commands:
            self.commands[name.lower()](argument.strip())
        elif name:
            self._play("".join(line.split()), marks)
        if self.screen.in_place:
            self._show()

    def _play(self, text: str, marks: Marks) -> None:
        """Play the move that a person typed, or mark the moves of the piece on the square that was typed."""
        if not self._goes_on():
            return
        board = self.game.board
        origin = next(iter(marks.chosen)) if len(marks.chosen) == 1 else None
        try:
            if origin is not None and text.lower() in marks.quiet | marks.capture:
                text = self._target(origin, text.lower())
            elif SQUARE.fullmatch(text.lower()) and self._own(text.lower()):
                self.do_moves(text)
                return
            move = read_move(board, text, list(self.commands))
        except ValueError as error:
            self.screen.marks = marks if isinstance(error, AmbiguousMoveError) else NO_MARKS
            self.screen.say(str(error))
            return
        self.game.push(move)
        self._keep()
        if not self.screen.in_place:
            self.screen.show(self.game, self.names)

    def _target(self, origin: str, target: str) -> str:
        """Return the move of the chosen piece to `target`, unless a pawn's move reads the same."""
        board = self.game.board
        found = [move for move in moves_from(board, origin) if move[2:4] == target]
        pawns = [move for move in board.legal_moves if board.san(move).rstrip("+#") == target and move not in found]
        if pawns:
            raise AmbiguousMoveError(f"{target} is ambiguous: {board.san(found[0])} or {pawns[0]}")
        return found[0] if len(found) == 1 else origin + target

    def _own(self, square: str) -> bool:
        piece = self.game.board.piece_at(square)
        return piece is not None and piece.isupper() == self.game.board.turn

    def _read(self, prompt: str) -> str:
        """Return one line of input; raises Leave at its end."""
        # Without a terminal there is nobody to prompt, and the output reads better without.
        self.prompt = prompt if sys.stdin.isatty() else ""
        try:
            return input(self.prompt)
        except EOFError:
            raise Leave from None
        finally:
            self.prompt = ""

    @contextlib.contextmanager
    def _thinking(self, name: str) -> Iterator[None]:
        """Show within that an engine thinks."""
        said = list(self.screen.messages)
        if self.screen.in_place:
            self.screen.say(f"{name} is thinking ...")
            self._show()
        try:
            yield
        finally:
            self.screen.messages = said

    @contextlib.contextmanager
    def _on_the_clock(self) -> Iterator[None]:
        """Let the clock of the side to move run, show it, and raise FlagFall within when its time is up."""
        clock, color = self.game.clock, self.game.board.turn
        if clock is None:
            yield
            return

        def wind() -> None:
            pause_s = max(0.01, min(1.0, clock.remaining_s(color)))
            # Again and again: input() does not see a signal that comes just before it waits for a key.
            signal.setitimer(signal.ITIMER_REAL, pause_s, pause_s)

        def tick(*_: object) -> None:
            if clock.running == color and clock.remaining_s(color) <= 0:
                signal.setitimer(signal.ITIMER_REAL, 0)
                raise FlagFall
            self.screen.show_clocks(self.game)
            wind()

        if clock.running is None:
            clock.start(color)
        before = signal.signal(signal.SIGALRM, tick)
        wind()
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _flag(self) -> None:
        """End the game: the time of the side to move is up."""
        if self.game.clock is not None:
            self.game.clock.stop()
        self.game.fall_flag(self.game.board.turn)

    def _show(self) -> None:
        self.screen.show(self.game, self.names)

    # Commands

    def do_help(self, _: str) -> None:
        """List the commands."""
        self.screen.say(HELP)

    def do_board(self, _: str) -> None:
        """Draw the board again; on a terminal that is done anyway."""
        if not self.screen.in_place:
            self._show()

    def do_game(self, _: str) -> None:
        """Show the moves of the game."""
        self.screen.say(self.game.movetext() or "No move has been made.")

    def do_moves(self, square: str) -> None:
        """List the legal moves, or those of one piece, which are also marked on the board."""
        board, square = self.game.board, square.lower()
        if not square:
            names = sorted(board.san(move) for move in board.legal_moves)
            self.screen.say(f"{len(names)} legal moves: {' '.join(names)}")
            return
        if not SQUARE.fullmatch(square):
            self.screen.say(f"{square[:20]!r} is not a square, as e2 is.")
            return
        moves = moves_from(board, square)
        if not moves:
            self.screen.say(f"Nothing on {square} can move.")
            return
        self._mark(moves)
        self.screen.say(f"From {square}: {' '.join(sorted(board.san(move) for move in moves))}")

    def do_hint(self, _: str) -> None:
        """Show the move that Lux would play, and how it goes on."""
        if not self._goes_on():
            return
        board = self.game.board
        result = self._advice()
        self._mark([result.best_move])
        line = variation_san(board, result.info.pv[:HINT_PLIES])
        score = score_text(result.info.score_cp, result.info.mate, board.turn)
        self.screen.say(f"Hint: {board.san(result.best_move)}   eval {score}   ({line})")

    def do_eval(self, _: str) -> None:
        """Show the terms of the evaluation, and what a search says."""
        board = self.game.board
        if self.game.outcome is None:
            info = self._advice().info
            self.screen.say(f"Search: {score_text(info.score_cp, info.mate, board.turn)} at depth {info.depth}")
        self.screen.say("\n".join(line for line in evaluation_table(self._adviser(), board) if line))

    def do_undo(self, _: str) -> None:
        """Take back moves until it is a person's turn again, at least one."""
        game = self.game
        turns = [game.first_turn == (index % 2 == 0) for index in range(len(game.plies))]
        # Each entry tells whose move it was: White's where True.
        back = next((n for n, turn in enumerate(reversed(turns), 1) if turn in self.people), 0)
        if not back:
            self.screen.say("There is no move of yours to take back.")
            return
        for _ in range(back):
            game.undo()
        self._changed()

    def do_redo(self, _: str) -> None:
        """Play again what was taken back, up to the next turn of a person."""
        game = self.game
        if not game.undone:
            self.screen.say("There is no move to play again.")
            return
        game.redo()
        while game.undone and game.board.turn not in self.people:
            game.redo()
        self._changed()

    def do_flip(self, _: str) -> None:
        """Turn the board round."""
        self.screen.below = not self.screen.below
        self.do_board("")

    def do_theme(self, name: str) -> None:
        """Change the colours of the board."""
        if name.lower() not in THEMES:
            self.screen.say(f"Themes: {', '.join(THEMES)}")
        elif self.screen.look.theme is None:
            self.screen.say("There are no colours here.")
        else:
            self.screen.look = self.screen.look._replace(theme=THEMES[name.lower()])

    def do_fen(self, _: str) -> None:
        """Show the position as FEN."""
        self.screen.say(self.game.board.fen())

    def do_load(self, fen: str) -> None:
        """Begin a game from a position."""
        try:
            board = set_up(find_fen(fen), self.settings.chess960)
        except FenError as error:
            self.screen.say(f"{error}; the game goes on as it was" if fen else "load what? Type a FEN behind it.")
            return
        self._begin(Game(board, self.settings.control))

    def do_new(self, _: str) -> None:
        """Begin another game like this one."""
        self._begin(Game(start_board(self.settings), self.settings.control))

    def do_save(self, name: str) -> None:
        """Append the game to a PGN file."""
        if not name:
            self.screen.say("save where? Type a file name behind it, as in: save game.pgn")
            return
        try:
            path = Path(name).expanduser()
            append_record(path, to_pgn(self.game, self.names))
        except (OSError, ValueError, RuntimeError) as error:
            self.screen.say(f"{name[:60]!r} cannot be written: {getattr(error, 'strerror', None) or error}")
            return
        self.screen.say(f"The game is saved in {path}.")

    def do_resign(self, _: str) -> None:
        """Give up the game."""
        if self._goes_on():
            self.game.resign(self.game.board.turn)

    def do_draw(self, _: str) -> None:
        """Offer a draw: an engine takes it if it is not better, a person is asked."""
        if not self._goes_on():
            return
        game, board = self.game, self.game.board
        other = self.players[not board.turn]
        if isinstance(other, Human):
            answer = self._read(f"{side_name(not board.turn)}, do you take the draw? [y/N] ")
            accepted = answer.strip().lower() in ("y", "yes")
        else:
            info = self._advice().info
            accepted = board.fullmove_number >= FIRST_DRAW_MOVE and decisive_cp(info.score_cp, info.mate) >= 0
        if accepted:
            game.agree_draw()
        else:
            self.screen.say(f"{side_name(not board.turn)} ({other.name}) declines the draw.")

    def do_quit(self, _: str) -> None:
        """Leave."""
        raise Leave

    do_exit = do_quit

    # Parts

    def _goes_on(self) -> bool:
        """Tell whether the game goes on, and say so if not."""
        if self.game.outcome is not None:
            self.screen.say("The game is over; undo takes the last move back, new begins another.")
        return self.game.outcome is None

    def _adviser(self) -> Engine:
        """Return the engine that gives advice; the players' own must not learn from it."""
        if self.adviser is None:
            self.adviser = Engine(hash_mib=self.settings.hash_mib)
        return self.adviser

    def _advice(self) -> SearchResult:
        """Search the position at full strength."""
        with self._thinking("Lux"):
            return self._adviser().search(self.game.board, **self.settings.pace.limits(None))

    def _mark(self, moves: list[str]) -> None:
        """Mark moves on the board, and draw it where that is not done anyway."""
        self.screen.marks = Marks.of_moves(self.game.board, moves)
        self.do_board("")

    def _changed(self) -> None:
        """Show a position that is not reached by a move."""
        self.announced = False
        self._keep()
        self.do_board("")

    def _begin(self, game: Game) -> None:
        self._keep()
        self.game, self.keeper = game, Keeper()
        self._new_game()
        self._changed()

    def _new_game(self) -> None:
        """Tell the engines that a game begins; one that fails at this cannot play."""
        for player in self.players.values():
            if not isinstance(player, Human):
                player.new_game(self.game.board.chess960)

    def _keep(self) -> None:
        """Write the game as it stands to its file; what goes wrong with that is said at the end."""
        try:
            if self.game.plies:
                self.keeper.save(to_kept(self.game, self.names, self.settings))
            else:
                self.keeper.forget()
            self.kept_problem = ""
        except OSError as error:
            self.kept_problem = error.strerror or str(error)

    def _leave(self) -> None:
        """Keep the game for the last time, with its clocks as they are now, and say so if it is unfinished."""
        if self.game.clock is not None:
            self.game.clock.stop()
        if len(self.players) < 2 or not self.game.plies:
            return
        self._keep()
        if self.kept_problem:
            self.screen.say(f"The game could not be kept: {self.kept_problem}")
        elif self.game.outcome is None:
            self.screen.say("The game is kept: lux play --resume goes on with it.")


def offer_completion(session: Session) -> None:
    """Let Tab complete moves, commands, and what stands behind these."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return  # Windows has its own line editing

    def completer(text: str, state: int) -> str | None:
        before = readline.get_line_buffer()[: readline.get_begidx()].split()
        if before[:1] == ["save"]:
            found = [f"{path}{'/' if Path(path).is_dir() else ''}" for path in sorted(glob(f"{text}*"))]
        elif before[:1] == ["theme"]:
            found = [name for name in THEMES if name.startswith(text)]
        else:
            found = complete(session.game.board, text, list(session.commands)) if not before else []
        return found[state] if state < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(completer)
    readline.parse_and_bind("tab: complete")
