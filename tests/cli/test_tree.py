"""`lux tree`: the tree in the terminal and as a page."""

import re
from xml.etree import ElementTree

import chess

from tests.cli.in_process import run_here as run


def test_the_tree_in_the_terminal():
    done = run("tree", "--depth", "7", "--rows", "20")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    root = re.compile(r"(Window \d of \d: )?[<>=]*[+-]\d\.\d\d  depth [567]  \(.*\)  .* nodes$")
    roots = [line for line in lines if root.match(line)]
    assert roots[0] == lines[0]
    assert re.search(r"best is \w+  [\d,]+ nodes", roots[-1])
    rows = [line for line in lines[1:] if re.search(r"(depth \d+|captures)  \(", line)]
    assert 15 <= len(rows) <= 60
    assert any("more (" in line for line in lines)
    assert any("pruned unseen" in line for line in lines)


def test_more_rows_show_more():
    few, many = (run("tree", "kiwipete", "--depth", "5", "--rows", str(rows)).stdout for rows in (10, 200))
    assert len(few.splitlines()) < len(many.splitlines())


def test_the_page(tmp_path):
    path = tmp_path / "tree.html"
    done = run("tree", "kiwipete", "--depth", "6", "--html", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    text = path.read_text(encoding="utf-8")
    # But for these all tags are closed, in their order.
    page = ElementTree.fromstring(re.sub("<(!doctype|meta|link) [^>]*>| open(?=>)", "", text))
    assert len(page.findall(".//details")) > 50
    assert 300 < len(page.findall(".//li")) < 20_000
    assert set(re.findall(r"\w+://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}


def test_the_board_shows_the_chosen_move(tmp_path, open_page):
    path = tmp_path / "tree.html"
    fen = "k7/8/8/8/8/8/6p1/K7 b - - 0 1"  # it promotes to pieces that are not on the board yet
    run("tree", fen, "--depth", "3", "--html", str(path))
    page = open_page(path)
    for chosen in ("g1=Q+", "g1=N", "Kb7"):
        board = chess.Board(fen)
        board.push_san(chosen)
        rows = page.locator("section > ul > li > b, section > ul > li > details > summary > b")
        rows.filter(has_text=re.compile(f"^{re.escape(chosen)}$")).first.click()
        assert page.locator(".chosen").count() == 1
        figures = page.locator("header svg use").all()
        seen = {(figure.get_attribute("href"), figure.get_attribute("transform")) for figure in figures}
        assert seen == {
            (
                f"#{chess.COLOR_NAMES[piece.color]}-{chess.piece_name(piece.piece_type)}",
                f"translate({15 + 45 * chess.square_file(square)}, {330 - 45 * chess.square_rank(square)})",
            )
            for square, piece in board.piece_map().items()
        }
        assert page.locator("header svg").first.evaluate(
            "svg => [...svg.querySelectorAll('use')].every(figure => figure.getBBox().width > 0)"
        )
