"""Order moves in stages (layer 4).

TT move, captures and promotions that do not lose material, killers, quiet moves by history, losing
captures. Most cutoffs come before the quiet moves have even been generated.

Source: https://www.chessprogramming.org/Move_Ordering
"""

import cython
from cython.cimports.lux.rules.move import NO_MOVE, PROMOTION, from_sq, move_type, promotion_type, to_sq
from cython.cimports.lux.rules.movegen import NOISY_MOVES, QUIET_MOVES, MoveList, generate, is_legal
from cython.cimports.lux.rules.position import captured_type, is_noisy, see_ge, see_value, set_check_squares
from cython.cimports.lux.rules.types import MAX_MOVES, QUEEN, Bitboard, Move, PieceType, c_assert, type_of
from cython.cimports.lux.search.history import CONTINUATION_PLIES, noisy_entry, quiet_entry
from cython.cimports.lux.search.params import (
    BAD_NOISY_MARGIN,
    CHECK_BONUS,
    CHECK_SEE_MARGIN,
    THREAT_WEIGHT,
    VICTIM_WEIGHT,
)


def init_picker(
    picker: cython.pointer[MovePicker],
    pos: PositionPtr,
    history: HistoryPtr,
    context: QuietContextPtr,
    tt_move: Move,
    killers: cython.pointer[cython.const[Move]],
    noisy_only: cython.bint,
) -> cython.void:
    picker.pos = pos
    picker.history = history
    picker.context = context
    picker.killers[0] = killers[0]
    picker.killers[1] = killers[1]
    picker.noisy_only = noisy_only
    picker.skip_quiets = False
    picker.current = 0
    picker.end = 0
    picker.bad = 0
    picker.tt_move = tt_move
    picker.stage = STAGE_TT_MOVE
    # A TT move of another position with the same key bits must not be played.
    if tt_move == NO_MOVE or not is_legal(pos, tt_move) or (noisy_only and not is_noisy(pos, tt_move)):
        picker.tt_move = NO_MOVE
        picker.stage = STAGE_GENERATE_NOISY


def next_move(picker: cython.pointer[MovePicker]) -> Move:
    move: Move
    while True:
        if picker.stage == STAGE_TT_MOVE:
            picker.stage = STAGE_GENERATE_NOISY
            return picker.tt_move

        elif picker.stage == STAGE_GENERATE_NOISY:
            append_moves(picker, False)
            score_noisy(picker)
            picker.stage = STAGE_GOOD_NOISY

        elif picker.stage == STAGE_GOOD_NOISY:
            while picker.current < picker.end:
                move = take_best(picker)
                if see_ge(picker.pos, move, -BAD_NOISY_MARGIN):
                    return move
                # Losing captures gather at the front, where there is room by now.
                picker.moves[picker.bad] = move
                picker.bad += 1
            picker.stage = STAGE_DONE if picker.noisy_only else STAGE_KILLER_1

        elif picker.stage == STAGE_KILLER_1 or picker.stage == STAGE_KILLER_2:
            move = picker.killers[picker.stage - STAGE_KILLER_1]
            picker.stage += 1
            if picker.skip_quiets or move == NO_MOVE or move == picker.tt_move or is_noisy(picker.pos, move):
                continue
            if is_legal(picker.pos, move):
                return move

        elif picker.stage == STAGE_GENERATE_QUIET:
            if not picker.skip_quiets:
                append_moves(picker, True)
                score_quiets(picker)
            picker.stage = STAGE_QUIET

        elif picker.stage == STAGE_QUIET:
            if picker.current < picker.end and not picker.skip_quiets:
                return take_best(picker)
            picker.current = 0
            picker.stage = STAGE_BAD_NOISY

        elif picker.stage == STAGE_BAD_NOISY:
            if picker.current < picker.bad:
                picker.current += 1
                return picker.moves[picker.current - 1]
            picker.stage = STAGE_DONE

        else:
            return NO_MOVE


def append_moves(picker: cython.pointer[MovePicker], quiet: cython.bint) -> cython.void:
    """Append the quiet or the noisy moves, without those of earlier stages."""
    found: MoveList
    generate(picker.pos, cython.address(found), QUIET_MOVES if quiet else NOISY_MOVES)
    for i in range(found.count):
        move: Move = found.moves[i]
        c_assert(picker.end < MAX_MOVES)
        if move == picker.tt_move or (quiet and (move == picker.killers[0] or move == picker.killers[1])):
            continue
        picker.moves[picker.end] = move
        picker.end += 1


def score_noisy(picker: cython.pointer[MovePicker]) -> cython.void:
    """Rank captures by victim and capture history; under-promotions last."""
    for i in range(picker.current, picker.end):
        move: Move = picker.moves[i]
        captured: PieceType = captured_type(picker.pos, move)
        score: cython.int = VICTIM_WEIGHT * see_value(captured)
        score += noisy_entry(picker.history, picker.pos, move)[0]
        if move_type(move) == PROMOTION:
            score += VICTIM_WEIGHT * see_value(QUEEN) if promotion_type(move) == QUEEN else -100000
        picker.keys[i] = 512 * score + 511 - i


def quiet_score(pos: PositionPtr, history: HistoryPtr, context: QuietContextPtr, move: Move) -> cython.int:
    piece: cython.int = pos.board[from_sq(move)]
    to: cython.int = to_sq(move)
    score: cython.int = quiet_entry(history, pos.stm, context.threats, move)[0]
    for i in range(CONTINUATION_PLIES):
        score += context.rows[i].score[piece][to]
    return score


def score_quiets(picker: cython.pointer[MovePicker]) -> cython.void:
    """Score quiet moves by history, and more for direct checks, less for what a piece worth less could take.

    Source of the last: Stockfish.
    """
    check_squares: Bitboard[6]
    set_check_squares(picker.pos, check_squares)
    for i in range(picker.current, picker.end):
        move: Move = picker.moves[i]
        score: cython.int = quiet_score(picker.pos, picker.history, picker.context, move)
        kind: PieceType = type_of(picker.pos.board[from_sq(move)])
        attacked: Bitboard = picker.context.by_less[kind]
        escapes: cython.int = cython.cast(cython.int, attacked >> from_sq(move) & 1) - (attacked >> to_sq(move) & 1)
        score += THREAT_WEIGHT * see_value(kind) * escapes
        if check_squares[kind] >> to_sq(move) & 1:
            score += CHECK_BONUS * see_ge(picker.pos, move, -CHECK_SEE_MARGIN)
        picker.keys[i] = 512 * score + 511 - i


def take_best(picker: cython.pointer[MovePicker]) -> Move:
    """Remove and return the remaining move with the highest score."""
    c_assert(picker.bad <= picker.current)
    c_assert(picker.current < picker.end)
    keys: cython.pointer[cython.int] = picker.keys
    current: cython.int = picker.current
    end: cython.int = picker.end
    # Compilers look for the greatest of several keys at a time.
    greatest: cython.int = keys[current]
    for i in range(current + 1, end):
        greatest = max(greatest, keys[i])
    best: cython.int = 511 - (greatest & 511)
    move: Move = picker.moves[best]
    picker.moves[best] = picker.moves[current]
    keys[best] = (keys[current] & ~511) + 511 - best
    picker.current += 1
    return move
