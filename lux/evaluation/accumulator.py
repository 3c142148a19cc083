"""Update the accumulator of the network's first layer from position to position (layer 3).

A move changes two to four squares, so the accumulator values of a position are those of the one before with a few rows
of weights added and subtracted. An accumulator stores the pieces that it stands for, and the difference to the position
is found when an evaluation is needed. The accumulator last computed one ply before, at the same ply or two plies before
may serve; it only has to be near, not related. When a king has crossed the middle, its side sees every piece on another
square, and its values are computed from scratch.

Source: https://www.chessprogramming.org/NNUE#Accumulator
"""

import cython
from cython.cimports.libc.string import memcpy, memmove
from cython.cimports.lux.evaluation.features import HIDDEN, input_index, is_mirrored, orientation
from cython.cimports.lux.evaluation.network import NetworkPtr, Sums, network_output, output_bucket
from cython.cimports.lux.rules.bitboard import pop_lsb, popcount
from cython.cimports.lux.rules.position import occupied
from cython.cimports.lux.rules.types import NO_PIECE, Bitboard, Color, Piece, Square, Value, int16_t


def reset_accumulators(accumulators: cython.pointer[Accumulators], network: NetworkPtr) -> cython.void:
    """Reset every accumulator to the empty board."""
    accumulators.network = network
    for i in range(KEPT_PLIES):
        clear_accumulator(cython.address(accumulators.plies[i]), network)


def clear_accumulator(accumulator: cython.pointer[Accumulator], net: NetworkPtr) -> cython.void:
    """Reset *accumulator* to the empty board, where its values are the biases."""
    for color in range(2):
        memcpy(accumulator.sums[color], net.feature_bias, HIDDEN * cython.sizeof(int16_t))
        accumulator.by_color[color] = 0
        accumulator.mirrored[color] = False
    for kind in range(6):
        accumulator.by_type[kind] = 0
    for square in range(64):
        accumulator.board[square] = NO_PIECE


def evaluate(accumulators: cython.pointer[Accumulators], pos: PositionPtr) -> Value:
    """Return the network's evaluation in centipawns, from the side to move's point of view."""
    accumulator: cython.pointer[Accumulator] = up_to_date(accumulators, pos)
    net: NetworkPtr = accumulators.network
    bucket: cython.int = output_bucket(net, popcount(occupied(pos)))
    return network_output(net, accumulator.sums[pos.stm], accumulator.sums[pos.stm ^ 1], bucket)


def evaluate_from_scratch(net: NetworkPtr, pos: PositionPtr) -> Value:
    """Return the same evaluation from the position alone."""
    empty: Accumulator
    clear_accumulator(cython.address(empty), net)
    accumulator: Accumulator
    update(cython.address(accumulator), cython.address(empty), occupied(pos), pos, net)
    bucket: cython.int = output_bucket(net, popcount(occupied(pos)))
    return network_output(net, accumulator.sums[pos.stm], accumulator.sums[pos.stm ^ 1], bucket)


def up_to_date(accumulators: cython.pointer[Accumulators], pos: PositionPtr) -> cython.pointer[Accumulator]:
    """Return an accumulator that stands for *pos*, made from the nearest of those around its ply."""
    here: cython.pointer[Accumulator] = kept_at(accumulators, pos.game_ply)
    nearest: cython.pointer[Accumulator] = kept_at(accumulators, pos.game_ply - 1)
    changed: Bitboard = changed_squares(nearest, pos)
    if popcount(changed) > MOVE_CHANGES:
        # The position before was not evaluated: look at the last one at this ply, and at that of two plies before.
        for back in range(0, 3, 2):
            other: cython.pointer[Accumulator] = kept_at(accumulators, pos.game_ply - back)
            others: Bitboard = changed_squares(other, pos)
            if popcount(others) < popcount(changed):
                nearest = other
                changed = others
    # After a null move nothing has changed.
    if changed == 0:
        return nearest
    update(here, nearest, changed, pos, accumulators.network)
    return here


