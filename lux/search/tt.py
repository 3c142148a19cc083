"""Remember searched positions (layer 4).

Three entries share a 32-byte cluster. A probe compares 16 bits of the key; a store takes the entry of the same
position or the least valuable one: deep and recent entries are worth keeping.

Source: https://www.chessprogramming.org/Transposition_Table, with the cluster layout of Stockfish.
"""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.lux.rules.memory import alloc_table, free_aligned, give_back_pages
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.search.params import TT_AGE, TT_ENTRIES


def tt_resize(tt: cython.pointer[TranspositionTable], mib: cython.size_t) -> cython.bint:
    clusters = cython.cast(cython.pointer[TTCluster], alloc_table(mib))
    if clusters == cython.NULL:
        return False
    tt_free(tt)
    tt.clusters = clusters
    tt.cluster_count = mib * 1024 * 1024 // cython.sizeof(TTCluster)
    tt.generation = 0
    return True


def tt_free(tt: cython.pointer[TranspositionTable]) -> cython.void:
    free_aligned(tt.clusters)
    tt.clusters = cython.NULL
    tt.cluster_count = 0


def tt_clear(tt: cython.pointer[TranspositionTable]) -> cython.void:
    size: cython.size_t = tt.cluster_count * cython.sizeof(TTCluster)
    if size <= TOUCHED_BYTES or not give_back_pages(tt.clusters, size):
        memset(tt.clusters, 0, size)
    tt.generation = 0


def tt_new_search(tt: cython.pointer[TranspositionTable]) -> cython.void:
    tt.generation = (tt.generation + 1) & (GENERATIONS - 1)


def tt_probe(
    tt: TranspositionTablePtr, key: Key, ply: cython.int, rule50: cython.int, hit: cython.pointer[TTHit]
) -> cython.void:
    cluster: cython.pointer[TTCluster] = tt_cluster(tt, key)
    for i in range(TT_ENTRIES):
        entry: cython.pointer[TTEntry] = cython.address(cluster.entries[i])
        if entry.key == cython.cast(cython.ushort, key) and entry.depth != 0:
            hit.found = True
            hit.was_pv = (entry.age_pv_bound & 4) != 0
            hit.move = entry.move
            hit.value = value_from_tt(entry.value, ply, rule50)
            hit.static_eval = entry.static_eval
            hit.depth = entry.depth - 1
            # Another thread may have written the bound, but not yet the value that belongs to it.
            hit.bound = entry.age_pv_bound & 3 if hit.value != VALUE_NONE else BOUND_NONE
            return
    hit.found = False
    hit.was_pv = False
    hit.move = 0
    hit.value = VALUE_NONE
    hit.static_eval = VALUE_NONE
    hit.depth = 0
    hit.bound = BOUND_NONE


def tt_store(
    tt: cython.pointer[TranspositionTable],
    key: Key,
    ply: cython.int,
    move: Move,
    value: Value,
    static_eval: Value,
    depth: Depth,
    bound: cython.int,
    was_pv: cython.bint,
) -> cython.void:
    """Store a result, unless it is a bound and this search has stored a much deeper result of the position."""
    c_assert(0 <= depth)
    c_assert(bound != BOUND_NONE or value == VALUE_NONE)
    c_assert(bound <= BOUND_EXACT)
    c_assert(-VALUE_INFINITE < value)
    c_assert(value <= VALUE_NONE)
    cluster: cython.pointer[TTCluster] = tt_cluster(tt, key)
    victim: cython.pointer[TTEntry] = cluster.entries
    for i in range(CLUSTER_ENTRIES):
        entry: cython.pointer[TTEntry] = cython.address(cluster.entries[i])
        if entry.depth == 0 or entry.key == cython.cast(cython.ushort, key):
            victim = entry
            break
        if entry.depth - TT_AGE * tt_age(tt, entry) < victim.depth - TT_AGE * tt_age(tt, victim):
            victim = entry

    same: cython.bint = victim.depth != 0 and victim.key == cython.cast(cython.ushort, key)
    # Without a new best move keep the old one.
    if move != 0 or not same:
        victim.move = move
    if same and bound != BOUND_EXACT and depth + 4 + 2 * was_pv < victim.depth - 1 and tt_age(tt, victim) == 0:
        return
    victim.key = cython.cast(cython.ushort, key)
    victim.value = value if value == VALUE_NONE else value_to_tt(value, ply)
    victim.static_eval = static_eval
    victim.depth = min(depth, MAX_PLY) + 1
    victim.age_pv_bound = tt.generation << 3 | was_pv << 2 | bound


def tt_hashfull(tt: TranspositionTablePtr) -> cython.int:
    used: cython.int = 0
    for i in range(1000):
        for j in range(CLUSTER_ENTRIES):
            entry: cython.pointer[TTEntry] = cython.address(tt.clusters[i].entries[j])
            used += entry.depth != 0 and tt_age(tt, entry) == 0
    return used // CLUSTER_ENTRIES
