"""Open the files of Syzygy tablebases (layer 3).

A table holds every position of one material, such as KRvKN: a file of WDL values (win, draw, loss) for both sides to
move, and a file of DTZ values (plies to the next capture or pawn move) for one of them. A value is found in two
steps: `numbering` turns the position into a number, and `decompression` reads the value at that place of an array.

Every offset in a file is checked when it is loaded or, if it depends on the data, before use: a damaged file gives
wrong values at worst.

Sources: the format and its generator are Ronald de Man's, https://github.com/syzygy1/tb. The meaning of the fields
comes from there, from Stockfish and from python-chess.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcmp, memset
from cython.cimports.lux.rules.types import BLACK, PAWN, WHITE, Color, make_piece, uint64_t
from cython.cimports.lux.syzygy.decompression import load_blocks, load_code, load_dtz_maps
from cython.cimports.lux.syzygy.mapping import map_file, unmap_file
from cython.cimports.lux.syzygy.numbering import set_groups
from cython.cimports.lux.syzygy.table import *


def material_key(count: CountPtr, swap: cython.int) -> uint64_t:
    key: uint64_t = 0
    for piece in range(12):
        key = key << 4 | cython.cast(uint64_t, count[piece ^ swap])
    return key


def new_table(count: CountPtr) -> cython.pointer[SyzygyTable]:
    table = cython.cast(cython.pointer[SyzygyTable], calloc(1, cython.sizeof(SyzygyTable)))
    if table == cython.NULL:
        return cython.NULL
    unique: cython.int = 0
    table.symmetric = True
    for piece in range(12):
        table.count[piece] = count[piece]
        table.piece_count += count[piece]
        unique += count[piece] == 1
        table.symmetric = table.symmetric and count[piece] == count[piece ^ 1]
    table.key = material_key(count, 0)
    table.has_unique_pieces = unique >= 3
    # The side with fewer pawns leads: that compresses better.
    white: cython.int = count[make_piece(WHITE, PAWN)]
    black: cython.int = count[make_piece(BLACK, PAWN)]
    table.has_pawns = white + black > 0
    leads: Color = WHITE if black == 0 or (white > 0 and white <= black) else BLACK
    table.lead_pawn = make_piece(leads, PAWN)
    table.pawns[0] = count[table.lead_pawn]
    table.pawns[1] = count[table.lead_pawn ^ 1]
    return table


def open_file(
    table: cython.pointer[SyzygyTable], kind: cython.int, opened: cython.Py_ssize_t, size: cython.size_t
) -> cython.int:
    if size % 64 != CHECKSUM_BYTES:
        return TABLE_TRUNCATED
    data = map_file(opened, size)
    if data == cython.NULL:
        return TABLE_NO_MEMORY
    file: cython.pointer[TableFile] = cython.address(table.files[kind])
    file.data = cython.cast(BytesPtr, data)
    file.size = size
    cursor: Cursor = Cursor(file.data, size - CHECKSUM_BYTES, 0, False)
    status: cython.int = load_file(table, file, kind, cython.address(cursor))
    if status != TABLE_OK:
        close_file(file)
    return status


def close_file(file: cython.pointer[TableFile]) -> cython.void:
    """Unmap a file, if there is one, and free what belongs to it."""
    for i in range(file.sides * file.files if file.pairs != cython.NULL else 0):
        free(file.pairs[i].symbol_length)
    free(file.pairs)
    if file.data != cython.NULL:
        unmap_file(cython.cast(cython.p_void, file.data), file.size)
    memset(file, 0, cython.sizeof(TableFile))


def load_file(
    table: SyzygyTablePtr, file: cython.pointer[TableFile], kind: cython.int, cursor: cython.pointer[Cursor]
) -> cython.int:
    """Read and check everything before the compressed data."""
    header = take(cursor, 5)
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
        if not load_pieces(table, file.pairs + i * file.sides, file.sides, i, cursor):
            return TABLE_TRUNCATED if cursor.failed else TABLE_WRONG_MATERIAL
    take(cursor, cursor.at & 1)
    arrays: cython.int = file.sides * file.files
    for i in range(arrays):
        if not load_code(cython.address(file.pairs[i]), kind, cursor):
            return TABLE_TRUNCATED if cursor.failed else TABLE_DAMAGED
    if kind == DTZ:
        for i in range(arrays):
            load_dtz_maps(cython.address(file.pairs[i]), cursor)
        take(cursor, cursor.at & 1)
    load_blocks(file.pairs, arrays, cursor)
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
    codes = take(cursor, table.piece_count)
    if cursor.failed:
        return False
    for side in range(sides):
        shift: cython.int = 4 * side
        for i in range(table.piece_count):
            code: cython.int = codes[i] >> shift & 15
            if not 1 <= code & 7 <= 6:
                return False
            pairs[side].pieces[i] = make_piece(code >> 3, (code & 7) - 1)
        pawn_order: cython.int = orders[1] >> shift & 15 if both_pawns else -1
        if not set_groups(table, cython.address(pairs[side]), orders[0] >> shift & 15, pawn_order, file):
            return False
    return True
