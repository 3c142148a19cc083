"""Read the files of Syzygy endgame tables (layer 3).

A table holds every position of one material, such as KRvKN: a file of WDL values (win, draw, loss) for both sides to
move, and a file of DTZ values (plies to the next capture or pawn move) for one of them. A value is found in two
steps. First the position is numbered; then the value at that place is read from a compressed array.

**Numbering.** The side that the file names first plays White, and if both have the same pieces White is to move: else
the board is turned round and the colours change places. Symmetry brings the leading pieces into one part of the
board: with pawns the leading one to the files a-d, each of which has an array of its own; without pawns the first
piece into the triangle a1-d1-d4 and the next one off the diagonal a1-h8 below it. The leading group is numbered as a
whole: pawns of one colour; or three pieces of which there is one only (31332 placements); or the two kings (462).
Then each group of equal pieces, in the order that the file gives, contributes the number of its combination of the
squares that are left: the sum of binomial(square i less the occupied ones below it, i). The position's number is the
sum of the groups' numbers, each times the sizes of all groups before it.

**Compression.** Values were joined to pairs, pairs to pairs of pairs and so on, and each such symbol got a canonical
Huffman code. The code words of a block of fixed size are a bit string, high bits first. An index tells for each span
of positions the block that holds the span's middle; from there one walks by the number of positions in each block,
then by the symbols' lengths, then down the tree of pairs.

Every offset in a file is checked when it is loaded or, where the data decide, before it is followed: a damaged file
gives wrong values at worst.

Sources: the format and its generator are Ronald de Man's, https://github.com/syzygy1/tb. What the fields mean was
learnt from there, from Stockfish and from python-chess.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcmp, memset
from cython.cimports.lux.rules.attacks import king_attacks
from cython.cimports.lux.rules.bitboard import ALL_SQUARES, pop_lsb, square_bb
from cython.cimports.lux.rules.position import PositionPtr, pieces
from cython.cimports.lux.rules.types import (
    BLACK,
    PAWN,
    WHITE,
    Bitboard,
    Color,
    Piece,
    Square,
    color_of,
    file_of,
    int64_t,
    make_piece,
    make_square,
    rank_of,
    type_of,
    uint8_t,
    uint64_t,
)
from cython.cimports.posix.mman import MADV_RANDOM, MAP_FAILED, MAP_SHARED, PROT_READ, madvise, mmap, munmap


def init_maps() -> cython.void:
    """Fill the tables that number squares."""
    for n in range(64):
        MAPS.binomial[0][n] = 1
        for k in range(1, MAX_TABLE_MEN):
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
    init_king_map()
    init_pawn_maps()


def init_king_map() -> cython.void:
    """Number the placements of two kings; those with both kings on the diagonal come last."""
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


def init_pawn_maps() -> cython.void:
    """Number the squares of pawns, and the placements of the leading ones.

    The pawn with the highest number leads: a2 is 47, h2 46, a3 45, ... e7 0. So the number of a leading pawn on the
    files a-d is that of the squares where other pawns of its colour may stand.
    """
    number: cython.int = 48
    for file in range(4):
        for rank in range(1, 7):
            number -= 2
            MAPS.pawn[make_square(file, rank)] = number + 1
            MAPS.pawn[make_square(7 - file, rank)] = number
    for pawns in range(1, MAX_LEAD_PAWNS + 1):
        for file in range(4):
            placements: cython.int = 0
            for rank in range(1, 7):
                square: Square = make_square(file, rank)
                MAPS.lead_index[pawns][square] = placements
                placements += MAPS.binomial[pawns - 1][MAPS.pawn[square]]
            MAPS.lead_size[pawns][file] = placements


def diagonal_side(square: Square) -> cython.int:
    """Return a negative number below the diagonal a1-h8, 0 on it, a positive number above it."""
    return rank_of(square) - file_of(square)


init_maps()


# Opening a file


def material_key(count: CountPtr) -> uint64_t:
    """Return a number that tells materials apart: the count of each piece, in 4 bits."""
    key: uint64_t = 0
    for piece in range(12):
        key = key << 4 | cython.cast(uint64_t, count[piece])
    return key


def new_table(count: CountPtr) -> cython.pointer[SyzygyTable]:
    """Describe a material; return NULL without memory."""
    table = cython.cast(cython.pointer[SyzygyTable], calloc(1, cython.sizeof(SyzygyTable)))
    if table == cython.NULL:
        return cython.NULL
    unique: cython.int = 0
    table.symmetric = True
    for piece in range(12):
        table.count[piece] = count[piece]
        table.men += count[piece]
        unique += count[piece] == 1
        table.symmetric = table.symmetric and count[piece] == count[piece ^ 1]
    table.key = material_key(count)
    table.has_unique_pieces = unique >= 3
    # The fewer pawns lead, for that compresses better.
    white: cython.int = count[make_piece(WHITE, PAWN)]
    black: cython.int = count[make_piece(BLACK, PAWN)]
    table.has_pawns = white + black > 0
    leads: Color = WHITE if black == 0 or (white > 0 and white <= black) else BLACK
    table.lead_pawn = make_piece(leads, PAWN)
    table.pawns[0] = white if leads == WHITE else black
    table.pawns[1] = black if leads == WHITE else white
    return table


def open_file(table: cython.pointer[SyzygyTable], kind: cython.int, fd: cython.int, size: cython.size_t) -> cython.int:
    """Map one of the table's files, of *size* bytes, and check all that comes before its compressed data."""
    if size % 64 != CHECKSUM_BYTES:
        return TABLE_TRUNCATED
    data = mmap(cython.NULL, size, PROT_READ, MAP_SHARED, fd, 0)
    if data == MAP_FAILED:
        return TABLE_NO_MEMORY
    # Probes jump about, so reading ahead would be in vain.
    madvise(data, size, MADV_RANDOM)
    file: cython.pointer[TableFile] = cython.address(table.files[kind])
    file.data = cython.cast(BytesPtr, data)
    file.size = size
    status: cython.int = load_file(table, file, kind)
    if status != TABLE_OK:
        close_file(file)
    return status


