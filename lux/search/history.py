"""Learn which moves cause cutoffs, and the error of the evaluation (layer 4)."""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.lux.rules.move import from_sq, to_sq
from cython.cimports.lux.rules.position import is_noisy
from cython.cimports.lux.rules.types import NO_PIECE, VALUE_MAX_EVAL, Depth, Move, Value, int16_t
from cython.cimports.lux.search.params import *


def history_clear(history: cython.pointer[History]) -> cython.void:
    memset(history, 0, cython.sizeof(History))


def update_quiet(
    history: cython.pointer[History], pos: PositionPtr, context: QuietContextPtr, move: Move, bonus: cython.int
) -> cython.void:
    """Credit or debit a quiet move in the butterfly table and in the rows of its context."""
    piece: cython.int = pos.board[from_sq(move)]
    to: cython.int = to_sq(move)
    update_history(quiet_entry(history, pos.stm, context.threats, move), bonus, BUTTERFLY_MAX)
    for i in range(CONTINUATION_PLIES):
        if context.rows[i] != cython.address(history.continuation[NO_PIECE][0]):
            update_history(cython.address(context.rows[i].score[piece][to]), bonus, HISTORY_MAX)


def update_best_move(
    history: cython.pointer[History],
    pos: PositionPtr,
    context: QuietContextPtr,
    killers: cython.pointer[Move],
    depth: Depth,
    best: Move,
    tried: cython.pointer[cython.const[TriedMoves]],
) -> cython.void:
    bonus: cython.int = min(HISTORY_BONUS * depth, HISTORY_BONUS_MAX)
    malus: cython.int = min(HISTORY_MALUS * depth, HISTORY_MALUS_MAX)
    if is_noisy(pos, best):
        update_history(noisy_entry(history, pos, best), bonus, HISTORY_MAX)
    else:
        if killers[0] != best:
            killers[1] = killers[0]
            killers[0] = best
        update_quiet(history, pos, context, best, bonus)
        for i in range(tried.quiet_count):
            if tried.quiets[i] != best:
                update_quiet(history, pos, context, tried.quiets[i], -malus)
    for i in range(tried.noisy_count):
        if tried.noisies[i] != best:
            update_history(noisy_entry(history, pos, tried.noisies[i]), -malus, HISTORY_MAX)


def reward_quiet(
    history: cython.pointer[History],
    pos: PositionPtr,
    context: QuietContextPtr,
    depth: Depth,
    move: Move,
    share: cython.int,
) -> cython.void:
    update_quiet(history, pos, context, move, min(HISTORY_BONUS * depth, HISTORY_BONUS_MAX) * share // 128)


def corrected_eval(
    history: HistoryPtr, pos: PositionPtr, continuation: cython.pointer[cython.const[int16_t]], raw: Value
) -> Value:
    """Source: correction history, https://www.chessprogramming.org/Static_Evaluation_Correction_History"""
    pieces: cython.int = piece_entry(history, pos, 0)[0] + piece_entry(history, pos, 1)[0]
    correction: cython.int = CORRECTION_PAWN * pawn_entry(history, pos)[0] + CORRECTION_PIECES * pieces
    correction += CORRECTION_CONTINUATION * continuation[0]
    # Damp the evaluation as the fifty-move rule comes closer.
    raw = raw * max(0, 200 - pos.rule50) // 200
    value: Value = raw + correction // (64 * CORRECTION_GRAIN)
    return max(-VALUE_MAX_EVAL, min(value, VALUE_MAX_EVAL))


def update_corrections(
    history: cython.pointer[History],
    pos: PositionPtr,
    continuation: cython.pointer[int16_t],
    depth: Depth,
    error: cython.int,
) -> cython.void:
    bonus: cython.int = max(-CORRECTION_MAX // 4, min(error * depth // 8, CORRECTION_MAX // 4))
    update_history(pawn_entry(history, pos), bonus, CORRECTION_MAX)
    update_history(continuation, bonus, CORRECTION_MAX)
    for color in range(2):
        update_history(piece_entry(history, pos, color), bonus, CORRECTION_MAX)
