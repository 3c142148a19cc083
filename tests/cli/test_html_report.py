"""The page of `lux analyse --html`: what is in it, and what a real browser makes of it."""

import json
import re
from html import escape

import chess
import chess.pgn
import pytest

from tests.cli.test_play_screen import contrast
from tests.protocol.session import ROOT, run

GAMES = ROOT / "tests/data/lichess.pgn"
HOSTILE = """\
[White "</script><img src=http://127.0.0.1:9/x onerror=alert(1)>"]
[Black "B & <b>C</b>"]
[Site "http://127.0.0.1:9/"]
[TimeControl "60"]

{before} 1. f3 {[%clk 0:00:59] $title </script><script>document.title = 'owned'</script>} e5 {[%clk 0:00:57]}
2. g4 {[%clk 0:00:40]} Qh4# {[%clk 0:00:56]} 0-1
"""


def data_of(path):
    """Return what a page holds for its script."""
    page = path.read_text(encoding="utf-8")
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def write(path, *args, stdin=""):
    done = run("analyse", *args, "--nodes", "800", "--hash", "1", "--html", str(path), stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return path


@pytest.fixture(scope="module")
def games_page(tmp_path_factory):
    return write(tmp_path_factory.mktemp("html") / "games.html", str(GAMES), "--multipv", "2")


ANNOTATED = """\
{[%csl Ga1]} 1. e4 {[%csl Re5][%cal Gg1f3,Bx9]best by test[%cal Yd1h5]} ({why} 1. d4 {[%csl Gd5]also good} d5
(1... Nf6 $5 $14 2. c4 $146 {a plan}) 2. c4) e5 2. Qh5 Ke7 3. Qxe5#!! *

"""
NAMES = ("\u0645\u062d\u0645\u062f", "\u05e9\u05d7\u05e7\u05df")  # written from right to left
UNPLAYED = f"""\
[White "{NAMES[0]}"]
[Black "{NAMES[1]}"]
[Site "https://{200 * "a"}"]

{{\u0643\u0644\u0645\u0629. https://{200 * "b"}}} 1-0
"""


@pytest.fixture(scope="module")
def annotated_page(tmp_path_factory):
    return write(tmp_path_factory.mktemp("html") / "annotated.html", "-", stdin=ANNOTATED + UNPLAYED)


@pytest.fixture(scope="module")
def hostile_page(tmp_path_factory):
    return write(tmp_path_factory.mktemp("html") / "hostile.html", "-", stdin=HOSTILE)


# What is in it


def test_positions_and_lines_are_those_of_python_chess(games_page):
    data = data_of(games_page)
    with GAMES.open(encoding="utf-8") as file:
        games = [chess.pgn.read_game(file) for _ in range(6)]
    assert len(data["games"]) == len(games)
    for shown, game in zip(data["games"], games, strict=True):
        board = game.board()
        assert len(shown["positions"]) == len(shown["scores"]) == len(shown["chances"]) == len(shown["moves"]) + 1
        for position, move, node in zip(shown["positions"], shown["moves"], game.mainline(), strict=False):
            assert position == placement(board)
            assert (move["uci"], move["white"], move["number"]) == (node.uci(), board.turn, board.fullmove_number)
            assert move["clock"] == node.clock()
            assert len(move["lines"]) == min(2, board.legal_moves.count())
            for line in move["lines"]:
                follow(board.copy(), line["moves"])
            assert move["san"] == board.san_and_push(node.move)
        assert shown["positions"][-1] == placement(board)


def placement(board):
    check = f" {chess.square_name(board.king(board.turn))}" if board.is_check() else ""
    return board.board_fen() + check


def follow(board, moves):
    for move in moves:
        assert move["san"] == board.san_and_push(chess.Move.from_uci(move["uci"]))
        assert move["position"] == placement(board)


def test_a_game_of_chess960_and_one_without_moves(tmp_path):
    fen = "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1"
    text = f'[Variant "Chess960"]\n[FEN "{fen}"]\n\n1. e4 *\n\n[White "B"] 1-0'
    first, second = data_of(write(tmp_path / "page.html", "-", stdin=text))["games"]
    assert first["positions"][1] == "bqnbrnkr/pppppppp/8/8/4P3/8/PPPP1PPP/BQNBRNKR"
    assert (second["moves"], second["sides"]) == ([], {})


def test_it_names_no_place_to_load_from_and_texts_of_a_game_are_not_markup(hostile_page):
    page = hostile_page.read_text(encoding="utf-8")
    assert page.count("</script>") == 2
    assert "<img" not in page
    assert "<title>&lt;/script&gt;" in page
    page = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.DOTALL)
    # That of the name space is an identifier.
    assert set(re.findall(r"\w+://[^\"' &]*", page)) - {"http://127.0.0.1:9/x"} == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    assert "import" not in page.split("<script>")[1]


