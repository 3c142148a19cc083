"""Number the positions of a Syzygy table (layer 3).

The side that the file name gives first plays White; if both have the same pieces, White is to move. Otherwise the board
is flipped and the colours are swapped. Symmetry brings the leading pieces into one part of the board: with pawns the
leading one to the files a-d, each with its own array; without pawns the first piece into the triangle a1-d1-d4 and the
next one off the diagonal a1-h8 below it. The leading group is numbered as a whole: the pawns of one colour; or three
pieces that are the only ones of their kind (31332 placements); or the two kings (462). Then each group of equal pieces,
in the order that the file gives, contributes the number of its combination of the
squares that are left: the sum of binomial(square i less the occupied ones below it, i). The position's number is the
sum of the groups' numbers, each times the sizes of all groups before it.

Sources: see `table_file`.
"""

import cython
from cython.cimports.lux.rules.attacks import king_attacks
from cython.cimports.lux.rules.bitboard import pop_lsb, square_bb
from cython.cimports.lux.rules.position import PositionPtr, pieces
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.syzygy.table import *


def init_maps() -> cython.void:
    """Fill the tables that number squares and placements."""
    for n in range(64):
        MAPS.binomial[0][n] = 1
        for k in range(1, MAX_TABLE_PIECES):
            MAPS.binomial[k][n] = MAPS.binomial[k - 1][n - 1] + MAPS.binomial[k][n - 1] if n > 0 else 0
    below: cython.int = 0
    in_triangle: cython.int = 0
    for square in range(64):
        MAPS.triangle[square] = -1
        if diagonal_side(square) < 0:
            MAPS.below[square] = below
            below += 1
        if file_of(square) < 4 and diagonal_side(square) < 0:
            MAPS.triangle[square] = in_triangle
            in_triangle += 1
        elif file_of(square) < 4 and diagonal_side(square) == 0:
            MAPS.triangle[square] = 6 + rank_of(square)

    # The placements of two kings; those with both kings on the diagonal come last.
    number: cython.int = 0
    for both_on_diagonal in range(2):
        for code in range(10):
            first: Square = 0
            while MAPS.triangle[first] != code:
                first += 1
            for second in range(64):
                if (king_attacks(first) | square_bb(first)) & square_bb(second):
                    continue
                if diagonal_side(first) == 0 and diagonal_side(second) > 0:
                    continue
                if (diagonal_side(first) == 0 and diagonal_side(second) == 0) == both_on_diagonal:
                    MAPS.kings[code][second] = number
                    number += 1

    # The pawn with the highest number leads: a2 is 47, h2 46, a3 45, ... e7 0. So the number of a leading pawn on the
    # files a-d is how many squares are left to the other pawns of its colour.
    number = 48
    for file in range(4):
        for rank in range(1, 7):
            number -= 2
            MAPS.pawn[make_square(file, rank)] = number + 1
            MAPS.pawn[make_square(7 - file, rank)] = number
    for pawns in range(1, MAX_LEAD_PAWNS + 1):
        for file in range(4):
            placements: cython.int = 0
            for rank in range(1, 7):
                lead: Square = make_square(file, rank)
                MAPS.lead_index[pawns][lead] = placements
                placements += MAPS.binomial[pawns - 1][MAPS.pawn[lead]]
            MAPS.lead_size[pawns][file] = placements


def diagonal_side(square: Square) -> cython.int:
    """Return a negative number below the diagonal a1-h8, 0 on it, a positive number above it."""
    return rank_of(square) - file_of(square)


init_maps()


def set_groups(
    table: SyzygyTablePtr,
    pairs: cython.pointer[PairsData],
    lead_order: cython.int,
    pawn_order: cython.int,
    file: cython.int,
) -> cython.bint:
    left: cython.int[12]
    for piece in range(12):
        left[piece] = table.count[piece]
    lead: cython.int = table.pawns[0] if table.has_pawns else 3 if table.has_unique_pieces else 2
    start: cython.int = 0
    while start < table.piece_count:
        length: cython.int = lead if start == 0 else table.count[pairs.pieces[start]]
        if length == 0:
            return False
        pairs.group_length[pairs.group_count] = length
        pairs.group_count += 1
        # A group is all pieces of a kind, but for the leading one without pawns: that is of single pieces.
        single: cython.bint = start == 0 and not table.has_pawns
        for i in range(start, start + length):
            if i >= table.piece_count or left[pairs.pieces[i]] == 0:
                return False
            if (table.count[pairs.pieces[i]] != 1) if single else pairs.pieces[i] != pairs.pieces[start]:
                return False
            left[pairs.pieces[i]] -= 1
        start += length
    if table.has_pawns and pairs.pieces[0] != table.lead_pawn:
        return False
    if table.pawns[1] > 0 and pairs.pieces[lead] != table.lead_pawn ^ 1:
        return False

    # The file gives the places in the product of the leading group and of the other pawns; the rest fill the gaps.
    pawn_groups: cython.int = 1 + (table.pawns[1] > 0)
    group: cython.int = pawn_groups
    free_squares: cython.int = 64 - lead - table.pawns[1]
    pairs.size = 1
    for place in range(pairs.group_count):
        if place == lead_order:
            pairs.group_factor[0] = pairs.size
            pairs.size *= MAPS.lead_size[lead][file] if table.has_pawns else THREE_PIECES if lead == 3 else TWO_KINGS
        elif place == pawn_order:
            pairs.group_factor[1] = pairs.size
            pairs.size *= MAPS.binomial[pairs.group_length[1]][48 - lead]
        elif group < pairs.group_count:
            pairs.group_factor[group] = pairs.size
            pairs.size *= MAPS.binomial[pairs.group_length[group]][free_squares]
            free_squares -= pairs.group_length[group]
            group += 1
        else:
            return False
    return True


