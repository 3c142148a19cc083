"""Playing from an opening book: only when asked to, at once, and never where a search was asked for."""

import os

import chess
import chess.polyglot
import pytest

from tests.unit.test_polyglot import write_book

# Of the start position, and of that after 1. e4, where castling cannot be meant and weights are equal.
MOVES = {
    "": [("e2e4", 3), ("d2d4", 1), ("g1g8", 7)],
    "e2e4": [("c7c5", 1)],
    "e2e4 c7c5": [("g1f3", 0)],
}


@pytest.fixture
def book(tmp_path):
    entries = []
    for line, moves in MOVES.items():
        board = chess.Board()
        for uci in line.split():
            board.push_uci(uci)
        entries += [(chess.polyglot.zobrist_hash(board), uci, weight) for uci, weight in moves]
    return write_book(tmp_path / "my book.bin", entries)


def test_book_moves_come_at_once(session, book):
    session.send(f"setoption name BookFile value {book}", "setoption name OwnBook value true")
    played = set()
    for _ in range(60):
        session.send("position startpos", "go movetime 100000")
        string, info, best = session.expect("bestmove .*", timeout=30)
        played.add(move := best.split()[1])
        assert string == f"info string book move {move}, weight {3 if move == 'e2e4' else 1} of 4"
        assert info.startswith("info depth 0 score cp ")
        assert info.endswith(f" pv {move}")
    assert played == {"e2e4", "d2d4"}
    assert session.bestmove("position startpos moves e2e4", "go wtime 1000 btime 1000") == "c7c5"


@pytest.mark.parametrize(
    ("options", "moves", "go"),
    [
        # Positions without a move to play,
        *((["OwnBook value true"], moves, "depth 3") for moves in ("e2e4 c7c5", "e2e4 e7e5")),
        # a book that was not asked for,
        ([], "", "depth 3"),
        (["OwnBook value false"], "", "depth 3"),
        (["OwnBook value true", "UCI_AnalyseMode value true"], "", "depth 3"),
        (["OwnBook value true", "BookFile value"], "", "depth 3"),
        # and what asks for a search.
        *((["OwnBook value true"], "", go) for go in ("infinite", "ponder wtime 1000 btime 1000", "mate 1")),
        (["OwnBook value true"], "", "depth 3 searchmoves a2a3"),
    ],
)
def test_where_the_book_is_not_asked(session, book, options, moves, go):
    session.send(f"setoption name BookFile value {book}", *(f"setoption name {option}" for option in options))
    session.send(f"position startpos moves {moves}", f"go {go}", "stop")
    lines = session.expect("bestmove .*")
    assert any(line.startswith("info depth 1 ") for line in lines)
    assert not any("book move" in line for line in lines)


@pytest.mark.parametrize("content", [b"", b"too short", None])
def test_a_bad_book_leaves_the_old_one(session, book, tmp_path, content):
    bad = tmp_path / "bad.bin"
    if content is not None:
        bad.write_bytes(content)
    session.send(f"setoption name BookFile value {book}", "setoption name OwnBook value true")
    session.send(f"setoption name BookFile value {bad}")
    (line,) = session.ready()
    assert line.startswith("info string BookFile is unchanged: ")
    assert session.bestmove("position startpos moves e2e4", "go depth 1") == "c7c5"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_fifos_are_not_waited_for(session, tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    (tmp_path / "KRvK.rtbw").hardlink_to(fifo)
    session.send(*(f"setoption name {name} value {fifo}" for name in ("BookFile", "EvalFile", "Debug Log File")))
    session.send(f"setoption name SyzygyPath value {tmp_path}", f"genfens 1 seed 1 book {fifo}")
    answers = session.ready()
    assert ["not a regular file" in line for line in answers] == [True, True, False, True, False, True], answers


def test_a_book_that_is_cut_while_it_is_open_does_no_harm(session, book):
    session.send(f"setoption name BookFile value {book}", "setoption name OwnBook value true")
    assert session.ready() == []
    os.truncate(book, 0)
    assert session.bestmove("go depth 2") != "(none)"