def test_variations_as_deep_as_any(tmp_path):
    words = "".join(f"{'a6' if ply % 2 else 'a3'} ({('Nf3', 'Nf6', 'Ng1', 'Ng8')[ply % 4]} " for ply in range(1100))
    (game,) = data_of(write(tmp_path / "page.html", "-", stdin=words + 1100 * ")"))["games"]
    assert [line["depth"] for line in game["moves"][0]["variations"]] == [*range(1100)]


def test_what_is_not_known_is_left_out(tmp_path):
    tags = {"White": "?", "Black": "B\u202e", "WhiteElo": "?", "BlackElo": "-", "Date": "1997.??.??", "Round": "?"}
    text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n1. f3 e5 *\n\n"
    data = data_of(write(tmp_path / "page.html", "-", stdin=2 * text))
    game = data["games"][0]
    assert (game["title"], game["about"]) == ("\u2068White\u2069 - \u2068B\\u202e\u2069, *", ["1997"])
    assert game["players"] == {"white": {"name": "White", "elo": ""}, "black": {"name": r"B\u202e", "elo": ""}}
    assert [player["player"] for player in data["players"]] == [r"B\u202e"]


def test_variations_marks_and_arrows_of_the_file(annotated_page):
    game = data_of(annotated_page)["games"][0]
    first, *_, last = game["moves"]
    assert game["arrows"] == [["a1a1", "green"]]
    assert first["arrows"] == [["e5e5", "red"], ["g1f3", "green"], ["d1h5", "yellow"]]
    lines = first["variations"]
    marks = [(move["san"], move.get("glyph"), move.get("comment")) for line in lines for move in line["moves"]]
    assert marks[:3] == [("d4", None, "also good"), ("d5", None, None), ("c4", None, None)]
    assert marks[3:] == [("Nf6", "!?", "⩲"), ("c4", None, "N a plan")]
    assert [(line["words"], line["outer"], len(line["moves"])) for line in lines] == [("why", None, 3), ("", [0, 0], 2)]
    assert lines[1]["moves"][0]["position"] == "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR"
    assert last["glyph"] == "!!"


# In a browser


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def current(page):
    """Return the move that is chosen in the list."""
    found = page.locator("#moves [aria-current]")
    return found.inner_text().split()[0] if found.count() else ""


def placed(page, flipped=False):
    """Return the pieces on the board as a FEN has them."""
    board = chess.Board(None)
    for use in page.locator("#board use").all():
        file, rank = int(use.get_attribute("x")) // 45, 7 - int(use.get_attribute("y")) // 45
        color, name = use.get_attribute("href")[1:].split("-")
        square = chess.square(7 - file, 7 - rank) if flipped else chess.square(file, rank)
        board.set_piece_at(square, chess.Piece(chess.PIECE_NAMES.index(name), color == "white"))
    return board.board_fen()


def after(moves):
    board = chess.Board()
    for san in moves.split():
        board.push_san(san)
    return board.board_fen()


def test_the_keyboard_steps_through_the_game(open_page, games_page):
    page = open_page(games_page)
    assert current(page) == ""
    assert placed(page) == chess.STARTING_BOARD_FEN
    press(page, "ArrowRight", "ArrowRight", "ArrowRight")
    assert (current(page).rstrip("?!"), placed(page)) == ("Nf3", after("e4 e5 Nf3"))
    press(page, "ArrowLeft")
    assert (current(page).rstrip("?!"), placed(page)) == ("e5", after("e4 e5"))
    assert page.get_by_role("img", name=f"Position {after('e4 e5')}").count() == 1
    press(page, "f")
    assert placed(page, flipped=True) == after("e4 e5")
    press(page, "f", "End")
    assert current(page) == "Qg2#"
    assert page.locator("#board .check").count() == 1
    press(page, "ArrowRight", "Home", "ArrowLeft")
    assert (current(page), placed(page)) == ("", chess.STARTING_BOARD_FEN)


def test_it_works_in_a_frame_without_an_address(open_page, games_page, tmp_path):
    frame = tmp_path / "frame.html"
    frame.write_text(f'<iframe srcdoc="{escape(games_page.read_text(encoding="utf-8"))}"></iframe>', encoding="utf-8")
    open_page(frame).frame_locator("iframe").locator("body").press("ArrowRight")


