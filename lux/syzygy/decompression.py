"""Read values from the compressed arrays of a Syzygy table (layer 3).

Values are joined into pairs, pairs into pairs of pairs and so on; each such symbol has a canonical Huffman code. The
code words of a block of fixed size are a bit string, high bits first. For each span of positions an index gives the
block that holds the middle of the span. From there the search goes by the number of positions in each block, then by
the symbols' lengths, then down the tree of pairs.

Sources: see `table_file`.
"""

import cython
from cython.cimports.libc.stdlib import calloc
from cython.cimports.lux.rules.bitboard import ALL_SQUARES, square_bb
from cython.cimports.lux.rules.types import int64_t, uint8_t, uint64_t
from cython.cimports.lux.syzygy.table import *


def load_code(pairs: cython.pointer[PairsData], kind: cython.int, cursor: cython.pointer[Cursor]) -> cython.bint:
    start = take(cursor, 2)
    if start == cython.NULL:
        return False
    pairs.flags = start[0]
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
    # The largest word that is read with a length is just below all shorter words.
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
    """Compute the number of positions of each symbol, minus one; return False if its parts do not form a tree."""
    pairs.symbol_length = cython.cast(cython.pointer[uint8_t], calloc(pairs.symbol_count, 1))
    if pairs.symbol_length == cython.NULL:
        return False
    known: cython.bint[MAX_SYMBOLS]
    for symbol in range(pairs.symbol_count):
        known[symbol] = right_part(pairs, symbol) == LEAF
    # A symbol's parts may come after it, so go round until nothing changes.
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
    for i in range(arrays):
        pairs[i].index = take(cursor, 6 * pairs[i].index_count)
    for i in range(arrays):
        pairs[i].lengths = take(cursor, 2 * pairs[i].length_count)
    for i in range(arrays):
        if pairs[i].block_count > 0:
            take(cursor, -cursor.at & 63)
            # Reading the last words may also read some of the checksum after them.
            pairs[i].block_bytes = cursor.size - cursor.at + CHECKSUM_BYTES
            pairs[i].blocks = take(cursor, pairs[i].block_count << pairs[i].block_shift)


def decompress(pairs: PairsDataPtr, number: uint64_t) -> cython.int:
    if pairs.flags & FLAG_SINGLE_VALUE:
        return pairs.single_value
    # The index gives the middle of the span; walk from there to the block that holds the place.
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
