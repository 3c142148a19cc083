"""Probe Syzygy tablebases (layer 3).

Most of this module deals with positions that are not stored. If a capture is best the table may hold any value, since
captures are searched before the table is probed. The tables ignore en passant. Positions that are drawn, or whose best
move is a capture or pawn move, have no DTZ. A DTZ file holds one side to move; for the other, the moves are tried.

WDL values are 2 for a win of the side to move, 1 for a cursed win, which the fifty-move rule makes a draw, 0 for a
draw, -1 for a blessed loss, -2 for a loss. DTZ values are plies to the next capture or pawn move, with the sign of the
result, and 100 further from zero for cursed wins and blessed losses.

Sources: Ronald de Man's generator and prober, https://github.com/syzygy1/tb; Stockfish; python-chess.
"""

import cython
from cython.cimports.libc.stdlib import free
from cython.cimports.libc.string import memset
from cython.cimports.lux.rules.bitboard import popcount
from cython.cimports.lux.rules.memory import mul_high
from cython.cimports.lux.rules.move import from_sq
from cython.cimports.lux.rules.movegen import ALL_MOVES, NOISY_MOVES, MoveList, count_legal, generate
from cython.cimports.lux.rules.position import *
from cython.cimports.lux.rules.reversible import earlier_occurrences
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.syzygy.decompression import decompress, dtz_in_plies
from cython.cimports.lux.syzygy.numbering import find_place
from cython.cimports.lux.syzygy.table import *
from cython.cimports.lux.syzygy.table_file import close_file, material_key, new_table, open_file

# Tables by material


def position_key(pos: PositionPtr) -> uint64_t:
    """Return the key of the material on the board."""
    count: cython.int[12]
    for piece in range(12):
        count[piece] = popcount(pieces(pos, color_of(piece), type_of(piece)))
    return material_key(count, 0)


def find_slot(tbs: TablebasesPtr, key: uint64_t) -> cython.int:
    """Return the slot of the table with that key, or the empty one where it would be."""
    slot: cython.int = cython.cast(cython.int, mul_high(key * MATERIAL_MIX, TABLE_SLOTS))
    while tbs.slots[slot].table != cython.NULL and tbs.slots[slot].key != key:
        slot = (slot + 1) % TABLE_SLOTS
    return slot


def add_table(
    tbs: cython.pointer[Tablebases], count: CountPtr, kind: cython.int, opened: cython.Py_ssize_t, size: cython.size_t
) -> cython.int:
    known: cython.pointer[SyzygyTable] = tbs.slots[find_slot(tbs, material_key(count, 0))].table
    table: cython.pointer[SyzygyTable] = known if known != cython.NULL else new_table(count)
    if table == cython.NULL:
        return TABLE_NO_MEMORY
    if table.files[kind].data != cython.NULL:
        return TABLE_OK
    status: cython.int = open_file(table, kind, opened, size)
    if status != TABLE_OK:
        if known == cython.NULL:
            free(table)
        return status
    if known == cython.NULL:
        for swap in range(2):
            key: uint64_t = material_key(count, swap)
            slot = cython.address(tbs.slots[find_slot(tbs, key)])
            slot.key = key
            slot.table = table
        table.next = tbs.first
        tbs.first = table
    tbs.file_count[kind] += 1
    if kind == WDL:
        tbs.max_pieces = max(tbs.max_pieces, table.piece_count)
    return TABLE_OK


def free_tables(tbs: cython.pointer[Tablebases]) -> cython.void:
    while tbs.first != cython.NULL:
        table: cython.pointer[SyzygyTable] = tbs.first
        tbs.first = table.next
        close_file(cython.address(table.files[WDL]))
        close_file(cython.address(table.files[DTZ]))
        free(table)
    memset(tbs, 0, cython.sizeof(Tablebases))


# Probing a position


def locate(tbs: TablebasesPtr, pos: PositionPtr, kind: cython.int, place: cython.pointer[TablePlace]) -> cython.int:
    key: uint64_t = position_key(pos)
    table: cython.pointer[SyzygyTable] = tbs.slots[find_slot(tbs, key)].table
    if table == cython.NULL or table.files[kind].data == cython.NULL:
        return NO_VALUE
    # The table knows the side that it names first as White, and of two equal ones the side to move.
    swap: cython.bint = key != table.key or (table.symmetric and pos.stm == BLACK)
    return 0 if find_place(table, kind, pos, swap, place) else OTHER_SIDE