def update(
    target: cython.pointer[Accumulator],
    source: AccumulatorPtr,
    changed: Bitboard,
    pos: PositionPtr,
    net: NetworkPtr,
) -> cython.void:
    """Compute *target* for *pos* from *source* and the squares where they differ; target and source may be the same."""
    changes: Changes
    for color in range(2):
        mirrored: cython.bint = is_mirrored(pos, color)
        if mirrored == source.mirrored[color]:
            collect_changes(cython.address(changes), source, changed, pos, net, color)
            apply_changes(target.sums[color], source.sums[color], cython.address(changes))
        else:
            collect_all(cython.address(changes), pos, net, color)
            apply_changes(target.sums[color], net.feature_bias, cython.address(changes))
        target.mirrored[color] = mirrored
    for kind in range(6):
        target.by_type[kind] = pos.by_type[kind]
    for color in range(2):
        target.by_color[color] = pos.by_color[color]
    memcpy(target.board, pos.board, 64)


def collect_changes(
    changes: cython.pointer[Changes],
    source: AccumulatorPtr,
    changed: Bitboard,
    pos: PositionPtr,
    net: NetworkPtr,
    color: Color,
) -> cython.void:
    """Find the rows of weights that lead from *source* to *pos* for one side."""
    turn: cython.int = orientation(color, source.mirrored[color])
    changes.added_count = 0
    changes.removed_count = 0
    while changed:
        square: Square = pop_lsb(cython.address(changed))
        before: Piece = source.board[square]
        after: Piece = pos.board[square]
        if before != NO_PIECE:
            changes.removed[changes.removed_count] = net.feature_weights[input_index(color, turn, before, square)]
            changes.removed_count += 1
        if after != NO_PIECE:
            changes.added[changes.added_count] = net.feature_weights[input_index(color, turn, after, square)]
            changes.added_count += 1


def collect_all(changes: cython.pointer[Changes], pos: PositionPtr, net: NetworkPtr, color: Color) -> cython.void:
    """Find the rows of weights of all pieces on the board for one side."""
    turn: cython.int = orientation(color, is_mirrored(pos, color))
    squares: Bitboard = occupied(pos)
    changes.added_count = 0
    changes.removed_count = 0
    while squares:
        square: Square = pop_lsb(cython.address(squares))
        changes.added[changes.added_count] = net.feature_weights[input_index(color, turn, pos.board[square], square)]
        changes.added_count += 1


def apply_changes(target: cython.pointer[int16_t], source: Sums, changes: cython.pointer[Changes]) -> cython.void:
    """Write to *target* the values of *source* after *changes*; the usual ones, a move and a capture, in two loops.

    Target and source may be the same, and gcc does not vectorise loops between pointers that may overlap. So the first
    loop writes to a local row, which overlaps with nothing. No row is copied as it is: gcc copies by smaller units than
    it adds by, and reading across what was just written stalls.
    """
    between: Row
    added: cython.pointer[Sums] = changes.added
    removed: cython.pointer[Sums] = changes.removed
    if changes.added_count == 0 or changes.removed_count == 0:
        # From nothing, or to an unrelated position.
        memmove(target, source, HIDDEN * cython.sizeof(int16_t))
        add_rows(target, added, changes.added_count)
        subtract_rows(target, removed, changes.removed_count)
        return
    if changes.removed_count == 1:
        for i in range(HIDDEN):
            between.sums[i] = source[i] + added[0][i]
    else:
        for i in range(HIDDEN):
            between.sums[i] = source[i] + added[0][i] - removed[1][i]
    for i in range(HIDDEN):
        target[i] = between.sums[i] - removed[0][i]
    add_rows(target, added + 1, changes.added_count - 1)
    subtract_rows(target, removed + 2, changes.removed_count - 2)


def add_rows(target: cython.pointer[int16_t], rows: cython.pointer[Sums], count: cython.int) -> cython.void:
    """Add *count* rows of weights, if any, to *target*."""
    for k in range(count):
        for i in range(HIDDEN):
            target[i] += rows[k][i]


def subtract_rows(target: cython.pointer[int16_t], rows: cython.pointer[Sums], count: cython.int) -> cython.void:
    """Take *count* rows of weights, if any, from *target*."""
    for k in range(count):
        for i in range(HIDDEN):
            target[i] -= rows[k][i]
