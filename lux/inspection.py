"""Expose the core's internals to Python, for tests and tools (layer 5).

Bitboards and keys are ints, squares run a1 = 0 to h8 = 63, pieces are named by the letters PNBRQK, moves by their
16 bits (see move.pxd). Nothing here changes a board.
"""

import cython
import cython.cimports.lux.evaluation.accumulator as accumulator
import cython.cimports.lux.rules.attacks as attacks
import cython.cimports.lux.rules.movegen as movegen
import cython.cimports.lux.rules.position as position
import cython.cimports.lux.rules.reversible as reversible
import cython.cimports.lux.search.movepick as movepick
import cython.cimports.lux.search.node as node
import cython.cimports.lux.search.timeman as timeman
import cython.cimports.lux.search.tt as tt
import cython.cimports.lux.syzygy.probe as syzygy
import cython.cimports.lux.text.notation as notation
from cython.cimports.libc.string import memcpy
from cython.cimports.lux.board import Board
from cython.cimports.lux.engine import Engine
from cython.cimports.lux.rules.movegen import ALL_MOVES, NOISY_MOVES, QUIET_MOVES, GenType, MoveList
from cython.cimports.lux.rules.position import Position
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.search.history import CONTINUATION_PLIES, History, QuietContext, update_history
from cython.cimports.lux.search.timeman import TimeManager
from cython.cimports.lux.search.tt import TranspositionTable, TTCluster, TTEntry, TTHit
from cython.cimports.lux.syzygy.table import PairsData, TablePlace
from cython.cimports.lux.tablebase import Tablebase

from lux.text.notation import TYPE_LETTERS

GENERATORS = {"all": ALL_MOVES, "noisy": NOISY_MOVES, "quiet": QUIET_MOVES}


# Attacks


def piece_attacks(letter: str, square: int, occupied: int) -> int:
    """Return what a piece other than a pawn attacks, from the lookup tables."""
    return attacks.piece_attacks(TYPE_LETTERS.index(letter), square, occupied)


def slow_slider_attacks(letter: str, square: int, occupied: int) -> int:
    """Return what a bishop or rook attacks, by walking along its rays."""
    return attacks.slow_slider_attacks(square, occupied, TYPE_LETTERS.index(letter))


def magic_seed(letter: str, square: int) -> int:
    """Return what a bishop's or rook's magic is made from."""
    return attacks.MAGIC_SEEDS[64 * (TYPE_LETTERS.index(letter) - BISHOP) + square]


def between(a: int, b: int) -> int:
    """Return the squares strictly between two squares on one line; none if they share no line."""
    return attacks.between(a, b)


def line(a: int, b: int) -> int:
    """Return the whole line through two squares, ends included; nothing if they share none."""
    return attacks.line(a, b)


def attacked_by(board: Board, white: bool) -> int:
    """Return the squares that White, or else Black, attacks."""
    by_less: Bitboard[6]
    return position.attacked_by(board.current(), WHITE if white else BLACK, by_less)


def is_reversible_move(board: Board, difference: Key) -> bool:
    """Return whether a move of one piece over free squares changes the position's key by *difference*."""
    return reversible.is_reversible_move(board.current(), difference)


def can_repeat(board: Board) -> bool:
    """Return whether a search from the board's first position sees a move from here back to an earlier position."""
    if board.played >= MAX_PLY - 1:
        raise ValueError(f"{board.played} moves are longer than a search")
    keys: Key[MAX_PLY]
    keys[0] = 0
    for i in range(board.played + 1):
        keys[i + 1] = board.positions[i].key
    return node.can_repeat(cython.address(keys[board.played + 1]), board.current(), board.played)


# Position


def fields(board: Board) -> dict[str, object]:
    """Return the fields of the position, with `plies_from_null` set to zero, since a FEN does not record it."""
    pos: Position = board.current()[0]
    pos.plies_from_null = 0
    return pos


# Moves


def generate(board: Board, kind: str) -> list[int]:
    """Return the legal moves that are "noisy" (captures and promotions), "quiet" (the others), or "all"."""
    gen_type: GenType = GENERATORS[kind]
    moves: MoveList
    movegen.generate(board.current(), cython.address(moves), gen_type)
    return [moves.moves[i] for i in range(moves.count)]


def is_legal(board: Board, move: int) -> bool:
    """Return whether any 16 bits are a legal move."""
    bits: Move = move
    return movegen.is_legal(board.current(), bits)


def find_move(board: Board, uci: object) -> int:
    """Return the 16 bits of a legal move; raises as Board.parse_uci."""
    return notation.find_uci(board.current(), uci, board.chess960)


def is_noisy(board: Board, uci: object) -> bool:
    """Return whether a legal move captures or promotes."""
    return position.is_noisy(board.current(), notation.find_uci(board.current(), uci, board.chess960))


def see_ge(board: Board, uci: object, threshold: int) -> bool:
    """Return whether the exchange that a legal move starts on its target square wins at least *threshold*."""
    move: Move = notation.find_uci(board.current(), uci, board.chess960)
    return position.see_ge(board.current(), move, threshold)