def close_file(file: cython.pointer[TableFile]) -> cython.void:
    """Unmap a file, if there is one, and free what belongs to it."""
    for i in range(file.sides * file.files if file.pairs != cython.NULL else 0):
        free(file.pairs[i].symbol_length)
    free(file.pairs)
    if file.data != cython.NULL:
        munmap(cython.cast(cython.p_void, file.data), file.size)
    memset(file, 0, cython.sizeof(TableFile))


def take(cursor: cython.pointer[Cursor], size: uint64_t) -> BytesPtr:
    """Return the place of the next *size* bytes and go behind them; NULL if there are not so many."""
    if cursor.failed or size > cursor.size - cursor.at:
        cursor.failed = True
        return cython.NULL
    place = cursor.data + cursor.at
    cursor.at += size
    return place


def load_file(table: SyzygyTablePtr, file: cython.pointer[TableFile], kind: cython.int) -> cython.int:
    """Read what comes before the compressed data and check all of it."""
    cursor: Cursor
    cursor.data = file.data
    cursor.size = file.size - CHECKSUM_BYTES
    cursor.at = 0
    cursor.failed = False
    header = take(cython.address(cursor), 5)
    if header == cython.NULL:
        return TABLE_TRUNCATED
    if memcmp(header, WDL_MAGIC if kind == WDL else DTZ_MAGIC, 4) != 0:
        return TABLE_BAD_MAGIC
    if (header[4] & 1 != 0) == table.symmetric or (header[4] & 2 != 0) != table.has_pawns:
        return TABLE_WRONG_MATERIAL
    file.sides = 2 if kind == WDL and not table.symmetric else 1
    file.files = 4 if table.has_pawns else 1
    file.pairs = cython.cast(cython.pointer[PairsData], calloc(file.sides * file.files, cython.sizeof(PairsData)))
    if file.pairs == cython.NULL:
        return TABLE_NO_MEMORY

    for i in range(file.files):
        if not load_pieces(table, file.pairs + i * file.sides, file.sides, i, cython.address(cursor)):
            return TABLE_TRUNCATED if cursor.failed else TABLE_WRONG_MATERIAL
    take(cython.address(cursor), cursor.at & 1)
    arrays: cython.int = file.sides * file.files
    for i in range(arrays):
        if not load_code(cython.address(file.pairs[i]), kind, cython.address(cursor)):
            return TABLE_TRUNCATED if cursor.failed else TABLE_DAMAGED
    if kind == DTZ:
        for i in range(arrays):
            load_dtz_maps(cython.address(file.pairs[i]), cython.address(cursor))
        take(cython.address(cursor), cursor.at & 1)
    load_blocks(file.pairs, arrays, cython.address(cursor))
    return TABLE_TRUNCATED if cursor.failed else TABLE_OK


