"""A page to step through games: one self-contained file.

Its template, its style and its script lie in `cli/data`; what they show is written into the page as JSON.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from importlib.resources import files
from string import Template
from typing import TextIO

from lux import __version__
from lux.board import WHITE, Board, side_name
from lux.cli.analyse.review_text import ReviewedGame
from lux.cli.analyse.searching import Searching
from lux.cli.analyse.totals import Performance, in_columns
from lux.pgn import COMMAND, Game, Node
from lux.review import MARKS, Line, MoveReview, human_words, remark, win_percent
from lux.score import Score
from lux.svg import Arrow, definitions
from lux.text.display import json_text, markup, visible
from lux.text.pgn_tokens import SIGNS as NAGS

LINE_PLIES = 12
SIGNS = {"White": "○", "Black": "●"}
GLYPHS = {nag: sign for sign, nag in NAGS.items()}


def write_page(
    file: TextIO, games: list[dict[str, object]], players: list[dict[str, object]], searching: Searching
) -> None:
    """Write the page of all games that `page_game` has described."""
    totals = [in_columns(player | {"name": name}) for player in players if (name := known(player["name"]))]
    data = {"games": games, "players": totals, "search": search_text(searching)}
    title = games[0]["title"] if len(games) == 1 else f"{len(games)} games"
    data_folder = files("lux.cli") / "data"
    template = Template((data_folder / "report.html").read_text(encoding="utf-8"))
    page = template.substitute(
        title=markup(re.sub("[\u2068\u2069]", "", title)),
        style=(data_folder / "report.css").read_text(encoding="utf-8"),
        script=(data_folder / "report.js").read_text(encoding="utf-8"),
        figures=definitions(),
        # Within a script nothing is escaped: no text of a game may end it.
        data=json_text(data, separators=(",", ":")).replace("<", "\\u003c"),
    )
    file.write(page)


def search_text(searching: Searching) -> str:
    """Return the engine and limits of the search.

    >>> from lux import Limits
    >>> search_text(Searching(Limits(movetime_ms=500, multipv=2), 64, 1)).removeprefix(f"Lux {__version__}, ")
    '0.5 s a position, best 2 lines'
    """
    limits = searching.limits
    seconds = f"{limits.movetime_ms / 1000:g} s" if limits.movetime_ms is not None else ""
    depth = f"depth {limits.depth}" if limits.depth is not None else ""
    nodes = f"{limits.nodes:,} nodes" if limits.nodes is not None else ""
    words = filter(None, (depth, nodes, seconds))
    lines = f", best {limits.multipv} lines" if limits.multipv > 1 else ""
    return f"{searching.engine or f'Lux {__version__}'}, {' or '.join(words)} a position{lines}"


def page_game(game: ReviewedGame) -> dict[str, object]:
    """Describe a game for the page's script; scores are White's, positions are the first fields of FENs."""
    review = game.review
    headers = review.game.headers
    board = review.game.board()
    positions, moves = [position_of(board)], []
    for move in review.moves:
        moves.append(page_move(move, board))
        board.push(move.node.move)
        positions.append(position_of(board))
    # What a file does not know is left out: "?" of a name, the day of "1997.??.??".
    names = {side: known(headers[side]) or side for side in SIGNS}
    sides = {side_name(side): Performance().add(review, side).json() for side in sorted(review.accuracy, reverse=True)}
    shown = ("Event", "Site", "Date", "Round", "TimeControl", "Termination")
    return {
        # Between signs that keep a name from right to left from turning the other.
        "title": f"\u2068{names['White']}\u2069 - \u2068{names['Black']}\u2069, {review.game.result}",
        "players": {
            side.lower(): {"name": name, "elo": known(headers.get(f"{side}Elo", ""))} for side, name in names.items()
        },
        "result": review.game.result,
        "about": list(filter(None, [*(known(headers.get(name, "")) for name in shown), visible(game.found.problem)])),
        "opening": str(game.opening or ""),
        "positions": positions,
        "scores": [str(score) for score in review.scores],
        "chances": [chance_of(score) for score in review.scores],
        "comment": visible(human_words(review.game.comment)),
        "arrows": arrows_of(review.game),
        "moves": moves,
        "sides": {side.lower(): numbers for side, numbers in sides.items()},
        "numbers": [in_columns({"name": f"{SIGNS[side]} {names[side]}"} | numbers) for side, numbers in sides.items()],
    }


def known(text: str) -> str:
    """Return what a tag says without the signs for what is not known.

    >>> known("1997.??.??"), known("?"), known("-"), known("Who?")
    ('1997', '', '', 'Who?')
    """
    return visible(re.sub(r"(\.\?+)+$", "", text)) if text.strip("?.- ") else ""


def chance_of(score: Score) -> float:
    """Return White's winning chances in per cent; unlike elsewhere a mate counts as 100."""
    if score.winner is not None:
        return 100.0 if score.winner == WHITE else 0.0
    return round(win_percent(score), 1)


