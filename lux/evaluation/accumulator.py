"""Update the accumulator of the network's first layer from position to position (layer 3).

A move changes two to four squares, so the accumulator values of a position follow from those of the previous one by
adding and subtracting a few rows of weights. An accumulator stores the pieces that it stands for; the difference to the
position is found when an evaluation is needed. The source is the accumulator last computed one ply before, at the same
ply or two plies before: it must be similar, not related. When a king move changes the view of its side (features.pxd),
that side's values come from the ones last computed with the new view.

Sources: https://www.chessprogramming.org/NNUE#Accumulator and, for the values kept by view, Luecx's Koivisto.
"""

import cython
from cython.cimports.libc.string import memcpy, memmove
from cython.cimports.lux.evaluation.endings import MAX_ENDING_PIECES, ending_value
from cython.cimports.lux.evaluation.features import HIDDEN, VIEWS, input_index, king_view
from cython.cimports.lux.evaluation.weights import Sums, WeightsPtr, network_output, output_bucket
from cython.cimports.lux.rules.bitboard import pop_lsb, popcount
from cython.cimports.lux.rules.position import occupied
from cython.cimports.lux.rules.types import NO_PIECE, Bitboard, Color, Piece, Square, Value, int16_t


def reset_accumulators(accumulators: cython.pointer[Accumulators], network: WeightsPtr) -> cython.void:
    accumulators.network = network
    for i in range(KEPT_PLIES):
        clear_accumulator(cython.address(accumulators.plies[i]), network)
    for color in range(2):
        for view in range(VIEWS):
            clear_accumulator(cython.address(accumulators.by_view[color][view]), network)
            accumulators.by_view[color][view].views[color] = view


def clear_accumulator(accumulator: cython.pointer[Accumulator], net: WeightsPtr) -> cython.void:
    """Reset *accumulator* to the empty board, where its values are the biases."""
    for color in range(2):
        memcpy(accumulator.sums[color], net.feature_bias, HIDDEN * cython.sizeof(int16_t))
        accumulator.by_color[color] = 0
        accumulator.views[color] = 0
    for kind in range(6):
        accumulator.by_type[kind] = 0
    for square in range(64):
        accumulator.board[square] = NO_PIECE


def evaluate(accumulators: cython.pointer[Accumulators], pos: PositionPtr) -> Value:
    return evaluate_sums(accumulators.network, up_to_date(accumulators, pos), pos)


def evaluate_sums(net: WeightsPtr, accumulator: AccumulatorPtr, pos: PositionPtr) -> Value:
    count: cython.int = popcount(occupied(pos))
    bucket: cython.int = output_bucket(net, count)
    value: Value = network_output(net, accumulator.sums[pos.stm], accumulator.sums[pos.stm ^ 1], bucket)
    return value if count > MAX_ENDING_PIECES else ending_value(pos, value)


def evaluate_from_scratch(net: WeightsPtr, pos: PositionPtr) -> Value:
    accumulator: Accumulator
    clear_accumulator(cython.address(accumulator), net)
    for color in range(2):
        accumulator.views[color] = king_view(pos, color)
        update_side(cython.address(accumulator), cython.address(accumulator), occupied(pos), pos, net, color)
    return evaluate_sums(net, cython.address(accumulator), pos)


def up_to_date(accumulators: cython.pointer[Accumulators], pos: PositionPtr) -> cython.pointer[Accumulator]:
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
    update(accumulators, here, nearest, changed, pos)
    return here


def update(
    accumulators: cython.pointer[Accumulators],
    target: cython.pointer[Accumulator],
    source: AccumulatorPtr,
    changed: Bitboard,
    pos: PositionPtr,
) -> cython.void:
    """Compute *target* for *pos* from *source* and the squares where they differ; target and source may be the same."""
    for color in range(2):
        if king_view(pos, color) == source.views[color]:
            update_side(target, source, changed, pos, accumulators.network, color)
            target.views[color] = source.views[color]
        else:
            change_view(accumulators, target, pos, color)
    copy_pieces(target, pos)


