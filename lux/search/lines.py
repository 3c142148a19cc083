"""Keep the best lines (layer 4)."""

import cython
from cython.cimports.libc.string import memcpy, memmove
from cython.cimports.lux.rules.types import MAX_MOVES, MAX_PLY, Move, Value, c_assert, uint64_t
from cython.cimports.lux.search.thread import RootLine, team_nodes, team_tb_hits
from cython.cimports.lux.search.timeman import elapsed_ms
from cython.cimports.lux.search.tt import tt_hashfull


def update_pv(ss: cython.pointer[StackFrame], move: Move) -> cython.void:
    child: cython.pointer[StackFrame] = ss + 1
    ss.pv[0] = move
    memcpy(cython.address(ss.pv[1]), child.pv, child.pv_length * cython.sizeof(Move))
    ss.pv_length = child.pv_length + 1


def root_index(td: cython.pointer[cython.const[SearchThread]], move: Move) -> cython.int:
    """It must not begin an earlier line, and must have this line's tablebase rank."""
    for i in range(td.line_index):
        if td.lines[i].pv[0] == move:
            return -1
    for i in range(td.root_moves.count):
        if td.root_moves.moves[i] == move:
            return i if td.root_ranks[i].rank == td.root_ranks[td.line_index].rank else -1
    return -1


def record_root(
    td: cython.pointer[SearchThread], ss: cython.pointer[StackFrame], value: Value, bound: cython.int
) -> cython.void:
    c_assert(ss.pv_length >= 1)
    c_assert(ss.pv_length <= MAX_PLY)
    c_assert(td.line_index < td.multipv)
    last: cython.int = td.line_index
    while last < td.multipv - 1 and td.lines[last].pv[0] != ss.pv[0]:
        last += 1
    line: cython.pointer[RootLine] = cython.address(td.lines[td.line_index])
    memmove(line + 1, line, (last - td.line_index) * cython.sizeof(RootLine))
    line.depth = td.root_depth
    line.seldepth = td.seldepth
    line.value = value
    line.bound = bound
    line.pv_length = ss.pv_length
    memcpy(line.pv, ss.pv, ss.pv_length * cython.sizeof(Move))
    td.reported = False


def sort_line(td: cython.pointer[SearchThread]) -> cython.void:
    place: cython.int = td.line_index
    rank: cython.int = td.root_ranks[place].rank
    line: RootLine = td.lines[place]
    while place > 0 and td.root_ranks[place - 1].rank == rank and td.lines[place - 1].value < line.value:
        td.lines[place] = td.lines[place - 1]
        place -= 1
    td.lines[place] = line


def best_move_permille(td: cython.pointer[cython.const[SearchThread]]) -> cython.int:
    best: uint64_t = 0
    spent: uint64_t = 1
    for i in range(td.root_moves.count):
        spent += td.root_nodes[i]
        if td.root_moves.moves[i] == td.lines[0].pv[0]:
            best = td.root_nodes[i]
    return cython.cast(cython.int, best * 1000 // spent)


def hold_counters(td: cython.pointer[cython.const[SearchThread]], held: cython.pointer[HeldLine]) -> cython.void:
    held.nodes = team_nodes(td)
    held.tb_hits = team_tb_hits(td)
    held.time_ms = elapsed_ms(cython.address(td.time))
    held.hashfull = tt_hashfull(td.tt)


def hold_lines(td: cython.pointer[SearchThread]) -> cython.void:
    td.reported = True
    if td.report == cython.NULL:
        return
    if td.held_count + td.multipv > MAX_MOVES:
        report_held(td)
    first: cython.int = td.held_count
    hold_counters(td, cython.address(td.held[first]))
    for i in range(td.multipv):
        if i > 0 and td.lines[i].depth == 0:
            break
        held: cython.pointer[HeldLine] = cython.address(td.held[first + i])
        held[0] = td.held[first]
        held.line = td.lines[i]
        held.index = i
        td.held_count += 1
    if td.held[first].time_ms >= td.report_ms:
        report_held(td)


def report_held(td: cython.pointer[SearchThread]) -> cython.void:
    td.report_ms = elapsed_ms(cython.address(td.time)) + td.report_interval_ms
    td.report(td, td.report_context)
