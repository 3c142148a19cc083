"""Probe tablebases on behalf of the search (layer 4)."""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.lux.rules.bitboard import popcount
from cython.cimports.lux.rules.position import PositionPtr, occupied
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.search.thread import STACK_BEFORE, increment
from cython.cimports.lux.syzygy.probe import NOT_RANKED, RANKED_BY_DTZ, RootRank, probe_wdl, rank_root_moves
from cython.cimports.lux.syzygy.table import NO_VALUE


def rank_root(td: cython.pointer[SearchThread]) -> cython.void:
    """Moves of one rank lead to the same result, so the search no longer needs the tablebases to choose among them,
    unless it has to win without DTZ values.
    """
    pos: PositionPtr = cython.address(td.stack[STACK_BEFORE].pos)
    moves: cython.pointer[Move] = td.root_moves.moves
    ranks: cython.pointer[RootRank] = td.root_ranks
    memset(ranks, 0, cython.sizeof(td.root_ranks))
    td.tb_ranked = False
    td.tb_hits = 0
    td.keys[td.key_count] = pos.key
    count: cython.int = td.root_moves.count
    if count == 0 or pos.castling_rights or popcount(occupied(pos)) > td.tb_pieces:
        return
    by: cython.int = rank_root_moves(
        td.tbs, pos, td.keys, td.key_count, cython.address(td.root_moves), td.tb_fifty_moves, ranks
    )
    if by == NOT_RANKED:
        return
    td.tb_ranked = True
    td.tb_hits = count
    for i in range(1, count):
        move: Move = moves[i]
        rank: RootRank = ranks[i]
        place: cython.int = i
        while place > 0 and ranks[place - 1].rank < rank.rank:
            moves[place] = moves[place - 1]
            ranks[place] = ranks[place - 1]
            place -= 1
        moves[place] = move
        ranks[place] = rank
    while ranks[count - 1].rank < ranks[td.multipv - 1].rank:
        count -= 1
    td.root_moves.count = count
    if by == RANKED_BY_DTZ or ranks[0].value <= VALUE_DRAW:
        td.tb_pieces = 0


def probe_value(
    td: cython.pointer[SearchThread], pos: PositionPtr, ply: cython.int, depth: Depth, bound: cython.p_int
) -> Value:
    """They are probed only right after a zeroing move: later positions may be draws by the fifty-move rule."""
    count: cython.int = popcount(occupied(pos))
    if (
        count > td.tb_pieces
        or (count == td.tb_pieces and depth < td.tb_depth)
        or pos.rule50 != 0
        or pos.castling_rights
    ):
        return VALUE_NONE
    wdl: cython.int = probe_wdl(td.tbs, pos)
    # Reading from a disk may have taken long: look at the clock.
    td.next_check = td.nodes
    if wdl == NO_VALUE:
        return VALUE_NONE
    increment(cython.address(td.tb_hits))
    cursed: cython.int = 1 if td.tb_fifty_moves else 0
    if wdl > cursed:
        bound[0] = BOUND_LOWER
        return VALUE_TB - ply
    if wdl < -cursed:
        bound[0] = BOUND_UPPER
        return ply - VALUE_TB
    bound[0] = BOUND_EXACT
    return VALUE_DRAW + 2 * wdl * cursed