def probe_table(tbs: TablebasesPtr, pos: PositionPtr, kind: cython.int, wdl: cython.int) -> cython.int:
    """Return what the table of the position's material holds, NO_VALUE, or OTHER_SIDE; a DTZ needs the *wdl*."""
    if popcount(occupied(pos)) == 2:
        return 0
    place: TablePlace
    absent: cython.int = locate(tbs, pos, kind, cython.address(place))
    if absent != 0:
        return absent
    value: cython.int = decompress(place.pairs, place.number)
    if kind == DTZ:
        return dtz_in_plies(place.pairs, value, wdl)
    return value - 2 if 0 <= value <= 4 else NO_VALUE


def search_wdl(
    tbs: TablebasesPtr, pos: PositionPtr, pawn_moves: cython.bint, zeroing_best: cython.p_bint
) -> cython.int:
    """Return the better of the table's WDL value and the best capture's, or NO_VALUE.

    *zeroing_best* is set if a capture, or with *pawn_moves* a pawn move, is as good as any other: the DTZ table may
    then hold any value.
    """
    moves: MoveList
    child: Position
    unused: cython.bint
    best: cython.int = -2
    tried: cython.int = 0
    generate(pos, cython.address(moves), ALL_MOVES if pawn_moves else NOISY_MOVES)
    for i in range(moves.count):
        is_pawn_move: cython.bint = type_of(pos.board[from_sq(moves.moves[i])]) == PAWN
        if not (is_capture(pos, moves.moves[i]) or (pawn_moves and is_pawn_move)):
            continue
        tried += 1
        do_move_unkeyed(pos, cython.address(child), moves.moves[i])
        value: cython.int = search_wdl(tbs, cython.address(child), False, cython.address(unused))
        if value == NO_VALUE:
            return NO_VALUE
        best = max(best, -value)
        if best == 2:
            zeroing_best[0] = True
            return best
    # The table knows nothing of en passant: where there is no other move, its value is wrong.
    all_tried: cython.bint = tried > 0 and tried == count_legal(pos)
    stored: cython.int = best if all_tried else probe_table(tbs, pos, WDL, 0)
    if stored == NO_VALUE:
        return NO_VALUE
    zeroing_best[0] = best >= stored and (best > 0 or all_tried)
    return max(best, stored)


def probe_wdl(tbs: TablebasesPtr, pos: PositionPtr) -> cython.int:
    unused: cython.bint
    return search_wdl(tbs, pos, False, cython.address(unused))


def dtz_before_zeroing(wdl: cython.int) -> cython.int:
    """Return the DTZ value of a position whose best move is a zeroing one."""
    return wdl if wdl == 0 else (1 if wdl == 2 else -1 if wdl == -2 else 101 if wdl == 1 else -101)


def stored_dtz(tbs: TablebasesPtr, pos: PositionPtr, wdl: cython.p_int) -> cython.int:
    """Return the DTZ value without trying moves of pieces, NO_VALUE or OTHER_SIDE; set *wdl*."""
    zeroing_best: cython.bint = False
    wdl[0] = search_wdl(tbs, pos, False, cython.address(zeroing_best))
    if wdl[0] == NO_VALUE or wdl[0] == 0:
        return wdl[0]
    # Only a win may be stored without a value because of a pawn move; its table may be missing.
    if wdl[0] > 0 and not zeroing_best and search_wdl(tbs, pos, True, cython.address(zeroing_best)) == NO_VALUE:
        return NO_VALUE
    if zeroing_best:
        return dtz_before_zeroing(wdl[0])
    plies: cython.int = probe_table(tbs, pos, DTZ, wdl[0])
    if plies == NO_VALUE or plies == OTHER_SIDE:
        return plies
    if wdl[0] == 1 or wdl[0] == -1:
        plies += 100
    return plies if wdl[0] > 0 else -plies


def dtz_before_move(after: PositionPtr, dtz: cython.int) -> cython.int:
    """Return the DTZ value that a quiet move to the position *after* leads to, given the *dtz* of that position."""
    if dtz == NO_VALUE or dtz == OTHER_SIDE:
        return NO_VALUE
    if dtz == -1 and after.checkers and count_legal(after) == 0:
        return 1
    return -dtz + (dtz < 0) - (dtz > 0)


