"""The first lines of a session, and lines that are not commands; test_documentation.py compares the options."""

import subprocess
import time
from pathlib import Path

import chess
import pytest

from tests.protocol.session import LUX, ROOT


def test_uci_introduces_the_engine(session):
    session.send("uci")
    lines = session.expect("uciok")
    assert lines[0].startswith("id name Lux ")
    assert lines[1].startswith("id author ")
    assert all(line.startswith("option name ") for line in lines[2:-1])


def test_nothing_is_printed_before_uci(session):
    time.sleep(0.3)
    session.send("uci")
    assert session.expect("id name .*") == session.seen


def test_neither_uci_nor_a_position_is_needed(session):
    assert session.ready() == []
    assert session.bestmove("go depth 2")
    session.send("ucinewgame", "register later", "register name A B code 4359874324")
    assert session.ready() == []


def test_lines_without_a_command_are_ignored(session):
    session.send("", "   ", "\t", "# a comment", "#uci")
    assert session.ready() == []


def test_unknown_command_gets_one_line(session):
    session.send("foo bar")
    assert session.ready() == ["info string unknown command: 'foo bar' (try help)"]


def test_commands_after_an_unknown_word(session):
    session.send("joho isready")
    assert session.expect("readyok") == ["info string unknown command: 'joho' (try help)", "readyok"]
    session.send("never quit")
    assert len(session.ready()) == 1


def test_carriage_returns_and_blanks(session):
    session.write(b"  position\tstartpos   moves e2e4 \r\n\r\nisready\r\n")
    assert session.expect("readyok") == ["readyok"]
    assert session.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")


def test_byte_order_mark(session):
    session.write("\ufeffisready\n".encode())
    assert session.expect("readyok") == ["readyok"]


def test_bytes_that_are_not_text(session):
    session.write(b"\xff\xfe\x00 \x80go\n\xc3\nposition fen \xff\xff\n")
    lines = session.ready()
    assert len(lines) == 3
    assert all(line.startswith("info string ") and line.isprintable() for line in lines)


@pytest.mark.parametrize(
    "line",
    [
        "x" * 1_000_000,
        "x " * 500_000,
        "position fen " + "8/" * 500_000,
        "position startpos moves " + "e2e4 " * 200_000,
        "go depth " + "1" * 1_000_000 + " movetime 10",
        "setoption name " + "Hash " * 200_000,
    ],
    ids=["one word", "words", "fen", "moves", "number", "option"],
)
def test_line_of_a_megabyte(session, line):
    session.send(line)
    answers = session.ready()
    assert answers[0].startswith("info string ")
    assert all(len(answer) < 500 for answer in answers)
    assert session.bestmove("stop", "position startpos", "go depth 1", timeout=10) != "(none)"


def test_help_names_every_command(session):
    session.send("help")
    text = "\n".join(session.ready())
    for_guis = "uci isready ucinewgame position go stop ponderhit setoption debug quit"
    for_people = "d eval flip bench genfens compiler"
    assert not [name for name in f"{for_guis} {for_people}".split() if name not in text]


def test_d_shows_the_position(session):
    session.send("position startpos moves f2f3 e7e5 g2g4 d8h4", "d")
    text = "\n".join(session.ready())
    assert "Fen: rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3" in text
    assert "checkmate" in text


@pytest.mark.parametrize("position", ["startpos", "fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"])
def test_eval_is_from_whites_view(session, position):
    session.send(f"position {position}", "eval")
    assert session.ready()[-1].startswith("Evaluation: +")


def test_eval_shows_what_each_piece_is_worth(session):
    session.send("position fen rnbqk2r/pppp1ppp/8/4p3/8/5N2/PPPP1P1P/RNBQKB2 b Qkq - 0 1", "eval")
    head, _, *ranks, files, empty, _ = session.ready()
    assert head == "Contribution of each piece:"
    assert files.split() == list("abcdefgh")
    assert empty == ""
    board = chess.Board("rnbqk2r/pppp1ppp/8/4p3/8/5N2/PPPP1P1P/RNBQKB2 b Qkq - 0 1")
    for number, (line, rank) in enumerate(zip(ranks, range(7, -1, -1), strict=True)):
        label, *cells = line.split()
        assert label == str(8 - number)
        for file, cell in enumerate(cells):
            piece = board.piece_at(chess.square(file, rank))
            assert cell[0] == (piece.symbol() if piece else ".")
            if piece and piece.piece_type != chess.KING:
                assert (float(cell[1:]) > 0) == piece.color, cell
            else:
                assert cell[1:] == ""


def test_flip_changes_sides(session):
    fen = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w Kkq f6 0 3"
    session.send(f"position fen {fen}", "flip")
    assert session.fen() == "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQk f3 0 3"
    session.send("flip")
    assert session.fen() == fen


def test_flip_in_chess960(session):
    fen = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1"
    session.send("setoption name UCI_Chess960 value true", f"position fen {fen}", "flip", "flip", "go perft 1")
    assert any(line.startswith("c1b1: ") for line in session.expect("Nodes searched: .*"))
    assert session.fen().split()[:2] == fen.split()[:2]


def test_debug_tells_how_commands_were_understood(session):
    session.send("debug on", "setoption name Move Overhead value 33", "position startpos moves e2e4", "go depth 2")
    lines = [line for line in session.expect("bestmove .*") if line.startswith("info string")]
    assert "Move Overhead=33" in lines[0]
    assert "b KQkq - 0 1 after 1 moves" in lines[1]
    assert lines[2] == "info string go means {'depth': 2}"
    session.send("debug off", "position startpos", "go depth 1")
    assert not [line for line in session.expect("bestmove .*") if line.startswith("info string")]
    session.send("debug perhaps")
    assert session.ready() == ["info string debug: expected 'on' or 'off'"]


def test_no_noise(session):
    session.send("uci", "isready", "setoption name UCI_ShowWDL value true", "go depth 6", "foo", "go depth x", "stop")
    session.expect("bestmove .*")
    session.expect("bestmove .*")
    lines = session.seen + session.ready()
    assert lines[0].startswith("id name ")
    assert all(line == line.strip() and line for line in lines)
    kinds = {line.split()[0] for line in lines}
    assert kinds == {"id", "option", "uciok", "readyok", "info", "bestmove"}


def test_the_tests_run_the_installed_command(lux_executable):
    assert len(LUX) == 1
    assert Path(LUX[0]).name == lux_executable.name == "lux"


def test_a_path_with_blanks(tmp_path):
    folder = tmp_path / "my engines" / "Lux (new)"
    folder.mkdir(parents=True)
    (folder / "lux chess").symlink_to(LUX[0])
    done = subprocess.run(
        [folder / "lux chess", "go depth 2"], cwd=folder, capture_output=True, text=True, timeout=10, check=True
    )
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
    assert ROOT not in folder.parents
