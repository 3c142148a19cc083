"""What users of python-chess write: each function runs on Lux as it stands here, and on python-chess.

`test_idioms.py` compares the results; mypy and pyright read this file with Lux's own types.
"""

import copy
import pickle
from random import Random

import lux as chess

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
BERLIN = "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6"


def play(line: str) -> chess.Board:
    board = chess.Board()
    for san in line.split():
        board.push_san(san)
    return board


def scholars_mate() -> object:
    board = play("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#")
    return board.is_checkmate(), board.is_game_over(), board.result()


def push_a_move() -> object:
    board = chess.Board()
    board.push(chess.Move.from_uci("g1f3"))
    return board.fen()


def push_a_move_made_of_squares() -> object:
    board = chess.Board()
    board.push(chess.Move(chess.E2, chess.E4))
    return board.fen()


def legal_moves() -> object:
    return sorted(move.uci() for move in chess.Board(KIWIPETE).legal_moves)


def a_move_is_among_the_legal_ones() -> object:
    board = chess.Board()
    return [chess.Move.from_uci(uci) in board.legal_moves for uci in ("e2e4", "e2e5", "a7a8q")]


def captures() -> object:
    board = chess.Board(KIWIPETE)
    return sorted(board.san(move) for move in board.legal_moves if board.is_capture(move))


def generated_captures() -> object:
    return sorted(str(move) for move in chess.Board(KIWIPETE).generate_legal_captures())


def checks() -> object:
    board = play("e4 e5 Qh5 Nc6 Bc4 Nf6")
    return sorted(board.san(move) for move in board.legal_moves if board.gives_check(move))


def a_random_game() -> object:
    board, random = chess.Board(), Random(5)
    while not board.is_game_over() and board.fullmove_number < 60:
        board.push(random.choice(sorted(board.legal_moves, key=str)))
    return board.fen(), len(board.move_stack)


def pass_the_turn() -> object:
    board = chess.Board()
    board.push(chess.Move.null())
    passed = board.turn, board.fen(), [move.uci() for move in board.move_stack]
    return passed, board.pop().uci(), board.turn


def null_moves_are_false() -> object:
    return bool(chess.Move.null()), bool(chess.Move.from_uci("e2e4")), chess.Move.null().uci()


def take_back() -> object:
    board = play(BERLIN)
    last = board.peek()
    return board.pop() == last, last.uci(), board.fen()


def a_line_in_san() -> object:
    board = play(BERLIN)
    return board.root().variation_san(board.move_stack)


def a_move_in_every_notation() -> object:
    board = chess.Board(KIWIPETE)
    move = board.parse_san("Nxd7")
    return board.san(move), board.lan(move), move.uci(), str(move), board.san_and_push(move), board.fen()


def castling() -> object:
    board = chess.Board(KIWIPETE)
    return sorted(
        (move.uci(), board.is_kingside_castling(move)) for move in board.legal_moves if board.is_castling(move)
    )


def castling_rights() -> object:
    board = play(BERLIN)
    return [
        (board.has_castling_rights(color), board.has_kingside_castling_rights(color))
        for color in (chess.WHITE, chess.BLACK)
    ]


def en_passant() -> object:
    board = play("e4 a6 e5 d5")
    return [move.uci() for move in board.legal_moves if board.is_en_passant(move)], board.has_legal_en_passant()


def the_square_just_passed() -> object:
    square = play("e4 a6 e5 d5").ep_square
    return None if square is None else chess.square_name(square)


def promotions() -> object:
    board = chess.Board(PROMOTION)
    return sorted(move.uci() for move in board.legal_moves if move.promotion)


def squares_of_a_move() -> object:
    move = chess.Move.from_uci("g1f3")
    return chess.square_name(move.from_square), chess.square_name(move.to_square), move.promotion


def a_pawn_becomes_a_queen() -> object:
    return chess.Board(PROMOTION).find_move(chess.A7, chess.A8).uci()


def names_of_squares() -> object:
    return [chess.square_name(square) for square in chess.SQUARES], chess.SQUARE_NAMES, chess.FILE_NAMES[4]


def squares_by_their_parts() -> object:
    return [
        chess.square_name(chess.square(chess.square_file(square), 7 - chess.square_rank(square)))
        for square in (chess.A1, chess.E4, chess.H8, chess.parse_square("c7"))
    ]


def distances() -> object:
    return chess.square_distance(chess.A1, chess.C2), chess.square_name(chess.square_mirror(chess.E2))


def pieces_on_the_board() -> object:
    board = chess.Board(KIWIPETE)
    return [str(board.piece_at(square)) for square in chess.SQUARES]


