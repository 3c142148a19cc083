"""The static evaluation: fair to both sides, within bounds, and with a sense of material."""

from itertools import chain

import chess
import pytest

from lux import Board, Engine
from lux.analysis.piece_values import piece_values
from lux.network import Network
from tests.networks import write_network
from tests.playouts import playouts

MAX_EVAL = 30000
EXTREMES = [
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "QQQQQQQQ/Q7/8/8/8/7k/8/K7 b - - 0 1",
    "7k/8/8/8/8/8/QQQQQQQ1/KQQ5 b - - 0 1",
    "8/PPPPPPPP/8/k7/8/7K/8/8 w - - 0 1",
    "8/PPPPPPPP/8/k7/8/7K/pppppppp/8 w - - 0 1",
    "1QQQQQQ1/Q6Q/Q6R/R6B/B6N/N7/5k2/K7 b - - 0 1",
    "r1n1n1b1/1P1P1P1P/1N1N1N2/2RnQrRq/2pKp3/3BNQbQ/k7/4Bq2 w - - 0 1",
    "8/8/8/4k3/8/8/8/K7 w - - 0 1",
]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(hash_mib=1)


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_colours_are_treated_alike(engine, chess960):
    values = set()
    games = (oracle for oracle, _ in playouts(seed=21, positions=2000, chess960=chess960))
    for oracle in chain(map(chess.Board, EXTREMES), games):
        value = engine.evaluate(Board(oracle.fen(), chess960=oracle.chess960))
        assert engine.evaluate(Board(oracle.mirror().fen(), chess960=oracle.chess960)) == value, oracle
        assert -MAX_EVAL < value < MAX_EVAL
        values.add(value)
    assert len(values) > 500


def test_another_network_is_used_at_once(engine, tmp_path):
    write_network(tmp_path / "random.nnue", seed=10)
    other = Engine(hash_mib=1, network=Network(tmp_path / "random.nnue"))
    board = Board()
    first, second = (one.search(board, depth=5).info for one in (engine, other))
    assert first.score_cp != second.score_cp
    assert other.evaluate(board) == other.network.evaluate(board) != engine.evaluate(board)
    other.network = engine.network
    assert other.search(board, depth=5).info.pv == Engine(hash_mib=1).search(board, depth=5).info.pv


def test_history_of_the_game_does_not_count(engine):
    board = Board()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        board.push_uci(move)
    assert engine.evaluate(board) == engine.evaluate(Board())


def value_of(engine: Engine, white: str, black: str = "") -> int:
    """Return White's evaluation with its pieces, or Black's, added to kings and three pawns each."""
    oracle = chess.Board("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1")
    for number, letter in enumerate(white):
        oracle.set_piece_at(chess.square(number, 0), chess.Piece.from_symbol(letter.upper()))
    for number, letter in enumerate(black):
        oracle.set_piece_at(chess.square(number, 7), chess.Piece.from_symbol(letter.lower()))
    return engine.evaluate(Board(oracle.fen()))


def test_pieces_are_worth_what_they_are(engine):
    even = value_of(engine, "")
    knight, bishop, rook, queen = (value_of(engine, letter) - even for letter in "NBRQ")
    assert 200 < knight < rook
    assert 200 < bishop < rook
    assert rook < queen
    assert queen < 3 * rook


@pytest.mark.parametrize("letter", "NBRQ")
def test_a_piece_each_is_even(engine, letter):
    assert abs(value_of(engine, letter, letter)) < 100


def test_a_queen_more_is_more(engine):
    """From one queen to five against a bare king; beyond the number in the games that it learned from all are equal."""
    values = []
    for count in range(1, 6):
        oracle = chess.Board("8/8/8/8/7k/8/8/K7 b - - 0 1")
        for file in range(count):
            oracle.set_piece_at(chess.square(file % 8, 7 - file // 8), chess.Piece.from_symbol("Q"))
        values.append(-engine.evaluate(Board(oracle.fen())))
    assert values == sorted(values)
    assert values[0] > 300


def test_a_value_is_what_the_evaluation_loses(engine):
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    values = piece_values(engine, Board(board.fen()))
    whole = engine.evaluate(Board(board.fen()))
    for square, value in values.items():
        without = board.copy()
        without.remove_piece_at(chess.parse_square(square))
        without.clear_stack()
        without.castling_rights = without.clean_castling_rights()
        assert value == whole - engine.evaluate(Board(without.fen()))
    assert set(values) == {
        chess.square_name(square) for square, piece in board.piece_map().items() if piece.piece_type != chess.KING
    }
