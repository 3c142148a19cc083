"""Count the leaves of the tree of legal moves (layer 2).

Source: https://www.chessprogramming.org/Perft
"""

import cython
from cython.cimports.lux.movegen import ALL_MOVES, MoveList, count_legal, generate
from cython.cimports.lux.position import Position, do_move_unkeyed
from cython.cimports.lux.types import uint64_t


def perft(pos: PositionPtr, depth: cython.int) -> uint64_t:
    """Return the number of legal move sequences of *depth* plies, the last one counted without being played."""
    if depth <= 1:
        return count_legal(pos)
    moves: MoveList
    child: Position
    nodes: uint64_t = 0
    generate(pos, cython.address(moves), ALL_MOVES)
    for i in range(moves.count):
        do_move_unkeyed(pos, cython.address(child), moves.moves[i])
        nodes += perft(cython.address(child), depth - 1)
    return nodes


def perft_without_bulk(pos: PositionPtr, depth: cython.int) -> uint64_t:
    """Return the same count as perft by playing every move, which also proves do_move on the last ply."""
    if depth == 0:
        return 1
    moves: MoveList
    child: Position
    nodes: uint64_t = 0
    generate(pos, cython.address(moves), ALL_MOVES)
    for i in range(moves.count):
        do_move_unkeyed(pos, cython.address(child), moves.moves[i])
        nodes += perft_without_bulk(cython.address(child), depth - 1)
    return nodes