def a_map_of_pieces() -> object:
    return {chess.square_name(square): str(piece) for square, piece in play(BERLIN).piece_map().items()}


def whose_piece() -> object:
    board = chess.Board()
    return board.color_at(chess.E1), board.color_at(chess.E8), board.color_at(chess.E4)


def attackers() -> object:
    board = chess.Board(KIWIPETE)
    return sorted(chess.square_name(square) for square in board.attackers(chess.WHITE, chess.D7))


def attacked_squares() -> object:
    board = chess.Board(KIWIPETE)
    return sorted(map(chess.square_name, board.attacks(chess.F3))), board.is_attacked_by(chess.BLACK, chess.D5)


def checkers_and_kings() -> object:
    board = play("f3 e5 g4 Qh4#")
    king = board.king(board.turn)
    assert king is not None
    return [chess.square_name(square) for square in board.checkers()], chess.square_name(king)


def pins() -> object:
    board = chess.Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
    return board.is_pinned(chess.WHITE, chess.E2), sorted(map(chess.square_name, board.pin(chess.WHITE, chess.E2)))


def copies_are_independent() -> object:
    board = play(BERLIN)
    other, third = board.copy(), copy.deepcopy(board)
    other.push_san("dxe5")
    return board.fen(), other.fen(), board == third, len(third.move_stack)


def boards_are_equal_by_position() -> object:
    return play("Nf3 Nf6 Nc3") != play("Nc3 Nf6 Nf3"), chess.Board() == chess.Board(), play("e4") == chess.Board()


def a_pickled_game() -> object:
    board = play(BERLIN)
    again = pickle.loads(pickle.dumps(board))
    return again.fen(), [move.uci() for move in again.move_stack]


def the_other_side() -> object:
    return play(BERLIN).mirror().fen()


def start_over() -> object:
    board = play(BERLIN)
    board.reset()
    return board.fen(), len(board.move_stack)


def forget_the_moves() -> object:
    board = play(BERLIN)
    board.clear_stack()
    return board.fen(), len(board.move_stack), board.ply()


def an_empty_board() -> object:
    board = chess.Board.empty()
    return board.fen(), board.is_valid(), bool(board.status()), board.king(chess.WHITE), str(board)


def a_position_set_up() -> object:
    source = chess.Board("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1")
    board = chess.Board.empty()
    for square, piece in source.piece_map().items():
        board.set_piece_at(square, piece)
    board.turn = chess.BLACK
    return board.fen(), board.is_valid(), sorted(move.uci() for move in board.legal_moves)


def a_king_on_his_way() -> object:
    board = chess.Board("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1")
    king = board.remove_piece_at(chess.E1)
    missing = board.is_valid()
    board.set_piece_at(chess.E4, king)
    return missing, board.is_valid(), board.board_fen()


def the_wrong_side_to_move() -> object:
    board = play("f3 e5 g4 Qh4#")
    board.turn = chess.BLACK
    return board.is_valid()


def pieces_of_a_fen() -> object:
    board = chess.Board()
    board.set_board_fen("4k3/8/8/8/8/8/8/R3K2R")
    return board.board_fen(), board.turn


def chess960() -> object:
    board = chess.Board.from_chess960_pos(0)
    return board.fen(), board.chess960_pos(), board.is_legal(chess.Move.from_uci("e2e4"))


def an_outcome() -> object:
    outcome = play("f3 e5 g4 Qh4#").outcome()
    assert outcome is not None
    return outcome.winner, outcome.result(), outcome.termination.name


def draws() -> object:
    board = play(" ".join(["Nf3 Nf6 Ng1 Ng8"] * 2))
    stale, bare = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
    return board.is_repetition(3), board.can_claim_draw(), stale.is_stalemate(), bare.is_insufficient_material()


def moves_that_cannot_be_taken_back() -> object:
    board = chess.Board(KIWIPETE)
    return sorted((move.uci(), board.is_zeroing(move), board.is_irreversible(move)) for move in board.legal_moves)


def errors_are_value_errors() -> object:
    seen = []
    for san in ("Ke2", "xyzzy", "N3d2"):
        try:
            chess.Board().push_san(san)
        except ValueError as error:
            seen.append(type(error).__name__)
    return seen


def epd() -> object:
    board, operations = chess.Board.from_epd('6k1/5ppp/8/8/8/8/8/R3K3 w Q - dm 1; id "back rank";')
    return board.epd(), operations


def drawings() -> object:
    return str(play(BERLIN))