def load_pieces(
    table: SyzygyTablePtr,
    pairs: cython.pointer[PairsData],
    sides: cython.int,
    file: cython.int,
    cursor: cython.pointer[Cursor],
) -> cython.bint:
    """Read the order of groups and pieces, the low halves of the bytes for White to move, the high ones for Black."""
    both_pawns: cython.bint = table.pawns[1] > 0
    orders = take(cursor, 1 + both_pawns)
    codes = take(cursor, table.men)
    if cursor.failed:
        return False
    for side in range(sides):
        shift: cython.int = 4 * side
        for i in range(table.men):
            code: cython.int = codes[i] >> shift & 15
            if not 1 <= code & 7 <= 6:
                return False
            pairs[side].pieces[i] = make_piece(code >> 3, (code & 7) - 1)
        pawn_order: cython.int = orders[1] >> shift & 15 if both_pawns else -1
        if not set_groups(table, cython.address(pairs[side]), orders[0] >> shift & 15, pawn_order, file):
            return False
    return True


def set_groups(
    table: SyzygyTablePtr,
    pairs: cython.pointer[PairsData],
    lead_order: cython.int,
    pawn_order: cython.int,
    file: cython.int,
) -> cython.bint:
    """Split the pieces into groups and compute each one's factor; return False if they are not the table's pieces."""
    left: cython.int[12]
    for piece in range(12):
        left[piece] = table.count[piece]
    lead: cython.int = table.pawns[0] if table.has_pawns else 3 if table.has_unique_pieces else 2
    start: cython.int = 0
    while start < table.men:
        length: cython.int = lead if start == 0 else table.count[pairs.pieces[start]]
        if length == 0:
            return False
        pairs.group_length[pairs.group_count] = length
        pairs.group_count += 1
        # A group is all pieces of a kind, but for the leading one without pawns: that is of single pieces.
        single: cython.bint = start == 0 and not table.has_pawns
        for i in range(start, start + length):
            if i >= table.men or left[pairs.pieces[i]] == 0:
                return False
            if (table.count[pairs.pieces[i]] != 1) if single else pairs.pieces[i] != pairs.pieces[start]:
                return False
            left[pairs.pieces[i]] -= 1
        start += length
    if table.has_pawns and pairs.pieces[0] != table.lead_pawn:
        return False
    if table.pawns[1] > 0 and pairs.pieces[lead] != table.lead_pawn ^ 1:
        return False

    # The groups' places in the product are given for the leading one and the other pawns; the others fill the gaps.
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