def probe_dtz(tbs: TablebasesPtr, pos: PositionPtr) -> cython.int:
    """If the table holds the other side to move, look one ply ahead: for the quickest win, or the slowest loss."""
    wdl: cython.int = 0
    dtz: cython.int = stored_dtz(tbs, pos, cython.address(wdl))
    if dtz != OTHER_SIDE:
        return dtz
    moves: MoveList
    child: Position
    unused: cython.int
    best: cython.int = NO_VALUE
    generate(pos, cython.address(moves), ALL_MOVES)
    for i in range(moves.count):
        do_move_unkeyed(pos, cython.address(child), moves.moves[i])
        if child.rule50 == 0:
            dtz = probe_wdl(tbs, cython.address(child))
            dtz = dtz if dtz == NO_VALUE else dtz_before_zeroing(-dtz)
        else:
            dtz = dtz_before_move(cython.address(child), stored_dtz(tbs, cython.address(child), cython.address(unused)))
        if dtz == NO_VALUE:
            return NO_VALUE
        if (dtz > 0 and wdl > 0) or (dtz < 0 and wdl < 0):
            best = min(best, dtz)
    # Without moves it is mate.
    return best if best != NO_VALUE else -1


# Ranking the moves of a root position


def rank_by_dtz(
    rank: cython.pointer[RootRank], dtz: cython.int, rule50: cython.int, repeated: cython.bint, fifty_moves: cython.bint
) -> cython.void:
    """Rank a move by its DTZ value.

    Safe wins rank equal, and the search chooses among them. The quickest win ranks first once the fifty-move rule is
    close, or a repetition shows no progress, with that rule and without. Losing moves rank equal until it can help.
    """
    plies: cython.int = abs(dtz) + rule50
    if dtz == 0:
        rank.rank = 0
        rank.value = VALUE_DRAW
        return
    certain: cython.bint = not fifty_moves or plies <= 100
    if dtz > 0:
        safe: cython.bint = not repeated and (not fifty_moves or plies <= 99)
        rank.rank = 2 * RANK_WIN if safe else RANK_WIN - plies
        rank.value = VALUE_TB if certain else max(1, (200 - plies) // 2)
    else:
        safe = not fifty_moves or plies - dtz < 100
        rank.rank = -2 * RANK_WIN if safe else plies - RANK_WIN
        rank.value = -VALUE_TB if certain else min(-1, (plies - 200) // 2)


def root_dtz(
    tbs: TablebasesPtr, after: PositionPtr, keys: KeyPtr, last: cython.int, fifty_moves: cython.bint
) -> cython.int:
    """Return the root's DTZ value for the move to *after*, with repetitions and the fifty-move rule, or NO_VALUE."""
    if after.checkers and count_legal(after) == 0:
        return 1
    if after.rule50 == 0:
        wdl: cython.int = probe_wdl(tbs, after)
        return NO_VALUE if wdl == NO_VALUE else dtz_before_zeroing(-wdl)
    if fifty_moves and after.rule50 >= 100:
        return 0
    reach: cython.int = min(min(after.rule50, after.plies_from_null), last + 1)
    if earlier_occurrences(keys + last + 1, 1, after.key, reach) >= 2:
        return 0
    return dtz_before_move(after, probe_dtz(tbs, after))


def rank_root_moves(
    tbs: TablebasesPtr,
    pos: PositionPtr,
    keys: KeyPtr,
    last: cython.int,
    moves: cython.pointer[cython.const[MoveList]],
    fifty_moves: cython.bint,
    ranks: cython.pointer[RootRank],
) -> cython.int:
    """Source: Stockfish's ranks."""
    child: Position
    repeated: cython.bint = False
    reach: cython.int = min(min(pos.rule50, pos.plies_from_null), last)
    for back in range(reach):
        repeated |= earlier_occurrences(keys + last - back, 1, keys[last - back], reach - back) > 0
    for i in range(moves.count):
        do_move(pos, cython.address(child), moves.moves[i])
        dtz: cython.int = root_dtz(tbs, cython.address(child), keys, last, fifty_moves)
        if dtz == NO_VALUE:
            break
        rank_by_dtz(cython.address(ranks[i]), dtz, pos.rule50, repeated, fifty_moves)
    else:
        return RANKED_BY_DTZ
    for i in range(moves.count):
        do_move(pos, cython.address(child), moves.moves[i])
        wdl: cython.int = probe_wdl(tbs, cython.address(child))
        if wdl == NO_VALUE:
            memset(ranks, 0, moves.count * cython.sizeof(RootRank))
            return NOT_RANKED
        ranks[i].rank = -wdl * RANK_WIN
        # Without the fifty-move rule cursed wins are wins.
        won: cython.bint = abs(wdl) == 2 or (abs(wdl) == 1 and not fifty_moves)
        ranks[i].value = -wdl if not won else -VALUE_TB if wdl > 0 else VALUE_TB
    return RANKED_BY_WDL
