# Layer 7. Positions, moves and games as files hold them; all numbers are little-endian.
#
# A file of games (viriformat) is one game after the other. A game is a PackedBoard, the position it starts from, with
# the result; then for each move a word for the move and an int16 for what the search before it found, in centipawns
# from White's point of view; then four zero bytes. So a game of n moves takes 36 + 4 n bytes.
#
# A file of positions (marlinformat) is one PackedBoard after the other, each with its own score and the result of its
# game, 32 bytes long: to shuffle it is to permute records. As a numpy type it is
#   [("occupancy", "<u8"), ("pieces", "u1", 16), ("stm_ep", "u1"), ("rule50", "u1"), ("move_number", "<u2"),
#    ("score", "<i2"), ("result", "u1"), ("extra", "u1")]
#
# Source: the specification at https://github.com/cosmobobak/viriformat, which Viridithas and bullet use.

from lux.rules.position cimport Position
from lux.rules.types cimport Move, int16_t, uint8_t, uint16_t, uint64_t

cpdef enum:
    RECORD_BYTES = 32           # of a position, and of the header of a game
    MOVE_BYTES = 4              # of a move and its score, or the zeros that end a game
    RESULT_BYTE = 30            # of a record: who won

cdef enum:
    UNMOVED_ROOK = 6            # the piece type of a rook that may still castle

# Who won, in `result`.
cdef enum:
    BLACK_WINS = 0
    DRAWN = 1
    WHITE_WINS = 2

# 32 bytes.
cdef struct PackedBoard:
    uint64_t occupancy          # bit 0 is a1, bit 7 h1, bit 63 h8
    uint8_t[16] pieces          # 4 bits for each occupied square from a1 on, the low ones first: color << 3 | type
    uint8_t stm_ep              # side to move << 7 | en passant square, 64 for none
    uint8_t rule50
    uint16_t move_number        # as in a FEN
    int16_t score               # centipawns, for White; in the header of a game 0
    uint8_t result              # BLACK_WINS, DRAWN or WHITE_WINS
    uint8_t extra               # 0

# 4 bytes.
cdef struct PackedMove:
    uint16_t word               # as below
    int16_t score               # centipawns, for White; both are 0 where the game ends

# What is wrong with a board, from unpack_board.
cdef enum:
    BOARD_OK = 0
    BAD_OCCUPANCY = 1           # no pieces, or more than 32
    BAD_PIECE = 2               # a piece of type 7
    BAD_MATERIAL = 3            # not one king a side, pawns on the first or last rank, more than 16 pieces
    BAD_CASTLING = 4            # rooks that cannot castle where they stand, or three of them
    BAD_EN_PASSANT = 5          # no pawn that could have passed the square
    BAD_RESULT = 6
    BAD_CHECK = 7               # the side that is not to move is in check

# Pack a position; score, result and extra are set to 0.
cdef void pack_board(const Position* pos, PackedBoard* packed) noexcept nogil
# Set up no more of a packed position than a network sees of it, which is quicker.
cdef int unpack_pieces(const PackedBoard* packed, Position* pos) noexcept nogil
# Set up a packed position, whatever its bytes are; unless BOARD_OK is returned `pos` means nothing.
cdef int unpack_board(const PackedBoard* packed, Position* pos) noexcept nogil

# Private to packed.py.
cdef int check_pieces(const Position* pos) noexcept nogil


# Moves in a file:
#
#   15 14   13 12      11 ... 6   5 ... 0
#   type    promotion  to_sq      from_sq
#
# `type` is 1 for en passant, 2 for castling, which is king takes own rook, 3 for promotion, else 0.
cdef inline uint16_t pack_move(Move move) noexcept nogil:
    cdef int kind = move >> 14
    kind = 3 if kind == 1 else 1 if kind == 2 else 2 if kind == 3 else 0
    return <uint16_t>(kind << 14 | (move & 0x3000) | (move & 63) << 6 | (move >> 6 & 63))


# Takes any 16 bits: is_legal decides whether the move is legal.
cdef inline Move unpack_move(uint16_t word) noexcept nogil:
    cdef int kind = word >> 14
    kind = 1 if kind == 3 else 2 if kind == 1 else 3 if kind == 2 else 0
    return <Move>(kind << 14 | (word & 0x3000) | (word & 63) << 6 | (word >> 6 & 63))
