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
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.lux.board import Board
from cython.cimports.lux.engine import Engine
from cython.cimports.lux.evaluation.accumulator import Accumulators
from cython.cimports.lux.network import Network
from cython.cimports.lux.rules.memory import CACHE_LINE, alloc_aligned, free_aligned
from cython.cimports.lux.rules.movegen import ALL_MOVES, NOISY_MOVES, QUIET_MOVES, GenType, MoveList
from cython.cimports.lux.rules.position import Position
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.search.history import (
    CONTINUATION_PLIES,
    CORRECTION_MAX,
    HISTORY_MAX,
    History,
    QuietContext,
    update_history,
)
from cython.cimports.lux.search.timeman import SearchLimits, TimeManager
from cython.cimports.lux.search.tt import TranspositionTable, TTCluster, TTEntry, TTHit
from cython.cimports.lux.syzygy.table import PairsData, TablePlace
from cython.cimports.lux.tablebase import Tablebase

from lux.text.notation import TYPE_LETTERS

RANKED_BY = (None, "wdl", "dtz")  # what syzygy.rank_root_moves returns
HISTORY_LIMITS = {"history": HISTORY_MAX, "correction": CORRECTION_MAX}
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


def position_bytes(board: Board) -> bytes:
    """Return the 192 bytes of the position, with `plies_from_null` set to zero, since a FEN does not record it."""
    pos: Position = board.current()[0]
    pos.plies_from_null = 0
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, cython.address(pos)), cython.sizeof(Position))


def pinned(board: Board) -> int:
    """Return the pieces of the side to move that shield their king."""
    return board.current().pinned


def keys(board: Board) -> tuple[int, int, int, int]:
    """Return the incremental keys: full, pawns, White's other pieces, Black's other pieces."""
    pos: cython.pointer[Position] = board.current()
    return pos.key, pos.pawn_key, pos.non_pawn_key[0], pos.non_pawn_key[1]


# Moves


def generate(board: Board, kind: str) -> list[int]:
    """Return the legal moves that are "noisy" (captures and promotions), "quiet" (the others), or "all"."""
    gen_type: GenType = GENERATORS[kind]
    moves: MoveList
    movegen.generate(board.current(), cython.address(moves), gen_type)
    return [moves.moves[i] for i in range(moves.count)]


def count_legal(board: Board) -> int:
    """Count the legal moves as perft's last ply does."""
    return movegen.count_legal(board.current())


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
    history = cython.cast(cython.pointer[History], calloc(1, cython.sizeof(History)))
    if history == cython.NULL:
        raise MemoryError("no memory for the histories")
    context: QuietContext
    for i in range(CONTINUATION_PLIES):
        context.rows[i] = cython.address(history.continuation[12][0])
    context.threats = position.attacked_by(board.current(), board.current().stm ^ 1, context.by_less)
    picker: movepick.MovePicker
    movepick.init_picker(
        cython.address(picker), board.current(), history, cython.address(context), wanted, both, noisy_only
    )
    order: list = []
    move: Move = movepick.next_move(cython.address(picker))
    while move != 0:
        order.append(move)
        move = movepick.next_move(cython.address(picker))
    free(history)
    return order


# The network


@cython.cclass
class Evaluator:
    """Evaluate with a network as a search thread does, with incremental accumulators."""

    def __cinit__(self, network: Network):
        self.network = network
        memory = alloc_aligned(cython.sizeof(Accumulators), CACHE_LINE)
        self.kept = cython.cast(cython.pointer[Accumulators], memory)
        if self.kept == cython.NULL:
            raise MemoryError("no memory for the sums")
        accumulator.reset_accumulators(self.kept, network.weights)

    def __dealloc__(self):
        free_aligned(self.kept)

    def evaluate(self, board: Board) -> int:
        """Return the evaluation in centipawns, from the side to move's point of view."""
        return accumulator.evaluate(self.kept, board.current())


# Search memory


def struct_sizes() -> dict[str, int]:
    """Return the bytes of the structs whose layout matters to the cache."""
    return {
        "Position": cython.sizeof(Position),
        "TTEntry": cython.sizeof(TTEntry),
        "TTCluster": cython.sizeof(TTCluster),
    }


def updated_entry(kind: str, entry: int, bonus: int) -> int:
    """Return an entry of a "history" or "correction" table after an update."""
    value: int16_t = entry
    update_history(cython.address(value), bonus, HISTORY_LIMITS[kind])
    return value


