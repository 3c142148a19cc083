"""The bar beside the board: which side is better, and by how much."""

from rich.style import Style
from rich.text import Text

from lux.board import WHITE
from lux.score import Score

BLOCKS = " ▁▂▃▄▅▆▇█"
COLORS = {True: "#f0f0f0", False: "#303030"}


def white_share(score: Score) -> float:
    """Return White's part of the bar, from 0 to 1; a mate fills it."""
    return (1 + score.white().winning_chances()) / 2 if score.winner is None else float(score.winner == WHITE)


def score_bar(score: Score, below: bool, height: int, blocks: bool) -> list[Text]:
    """Return so many characters, the part of the side `below` at the bottom.

    Args:
        blocks: whether a part of a character may be filled.
    """
    share = white_share(score) if below == WHITE else 1 - white_share(score)
    eighths = round(8 * height * share)
    cells = []
    for row in reversed(range(height)):
        part = max(0, min(eighths - 8 * row, 8))
        if not blocks:
            part = 8 if part > 4 else 0
        color, background = COLORS[below], COLORS[not below]
        # A background fills its character to the edge, as few fonts' full block does.
        full = Style(bgcolor=color if part == 8 else background)
        cells.append(Text(" ", full) if part in (0, 8) else Text(BLOCKS[part], Style(color=color, bgcolor=background)))
    return cells


def lettered_bar(score: Score, below: bool, height: int) -> list[Text]:
    """Return a bar of the letters W and B, for where there are no colours."""
    share = white_share(score) if below == WHITE else 1 - white_share(score)
    filled = round(height * share)
    return [Text("W" if (row < filled) == below else "B") for row in reversed(range(height))]
