"""Count the leaves of the tree of legal moves (layer 2).

Source: https://www.chessprogramming.org/Perft
"""

import cython
from cython.cimports.lux.rules.bitboard import more_than_one, square_bb
from cython.cimports.lux.rules.memory import mul_high
from cython.cimports.lux.rules.move import CASTLING, EN_PASSANT, PROMOTION, move_type, to_sq
from cython.cimports.lux.rules.movegen import ALL_MOVES, MoveList, count_legal, generate
from cython.cimports.lux.rules.position import Position, do_move_unkeyed, is_capture
from cython.cimports.lux.rules.replies import count_replies
from cython.cimports.lux.rules.types import Move, uint64_t
from cython.cimports.lux.rules.zobrist import ZOBRIST


def perft(pos: PositionPtr, depth: cython.int, table: cython.pointer[PerftTable]) -> uint64_t:
    """An entry is identified by 128 bits of hash over everything that determines the count, depth included. The chance
    of a collision is about 2**-100 per lookup.

    Source of the hash: https://github.com/wangyi-fudan/wyhash (the idea of folding products).
    """
    if depth == 1:
        return count_legal(pos)
    entry: cython.pointer[PerftEntry] = cython.NULL
    low: uint64_t = 0
    high: uint64_t = 0
    nodes: uint64_t = 0
    if table != cython.NULL:
        # Rooks that may castle stand on the first and the last rank: the squares between leave room for the rest.
        rest: uint64_t = pos.castling_rights ^ (
            cython.cast(uint64_t, pos.stm) << 8
            | cython.cast(uint64_t, pos.ep_square) << 16
            | cython.cast(uint64_t, depth) << 24
        )
        salt: cython.pointer[cython.const[uint64_t]] = ZOBRIST.piece[0]
        low = fold(rest ^ salt[0], salt[1])
        high = fold(rest ^ salt[2], salt[3])
        for i in range(3):
            low ^= fold(pos.by_type[i] ^ salt[4 + i], pos.by_type[i + 3] ^ salt[8 + i])
            high ^= fold(pos.by_type[i] ^ salt[12 + i], pos.by_type[i + 3] ^ salt[16 + i])
        low ^= fold(pos.by_color[0] ^ salt[20], pos.by_color[1] ^ salt[21])
        high ^= fold(pos.by_color[0] ^ salt[22], pos.by_color[1] ^ salt[23])
        entry = cython.address(table.entries[mul_high(low, table.count)])
        nodes = entry.nodes
        if (entry.low_xor_nodes ^ nodes) == low and (entry.high_xor_nodes ^ nodes) == high:
            return nodes
    nodes = count_replies(pos) if depth == 2 else perft_of_children(pos, depth, table)
    if table != cython.NULL:
        entry.low_xor_nodes = low ^ nodes
        entry.high_xor_nodes = high ^ nodes
        entry.nodes = nodes
    return nodes


def perft_of_children(pos: PositionPtr, depth: cython.int, table: cython.pointer[PerftTable]) -> uint64_t:
    """Return the sum of the counts after each legal move."""
    moves: MoveList
    child: Position
    nodes: uint64_t = 0
    generate(pos, cython.address(moves), ALL_MOVES)
    for i in range(moves.count):
        do_move_unkeyed(pos, cython.address(child), moves.moves[i])
        nodes += perft(cython.address(child), depth - 1, table)
    return nodes


def fold(a: uint64_t, b: uint64_t) -> uint64_t:
    """Mix two words into one: the XOR of the halves of their 128-bit product."""
    return (a * b) ^ mul_high(a, b)


def perft_without_bulk(pos: PositionPtr, depth: cython.int, counts: cython.pointer[PerftCounts]) -> uint64_t:
    moves: MoveList
    child: Position
    nodes: uint64_t = 0
    generate(pos, cython.address(moves), ALL_MOVES)
    for i in range(moves.count):
        do_move_unkeyed(pos, cython.address(child), moves.moves[i])
        if depth > 1:
            nodes += perft_without_bulk(cython.address(child), depth - 1, counts)
            continue
        nodes += 1
        if counts != cython.NULL:
            count_kind(pos, moves.moves[i], cython.address(child), counts)
    return nodes


def count_kind(pos: PositionPtr, move: Move, child: PositionPtr, counts: cython.pointer[PerftCounts]) -> cython.void:
    """Count what a move is, which leads to *child*."""
    kind: cython.int = move_type(move)
    counts.nodes += 1
    counts.en_passant += kind == EN_PASSANT
    counts.castles += kind == CASTLING
    counts.promotions += kind == PROMOTION
    counts.captures += is_capture(pos, move)
    if child.checkers == 0:
        return
    counts.checks += 1
    if more_than_one(child.checkers):
        counts.double_checks += 1
    elif kind != CASTLING and not (child.checkers & square_bb(to_sq(move))):
        counts.discovered_checks += 1
    counts.checkmates += count_legal(child) == 0
