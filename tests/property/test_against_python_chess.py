"""Random games, and pitfalls, beside python-chess: it and Lux agree on everything at every position."""

import re
from collections import Counter
from collections.abc import Iterator

import chess
import chess.polyglot
import pytest

from lux import Board, Termination, inspection
from lux.polyglot import board_key
from tests.playouts import pitfalls, playouts
from tests.zobrist import keys_of

DEFAULT_POSITIONS = 1_000  # each of standard chess and Chess960
LONG_POSITIONS = 20_000

# What a run must have met to be worth its name. A game ends before draws that need no claim.
ENDS = {*Termination} - {Termination.SEVENTYFIVE_MOVES, Termination.FIVEFOLD_REPETITION}
RARITIES = {"castling", "en passant", "promotion", "pin"}

# What both boards call by the same name.
STATES = """
    has_legal_en_passant has_chess960_castling_rights is_check is_checkmate is_stalemate is_insufficient_material
    is_fifty_moves is_seventyfive_moves is_fivefold_repetition"""
OF_A_SIDE = """
    has_castling_rights has_kingside_castling_rights has_queenside_castling_rights has_insufficient_material"""
OF_A_MOVE = "is_kingside_castling is_queenside_castling is_zeroing is_irreversible lan"


def termination_of(oracle: chess.Board) -> Termination | None:
    """Return why the game is over where draws need no claim."""
    if oracle.is_checkmate():
        return Termination.CHECKMATE
    if oracle.is_insufficient_material():
        return Termination.INSUFFICIENT_MATERIAL
    if oracle.is_stalemate():
        return Termination.STALEMATE
    if oracle.is_fifty_moves():
        return Termination.FIFTY_MOVES
    return Termination.THREEFOLD_REPETITION if oracle.is_repetition(3) else None


def check_same(methods: str, oracle: chess.Board, board: Board, theirs: tuple = (), ours: tuple = ()) -> None:
    """Compare what methods of the same name say, given each board's own arguments."""
    for name in methods.split():
        assert getattr(board, name)(*ours) == getattr(oracle, name)(*theirs), (name, ours)


def check_outcome(oracle: chess.Board, board: Board) -> None:
    """Compare how the game stands, draws claimed and not."""
    assert board.termination() == termination_of(oracle)
    # The oracle tries every move for a claim, so it is asked once: it derives the rest from these answers.
    fifty, threefold = oracle.can_claim_fifty_moves(), oracle.can_claim_threefold_repetition()
    assert board.can_claim_fifty_moves() == fifty
    assert board.can_claim_threefold_repetition() == threefold
    assert board.can_claim_draw() == (fifty or threefold)
    unclaimed = oracle.outcome()
    claimed = unclaimed or (oracle.outcome(claim_draw=True) if fifty or threefold else None)
    for claim, theirs in ((False, unclaimed), (True, claimed)):
        ours = board.outcome(claim_draw=claim)
        assert (ours is None) == (theirs is None)
        if ours is not None:
            assert (ours.termination.name, ours.winner) == (theirs.termination.name, theirs.winner)
        assert board.result(claim_draw=claim) == (theirs.result() if theirs else "*")
        assert board.is_game_over(claim_draw=claim) == (theirs is not None)


def pinned_of(oracle: chess.Board) -> int:
    own = chess.SquareSet(oracle.occupied_co[oracle.turn])
    return int(chess.SquareSet(square for square in own if oracle.is_pinned(oracle.turn, square)))


def names(squares: chess.IntoSquareSet) -> list[str]:
    return [chess.square_name(square) for square in chess.SquareSet(squares)]


def check_position(oracle: chess.Board, board: Board) -> None:
    """Compare all that can be asked about the position and the game so far."""
    assert board.fen(shredder=True) == oracle.fen(shredder=True, en_passant="legal")
    assert board.epd(shredder=True) == oracle.epd(shredder=True)
    for en_passant in ("legal", "xfen", "fen"):
        assert board.fen(en_passant=en_passant) == oracle.fen(en_passant=en_passant)
    assert board.turn == oracle.turn
    assert board.ep_square == (chess.square_name(oracle.ep_square) if oracle.ep_square is not None else None)
    assert board.piece_map() == {chess.square_name(square): str(piece) for square, piece in oracle.piece_map().items()}
    assert board.castling_rights == names(oracle.castling_rights)
    assert [board.king(color) for color in chess.COLORS] == [chess.square_name(oracle.king(c)) for c in chess.COLORS]
    assert board.move_stack == [move.uci() for move in oracle.move_stack]
    fields = inspection.fields(board)
    assert fields | keys_of(oracle) | {"pinned": pinned_of(oracle)} == fields
    assert board_key(board) == chess.polyglot.zobrist_hash(oracle)
    check_same(STATES, oracle, board)
    check_same("is_repetition", oracle, board, (2,), (2,))
    assert board.checkers() == names(oracle.checkers())
    assert [board.peek()] == board.move_stack[-1:] if oracle.move_stack else not board.move_stack
    assert board.mirror().fen(en_passant="fen") == oracle.mirror().fen(en_passant="fen")
    assert board.mirror().mirror() == board
    check_outcome(oracle, board)


def check_attacks(oracle: chess.Board, board: Board) -> None:
    for square in chess.SQUARES:
        name = chess.square_name(square)
        for color in chess.COLORS:
            mask = oracle.attackers_mask(color, square)
            assert inspection.attacked_by(board, color) >> square & 1 == bool(mask)
            assert board.is_attacked_by(color, name) == bool(mask)
            assert board.attackers(color, name) == names(mask)


