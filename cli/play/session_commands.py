"""What can be typed in a game besides moves. Each command is a function of the session and of the words after it."""

import inspect
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lux.analysis.legality import piece_on
from lux.board import BLACK, WHITE, FenError
from lux.cli.play.archive import to_pgn
from lux.cli.play.drawing import THEMES, marks_of
from lux.cli.play.game import Game, side_name
from lux.cli.play.move_input import SQUARE
from lux.cli.play.players import Human, LuxPlayer, score_text
from lux.cli.play.screen import Leave
from lux.cli.positions import find_fen, set_up
from lux.score import Score
from lux.uci.strength import FULL_SKILL, MAX_ELO, MIN_ELO

if TYPE_CHECKING:
    from lux.cli.play.session import Session

# No draw before this move: an earlier offer is not serious.
FIRST_DRAW_MOVE = 10
HINT_PLIES = 5

HELP = """\
Type a move as Nf3, exd5, O-O, e8=Q or g1f3; Tab completes it. Or one of:
  e2, moves e2  mark where a piece may go   moves     list the legal moves
  hint          ask Lux for a move          eval      how Lux sees the position
  coach on      say which moves are bad     coach off say no more
  undo, redo 3  take moves back, and again  new       begin another game
  draw, resign  offer a draw, or give up    swap      change sides
  level N       how well Lux plays, 1 to 20 elo N     the same as a rating
  go, Ctrl-C    let Lux move at once        review    judge the moves so far
  fen           show the position as FEN    load FEN  set up a position
  save FILE     append the game to a PGN    theme T   wood, slate, paper, green
  game          list the moves so far       flip      turn the board round
  board         draw the board again        help, ?   this, or more: help undo
  quit, exit    leave; the game is kept, and lux play --resume continues it"""
ALIASES = {"?": "help", "h": "help", "exit": "quit", "takeback": "undo"}


# Views


def do_help(session: "Session", name: str) -> None:
    """List the commands, or explain one of them."""
    name = ALIASES.get(name.lower(), name.lower())
    if name:
        session.say(f"{name}: {COMMANDS[name].__doc__}" if name in COMMANDS else f"There is no command {name}.")
        return
    wide = session.screen.console.width >= max(map(len, HELP.splitlines()))
    session.say(HELP if wide else f"{HELP.partition(';')[0]}, a square as e2, or: {', '.join(COMMANDS)}.")


def do_board(session: "Session", _: str) -> None:
    """Draw the board again; on a terminal that is done anyway."""
    session.show()


def do_game(session: "Session", _: str) -> None:
    """Show the moves of the game."""
    session.say(session.game.movetext() or "No move has been made.")


def do_moves(session: "Session", square: str) -> None:
    """List the legal moves, or those of one piece, which are also marked on the board."""
    board, square = session.game.board, square.lower()
    moves = [move for move in board.legal_moves if move.startswith(square)]
    words = " ".join(sorted(board.san(move) for move in moves))
    if not square:
        session.say(f"{len(moves)} legal move{'s' * (len(moves) != 1)}{': ' * bool(moves)}{words}")
    elif not SQUARE.fullmatch(square):
        session.say(f"{square[:20]!r} is not a square, as e2 is.")
    elif not moves:
        session.say(f"Nothing on {square} can move.")
    else:
        session.mark(marks_of(board, moves))
        session.say(f"From {square}: {words}")


def do_flip(session: "Session", _: str) -> None:
    """Turn the board round."""
    session.screen.below = not session.screen.below
    session.show()


def do_theme(session: "Session", name: str) -> None:
    """Change the colours of the board."""
    if name.lower() not in THEMES:
        session.say(f"Themes: {', '.join(THEMES)}")
    elif session.screen.look.theme is None:
        session.say("There are no colours here.")
    else:
        session.screen.set_theme(name.lower())


def do_fen(session: "Session", _: str) -> None:
    """Show the position as FEN."""
    session.say(session.game.board.fen())


# Advice