def test_marked_moves_and_better_lines(open_page, games_page):
    page = open_page(games_page)
    marked = [move["san"] + move["glyph"] for move in data_of(games_page)["games"][0]["moves"] if move["glyph"]]
    assert len(marked) > 3
    seen = []
    for _ in marked:
        press(page, "ArrowDown")
        seen.append(current(page))
        assert page.locator("#board .badge").text_content() == re.search(r"[?!]+$", seen[-1])[0]
        assert page.locator("#board .arrow").count() == 1
        assert "was best." in page.locator("#remark").inner_text()
    assert seen == marked
    press(page, "ArrowDown")  # there are no more
    assert current(page) == marked[-1]
    press(page, "ArrowUp")
    assert current(page) == marked[-2]


def test_into_a_line_and_back(open_page, games_page):
    page = open_page(games_page)
    game = data_of(games_page)["games"][0]
    ply = next(number for number, move in enumerate(game["moves"], 1) if move["judgement"])
    best = game["moves"][ply - 1]["lines"][0]
    line = best["moves"]
    press(page, "ArrowDown", "b")
    assert page.locator("#bar-score").inner_text() == best["score"].lstrip("+-")
    assert page.locator("#bar-white").evaluate("bar => bar.style.height") == f"{best['chance']:g}%"
    assert placed(page) == line[0]["position"].split()[0]
    press(page, "ArrowRight")
    assert placed(page) == line[1]["position"].split()[0]
    assert page.locator("#lines [aria-current]").inner_text().split()[-1] == line[1]["san"]
    press(page, *20 * ["ArrowRight"])
    assert placed(page) == line[-1]["position"].split()[0]
    press(page, "Escape")
    assert placed(page) == game["positions"][ply].split()[0]
    page.locator("#lines button").nth(1).click()
    assert placed(page) == line[1]["position"].split()[0]
    press(page, "ArrowLeft")
    assert page.locator("#lines [aria-current]:focus").inner_text().endswith(line[0]["san"])


@pytest.mark.parametrize("width", [360, 800, 1600])
def test_it_fits_every_width(open_page, games_page, annotated_page, width):
    page = open_page(annotated_page, viewport={"width": width, "height": 900})
    press(page, "PageDown")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page = open_page(games_page, viewport={"width": width, "height": 900})
    press(page, "ArrowDown", "b")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("#board").bounding_box()
    assert abs(box["width"] - box["height"]) < 2
    assert box["width"] > 0.4 * min(width, 900)


def test_on_a_phone(open_page, games_page):
    page = open_page(games_page, viewport={"width": 390, "height": 844})
    assert all(box.evaluate("box => box.scrollWidth <= box.clientWidth") for box in page.locator(".wide").all())
    below = [page.locator(place).bounding_box()["y"] for place in ("#board", "#remark", "#moves", "#lines", "#sides")]
    assert below == sorted(below)
    box = page.locator("#board").bounding_box()
    for start, end, ply in ((200, 100, 1), (200, 100, 2), (100, 200, 1), (100, 110, 1)):
        page.mouse.move(box["x"] + start, box["y"] + 100)
        page.mouse.down()
        page.mouse.move(box["x"] + end, box["y"] + 105)
        page.mouse.up()
        assert f"ply={ply}" in page.evaluate("location.hash")


def test_the_graph_and_the_moves_are_clicked(open_page, games_page):
    page = open_page(games_page)
    plies = len(data_of(games_page)["games"][0]["moves"])
    width = page.locator("#graph").bounding_box()["width"]
    for ply in (7, plies, 0):
        page.locator("#graph").click(position={"x": width * (ply + 0.5) / (plies + 1), "y": 20})
        assert f"ply={ply}" in page.evaluate("location.hash")
    page.locator("#moves button").nth(4).click()
    assert page.evaluate("location.hash") == "#game=1&ply=5"
    assert page.locator("#graph .now").get_attribute("x1") == "5"
    for name, ply in (("End", plies), ("Back", plies - 1), ("Start", 0), ("Forward", 1)):
        page.get_by_role("button", name=name, exact=True).click()
        assert f"ply={ply}" in page.evaluate("location.hash")
    for address, game, ply in (("#game=3&ply=9", 2, 9), ("#game=2.5&ply=4.5", 1, 4)):
        page.goto(games_page.as_uri() + address)
        page.wait_for_selector(f"#moves [aria-current][data-ply='{ply}']", timeout=5000)
        assert page.locator("#title").inner_text() == data_of(games_page)["games"][game]["title"]