def load_code(pairs: cython.pointer[PairsData], kind: cython.int, cursor: cython.pointer[Cursor]) -> cython.bint:
    """Read how the values are compressed; return False if the description makes no sense or the file ends."""
    start = take(cursor, 2)
    if start == cython.NULL:
        return False
    pairs.flags = start[0]
    pairs.single_value = -1
    if pairs.flags & FLAG_SINGLE_VALUE:
        pairs.single_value = start[1] if kind == WDL else 0
        return True
    sizes = take(cursor, 8)
    if sizes == cython.NULL:
        return False
    pairs.block_shift = start[1]
    pairs.span_shift = sizes[0]
    pairs.block_count = read_u32(sizes + 2)
    pairs.length_count = pairs.block_count + sizes[1]
    pairs.max_length = sizes[6]
    pairs.min_length = sizes[7]
    if not 1 <= pairs.min_length <= pairs.max_length <= MAX_CODE_LENGTH:
        return False
    if not 1 <= pairs.span_shift < 32 or pairs.block_shift >= 32:
        return False
    pairs.index_count = (pairs.size + (square_bb(pairs.span_shift) - 1)) >> pairs.span_shift

    first_symbols = take(cursor, 2 * (pairs.max_length - pairs.min_length + 1))
    count = take(cursor, 2)
    if count == cython.NULL:
        return False
    pairs.symbol_count = read_u16(count)
    pairs.symbols = take(cursor, 3 * pairs.symbol_count + (pairs.symbol_count & 1))
    if cursor.failed or pairs.symbol_count > MAX_SYMBOLS:
        return False
    return set_bases(pairs, first_symbols) and set_symbol_lengths(pairs)


def set_bases(pairs: cython.pointer[PairsData], first_symbols: BytesPtr) -> cython.bint:
    """Compute the smallest code word of each length, and check that every bit string means a symbol that exists.

    The code is canonical: the longer words are the smaller ones, and half of the smallest word of a length, with the
    words of that length added, is where the next shorter length begins.
    """
    base: int64_t = 0
    for length in range(pairs.max_length, pairs.min_length - 1, -1):
        first: int64_t = read_u16(first_symbols + 2 * (length - pairs.min_length))
        if length < pairs.max_length:
            base = (base + first - pairs.first_symbol[length + 1]) // 2
        if base < 0 or base >> length != 0:
            return False
        pairs.first_symbol[length] = first
        pairs.base[length] = cython.cast(uint64_t, base) << (64 - length)
    # The largest word that is read as one of each length is just below the shorter ones.
    largest: uint64_t = ALL_SQUARES
    for length in range(pairs.min_length, pairs.max_length + 1):
        if pairs.base[length] <= largest:
            words: uint64_t = (largest - pairs.base[length]) >> (64 - length)
            if pairs.first_symbol[length] + words >= cython.cast(uint64_t, pairs.symbol_count):
                return False
            if pairs.base[length] == 0:
                return True
            largest = pairs.base[length] - 1
    return True


def set_symbol_lengths(pairs: cython.pointer[PairsData]) -> cython.bint:
    """Compute how many positions, less one, each symbol stands for; return False if its parts are no tree."""
    pairs.symbol_length = cython.cast(cython.pointer[uint8_t], calloc(pairs.symbol_count, 1))
    if pairs.symbol_length == cython.NULL:
        return False
    known: cython.bint[MAX_SYMBOLS]
    for symbol in range(pairs.symbol_count):
        known[symbol] = right_part(pairs, symbol) == LEAF
    # A symbol's parts may come behind it, so go round until nothing is new.
    unknown: cython.int = 1
    before: cython.int = 0
    while unknown != before and unknown > 0:
        before = unknown
        unknown = 0
        for symbol in range(pairs.symbol_count):
            if known[symbol]:
                continue
            left: cython.int = left_part(pairs, symbol)
            right: cython.int = right_part(pairs, symbol)
            if left >= pairs.symbol_count or right >= pairs.symbol_count:
                return False
            if not known[left] or not known[right]:
                unknown += 1
                continue
            length: cython.int = pairs.symbol_length[left] + pairs.symbol_length[right] + 1
            if length > 255:
                return False
            pairs.symbol_length[symbol] = length
            known[symbol] = True
    return unknown == 0


def load_dtz_maps(pairs: cython.pointer[PairsData], cursor: cython.pointer[Cursor]) -> cython.void:
    """Read the four lists of values, by WDL value, that the stored ones are places in."""
    if not pairs.flags & FLAG_MAPPED:
        return
    wide: cython.int = 1 if pairs.flags & FLAG_WIDE else 0
    if wide:
        take(cursor, cursor.at & 1)
    for i in range(4):
        count = take(cursor, 1 + wide)
        if count == cython.NULL:
            return
        pairs.map_size[i] = read_u16(count) if wide else count[0]
        pairs.map[i] = take(cursor, pairs.map_size[i] << wide)


