"""A page to step through games: one self-contained file.

Its template, its style and its script lie in `cli/data`; what they show is written into the page as JSON.
"""

import re
from importlib.resources import files
from string import Template
from typing import TextIO

from lux import __version__
from lux.board import BLACK, WHITE, Board
from lux.cli.analyse.review_text import ReviewedGame, side_json
from lux.cli.analyse.searching import Searching
from lux.cli.analyse.totals import PlayerTotals
from lux.review import Line, MoveReview, human_words, remark, win_percent
from lux.score import Score
from lux.svg import SQUARES, definitions
from lux.text.display import json_text, markup, visible

LINE_PLIES = 12
TAGS = {WHITE: "White", BLACK: "Black"}


def write_page(file: TextIO, games: list[dict[str, object]], players: list[PlayerTotals], searching: Searching) -> None:
    """Write the page of all games that `page_game` has described."""
    totals = [player.json() for player in players if known(player.name)]
    data = {"games": games, "players": totals, "search": search_text(searching)}
    title = games[0]["title"] if len(games) == 1 else f"{len(games)} games"
    data_folder = files("lux.cli") / "data"
    template = Template((data_folder / "report.html").read_text(encoding="utf-8"))
    page = template.substitute(
        title=markup(title),
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
    limits, words = searching.limits, []
    if limits.depth is not None:
        words.append(f"depth {limits.depth}")
    if limits.nodes is not None:
        words.append(f"{limits.nodes:,} nodes")
    if limits.movetime_ms is not None:
        words.append(f"{limits.movetime_ms / 1000:g} s")
    lines = f", best {limits.multipv} lines" if limits.multipv > 1 else ""
    return f"Lux {__version__}, {' or '.join(words)} a position{lines}"


def page_game(game: ReviewedGame) -> dict[str, object]:
    """Describe a game for the page's script; scores are White's, positions are the first fields of FENs."""
    review = game.review
    headers = review.game.headers
    board = review.game.board()
    positions = [position_of(board)]
    for move in review.moves:
        board.push(move.node.move)
        positions.append(position_of(board))
    # What a file does not know is left out: "?" of a name, the day of "1997.??.??".
    names = {TAGS[side]: known(headers[TAGS[side]]) or TAGS[side] for side in TAGS}
    shown = ("Event", "Site", "Date", "Round", "TimeControl", "Termination")
    return {
        "title": f"{names['White']} - {names['Black']}, {review.game.result}",
        "players": {
            tag.lower(): {"name": names[tag], "elo": known(headers.get(f"{tag}Elo", ""))} for tag in TAGS.values()
        },
        "result": review.game.result,
        "about": [text for text in (known(headers.get(name, "")) for name in shown) if text],
        "opening": f"{game.opening.eco} {game.opening.name}" if game.opening else "",
        "positions": positions,
        "scores": [str(score) for score in review.scores],
        "chances": [chance_of(score) for score in review.scores],
        "comment": visible(human_words(review.game.comment)),
        "moves": [page_move(move) for move in review.moves],
        "sides": {TAGS[side].lower(): side_json(review, side) for side in review.accuracy},
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


def page_move(move: MoveReview) -> dict[str, object]:
    """Describe a move and what could have been played instead."""
    board = move.board()
    return {
        "number": move.number,
        "white": move.turn,
        "san": move.san,
        "uci": move.node.move,
        "glyph": move.judgement.glyph if move.judgement else "",
        "judgement": move.judgement.name.lower() if move.judgement else "",
        "remark": remark(move),
        "comment": visible(human_words(move.node.comment)),
        "phase": move.phase.value,
        "time": move.time_s,
        "clock": move.node.clock(),
        "lines": [page_line(board, line) for line in move.lines],
    }


def page_line(board: Board, line: Line) -> dict[str, object]:
    """Describe a line with all of its positions, so that the page need not know the rules."""
    board = board.copy()
    moves = []
    for uci in line.moves[:LINE_PLIES]:
        number, white, san = board.fullmove_number, board.turn, board.san(uci)
        board.push_uci(uci)
        moves.append({"number": number, "white": white, "san": san, "uci": uci, "position": position_of(board)})
    return {"score": str(line.score), "chance": chance_of(line.score), "moves": moves}


def position_of(board: Board) -> str:
    """Return the placement of the pieces, and after a space the square of a king in check."""
    placement = board.fen().split()[0]
    if not board.is_check():
        return placement
    king = "K" if board.turn else "k"
    return f"{placement} {next(square for square in SQUARES if board.piece_at(square) == king)}"
