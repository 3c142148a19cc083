"""Draw the score graph of a game as SVG."""

from pathlib import Path

from lux.board import WHITE
from lux.review import GameReview, Judgement, win_percent
from lux.runtime.replacing import replacing
from lux.score import Score
from lux.svg import DEFAULT_COLORS
from lux.text.display import markup

COLORS = {judgement: DEFAULT_COLORS[f"mark {judgement.glyph}"] for judgement in Judgement}
WIDTH, HEIGHT = 1000, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 985, 40, 350  # of the field
PAWNS = (-8, -4, -2, -1, 0, 1, 2, 4, 8)  # that winning chances stand for, where the axis names them
MOST_NUMBERS = 20  # of moves below
HEAD = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    ' font-family="sans-serif" font-size="13" text-anchor="middle">\n<rect width="100%" height="100%" fill="white"/>'
)


def text(x: float, y: float, words: str, more: str = "") -> str:
    """Return an SVG text element."""
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{markup(words)}</text>'


def height_of(percent: float) -> float:
    """Return the y coordinate of White's chances."""
    return BOTTOM - percent / 100 * (BOTTOM - TOP)


def plot_review(review: GameReview, path: Path) -> None:
    """Draw White's winning chances move by move, with the bad moves marked."""
    heights = [height_of(win_percent(score)) for score in review.scores]
    step = (RIGHT - LEFT) / max(1, len(heights) - 1)
    course = " ".join(f"{LEFT + step * ply:.1f},{height:.1f}" for ply, height in enumerate(heights))
    headers = review.game.headers
    parts = [
        HEAD,
        text(WIDTH / 2, 25, f"{headers['White']} - {headers['Black']}  {review.game.result}", ' font-size="16"'),
        f'<rect x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}" fill="#4a4a4a"/>',
        f'<polygon points="{LEFT},{BOTTOM} {course} {RIGHT},{BOTTOM}" fill="#f4f1ea"/>',
        f'<path d="M{LEFT},{height_of(50)}H{RIGHT}" stroke="#888888" stroke-dasharray="2"/>',
        text(20, HEIGHT / 2, "White's advantage in pawns", f' transform="rotate(-90 20 {HEIGHT / 2:g})"'),
        text((LEFT + RIGHT) / 2, HEIGHT - 8, "move"),
    ]
    for pawns in PAWNS:
        place = height_of(win_percent(Score(100 * pawns))) + 4
        parts.append(text(LEFT - 6, place, f"{pawns:+d}" if pawns else "0", ' text-anchor="end"'))
    every = -(-len(review.moves) // (2 * MOST_NUMBERS))
    for ply, move in enumerate(review.moves, 1):
        x, y = LEFT + step * ply, heights[ply]
        if move.turn == WHITE and move.number % every == 0:
            parts.append(text(x, BOTTOM + 18, str(move.number)))
        if move.judgement is not None:
            name = f"{move.number}{'.' if move.turn == WHITE else '...'} {move.san}{move.judgement.glyph}"
            dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" stroke="white" fill="{COLORS[move.judgement]}">'
            parts.append(f"{dot}<title>{markup(name)}</title></circle>")
    for place, (judgement, color) in enumerate(COLORS.items()):
        x = RIGHT - 110 * (len(COLORS) - place) + 20
        parts.append(f'<circle cx="{x}" cy="{HEIGHT - 12}" r="5" fill="{color}"/>')
        parts.append(text(x + 10, HEIGHT - 8, f"{judgement.name.lower()} {judgement.glyph}", ' text-anchor="start"'))
    with replacing(path) as file:
        file.write("\n".join([*parts, "</svg>\n"]))
