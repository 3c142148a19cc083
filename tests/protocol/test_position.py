"""`position`: what it takes, and what it refuses without losing the position it had."""

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


def test_game_of_ten_thousand_moves(session):
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 5000
    session.send("position startpos moves " + " ".join(moves))
    assert session.ready() == []
    assert session.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 20000 10001"
    assert session.bestmove("go depth 4") != "(none)"