def change_view(
    accumulators: cython.pointer[Accumulators], target: cython.pointer[Accumulator], pos: PositionPtr, color: Color
) -> cython.void:
    """Compute one side of *target* from the values last computed with the side's current view."""
    view: cython.int = king_view(pos, color)
    kept: cython.pointer[Accumulator] = cython.address(accumulators.by_view[color][view])
    update_side(kept, kept, changed_squares(kept, pos), pos, accumulators.network, color)
    copy_pieces(kept, pos)
    memcpy(target.sums[color], kept.sums[color], HIDDEN * cython.sizeof(int16_t))
    target.views[color] = view


def update_side(
    target: cython.pointer[Accumulator],
    source: AccumulatorPtr,
    changed: Bitboard,
    pos: PositionPtr,
    net: WeightsPtr,
    color: Color,
) -> cython.void:
    """Compute one side's values of *target* from *source*, which has the same view."""
    view: cython.int = source.views[color]
    changes: Changes
    changes.added_count = 0
    changes.removed_count = 0
    while changed:
        square: Square = pop_lsb(cython.address(changed))
        before: Piece = source.board[square]
        after: Piece = pos.board[square]
        if before != NO_PIECE:
            changes.removed[changes.removed_count] = net.feature_weights[input_index(color, view, before, square)]
            changes.removed_count += 1
        if after != NO_PIECE:
            changes.added[changes.added_count] = net.feature_weights[input_index(color, view, after, square)]
            changes.added_count += 1
    apply_changes(target.sums[color], source.sums[color], cython.address(changes))


def copy_pieces(accumulator: cython.pointer[Accumulator], pos: PositionPtr) -> cython.void:
    """Make *accumulator* stand for the pieces of *pos*."""
    for kind in range(6):
        accumulator.by_type[kind] = pos.by_type[kind]
    for color in range(2):
        accumulator.by_color[color] = pos.by_color[color]
    memcpy(accumulator.board, pos.board, 64)


def apply_changes(target: cython.pointer[int16_t], source: Sums, changes: cython.pointer[Changes]) -> cython.void:
    """Write to *target* the values of *source* after *changes*; the usual ones, a move or a capture, in one loop.

    Target and source may be the same. The rows of that loop are local variables: a store could change pointers in
    memory, and with those gcc does not vectorise.
    """
    added: cython.pointer[Sums] = changes.added
    removed: cython.pointer[Sums] = changes.removed
    if changes.added_count == 0 or changes.removed_count == 0:
        # From nothing, or to an unrelated position.
        memmove(target, source, HIDDEN * cython.sizeof(int16_t))
        add_rows(target, added, changes.added_count)
        subtract_rows(target, removed, changes.removed_count)
        return
    plus: Sums = added[0]
    minus: Sums = removed[0]
    if changes.removed_count == 1:
        for i in range(HIDDEN):
            target[i] = source[i] + plus[i] - minus[i]
    else:
        captured: Sums = removed[1]
        for i in range(HIDDEN):
            target[i] = source[i] + plus[i] - minus[i] - captured[i]
    add_rows(target, added + 1, changes.added_count - 1)
    subtract_rows(target, removed + 2, changes.removed_count - 2)


def add_rows(target: cython.pointer[int16_t], rows: cython.pointer[Sums], count: cython.int) -> cython.void:
    """Add *count* rows of weights, if any, to *target*."""
    for k in range(count):
        for i in range(HIDDEN):
            target[i] += rows[k][i]


def subtract_rows(target: cython.pointer[int16_t], rows: cython.pointer[Sums], count: cython.int) -> cython.void:
    """Subtract *count* rows of weights, if any, from *target*."""
    for k in range(count):
        for i in range(HIDDEN):
            target[i] -= rows[k][i]