def page_move(move: MoveReview, board: Board) -> dict[str, object]:
    """Describe a move on *board*, what could have been played instead, and what the file has to it."""
    return {
        "glyph": "",
        **page_moves(board, [move.node])[0],
        **({"glyph": move.judgement.glyph} if move.judgement else {}),
        "judgement": move.judgement.name.lower() if move.judgement else "",
        "remark": remark(move),
        "arrows": arrows_of(move.node),
        "phase": move.phase.value,
        "time": move.time_s,
        "clock": move.node.clock(),
        "lines": [page_line(board, line) for line in move.lines],
        "variations": page_variations(board, move.node.parent),
    }


def page_line(board: Board, line: Line) -> dict[str, object]:
    """Describe a line that the search has found."""
    start = Game()
    start.add_line(line.moves[:LINE_PLIES])
    return {"score": str(line.score), "chance": chance_of(line.score), "moves": page_moves(board, start.mainline())}


def page_variations(board: Board, parent: Node) -> list[dict[str, object]]:
    """Describe the variations of the file beside the main move of *parent*, each before those within it."""
    found, waiting = [], [(board, first, 0, None) for first in reversed(parent.variations[1:])]
    while waiting:
        # Of one within another *outer* has the number of that, and of its move before.
        board, first, depth, outer = waiting.pop()
        moves = [first, *first.mainline()]
        words = visible(human_words(first.starting_comment))
        found.append({"words": words, "depth": depth, "outer": outer, "moves": page_moves(board, moves)})
        inner, within = board.copy(), []
        for at, node in enumerate(moves):
            inner.push(node.move)
            within += [(inner.copy(), each, depth + 1, (len(found) - 1, at)) for each in node.variations[1:]]
        waiting += reversed(within)
    return found


def page_moves(board: Board, nodes: Iterable[Node]) -> list[dict[str, object]]:
    """Describe moves that follow one another with all positions, so that the page need not know the rules."""
    board, moves = board.copy(), []
    for node in nodes:
        move = {"number": board.fullmove_number, "white": board.turn, "san": board.san(node.move), "uci": node.move}
        board.push(node.move)
        # One mark of the move stands beside it; what the signs of the position say, before the words.
        glyph = next((GLYPHS[nag] for nag in node.nags if nag in MARKS), "")
        signs = [GLYPHS[nag] for nag in sorted(node.nags - {*MARKS}) if nag in GLYPHS]
        words = " ".join([*signs, human_words(node.comment)]).strip()
        marks = {"glyph": glyph, "comment": visible(words), "arrows": arrows_of(node)}
        moves.append(move | {"position": position_of(board)} | {name: text for name, text in marks.items() if text})
    return moves


def arrows_of(node: Node) -> list[tuple[str, str]]:
    """Return the file's arrows and circles, each a move and a colour; what is none is left out."""
    found = []
    commands = (value for name, value in COMMAND.findall(node.comment) if name in ("csl", "cal"))
    for word in ",".join(commands).split(","):
        with suppress(ValueError):
            arrow = Arrow.from_pgn(word.strip())
            found.append((arrow.tail + arrow.head, arrow.color))
    return found


def position_of(board: Board) -> str:
    """Return the placement of the pieces, and after a space the square of a king in check."""
    return f"{board.board_fen()} {board.king(board.turn)}" if board.is_check() else board.board_fen()
