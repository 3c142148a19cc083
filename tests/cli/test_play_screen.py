"""What `lux play` draws, and where."""

import io
import re

import pytest
from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from rich.text import Text

from lux import Score
from lux.board import BLACK, WHITE, Board
from lux.cli.play.clock import TimeControl, clock_text
from lux.cli.play.drawing import (
    ANSI_THEME,
    FILLED,
    LETTERS,
    OUTLINED,
    THEMES,
    Look,
    draw_board,
    marks_of,
    move_list,
    square_kind,
)
from lux.cli.play.full_screen import DEPTHS
from lux.cli.play.game import Game
from lux.cli.play.piece_art import SQUARES, figures
from lux.cli.play.players import score_text
from lux.cli.play.screen import Screen, Terminal

NAMES = {WHITE: "human", BLACK: "Lux"}
PLAIN = Look(LETTERS, None)
WOOD = Look(FILLED, THEMES["wood"])


def game_of(moves, fen=None, control=None):
    game = Game(Board() if fen is None else Board(fen), control)
    for san in moves.split():
        game.push(game.board.parse_san(san))
    return game


def lines_of(board, below=WHITE, look=PLAIN, marks=None):
    return [line.plain for line in draw_board(board, below, look, marks or {})]


def terminal_of(width, height, **options):
    console = Console(file=io.StringIO(), force_terminal=True, width=width, height=height, **options)
    return Terminal(console)


def lines_on(terminal):
    return [line.plain.rstrip() for line in terminal.lines()]


def test_letters_from_both_sides():
    lines, flipped = (lines_of(game_of("e4").board, below) for below in (WHITE, BLACK))
    assert (lines[5], lines[7]) == ("4 | .  .  .  . (P) .  .  . |", "2 | P  P  P  P (.) P  P  P |")
    assert (flipped[1], flipped[-1]) == ("1 | R  N  B  K  Q  B  N  R |", "    h  g  f  e  d  c  b  a  ")


def test_en_passant_is_marked_as_a_capture():
    board = game_of("e4 a6 e5 d5").board
    marks = marks_of(board, ["e5d6", "e5e6"])
    assert marks == {"d6": "capture", "e6": "quiet", "e5": "chosen"}