def load_blocks(pairs: cython.pointer[PairsData], arrays: cython.int, cursor: cython.pointer[Cursor]) -> cython.void:
    """Find where index, lengths of blocks, and blocks of each array lie."""
    for i in range(arrays):
        pairs[i].index = take(cursor, 6 * pairs[i].index_count)
    for i in range(arrays):
        pairs[i].lengths = take(cursor, 2 * pairs[i].length_count)
    for i in range(arrays):
        if pairs[i].block_count > 0:
            take(cursor, -cursor.at & 63)
            # The last words may be read together with the checksum behind them.
            pairs[i].block_bytes = cursor.size - cursor.at + CHECKSUM_BYTES
            pairs[i].blocks = take(cursor, pairs[i].block_count << pairs[i].block_shift)


# Finding a value


def sort(numbers: cython.p_int, count: cython.int) -> cython.void:
    """Sort a few numbers in ascending order."""
    for i in range(1, count):
        number: cython.int = numbers[i]
        place: cython.int = i
        while place > 0 and numbers[place - 1] > number:
            numbers[place] = numbers[place - 1]
            place -= 1
        numbers[place] = number


def flip(squares: cython.p_int, count: cython.int, mask: cython.int) -> cython.void:
    """Turn the board round: left and right with mask 7, top and bottom with mask 56."""
    for i in range(count):
        squares[i] ^= mask


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
    others: cython.int[MAX_LEAD_PAWNS]
    for i in range(1, count):
        others[i - 1] = MAPS.pawn[squares[i]]
    sort(others, count - 1)
    number: uint64_t = MAPS.lead_index[count][squares[0]]
    for i in range(count - 1):
        number += MAPS.binomial[i + 1][others[i]]
    return number


