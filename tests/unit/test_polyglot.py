"""Opening books: keys as PolyGlot defines them, moves and weights as python-chess reads them."""

import random
import struct
from pathlib import Path

import chess
import chess.polyglot
import pytest

from lux import Board, IllegalMoveError, polyglot
from lux.polyglot import Book, BookError, BookMove, board_key
from tests.cases import read_table
from tests.playouts import playouts

KEYS = read_table("polyglot_keys.tsv")
PIECES = ".nbrq"


def packed(uci: str) -> int:
    """Return a move as the format packs it; castling is written as king takes rook."""
    squares = [(ord(file) - ord("a"), int(rank) - 1) for file, rank in (uci[:2], uci[2:4])]
    (from_file, from_rank), (to_file, to_rank) = squares
    return to_file | to_rank << 3 | from_file << 6 | from_rank << 9 | PIECES.find(uci[4:] or ".") << 12


def write_book(path: Path, entries: list[tuple[int, str, int]]) -> Path:
    """Write entries of key, move and weight in the order of the format."""
    ordered = sorted(entries, key=lambda entry: (entry[0], -entry[2]))
    path.write_bytes(b"".join(struct.pack(">QHHI", key, packed(uci), weight, 0) for key, uci, weight in ordered))
    return path


@pytest.fixture
def start_book(tmp_path):
    key = board_key(Board())
    entries = [(key, "e2e4", 30), (key, "d2d4", 10), (key, "a2a3", 0), (key, "e2e5", 99)]
    return write_book(tmp_path / "start.bin", entries)


def test_keys_equal_the_published_ones():
    """In two positions a pawn stands ready to capture en passant but may not: it still counts."""
    assert len(KEYS) == 215
    assert {source for *_, source in KEYS} == {"spec", "game", "computed"}
    pinned = 0
    for key, fen, *_ in KEYS:
        board = Board(fen)
        assert board_key(board) == board_key(board.copy()) == board_key(board.root()) == int(key, 16), fen
        pinned += board.fen() != board.fen(en_passant="xfen")
    assert pinned == 2


def test_books_are_read_as_python_chess_reads_them(tmp_path):
    chance = random.Random(9)
    boards = [oracle.copy(stack=False) for oracle, _ in playouts(seed=6, positions=300) if any(oracle.legal_moves)]
    entries = {}
    for oracle in boards:
        moves = list(oracle.legal_moves)
        for move in chance.sample(moves, min(len(moves), 4)):
            # The format writes castling as the king taking its rook.
            spelled = oracle.uci(move, chess960=True)
            entries[chess.polyglot.zobrist_hash(oracle), spelled] = chance.randrange(3)
    path = write_book(tmp_path / "book.bin", [(key, uci, weight) for (key, uci), weight in entries.items()])
    with Book(path) as book, chess.polyglot.open_reader(path) as reader:
        assert len(book) == len(entries)
        for oracle in boards:
            expected = [BookMove(entry.move.uci(), entry.weight) for entry in reader.find_all(oracle, minimum_weight=0)]
            assert book.moves(Board(oracle.fen(en_passant="fen"))) == expected != [], oracle.fen()


def test_castling_is_written_as_the_board_writes_it(tmp_path):
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    key = board_key(Board(fen))
    with Book(write_book(tmp_path / "book.bin", [(key, "e1h1", 2), (key, "e1a1", 1)])) as book:
        assert [move.uci for move in book.moves(Board(fen))] == ["e1g1", "e1c1"]
        assert [move.uci for move in book.moves(Board(fen, chess960=True))] == ["e1h1", "e1a1"]


def test_illegal_moves_and_unknown_positions_are_left_out(start_book):
    with Book(start_book) as book:
        assert book.moves(Board()) == [BookMove("e2e4", 30), BookMove("d2d4", 10), BookMove("a2a3", 0)]
        assert book.moves(Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")) == []


def test_choice_follows_the_weights_and_the_seed(start_book):
    with Book(start_book) as book:
        chosen = [book.choose(Board(), random.Random(seed)).uci for seed in range(400)]
        assert chosen == [book.choose(Board(), random.Random(seed)).uci for seed in range(400)]
    assert 250 < chosen.count("e2e4") < 350
    assert chosen.count("d2d4") == 400 - chosen.count("e2e4")


def test_moves_without_weight_are_never_chosen(tmp_path):
    with Book(write_book(tmp_path / "book.bin", [(board_key(Board()), "e2e4", 0)])) as book:
        assert book.moves(Board()) == [BookMove("e2e4", 0)]
        assert book.choose(Board(), random.Random(1)) is None


@pytest.mark.parametrize("size", [0, 1, 15, 17])
def test_files_that_are_not_books(tmp_path, size):
    path = tmp_path / "wrong.bin"
    path.write_bytes(bytes(size))
    with pytest.raises(BookError, match=f"{size} bytes"):
        Book(path)


def test_a_book_that_is_written_is_read_by_python_chess(tmp_path):
    castling = Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    promotion = Board("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    lines = [(Board(), "g1f3", 3), (Board(), "e2e4", 9), (castling, "e1g1", 1), (castling, "e1c1", 2)]
    lines.append((promotion, "a7a8R", 1))
    path = tmp_path / "written.bin"
    assert polyglot.write_book(path, lines) == 5
    same = [(board, chess.Move.from_uci(move.lower()), weight) for board, move, weight in lines]
    same[2:4] = [(Board(castling.fen(), chess960=True), move, weight) for _, move, weight in lines[2:4]]
    assert polyglot.write_book(tmp_path / "same.bin", same) == 5
    assert (tmp_path / "same.bin").read_bytes() == path.read_bytes()
    with chess.polyglot.open_reader(path) as reader:
        found = [
            (board.fen(), entry.move.uci(), entry.weight)
            for board in (Board(), castling, promotion)
            for entry in reader.find_all(chess.Board(board.fen()))
        ]
    expected = [lines[index] for index in (1, 0, 3, 2, 4)]
    assert found == [(board.fen(), move.lower(), weight) for board, move, weight in expected]
    with pytest.raises(ValueError, match="the weight of e2e4 is 65536"):
        polyglot.write_book(path, [(Board(), "e2e4", 65536)])
    with pytest.raises(IllegalMoveError, match="e2e5"):
        polyglot.write_book(path, [(Board(), "e2e4", 1), (Board(), "e2e5", 1)])
