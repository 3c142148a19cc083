"""`position`: what it takes, and what it refuses without losing the position it had."""

import pytest

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


# What a FEN may not say is told by tests/unit/test_position.py.
BAD = """
    middle; startpos e2e4; fen; fen garbage; fen moves e2e4; fen 8/8/8/8/8/8/8/8 w - - 0 1; startpos moves e2e5;
    fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1; fen 4k3/8/8/8/8/8/8/8/4K3 w - - 0 1; startpos moves e2e4 e2e4;
    startpos moves e2e4 0000; startpos moves e4; fen 8/4P2k/8/8/8/8/8/4K3 w - - 0 1 moves e7e8;"""


def test_bad_position_leaves_the_old_one_but_searches_none(session):
    session.send(f"position fen {KIWIPETE} moves e1g1")
    for arguments in map(str.strip, BAD.split(";")):
        session.send(f"position {arguments}")
        (line,) = session.ready()
        assert line.startswith("info string ")
        assert session.fen() == "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1"
        # A move of the position before would be one of another game.
        for go in ("go depth 2", "go infinite searchmoves h3g2\nstop"):
            assert session.bestmove(go) == "0000"
        session.send("go perft 1")
        assert not [line for line in session.ready() if "Nodes" in line]
    session.send(f"position fen {KIWIPETE}")
    assert session.bestmove("go depth 2") != "0000"


def test_position_survives_a_new_game(session):
    session.send(f"position fen {KIWIPETE}", "ucinewgame")
    assert session.fen() == KIWIPETE


def test_game_of_ten_thousand_moves(session):
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 5000
    session.send("position startpos moves " + " ".join(moves))
    assert session.ready() == []
    assert session.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 20000 10001"
    assert session.bestmove("go depth 4") != "(none)"


def test_repetitions_of_the_game_count(session):
    # White is a queen up, but Ka1 stands there for the third time: without the game's history there is no draw.
    shuffle = "a1b1 a8b8 b1a1 b8a8"
    position = "position fen k7/8/8/8/8/8/8/K5Q1 w - - 0 1 moves"
    for moves, drawn in ((f"{shuffle} a1b1 a8b8", True), ("a1b1 a8b8", False)):
        session.send(f"{position} {moves}", "ucinewgame", "go depth 3 searchmoves b1a1")
        lines = session.expect("bestmove .*")
        assert (" score cp 0 " in lines[-2]) == drawn
        session.ready()


CASTLING = [
    ("false", "e1g1", "e1g1"),
    ("false", "e1h1", "e1g1"),
    ("true", "e1h1", "e1h1"),
    ("true", "e1g1", "e1h1"),
]


@pytest.mark.parametrize(("chess960", "given", "printed"), CASTLING)
def test_castling_notation(session, chess960, given, printed):
    session.send(f"setoption name UCI_Chess960 value {chess960}", f"position fen {KIWIPETE} moves {given}")
    assert session.fen().split()[0].endswith("R4RK1")
    session.send(f"position fen {KIWIPETE}", "go perft 1")
    assert f"{printed}: 1" in session.expect("Nodes searched: 48")
    assert session.bestmove(f"go depth 3 searchmoves {given}") == printed
    pv = session.seen[-2].split(" pv ")[1]
    assert pv.split()[0] == printed


def test_chess960_game_by_both_fens(session):
    session.send("setoption name UCI_Chess960 value true")
    for castling in ("KQkq", "GBgb"):
        # The king on c1 and its rooks on b1 and g1: castling long moves the king not at all.
        session.send(f"position fen 1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w {castling} - 0 1 moves c1b1 c8g8")
        assert session.ready() == []
        assert session.fen() == "1r3rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR2R1 w - - 2 2"