def check_moves(oracle: chess.Board, board: Board) -> None:
    """Compare the legal moves, their SAN both ways, and each position after them with the one its FEN describes."""
    moves = board.legal_moves
    assert sorted(moves) == sorted(move.uci() for move in oracle.legal_moves)
    assert board.perft(1) == len(moves)
    noisy, quiet = inspection.generate(board, "noisy"), inspection.generate(board, "quiet")
    assert sorted(noisy + quiet) == sorted(inspection.generate(board, "all"))
    before, replies = inspection.fields(board), 0
    for uci in moves:
        move = chess.Move.from_uci(uci)
        san = oracle.san(move)
        assert board.san(uci) == san
        assert board.parse_san(san) == uci
        is_noisy = bool(oracle.is_capture(move) or move.promotion)
        assert (inspection.find_move(board, uci) in noisy) == inspection.is_noisy(board, uci) == is_noisy
        assert board.gives_check(uci) == (san[-1] in "+#")
        check_same("is_capture is_castling is_en_passant", oracle, board, (move,), (uci,))
        board.push_uci(uci)
        after = Board(board.fen(shredder=True), chess960=board.chess960)
        assert inspection.fields(board) == inspection.fields(after)
        replies += board.perft(1)
        assert board.pop() == uci
    if not oracle.is_check():
        board.push("0000")
        passed = oracle.copy(stack=False)
        passed.push(chess.Move.null())
        after = Board(passed.fen(shredder=True), chess960=board.chess960)
        assert inspection.fields(board) == inspection.fields(after)
        board.pop()
    assert inspection.fields(board) == before
    assert board.perft(2) == replies  # which counts them without playing most of the moves


def check_names(oracle: chess.Board, board: Board) -> None:
    """Compare what else can be asked by the names of python-chess, at a tenth of the positions."""
    check_same("ply board_fen chess960_pos", oracle, board)
    for color in chess.COLORS:
        check_same(OF_A_SIDE, oracle, board, (color,), (color,))
        for piece_type in chess.PIECE_TYPES:
            letter = chess.piece_symbol(piece_type)
            assert board.pieces(letter, color) == names(oracle.pieces(piece_type, color))
    for square in chess.SQUARES:
        name = chess.square_name(square)
        assert board.attacks(name) == names(oracle.attacks(square))
        check_same("color_at", oracle, board, (square,), (name,))
        piece_type = oracle.piece_type_at(square)
        assert board.piece_type_at(name) == (piece_type and chess.piece_symbol(piece_type).upper())
        for color in chess.COLORS:
            assert board.pin(color, name) == names(oracle.pin(color, square))
            check_same("is_pinned", oracle, board, (color, square), (color, name))
    assert sorted(board.generate_legal_captures()) == sorted(move.uci() for move in oracle.generate_legal_captures())
    for uci in board.legal_moves:
        move = chess.Move.from_uci(uci)
        check_same(OF_A_MOVE, oracle, board, (move,), (uci,))
        assert board.find_move(uci[:2], uci[2:4], uci[4:] or None) == uci
    start, line = board.root(), board.move_stack
    # The python-chess that is installed may still write 7...Ke7.
    theirs = oracle.root().variation_san(oracle.move_stack)
    assert start.variation_san(line) == re.sub(r"\.\.\.(?=\w)", "... ", theirs)


def check_encodings(board: Board) -> None:
    """Ask of any 16 bits whether they are a legal move: a transposition table may hand over those of another one."""
    board = board.copy(stack=False)
    accepted = [move for move in range(1 << 16) if inspection.is_legal(board, move)]
    assert accepted == sorted(inspection.generate(board, "all"))


def rarities_of(oracle: chess.Board) -> set:
    """Name the rare things that the position shows, in itself or among its legal moves."""
    seen = {termination_of(oracle)} - {None}
    if oracle.checkers_mask().bit_count() == 2:
        seen.add("double check")
    if pinned_of(oracle):
        seen.add("pin")
    for move in oracle.legal_moves:
        seen |= {"castling"} if oracle.is_castling(move) else set()
        seen |= {"en passant"} if oracle.is_en_passant(move) else set()
        seen |= {"promotion"} if move.promotion else set()
    return seen


def compare(boards: Iterator[tuple[chess.Board, Board]], names_at: int = 10) -> Counter:
    """Compare everything at each position, the rarer names at some, and return how often each rarity was seen."""
    seen = Counter()
    for number, (oracle, board) in enumerate(boards):
        check_position(oracle, board)
        check_attacks(oracle, board)
        check_moves(oracle, board)
        if number % names_at == 0:
            check_names(oracle, board)
            check_encodings(board)
        seen.update(rarities_of(oracle))
    return seen


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_pitfalls(chess960):
    assert set(compare(pitfalls(chess960), names_at=1)) >= RARITIES | ENDS | {"double check"}


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_random_games(chess960):
    seen = compare(playouts(1, DEFAULT_POSITIONS, chess960))
    assert set(seen) >= RARITIES


@pytest.mark.slow
@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_long_random_games(chess960):
    seen = compare(playouts(2, LONG_POSITIONS, chess960))
    assert set(seen) >= RARITIES | ENDS | {"double check"}
