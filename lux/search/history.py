"""Learn from what moves were worth, and from how wrong the evaluation was (layer 4)."""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.lux.rules.move import from_sq, from_to, to_sq
from cython.cimports.lux.rules.position import captured_type, is_noisy
from cython.cimports.lux.rules.types import NO_PIECE, VALUE_MAX_EVAL, Depth, Move, PieceType, Value
from cython.cimports.lux.search.params import HISTORY_BONUS, HISTORY_BONUS_MAX


def history_clear(history: cython.pointer[History]) -> cython.void:
    """Forget every move."""
    memset(history, 0, cython.sizeof(History))


def update_quiet(
    history: cython.pointer[History],
    pos: PositionPtr,
    continuation: cython.pointer[PieceToPtr],
    move: Move,
    bonus: cython.int,
) -> cython.void:
    """Credit or debit a quiet move in the butterfly and continuation tables."""
    piece: cython.int = pos.board[from_sq(move)]
    to: cython.int = to_sq(move)
    update_history(cython.address(history.quiet[pos.stm][from_to(move)]), bonus)
    for i in range(CONTINUATION_PLIES):
        if continuation[i] != cython.address(history.continuation[NO_PIECE][0]):
            update_history(cython.address(continuation[i].score[piece][to]), bonus)


def update_noisy(history: cython.pointer[History], pos: PositionPtr, move: Move, bonus: cython.int) -> cython.void:
    """Credit or debit a capture or promotion."""
    victim: PieceType = captured_type(pos, move)
    update_history(cython.address(history.capture[pos.board[from_sq(move)]][to_sq(move)][victim]), bonus)


def update_best_move(
    history: cython.pointer[History],
    pos: PositionPtr,
    continuation: cython.pointer[PieceToPtr],
    killers: cython.pointer[Move],
    depth: Depth,
    best: Move,
    tried: cython.pointer[cython.const[TriedMoves]],
) -> cython.void:
    """Reward the move that cut and blame those tried before it."""
    bonus: cython.int = min(HISTORY_BONUS * depth, HISTORY_BONUS_MAX)
    if is_noisy(pos, best):
        update_noisy(history, pos, best, bonus)
    else:
        if killers[0] != best:
            killers[1] = killers[0]
            killers[0] = best
        update_quiet(history, pos, continuation, best, bonus)
        for i in range(tried.quiet_count):
            if tried.quiets[i] != best:
                update_quiet(history, pos, continuation, tried.quiets[i], -bonus)
    for i in range(tried.noisy_count):
        if tried.noisies[i] != best:
            update_noisy(history, pos, tried.noisies[i], -bonus)


def corrected_eval(history: HistoryPtr, pos: PositionPtr, raw: Value) -> Value:
    """Return the static evaluation, shifted by how wrong it was on average with the same pawns or pieces.

    Source: correction history, https://www.chessprogramming.org/Static_Evaluation_Correction_History
    """
    correction: cython.int = history.pawn_correction[pos.stm][pos.pawn_key & (CORRECTION_SIZE - 1)]
    correction += history.piece_correction[pos.stm][0][pos.non_pawn_key[0] & (CORRECTION_SIZE - 1)]
    correction += history.piece_correction[pos.stm][1][pos.non_pawn_key[1] & (CORRECTION_SIZE - 1)]
    value: Value = raw + correction // CORRECTION_GRAIN
    return max(-VALUE_MAX_EVAL, min(value, VALUE_MAX_EVAL))


def update_corrections(
    history: cython.pointer[History], pos: PositionPtr, depth: Depth, error: cython.int
) -> cython.void:
    """Learn that the search found the evaluation wrong by *error* centipawns."""
    bonus: cython.int = max(-CORRECTION_MAX // 4, min(error * depth // 8, CORRECTION_MAX // 4))
    update_correction(cython.address(history.pawn_correction[pos.stm][pos.pawn_key & (CORRECTION_SIZE - 1)]), bonus)
    for color in range(2):
        update_correction(
            cython.address(history.piece_correction[pos.stm][color][pos.non_pawn_key[color] & (CORRECTION_SIZE - 1)]),
            bonus,
        )
