"""A reader and a packer of game files written from the specification alone, on python-chess: the tests' oracle.

Source: https://github.com/cosmobobak/viriformat
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import chess

UNMOVED_ROOK = 6


@dataclass
class Game:
    start: chess.Board
    result: int
    moves: list[tuple[chess.Move, int]]
    end: int  # offset of what follows


def unpack_board(packed: bytes) -> chess.Board:
    occupancy, pieces, stm_ep, rule50, number = struct.unpack_from("<Q16sBBH", packed)
    board = chess.Board.empty()
    board.chess960 = True
    squares = [square for square in chess.SQUARES if occupancy >> square & 1]
    for index, square in enumerate(squares):
        code = pieces[index // 2] >> 4 * (index % 2) & 15
        kind = code & 7
        if kind == UNMOVED_ROOK:
            kind = chess.ROOK - 1
            board.castling_rights |= chess.BB_SQUARES[square]
        board.set_piece_at(square, chess.Piece(kind + 1, code < 8))
    board.turn = stm_ep < 128
    board.ep_square = stm_ep & 127 if stm_ep & 127 < 64 else None
    board.halfmove_clock, board.fullmove_number = rule50, number
    return board


def pack_board(board: chess.Board, score: int, result: int) -> bytes:
    codes = []
    for square in sorted(board.piece_map()):
        piece = board.piece_at(square)
        unmoved = board.clean_castling_rights() & chess.BB_SQUARES[square]
        codes.append((UNMOVED_ROOK if unmoved else piece.piece_type - 1) | (0 if piece.color else 8))
    codes += [0] * (32 - len(codes))
    nibbles = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2], strict=True))
    ep_square = board.ep_square if board.has_legal_en_passant() else 64
    stm_ep = ep_square | (0 if board.turn else 128)
    return struct.pack(
        "<Q16sBBHhBB", board.occupied, nibbles, stm_ep, board.halfmove_clock, board.fullmove_number, score, result, 0
    )


def unpack_move(word: int) -> chess.Move:
    promotion = (word >> 12 & 3) + chess.KNIGHT if word >> 14 == 3 else None
    return chess.Move(word & 63, word >> 6 & 63, promotion)


def pack_move(board: chess.Board, move: chess.Move) -> int:
    kind = 3 if move.promotion else 1 if board.is_en_passant(move) else 2 if board.is_castling(move) else 0
    return move.from_square | move.to_square << 6 | ((move.promotion or 2) - 2) << 12 | kind << 14


def pack_game(game: Game) -> bytes:
    board = game.start.copy()
    packed = pack_board(board, 0, game.result)
    for move, score in game.moves:
        packed += struct.pack("<Hh", pack_move(board, move), score)
        board.push(move)
    return packed + bytes(4)


def read_game(data: bytes, offset: int = 0) -> Game:
    """Read a game; every move must be legal and of the kind that it says it is."""
    start = unpack_board(data[offset:])
    board = start.copy()
    game = Game(start, data[offset + 30], [], offset + 32)
    while True:
        word, score = struct.unpack_from("<Hh", data, game.end)
        game.end += 4
        if word == score == 0:
            return game
        move = unpack_move(word)
        assert move in board.legal_moves, f"{move} in {board.fen()}"
        assert pack_move(board, move) == word, f"{move} in {board.fen()} is {word:04x}"
        game.moves.append((move, score))
        board.push(move)


def positions_of(game: Game) -> Iterator[tuple[chess.Board, chess.Move, int]]:
    """Yield each position with its move and score; the board goes on to the last one."""
    board = game.start.copy()
    for move, score in game.moves:
        yield board, move, score
        board.push(move)


def end_of(game: Game) -> chess.Board:
    """Return the position after the last move."""
    board = game.start.copy()
    for move, _ in game.moves:
        board.push(move)
    return board


def read_games(data: bytes) -> list[Game]:
    games, offset = [], 0
    while offset < len(data):
        games.append(read_game(data, offset))
        offset = games[-1].end
    return games