def do_hint(session: "Session", _: str) -> None:
    """Show the piece that Lux would move; the second time the move, and how it goes on."""
    if not session.goes_on():
        return
    board, line = session.game.board, session.advice()
    if session.hinted == board.key:
        session.hinted = None
        session.mark(marks_of(board, line.moves[:1]))
        words = board.variation_san(line.moves[:HINT_PLIES])
        session.say(f"Hint: {board.san(line.moves[0])}   eval {score_text(line.score)}   ({words})")
    else:
        session.hinted, square = board.key, line.moves[0][:2]
        session.mark({square: "chosen"})
        session.say(f"Hint: move {piece_on(board, square)}. hint again shows the move.")


def do_coach(session: "Session", word: str) -> None:
    """Show which side is better, and after a bad move of yours what it has done; coach off ends it."""
    if word.lower() not in ("", "on", "off"):
        session.say(f"coach takes on or off, not {word[:20]!r}.")
        return
    if word and (word.lower() == "on") != session.coached:
        session.coached, session.screen.score = not session.coached, None
        session.show()
    session.say(f"The coach is {'on' if session.coached else 'off'}.")


def do_eval(session: "Session", _: str) -> None:
    """Show the evaluation, each piece's contribution, and the score of a search."""
    from lux.uci.session import evaluation_table

    board = session.game.board
    if session.game.outcome is None:
        session.say(f"Search: {score_text(session.advice().score)}")
    session.say("\n".join(line for line in evaluation_table(session.coach.engine, board) if line))


def do_review(session: "Session", _: str) -> None:
    """Judge the moves of the game: accuracy, the course of the game, and the worst moves."""
    if not session.game.plies:
        session.say("No move has been made.")
        return
    from lux.cli.play.coach import review_report

    record = to_pgn(session.game, session.names)
    work = partial(review_report, session.coach.engine, record, session.screen.console)
    session.say(session.think("Lux", work))


# Going back and starting again


def do_undo(session: "Session", count: str) -> None:
    """Take back the last move of yours and what followed; undo 3 takes back the last three, or as many as there are."""
    game = session.game
    # The numbers of plies back to a person's turn: whose turn it was changes with each.
    backs = [back for back in range(1, len(game.plies) + 1) if game.board.turn ^ back % 2 in session.people]
    if not backs:
        session.say("There is no move of yours to take back.")
    elif number := moves_meant(session, count):
        for _ in range(backs[:number][-1]):
            game.undo()
        session.changed()


def do_redo(session: "Session", count: str) -> None:
    """Play again what undo took back, up to your next move; redo 3 up to the third, or as far as it goes."""
    game = session.game
    if not game.undone:
        session.say("There is no move to play again.")
    elif number := moves_meant(session, count):
        while game.undone and number:
            game.redo()
            number -= game.board.turn in session.people
        session.changed()


def moves_meant(session: "Session", count: str) -> int:
    """Return the number of moves after undo or redo, 1 without one; 0 after saying that it is none."""
    number = number_in(count or "1", range(1, 10_000))
    if number is None:
        session.say(f"{count[:20]!r} is not a number of moves.")
    return number or 0


