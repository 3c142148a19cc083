"""The comparison finds and names the move that an engine gets wrong."""

import re

import pytest

from lux.perft import POSITIONS, EngineError, UciEngine, compare_engine
from tests.perft.engines import STOCKFISH, faulty, needs_stockfish

KIWIPETE = POSITIONS["kiwipete"]
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
PAWNS = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"
PROMOTIONS = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"

# Fault, position, depth, moves to the place, and what is said there, without the words about each move.
GENERATORS = [
    ("no-en-passant", KIWIPETE, 2, "a2a4", "misses b4a3"),
    ("no-knight-promotion", PROMOTIONS, 2, "", "misses g2g1n, g2f1n, g2h1n"),
    ("castles-through-check", ROOKS, 2, "a1d1", "allows e8c8"),
    ("castles-twice", KIWIPETE, 1, "", "lists twice e1g1, e1c1"),
    ("king-into-check", "4k3/8/8/8/8/r3K3/8/8 w - - 0 1", 1, "", "allows e3f3, e3d3"),
]


@pytest.mark.parametrize(("fault", "fen", "depth", "path", "said"), GENERATORS)
def test_faults_of_the_generator(fault, fen, depth, path, said):
    found = compare_engine(faulty(fault), depth, fen)
    assert re.sub(r" \([^)]*\)", "", found.sentence()) == f"Faulty {said}"
    assert " ".join(found.path) == path
    assert found.remark() is None
    assert found.commands() == [f"position fen {found.fen}", "go perft 1"]


# Fault, position, depth, the move whose making is wrong, the moves after it, what is said, the guess.
MAKERS = [
    (
        "keeps-rights-of-taken-rook",
        "4k2r/6P1/7r/8/8/p7/P7/K7 w k - 0 1",
        4,
        "g7h8r",
        "allows e8g8 (king or rook has moved",
        "keep a castling right",
    ),
    ("keeps-en-passant", PAWNS, 4, "e8d8", "allows e4d3 (there is nothing on d3", "keep an old en passant square"),
    ("sets-no-en-passant", ENDGAME, 3, "c7c5", "misses b5c6 (en passant", "not to set the en passant square"),
    (
        "leaves-taken-pawn",
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
        3,
        "d5c6",
        "allows c5c4 (there is no piece on c5)",
        "leave a piece where none is",
    ),
]


@pytest.mark.parametrize(("fault", "fen", "depth", "culprit", "said", "guess"), MAKERS)
def test_faults_of_making_a_move(fault, fen, depth, culprit, said, guess):
    found = compare_engine(faulty(fault), depth, fen)
    assert found.sentence().startswith(f"Faulty {said}")
    assert found.path[found.culprit] == culprit
    assert f"reached by {culprit} (" in found.remark()
    assert guess in found.remark()
    # The commands show the fault: the engine is wrong with the moves, and right without.
    position, go = found.commands()
    start, moves = position.removeprefix("position fen ").split(" moves ")
    assert go == "go perft 1"
    with UciEngine(faulty(fault)) as engine, UciEngine(faulty("none")) as right:
        assert engine.perft(start, 1, moves.split()) != right.perft(start, 1, moves.split())
        assert engine.perft(found.fen, 1) == right.perft(found.fen, 1)


def test_a_table_that_mixes_positions_up():
    found = compare_engine(faulty("poor-table"), 4, PAWNS)
    assert found.sentence() == "Faulty counts 296 after d2d4 instead of 276"
    assert "a table that its perft uses" in found.remark()
    assert found.commands() == [f"position fen {PAWNS}", "go perft 4"]


def test_a_wrong_total():
    found = compare_engine(faulty("wrong-total"), 2)
    assert found.sentence() == "Faulty counts 401 instead of 400, though each legal move by itself is counted right"
    assert found.commands()[-1] == "go perft 2"


def test_an_engine_that_prints_totals_only():
    found = compare_engine(faulty("no-en-passant", "total-only"), 2, KIWIPETE)
    assert found.sentence() == "Faulty counts 43 moves instead of 44"
    assert (found.path, found.depth) == (("a2a4",), 1)
    assert found.commands() == [f"position fen {KIWIPETE} moves a2a4", "go perft 1"]


def test_lines_that_are_not_understood_are_not_taken_for_missing_moves():
    with pytest.raises(EngineError, match="2039 over moves that add up to 1953: a line of it is not understood"):
        compare_engine(faulty("odd-castling"), 2, KIWIPETE)


@pytest.mark.parametrize("manner", ["none", "bare-moves", "total-only", "in-san", "castles-as-960"])
def test_no_fault(manner):
    asked = []
    assert compare_engine(faulty(manner), 2, KIWIPETE, progress=lambda *how: asked.append(how)) is None
    assert asked == [(2, [])]


def test_chess960():
    fen = "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1"
    assert compare_engine(faulty("none"), 2, fen) is None
    found = compare_engine(faulty("no-castling-past-attack"), 1, "4k3/8/8/8/8/1r6/8/R2K3R w KQ - 0 1")
    assert found.missing == {
        "d1a1": "castling queen side, b1 is attacked, which does not matter, king from d1, rook from a1"
    } | {"d1h1": "castling king side, king from d1, rook from h1"}
    assert found.commands()[0] == "setoption name UCI_Chess960 value true"


@needs_stockfish
@pytest.mark.parametrize(
    "fen", [KIWIPETE, ROOKS, ENDGAME, PROMOTIONS, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -"]
)
def test_stockfish_agrees(fen):
    assert compare_engine(STOCKFISH, 3, fen) is None