def pick_moves(board: Board, tt_move: int, killers: tuple[int, int], noisy_only: bool) -> list[int]:
    """Return the moves of a node in search order, with empty histories."""
    wanted: Move = tt_move
    both: Move[2]
    both[0], both[1] = killers
    history: cython.pointer[History] = cython.address(no_history)
    context: QuietContext
    for i in range(CONTINUATION_PLIES):
        context.rows[i] = cython.address(history.continuation[12][0])
    context.threats = position.attacked_by(board.current(), board.current().stm ^ 1, context.by_less)
    picker: movepick.MovePicker
    movepick.init_picker(
        cython.address(picker), board.current(), history, cython.address(context), wanted, both, noisy_only
    )
    order: list = []
    move: Move
    while move := movepick.next_move(cython.address(picker)):
        order.append(move)
    return order


# The network


def evaluate(engine: Engine, board: Board) -> int:
    """Return what Engine.evaluate does, with the incremental accumulators of the search thread."""
    return accumulator.evaluate(engine.thread.accumulators, board.current())


# Search memory


def struct_sizes() -> tuple[int, int, int]:
    """Return the bytes of a position, and of an entry and a cluster of the transposition table."""
    return cython.sizeof(Position), cython.sizeof(TTEntry), cython.sizeof(TTCluster)


def updated_entry(entry: int, bonus: int, limit: int) -> int:
    """Return an entry of a history, with that limit, after an update."""
    value: int16_t = entry
    update_history(cython.address(value), bonus, limit)
    return value


def new_search(engine: Engine) -> None:
    """Advance the generation of the engine's transposition table."""
    tt.tt_new_search(cython.address(engine.tt))


def store(
    engine: Engine,
    key: int,
    *,
    ply: int = 0,
    move: int = 0,
    value: int = 0,
    static_eval: int = 0,
    depth: int = 0,
    bound: int = 3,
    was_pv: bool = False,
) -> None:
    """Store a result at *ply* from the root; values, depths and bounds are the search's numbers."""
    tt.tt_store(cython.address(engine.tt), key, ply, move, value, static_eval, depth, bound, was_pv)


def probe(engine: Engine, key: int, ply: int = 0, rule50: int = 0) -> dict[str, int] | None:
    """Return the entry of a position at *ply*, or None."""
    hit: TTHit
    tt.tt_probe(cython.address(engine.tt), key, ply, rule50, cython.address(hit))
    entry: dict = hit
    return entry if entry.pop("found") else None


def hashfull(engine: Engine) -> int:
    """Return the permille that the current search has filled."""
    return tt.tt_hashfull(cython.address(engine.tt))


def tear_entries(engine: Engine, count: int, seed: int) -> None:
    """Copy *count* times one field of an entry of the engine's table to another entry, as two threads that write at
    once may leave it; a search may run meanwhile.
    """
    table: cython.pointer[TranspositionTable] = cython.address(engine.tt)
    state: uint64_t = seed
    rounds: cython.int = count
    with cython.nogil:
        for _ in range(rounds):
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            source: cython.pointer[TTEntry] = tt.tt_cluster(table, state).entries
            target: cython.pointer[TTEntry] = tt.tt_cluster(table, state << 20).entries
            if source.depth > 0 and target.depth > 0:
                # Of five times two bytes, the last of which are two fields, the key stays.
                place: cython.int = 2 + 2 * (state & 3)
                memcpy(cython.cast(cython.p_char, target) + place, cython.cast(cython.p_char, source) + place, 2)


# Time


def time_limits(engine: Engine, limits: object, overshoot_ms: int = 0) -> tuple[int, int]:
    """Return the soft and the hard limit in milliseconds of a search by White, -1 for none."""
    manager: cython.pointer[TimeManager] = cython.address(engine.thread.time)
    manager.overshoot_ms = overshoot_ms
    engine.set_limits(limits)
    timeman.set_time_limits(manager, cython.address(engine.thread.limits), WHITE)
    return (manager.soft_ms if manager.use_soft else -1), manager.hard_ms


def soft_limit_reached(
    soft_ms: int, elapsed_ms: int, *, stable_iterations: int, best_node_permille: int, score_drop: int
) -> bool:
    """Return whether a search would start no further iteration."""
    manager: TimeManager
    manager.use_soft = True
    manager.soft_ms = soft_ms
    manager.nodes_per_ms = 0
    manager.start_ns = timeman.now_ns() - elapsed_ms * 1000000
    return timeman.soft_limit_reached(cython.address(manager), 0, stable_iterations, best_node_permille, score_drop)


def overshoot(engine: Engine) -> int:
    """Return the milliseconds subtracted from the next search because earlier ones exceeded their hard limit."""
    return engine.thread.time.overshoot_ms


# Tablebases


def table_place(tablebase: Tablebase, board: Board, kind: int) -> tuple[int, int, int] | None:
    """Return where the value of a position lies in a file of kind 0 (WDL) or 1 (DTZ): array, number, array's size.

    Arrays count sides to move within files of the leading pawn. None: there is no file, or it holds the other side.
    """
    place: TablePlace
    if syzygy.locate(tablebase.tables, board.current(), kind, cython.address(place)) != 0:
        return None
    slot: cython.int = syzygy.find_slot(tablebase.tables, syzygy.position_key(board.current()))
    first: cython.pointer[PairsData] = tablebase.tables.slots[slot].table.files[kind].pairs
    return place.pairs - first, place.number, place.pairs.size


def root_moves(engine: Engine, board: Board) -> tuple[list[str], bool]:
    """Return the moves that a search looks at, and whether the tablebases leave it nothing to find out."""
    engine.set_root(board, None, 1)
    td = engine.thread
    moves = [notation.move_uci(td.root_moves.moves[i], board.chess960) for i in range(td.root_moves.count)]
    return moves, td.tb_ranked and td.tb_pieces == 0
