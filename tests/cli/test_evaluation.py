"""`lux eval FEN`: the table, the board with values, and the picture."""

import json
import re
from xml.etree import ElementTree

import pytest

from lux import Board, Engine
from lux.analysis.piece_values import piece_values
from lux.cli.analyse.evaluation import color_of
from tests.cli.in_process import run_here
from tests.cli.test_play_screen import contrast
from tests.protocol.session import run

SVG = "{http://www.w3.org/2000/svg}"


def test_the_board_has_a_value_below_each_piece():
    done = run("eval", "kiwipete")
    assert (done.returncode, done.stderr) == (0, "")
    evaluation, _, *rows = done.stdout.splitlines()
    assert evaluation.startswith("Evaluation: ")
    assert rows[0].split() == ["8", *"r...k..r"]
    assert len(re.findall(r"[+-]\d+\.\d", "\n".join(rows))) == 30  # 32 pieces less the kings
    assert rows[-1].split() == [*"abcdefgh"]


def test_without_a_position_it_is_the_command_of_the_protocol():
    alone, named, command = (run("eval", *words).stdout for words in ([], ["startpos"], ["position", "startpos"]))
    assert alone.startswith("Contribution of each piece:\n")
    assert alone.splitlines()[-1] in named == command


def test_json_is_for_white():
    white = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    for fen, sign in ((white, 1), (Board(white).mirror().fen(), -1)):
        found = json.loads(run_here("eval", fen, "--json").stdout)
        assert found["fen"] == fen
        assert found["cp"] == sign * Engine().evaluate(Board(fen))
        assert found["pieces"] == piece_values(Engine(), Board(fen))


def test_the_picture(tmp_path):
    path = tmp_path / "eval.svg"
    done = run_here("eval", "startpos", "--svg", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert run_here("eval", "startpos", "--svg", "-").stdout == path.read_text(encoding="utf-8")
    picture = ElementTree.parse(path).getroot()
    marks = [
        text.text for mark in picture.iter(SVG + "g") if mark.get("class") == "mark" for text in mark.iter(SVG + "text")
    ]
    assert len(marks) == 30
    assert all(re.fullmatch(r"\d+\.\d", mark) for mark in marks)
    legend = " ".join(text.text for text in picture.iter(SVG + "text") if text.get("y") in ("16.5", "33"))
    assert legend.startswith("half the average average piece value half as much again Numbers: contribution in pawns.")
    stops = [stop.get("stop-color") for stop in picture.iter(SVG + "stop")]
    assert stops == [color_of("P", value) for value in (0, 100, 200)]


@pytest.mark.parametrize("value", [-500, 0, 50, 100, 150, 900])
def test_numbers_can_be_read_on_every_colour(value):
    assert contrast(color_of("P", value), "#ffffff") >= 4.5


def test_more_is_green_and_less_is_red():
    assert color_of("n", 0)[:2] > "#9"
    assert color_of("n", -700)[3:5] > "64"
    assert color_of("q", -950) == color_of("Q", 950)