def lead_pawn(table: SyzygyTablePtr, pos: PositionPtr, swap: cython.bint) -> Square:
    """Return the square of the leading pawn, on the board as the table sees it."""
    lead: Square = 0
    pawns: Bitboard = pieces(pos, color_of(table.lead_pawn) ^ swap, PAWN)
    while pawns:
        square: Square = pop_lsb(cython.address(pawns)) ^ (56 * swap)
        if MAPS.pawn[square] >= MAPS.pawn[lead]:
            lead = square
    return lead


def lead_pawns_number(squares: cython.p_int, count: cython.int) -> uint64_t:
    """Number the placement of *count* pawns, the leading one first, on the files a-d."""
    number: uint64_t = MAPS.lead_index[count][squares[0]]
    for i in range(1, count):
        pawn: cython.int = MAPS.pawn[squares[i]]
        order: cython.int = 1
        for j in range(1, count):
            order += MAPS.pawn[squares[j]] < pawn
        number += MAPS.binomial[order][pawn]
    return number


def lead_pieces_number(squares: cython.p_int, unique: cython.bint) -> uint64_t:
    """Number the placement of three pieces, or else of two kings, the first of them in the triangle a1-d1-d4.

    Placements of three pieces come in four parts: the first piece off the diagonal is the first, the second or the
    third, or all are on it. Squares taken by earlier pieces are not counted.
    """
    a: cython.int = squares[0]
    b: cython.int = squares[1]
    c: cython.int = squares[2]
    if not unique:
        return MAPS.kings[MAPS.triangle[a]][b]
    after_a: cython.int = b > a
    after_both: cython.int = (c > a) + (c > b)
    if diagonal_side(a) != 0:
        return (MAPS.triangle[a] * 63 + b - after_a) * 62 + c - after_both
    number: uint64_t = 6 * 63 * 62
    if diagonal_side(b) != 0:
        return number + (rank_of(a) * 28 + MAPS.below[b]) * 62 + c - after_both
    number += 4 * 28 * 62
    if diagonal_side(c) != 0:
        return number + (rank_of(a) * 7 + rank_of(b) - after_a) * 28 + MAPS.below[c]
    return number + 4 * 7 * 28 + (rank_of(a) * 7 + rank_of(b) - after_a) * 6 + rank_of(c) - after_both


def position_number(table: SyzygyTablePtr, pairs: PairsDataPtr, squares: cython.p_int) -> uint64_t:
    """Number the position with the table's pieces on *squares*, which the symmetries change."""
    # Flip the board: a square's file is its low three bits, its rank the high ones.
    flipped: cython.int = 7 if file_of(squares[0]) > 3 else 0
    if not table.has_pawns and rank_of(squares[0]) > 3:
        flipped |= 56
    for i in range(table.piece_count):
        squares[i] ^= flipped
    number: uint64_t = 0
    if table.has_pawns:
        number = lead_pawns_number(squares, pairs.group_length[0])
    else:
        first: cython.int = 0
        while first < pairs.group_length[0] - 1 and diagonal_side(squares[first]) == 0:
            first += 1
        if diagonal_side(squares[first]) > 0:
            for i in range(table.piece_count):
                squares[i] = make_square(rank_of(squares[i]), file_of(squares[i]))
        number = lead_pieces_number(squares, table.has_unique_pieces)
    number *= pairs.group_factor[0]

    start: cython.int = pairs.group_length[0]
    for group in range(1, pairs.group_count):
        end: cython.int = start + pairs.group_length[group]
        # Pawns do not stand on the first rank.
        lowest: cython.int = 8 if group == 1 and table.pawns[1] > 0 else 0
        combination: uint64_t = 0
        for i in range(start, end):
            place: cython.int = squares[i] - lowest
            order: cython.int = 1
            for j in range(start):
                place -= squares[j] < squares[i]
            for j in range(start, end):
                order += squares[j] < squares[i]
            combination += MAPS.binomial[order][place]
        number += combination * pairs.group_factor[group]
        start = end
    return number


def list_squares(
    table: SyzygyTablePtr, pairs: PairsDataPtr, pos: PositionPtr, swap: cython.bint, lead: Square, squares: cython.p_int
) -> cython.void:
    """List the squares of the pieces, in the order of the array, with a pawn on *lead* first."""
    count: cython.int = 0
    while count < table.piece_count:
        piece: Piece = pairs.pieces[count] ^ swap
        run: Bitboard = pieces(pos, color_of(piece), type_of(piece))
        while run:
            squares[count] = pop_lsb(cython.address(run)) ^ (56 * swap)
            if table.has_pawns and squares[count] == lead:
                squares[count] = squares[0]
                squares[0] = lead
            count += 1


def find_place(
    table: cython.pointer[SyzygyTable],
    kind: cython.int,
    pos: PositionPtr,
    swap: cython.bint,
    place: cython.pointer[TablePlace],
) -> cython.bint:
    file = cython.address(table.files[kind])
    side: cython.int = pos.stm ^ swap
    place.pairs = file.pairs
    lead: Square = 0
    if table.has_pawns:
        lead = lead_pawn(table, pos, swap)
        place.pairs += file.sides * min(file_of(lead), 7 - file_of(lead))
    if file.sides == 2:
        place.pairs += side
    # A symmetric table without pawns serves both sides: turning the board round makes one the other.
    elif kind == DTZ and (place.pairs.flags & FLAG_BLACK_TO_MOVE) != side and (table.has_pawns or not table.symmetric):
        return False
    squares: cython.int[MAX_TABLE_PIECES]
    list_squares(table, place.pairs, pos, swap, lead, squares)
    place.number = position_number(table, place.pairs, squares)
    return True