def number_in(text: str, allowed: range) -> int | None:
    """Return a number that is typed, None if it is not allowed or none."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1
    return number if number in allowed else None


def do_load(session: "Session", fen: str) -> None:
    """Begin a game from a position."""
    try:
        board = set_up(find_fen(fen.strip("\"'")), session.settings.chess960)
    except FenError as error:
        session.say(f"{error}; the game goes on as it was" if fen else "load what? Type a FEN after it.")
        return
    session.begin(Game(board, session.settings.control))


def do_new(session: "Session", _: str) -> None:
    """Begin another game like this one."""
    session.begin(session.fresh_game())


def do_save(session: "Session", name: str) -> None:
    """Append the game to a PGN file."""
    if not name:
        session.say("save where? Type a file name after it, as in: save game.pgn")
        return
    try:
        path = Path(name.strip("\"'")).expanduser()
        with path.open("a+b") as file:
            # An empty line stands between games, even if the last one does not end its own.
            file.seek(max(0, file.tell() - 1))
            separator = {b"": "", b"\n": "\n"}.get(file.read(), "\n\n")
            file.write(f"{separator}{to_pgn(session.game, session.names)}\n".encode())
    except (OSError, ValueError, RuntimeError) as error:
        session.say(f"{name[:60]!r} cannot be written: {getattr(error, 'strerror', None) or error}")
        return
    session.say(f"The game is saved in {path}.")


# The players


def do_swap(session: "Session", _: str) -> None:
    """Change sides with the other player."""
    if not session.goes_on():
        return
    if len(session.people) != 1:
        session.say("Both sides are played by people.")
        return
    players, settings = session.players, session.settings
    session.players = {WHITE: players[BLACK], BLACK: players[WHITE]}
    session.settings = settings._replace(white=settings.black, black=settings.white)
    session.screen.below = session.people[0]
    session.changed()


def do_level(session: "Session", number: str) -> None:
    """Set Lux's level from 1 to 20, or show its rating."""
    set_strength(session, "level", number, range(1, FULL_SKILL + 1))


def do_elo(session: "Session", number: str) -> None:
    """Set or show Lux's rating."""
    set_strength(session, "elo", number, range(MIN_ELO, MAX_ELO + 1))


def set_strength(session: "Session", kind: str, text: str, allowed: range) -> None:
    """Set Lux's strength for this game and those that follow, if a number is given; show how well it plays."""
    limited = [player for player in session.players.values() if isinstance(player, LuxPlayer)]
    number = number_in(text, allowed)
    usage = f"{kind} takes a number from {allowed[0]} to {allowed[-1]}; level {FULL_SKILL} is Lux's best."
    if not limited:
        session.say("Lux does not play in this game.")
        return
    if text and number is None:
        session.say(usage)
        return
    if number is not None:
        wanted = {"elo": None, "level": None, kind: number}
        for player in limited:
            player.set_strength(**wanted)
        session.settings, usage = session.settings._replace(**wanted), ""
        session.screen.names = session.names
        session.keep()
    strength, level = limited[0].strength, session.settings.level
    at = f"at level {level}, " if level is not None else ""
    like = f"like a player of {strength.elo} Elo" if strength is not None else "as well as it can"
    session.say(f"Lux plays {at}{like}. {usage}".rstrip())


def do_go(session: "Session", _: str) -> None:
    """Make Lux move at once; this is only reached on a person's turn."""
    if session.goes_on():
        session.say("It is your move. go is for when Lux thinks; swap lets it play your side.")


def do_resign(session: "Session", _: str) -> None:
    """Resign the game."""
    # Typed while Lux was thinking: what it has played since may have changed the person's mind.
    if session.goes_on() and (not session.screen.typed_ahead or agreed(session, "Resign?")):
        session.game.resign()


def do_draw(session: "Session", _: str) -> None:
    """Offer a draw: an engine takes it if it is not better, a person is asked."""
    if not session.goes_on():
        return
    board, other = session.game.board, session.players[not session.game.board.turn]
    if isinstance(other, Human):
        accepted = agreed(session, f"{side_name(not board.turn)}, do you take the draw?")
    else:
        score = session.advice().score.pov(board.turn)
        accepted = board.fullmove_number >= FIRST_DRAW_MOVE and score >= Score(0, turn=board.turn)
    if accepted:
        session.game.declare("1/2-1/2", "draw agreed")
    else:
        session.say(f"{side_name(not board.turn)} ({other.name}) declines the draw.")


def agreed(session: "Session", question: str) -> bool:
    """Return whether the person says yes."""
    return session.screen.read(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def do_quit(session: "Session", _: str) -> None:
    """Leave."""
    raise Leave


COMMANDS: dict[str, Callable[["Session", str], None]] = {
    name.removeprefix("do_"): function
    for name, function in inspect.getmembers(sys.modules[__name__], inspect.isfunction)
    if name.startswith("do_")
}