def test_several_games_and_the_totals(open_page, games_page):
    page = open_page(games_page)
    data = data_of(games_page)
    assert page.locator("#totals tbody tr").count() == len(data["players"]) == 12
    press(page, "PageDown", "PageDown")
    assert page.locator("#title").inner_text() == data["games"][2]["title"]
    press(page, "PageUp", *9 * ["PageUp"])
    assert page.locator("#title").inner_text() == data["games"][0]["title"]
    page.locator("#game").select_option("4")
    assert page.locator("#title").inner_text() == data["games"][4]["title"]
    page.locator("#game").press("ArrowRight")  # a move, not a game
    assert page.evaluate("location.hash") == "#game=5&ply=1"
    assert page.locator("#opening").inner_text() == data["games"][4]["opening"]
    assert page.locator("#pgn").input_value() == data["games"][4]["pgn"]
    page.locator("#list th button").nth(6).press("Enter")
    assert page.locator("#list th button:focus").inner_text() == "?? ○"
    rows = page.locator("#list tbody tr")
    blunders = sorted((game["sides"]["white"]["blunders"] for game in data["games"]), reverse=True)
    assert [int(row.locator("td").nth(6).inner_text()) for row in rows.all()] == blunders
    name = rows.nth(3).locator("td").nth(1).inner_text()
    rows.nth(3).click()
    assert page.locator("#title").inner_text().startswith(f"\u2068{name}")
    assert page.evaluate("scrollY") == 0


def test_what_the_file_has(open_page, annotated_page):
    page = open_page(annotated_page)
    press(page, "ArrowRight")
    assert (page.locator("#board .arrow").count(), page.locator("#board .ring").count()) == (2, 1)
    page.get_by_text("1… Nf6!?").click()
    assert placed(page) == after("d4 Nf6")
    assert not page.locator("#bar").is_visible()
    assert page.locator(".to-move").get_attribute("id") == "near"
    assert page.locator("#board .badge.own").text_content() == "!?"
    press(page, "ArrowLeft")  # into the variation that this one is part of
    assert placed(page) == after("d4")
    assert page.locator("#lines p").last.bounding_box()["x"] > page.locator("#lines p").nth(-2).bounding_box()["x"]
    assert page.locator("#board .ring").count() == 1
    press(page, "Escape", "End")
    assert page.locator("#board .badge.own").text_content() == "!!"
    press(page, "PageDown")
    area, graph = (page.locator(place).bounding_box()["width"] for place in ("#graph .area", "#graph"))
    assert area > 0.99 * graph
    assert page.locator("#remark .comment").evaluate("words => getComputedStyle(words).direction") == "rtl"
    assert page.locator("#title").text_content() == "\u2068{}\u2069 - \u2068{}\u2069, 1-0".format(*NAMES)


def test_on_paper(open_page, games_page):
    page = open_page(games_page, viewport={"width": 700, "height": 1000})  # of A4
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    moves = data_of(games_page)["games"][0]["moves"]
    assert page.locator("#print figure").count() == sum(bool(move["glyph"]) for move in moves)
    assert page.locator("#print figure").first.is_visible()
    assert not page.locator("#board").is_visible()
    assert page.locator("#moves").evaluate("list => list.scrollHeight <= list.clientHeight + 1")
    assert page.locator("#moves").evaluate("list => getComputedStyle(list).maxHeight") == "none"


def test_clocks_times_and_words(open_page, hostile_page):
    page = open_page(hostile_page)
    assert page.title() != "owned"
    assert page.locator("#near").inner_text().startswith("○ </script><img src=")
    assert page.locator("#remark").inner_text() == "before"
    assert page.locator("#games").is_hidden()
    press(page, "End")
    assert [page.locator(f"#{side} .clock").inner_text() for side in ("near", "far")] == ["00:40", "00:56"]
    assert page.locator("#times rect").count() == 4
    press(page, "ArrowLeft")
    assert re.search(r"2\. g4\?\? #-1, 19 s\. Blunder, allows mate in 1\. \S+ was best\.", page.inner_text("#remark"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_can_be_read_on_light_and_dark(open_page, games_page, scheme):
    page = open_page(games_page, color_scheme=scheme)
    press(page, "ArrowDown")
    lightness = page.evaluate("getComputedStyle(document.body).backgroundColor")
    red = int(re.findall(r"\d+", lightness)[0])
    assert (red > 128) == (scheme == "light")
    for selector in ("#title", "#about", "#moves [aria-current]", "#remark strong", "#lines button", "#sides td"):
        colors = [f"rgb({','.join(color)})" for color in page.locator(selector).first.evaluate(COLORS)]
        assert contrast(*colors) >= 4.5, selector


# The colours of an element's text and of the nearest background behind it.
COLORS = """(element) => {
  const { color } = getComputedStyle(element);
  while (getComputedStyle(element).backgroundColor === "rgba(0, 0, 0, 0)") element = element.parentElement;
  return [color, getComputedStyle(element).backgroundColor].map((each) => each.match(/\\d+/g));
}"""