def lead_pieces_number(squares: cython.p_int, unique: cython.bint) -> uint64_t:
    """Number the placement of three pieces, or else of two kings, the first of them in the triangle a1-d1-d4.

    Three pieces come in four parts: the first one, the second one, or the third one is the first off the diagonal, or
    all are on it. Squares taken by earlier pieces are left out of the count.
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


def position_number(
    table: SyzygyTablePtr,
    pairs: PairsDataPtr,
    squares: cython.p_int,
) -> uint64_t:
    """Number the position with the pieces of the table on *squares*, which are moved by the symmetries."""
    if file_of(squares[0]) > 3:
        flip(squares, table.men, 7)
    number: uint64_t = 0
    if table.has_pawns:
        number = lead_pawns_number(squares, pairs.group_length[0])
    else:
        if rank_of(squares[0]) > 3:
            flip(squares, table.men, 56)
        first: cython.int = 0
        while first < pairs.group_length[0] - 1 and diagonal_side(squares[first]) == 0:
            first += 1
        if diagonal_side(squares[first]) > 0:
            for i in range(table.men):
                squares[i] = make_square(rank_of(squares[i]), file_of(squares[i]))
        number = lead_pieces_number(squares, table.has_unique_pieces)
    number *= pairs.group_factor[0]

    start: cython.int = pairs.group_length[0]
    for group in range(1, pairs.group_count):
        length: cython.int = pairs.group_length[group]
        sort(squares + start, length)
        # Pawns do not stand on the first rank.
        lowest: cython.int = 8 if group == 1 and table.pawns[1] > 0 else 0
        combination: uint64_t = 0
        for i in range(length):
            place: cython.int = squares[start + i] - lowest
            for j in range(start):
                place -= squares[j] < squares[start + i]
            combination += MAPS.binomial[i + 1][place]
        number += combination * pairs.group_factor[group]
        start += length
    return number


def list_squares(
    table: SyzygyTablePtr, pairs: PairsDataPtr, pos: PositionPtr, swap: cython.bint, lead: Square, squares: cython.p_int
) -> cython.void:
    """Write down where the pieces stand, in the order of the array, with a pawn on *lead* first."""
    count: cython.int = 0
    while count < table.men:
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
    """Find the array that the position is in, and where in it; return False if the file holds the other side to move.

    With *swap* the colours change places.
    """
    file = cython.address(table.files[kind])
    side: cython.int = pos.stm ^ swap
    place.pairs = file.pairs
    lead: Square = 0
    if table.has_pawns:
        lead = lead_pawn(table, pos, swap)
        place.pairs += file.sides * min(file_of(lead), 7 - file_of(lead))
    if file.sides == 2:
        place.pairs += side
    # Without pawns, turning the board makes one side to move of a symmetric table the other.
    elif kind == DTZ and (place.pairs.flags & FLAG_BLACK_TO_MOVE) != side and (table.has_pawns or not table.symmetric):
        return False
    squares: cython.int[MAX_TABLE_MEN]
    list_squares(table, place.pairs, pos, swap, lead, squares)
    place.number = position_number(table, place.pairs, squares)
    return True


def decompress(pairs: PairsDataPtr, number: uint64_t) -> cython.int:
    """Return the value at a place of the array, or -1 if the data lead astray."""
    if pairs.flags & FLAG_SINGLE_VALUE:
        return pairs.single_value
    # The index knows the middle of the span; go from there to the block that holds the place.
    entry = pairs.index + 6 * (number >> pairs.span_shift)
    block: int64_t = read_u32(entry)
    in_span: int64_t = number & (square_bb(pairs.span_shift) - 1)
    offset: int64_t = read_u16(entry + 4) + in_span - cython.cast(int64_t, square_bb(pairs.span_shift - 1))
    while offset < 0:
        block -= 1
        if block < 0 or block >= pairs.length_count:
            return -1
        offset += read_u16(pairs.lengths + 2 * block) + 1
    while True:
        if block >= pairs.block_count:
            return -1
        positions: int64_t = read_u16(pairs.lengths + 2 * block) + 1
        if offset < positions:
            break
        offset -= positions
        block += 1

    # Read symbols until the one that the place is in.
    bit: uint64_t = cython.cast(uint64_t, block) << (pairs.block_shift + 3)
    symbol: cython.int = 0
    while True:
        if (bit >> 3) + 8 > pairs.block_bytes:
            return -1
        word: uint64_t = read_u64_be(pairs.blocks + (bit >> 3)) << (bit & 7)
        length: cython.int = pairs.min_length
        while word < pairs.base[length]:
            length += 1
        symbol = pairs.first_symbol[length] + cython.cast(cython.int, (word - pairs.base[length]) >> (64 - length))
        if offset <= pairs.symbol_length[symbol]:
            break
        offset -= pairs.symbol_length[symbol] + 1
        bit += length

    # And go down to the place itself.
    while pairs.symbol_length[symbol] > 0:
        left: cython.int = left_part(pairs, symbol)
        if offset <= pairs.symbol_length[left]:
            symbol = left
        else:
            offset -= pairs.symbol_length[left] + 1
            symbol = right_part(pairs, symbol)
    return left_part(pairs, symbol)


def dtz_in_plies(pairs: PairsDataPtr, value: cython.int, wdl: cython.int) -> cython.int:
    """Turn the stored *value* of a position that is not drawn into plies, at least 1; NO_VALUE if it is none."""
    if value < 0:
        return NO_VALUE
    if pairs.flags & FLAG_MAPPED:
        # Wins come first, then losses, cursed wins and blessed losses.
        which: cython.int = 0 if wdl == 2 else 1 if wdl == -2 else 2 if wdl == 1 else 3
        if value >= pairs.map_size[which]:
            return NO_VALUE
        value = read_u16(pairs.map[which] + 2 * value) if pairs.flags & FLAG_WIDE else pairs.map[which][value]
    in_plies: cython.bint = (wdl == 2 and pairs.flags & FLAG_WIN_PLIES) or (wdl == -2 and pairs.flags & FLAG_LOSS_PLIES)
    return value + 1 if in_plies else 2 * value + 1