@pytest.mark.parametrize(
    ("figures", "size", "rank"),
    [(FILLED, 0, "♜♞♝♛♚♝♞♜"), (FILLED, 1, "♜♞♝♛♚♝♞♜"), *((LETTERS, size, "rnbqkbnr") for size in (0, 1, 2, 3, 5))],
)
def test_figures_on_coloured_squares(figures, size, rank):
    (width, height), lines = SQUARES[size], draw_board(Board(), WHITE, Look(figures, THEMES["wood"], size), {})
    assert (len(lines), {line.cell_len for line in lines}) == (8 * height + 1, {8 * width + 3})
    assert lines[(height - 1) // 2].plain.split() == ["8", *rank]


@pytest.mark.parametrize("size", range(2, len(SQUARES)))
def test_large_figures(size):
    (width, height), drawn = SQUARES[size], figures(size)
    assert all([*map(len, lines)] == height * [width] for lines in drawn.values())
    assert len({*map(tuple, drawn.values())}) == 8  # six pieces, the dot, and nothing
    # No figure touches the edge at its sides, so that neighbours stay apart, and all but the knight are symmetric.
    assert all(line[0] == line[-1] == " " for lines in drawn.values() for line in lines)
    mirror = str.maketrans("▘▝▖▗▌▐▞▚▛▜▙▟", "▝▘▗▖▐▌▚▞▜▛▟▙")
    assert all(line == line[::-1].translate(mirror) for name in "KQRBP" for line in drawn[name])
    marks = {"e4": "quiet"}
    board = [line.plain for line in draw_board(Board(), WHITE, WOOD._replace(size=size), marks)]
    assert (len(board), {*map(len, board)}) == (8 * height + 1, {3 + 8 * width})
    for square, name in (("a1", "R"), ("e8", "K"), ("b7", "P"), ("e4", "dot"), ("e5", "")):
        left, top = 3 + width * "abcdefgh".index(square[0]), height * "87654321".index(square[1])
        shown = [line[left : left + width] for line in board[top : top + height]]
        assert shown == [line.replace("█", " ") for line in drawn[name]]  # filled by the background


def backgrounds(board, marks):
    """Return the background of each square that is drawn as an empty or a filled one."""
    colors = {}
    for rank, line in zip("87654321", draw_board(board, WHITE, WOOD, marks), strict=False):
        for span, file in zip([span for span in line.spans if isinstance(span.style, Style)], "abcdefgh", strict=True):
            colors[file + rank] = span.style.bgcolor.name
    return colors


def test_colours_tell_what_a_square_is():
    board = game_of("e4 d5").board
    marks = marks_of(board, ["e4e5", "e4d5"])
    colors, theme = backgrounds(board, marks), THEMES["wood"]
    assert colors["e5"] == theme.quiet
    assert colors["d5"] == theme.capture
    assert colors["e4"] == theme.chosen
    assert colors["d7"] == theme.light_moved
    # "Light on right": the corner at White's right hand is a light square.
    assert (colors["a1"], colors["h1"]) == (theme.dark, theme.light)
    checked = game_of("e4 f6 Qh5").board
    assert backgrounds(checked, {})["e8"] == theme.check
    assert square_kind(checked, "h5", {}) == "moved"


def contrast(one, other):
    """Return the contrast ratio of two colours as WCAG defines it, from 1 to 21."""

    def luminance(name):
        channels = [value / 255 for value in Color.parse(name).get_truecolor()]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_squares_differ_and_figures_of_both_colours_can_be_read_on_them(name):
    """In true colour, and in 256 colours."""
    theme = THEMES[name]._asdict()
    few = {kind: Color.parse(color).downgrade(ColorSystem.EIGHT_BIT) for kind, color in theme.items()}
    assert len({color.name for color in few.values()}) == len(theme)
    few = {kind: color.get_truecolor().hex for kind, color in few.items()}
    for colors, least_white, least in ((theme, 2.6, 1.7), (few, 2.3, 1.6)):
        assert all(contrast(color, "#ffffff") >= least_white for color in colors.values())
        assert all(contrast(color, "#000000") >= 2.9 for color in colors.values())
        assert contrast(colors["light"], colors["dark"]) >= least


@pytest.mark.parametrize(
    ("width", "height", "rank_rows", "said"),
    [
        (80, 24, 2, 5), (80, 24, 1, 13), (100, 30, 1, 13), (80, 32, 2, 13), (80, 33, 3, 6), (100, 40, 3, 13),
        (79, 40, 2, 13), (96, 41, 4, 6), (160, 50, 4, 13), (200, 60, 6, 6), (200, 60, 5, 13), (40, 20, 1, 3),
        (40, 12, 1, 2), (40, 12, 1, 3),
    ],
)  # fmt: skip
def test_the_screen_fits_the_terminal(width, height, rank_rows, said):
    terminal = terminal_of(width, height, color_system="truecolor")
    game = game_of("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6", control=TimeControl(300, 3))
    for number in range(said):
        terminal.say(f"line {number}")
    terminal.show(game, NAMES)
    lines = lines_on(terminal)
    assert len(lines) < height  # the last one is the prompt's
    assert all(Text(line).cell_len <= width for line in lines)
    ranks = [next((number for number, line in enumerate(lines) if line.startswith(f" {rank}")), None) for rank in "81"]
    assert ranks[1] - ranks[0] == 7 * rank_rows
    assert sum(bool(re.search(r" 5:12$", line)) for line in lines) == 2
    assert lines[-1] == (f"line {said - 1}" if height - said >= 10 else "...")


@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_clocks_stand_one_over_the_other(width):
    terminal = terminal_of(width, 24, color_system=None, no_color=True)
    terminal.show(game_of("e4 e5", control=TimeControl(300, 3)), NAMES)
    assert len({len(line) for line in lines_on(terminal) if line.endswith("5:03")}) == 1


@pytest.mark.parametrize("below", [WHITE, BLACK])
@pytest.mark.parametrize(("width", "height"), [(40, 15), (80, 24), (80, 40), (200, 60)])
@pytest.mark.parametrize("options", [{"color_system": "truecolor"}, {"color_system": None, "no_color": True}])
def test_every_square_is_where_it_is_clicked(below, width, height, options):
    terminal = terminal_of(width, height, **options)
    terminal.below = below
    terminal.show(game_of("e4"), NAMES)
    lines = lines_on(terminal)
    ranks = {line[:2].strip(): row for row, line in enumerate(lines) if re.match(r" ?[1-8]( |$)", line)}
    files = next(line for line in lines if re.fullmatch(r" +[a-h] +.*[a-h]( .*)?", line))
    for rank, row in ranks.items():
        for file in "abcdefgh":
            assert terminal.square_at(files.index(f" {file}") + 1, row) == file + rank
    assert terminal.square_at(2, ranks["4"]) is None
    assert terminal.square_at(200, ranks["4"]) is None
    assert terminal.square_at(10, height - 1) is None


def test_a_terminal_lower_than_the_board_shows_its_upper_part():
    terminal = terminal_of(80, 8, color_system="truecolor")
    terminal.say("hello")
    terminal.show(game_of("e4"), NAMES)
    assert [line[:2] for line in lines_on(terminal)] == [f" {rank}" for rank in "8765432"]


@pytest.mark.parametrize("height", [24, 12])
def test_a_long_text_takes_the_place_of_the_board(height):
    terminal = terminal_of(80, height, color_system="truecolor")
    terminal.say("\n".join(f"line {number}" for number in range(height - 1)))
    terminal.show(game_of("e4 e5", control=TimeControl(300, 3)), NAMES)
    assert lines_on(terminal) == [f"line {number}" for number in range(height - 1)]
    assert terminal.square_at(10, 5) is None
    terminal.say("one more")
    assert lines_on(terminal)[-1] == "..."
    terminal.messages.clear()
    assert any(line.startswith(" 8 ") for line in lines_on(terminal))


def test_beside_the_board():
    terminal = terminal_of(80, 24, color_system="truecolor")
    terminal.show(game_of("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6", control=TimeControl(300, 3)), NAMES)
    lines = lines_on(terminal)
    assert re.search(r"  Black: Lux +5:12", lines[1])
    assert "♗" in lines[2]
    assert "C68 Ruy Lopez: Exchange Variat…" in lines[3]
    assert re.search("1. e4 e5", lines[4])
    assert re.search("♞$", lines[16])
    assert re.search(r"> White: human +5:12", lines[17])


def test_a_narrow_panel_leaves_out_what_the_board_shows():
    terminal = terminal_of(80, 40, color_system="truecolor")
    terminal.show(game_of("e4", control=TimeControl(300, 3)), {WHITE: "human", BLACK: "Lux 1400"})
    lines = lines_on(terminal)
    assert re.search(r"> Lux.*… +5:00$", lines[1])
    assert re.search(r"  human +5:03$", lines[25])


@pytest.mark.parametrize(
    ("plies", "height", "expected"),
    [
        (3, 4, ["1. a3 a6", "2. b3"]),
        (12, 4, ["1. a3 a6      5. e3 e6", "2. b3 b6      6. f3 f6", "3. c3 c6", "4. d3 d6"]),
        # Too many: whole columns give way.
        (16, 3, ["4. d3 d6      7. g3 g6", "5. e3 e6      8. h3 h6", "6. f3 f6"]),
    ],
)
def test_the_list_of_moves(plies, height, expected):
    sans = [f"{file}{rank}" for file in "abcdefgh" for rank in "36"][:plies]
    lines = move_list(game_of(" ".join(sans)), 36, height)
    assert [re.sub(r" {5,}", "      ", line.plain.strip()) for line in lines] == expected


def test_black_begins():
    game = game_of("e5 Nf3 Nc6", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7")
    assert game.movetext() == "7... e5 8. Nf3 Nc6"
    assert move_list(game, 40, 4)[0].plain.split() == ["7.", "...", "e5"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00.0"), (9.99, "0:09.9"), (20, "0:20"), (59.9, "0:59"), (300, "5:00"), (3723, "1:02:03")],
)
def test_clock_faces(seconds, text):
    assert clock_text(seconds) == text


@pytest.mark.parametrize(
    ("score_cp", "mate", "white", "black"),
    [(35, None, "+0.35", "-0.35"), (None, -2, "Black mates in 2", "White mates in 2")],
)
def test_scores_are_from_whites_view(score_cp, mate, white, black):
    assert [score_text(Score(score_cp, mate=mate, turn=turn)) for turn in (WHITE, BLACK)] == [white, black]


@pytest.mark.parametrize(
    ("encoding", "options", "ascii_only", "figures", "colored"),
    [
        ("utf-8", {"color_system": "truecolor"}, False, FILLED, True),
        ("utf-8", {"color_system": "256"}, True, LETTERS, True),
        ("ascii", {"color_system": "truecolor"}, False, LETTERS, True),
        ("utf-8", {"color_system": "standard"}, False, FILLED, True),
        ("utf-8", {"color_system": "256", "no_color": True}, False, OUTLINED, False),
    ],
)
def test_figures_and_colours_only_where_they_can_be_seen(encoding, options, ascii_only, figures, colored):
    console = Console(file=io.TextIOWrapper(io.BytesIO(), encoding), force_terminal=True, **options)
    look = Screen(console, ascii_only=ascii_only).look
    assert (look.figures is figures, look.theme is not None) == (True, colored)


@pytest.mark.parametrize(("term", "figures"), [("xterm", FILLED), ("linux", LETTERS)])
def test_a_terminal_of_few_colours_gets_them(term, figures, monkeypatch):
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", "")
    screen = Screen(Console(file=io.TextIOWrapper(io.BytesIO(), "utf-8"), force_terminal=True))
    assert (screen.look.theme, screen.look.figures) == (ANSI_THEME, figures)


def test_every_kind_of_console_has_its_colors():
    assert {*COLOR_SYSTEMS, None} == {*DEPTHS}