@cython.cclass
class Table:
    """A transposition table on its own; values, depths and bounds are the search's numbers.

    Raises:
        MemoryError: the table cannot be allocated.
    """

    def __cinit__(self, mib: cython.size_t = 1):
        if not tt.tt_resize(cython.address(self.tt), mib):
            raise MemoryError(f"no memory for a hash table of {mib} MiB")

    def __dealloc__(self):
        tt.tt_free(cython.address(self.tt))

    def resize(self, mib: cython.size_t) -> bool:
        """Change the size; return False, with the table as it was, if there is no memory."""
        return tt.tt_resize(cython.address(self.tt), mib)

    def clear(self) -> None:
        """Forget everything."""
        tt.tt_clear(cython.address(self.tt))

    def new_search(self) -> None:
        """Advance the generation."""
        tt.tt_new_search(cython.address(self.tt))

    def store(
        self,
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
        """Store a result at *ply* from the root."""
        tt.tt_store(cython.address(self.tt), key, ply, move, value, static_eval, depth, bound, was_pv)

    def probe(self, key: int, ply: int = 0, rule50: int = 0) -> dict[str, int] | None:
        """Return the entry of a position at *ply*, or None."""
        hit: TTHit
        tt.tt_probe(cython.address(self.tt), key, ply, rule50, cython.address(hit))
        if not hit.found:
            return None
        return {
            "move": hit.move,
            "value": hit.value,
            "static_eval": hit.static_eval,
            "depth": hit.depth,
            "bound": hit.bound,
            "was_pv": hit.was_pv,
        }

    def hashfull(self) -> int:
        """Return the permille that the current search has filled."""
        return tt.tt_hashfull(cython.address(self.tt))


def stored_bound(engine: Engine, board: Board) -> int:
    """Return the bound that the engine's table holds for a position, 1 upper, 2 lower, 3 exact, or 0 for none."""
    hit: TTHit
    pos = board.current()
    tt.tt_probe(cython.address(engine.tt), pos.key, 0, pos.rule50, cython.address(hit))
    return hit.bound


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
            if source.depth == 0 or target.depth == 0:
                continue
            field: cython.int = state & 3
            if field == 0:
                target.move = source.move
            elif field == 1:
                target.value = source.value
            elif field == 2:
                target.static_eval = source.static_eval
            else:
                target.depth = source.depth
                target.age_pv_bound = source.age_pv_bound


# Time


def time_limits(
    *,
    time_ms: int = -1,
    inc_ms: int = -1,
    movestogo: int = 0,
    movetime_ms: int = -1,
    overhead_ms: int = 0,
    nodes: int = 0,
    infinite: bool = False,
    overshoot_ms: int = 0,
) -> tuple[int, int]:
    """Return the soft and the hard limit in milliseconds, -1 for none; -1 also means missing in `go`."""
    limits: SearchLimits
    limits.time_ms[0] = time_ms
    limits.time_ms[1] = -1
    limits.inc_ms[0] = inc_ms
    limits.inc_ms[1] = -1
    limits.movestogo = movestogo
    limits.depth = limits.mate = 0
    limits.nodes = limits.soft_nodes = nodes
    limits.movetime_ms = movetime_ms
    limits.overhead_ms = overhead_ms
    limits.infinite = infinite
    limits.nodes_per_ms = 0
    manager: TimeManager
    manager.overshoot_ms = overshoot_ms
    timeman.set_time_limits(cython.address(manager), cython.address(limits), WHITE)
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


def root_ranks(
    tablebase: Tablebase, board: Board, fifty_moves: bool = True
) -> tuple[str | None, dict[str, tuple[int, int]]]:
    """Return what the tables rank the legal moves by, "dtz", "wdl" or None, and rank and value of each."""
    moves: MoveList
    ranks: syzygy.RootRank[256]
    keys = cython.cast(cython.pointer[Key], calloc(board.played + 1, cython.sizeof(Key)))
    if keys == cython.NULL:
        raise MemoryError("no memory for the keys of the game")
    for i in range(board.played + 1):
        keys[i] = board.positions[i].key
    movegen.generate(board.current(), cython.address(moves), ALL_MOVES)
    by = RANKED_BY[
        syzygy.rank_root_moves(
            tablebase.tables, board.current(), keys, board.played, cython.address(moves), fifty_moves, ranks
        )
    ]
    free(keys)
    names = [notation.move_uci(moves.moves[i], board.chess960) for i in range(moves.count)]
    return by, {name: (ranks[i].rank, ranks[i].value) for i, name in enumerate(names) if by}
