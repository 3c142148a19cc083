"""Replay games from files, to check them and to extract training positions (layer 7).

The bytes are not trusted: each move is played only if it is legal.
"""

from typing import NamedTuple

import cython
from cython.cimports.libc.math import exp, log, lround
from cython.cimports.libc.string import memcpy
from cython.cimports.lux.learning.adjudication import result_by_rules
from cython.cimports.lux.learning.packed import *
from cython.cimports.lux.rules.movegen import is_legal
from cython.cimports.lux.rules.position import Position, do_move, is_noisy
from cython.cimports.lux.rules.random import next_random
from cython.cimports.lux.rules.reversible import earlier_occurrences
from cython.cimports.lux.rules.types import Key, Move, int16_t, uint8_t, uint16_t, uint64_t
from cython.cimports.lux.text.fen import position_fen
from cython.cimports.lux.text.notation import move_uci

# What is wrong with a game, for people.
PROBLEMS = {
    BAD_OCCUPANCY: "a board without pieces, or with more than 32",
    BAD_PIECE: "an invalid piece type",
    BAD_MATERIAL: "an impossible set of pieces",
    BAD_CASTLING: "castling rights without king and rook in place",
    BAD_EN_PASSANT: "an en passant square that no pawn has passed",
    BAD_RESULT: "an invalid result",
    BAD_CHECK: "a king in check with the other side to move",
    GAME_CUT_OFF: "cut off",
    ILLEGAL_MOVE: "an illegal move",
    TOO_QUIET: "more than 1,000 plies without capture or pawn move",
}


class Filter(NamedTuple):
    """Which positions to train on, and their scores.

    Attributes:
        min_ply: leave out positions before this ply of a game, random moves included.
        max_score: leave out positions with a higher score for either side, in centipawns.
        checks: keep positions in check.
        noisy: keep positions whose best move captures or promotes.
        every: keep one in so many of these positions, from a random one in each game on.
        seed: which ones: so many seeds that follow each other share no position.
        smoothing: share of the next position's smoothed score in each score, 0 to 1, as expected results: TD(lambda).
    """

    min_ply: int = 16
    max_score: int = 10000
    checks: bool = False
    noisy: bool = False
    every: int = 1
    seed: int = 0
    smoothing: float = 0.0


class CheckedGame(NamedTuple):
    """One game in a file: its end, the number of positions in which it was moved, result, and problem.

    *result* is 0 if Black wins, 1 for a draw, 2 if White wins; *outcome* is the result by the rules, -1 if the game
    could go on. *problem* is None, or describes the error at the offset *end*.
    """

    end: int
    positions: int
    result: int
    outcome: int
    last_score: int
    problem: str | None


class Decoded(NamedTuple):
    """The result of decoding: end offset, and number of games, positions and records."""

    end: int
    games: int
    positions: int
    records: int


class DamagedGameError(ValueError):
    """Bytes are not a game: *offset* in the input, and *problem*."""

    def __init__(self, offset: int, problem: str) -> None:
        super().__init__(f"byte {offset}: {problem}")
        self.offset = offset
        self.problem = problem


def check_game(games: cython.const[cython.uchar][::1], offset: cython.Py_ssize_t = 0) -> CheckedGame:
    """Replay the game at an offset of *games*, which is bytes or like them.

    Raises:
        ValueError: the offset lies outside.
    """
    summary: GameSummary
    if not 0 <= offset < games.shape[0]:
        raise ValueError(f"no game begins at byte {offset} of {games.shape[0]}")
    data = cython.address(games[offset])
    size: cython.size_t = games.shape[0] - offset
    status: cython.int = read_game(data, size, cython.NULL, cython.NULL, 0, cython.address(summary))
    problem = PROBLEMS[status] if status != BOARD_OK else None
    return CheckedGame(
        offset + summary.length, summary.moves, summary.result, summary.outcome, summary.last_score, problem
    )


def decode_games(
    games: cython.const[cython.uchar][::1],
    out: cython.uchar[::1],
    wanted: Filter,
    offset: cython.Py_ssize_t = 0,
) -> Decoded:
    """Write the positions of whole games into *out*, one 32-byte record (packed.pxd) after the other.

    It stops at the end, or before the first game that does not fit into *out*, a writable buffer; *end* is the offset
    to continue from. The GIL is released meanwhile.

    Args:
        games: a buffer with games, as in a file.
        wanted: which positions to write.
        offset: where in *games* to begin.

    Raises:
        DamagedGameError: *games* has bytes that are not a game.
        ValueError: *out* is too small for a single game.
    """
    keep: RecordFilter = wanted._asdict()
    summary: GameSummary
    count: cython.Py_ssize_t = 0
    positions: cython.Py_ssize_t = 0
    records: cython.Py_ssize_t = 0
    status: cython.int = BOARD_OK
    boards = cython.cast(cython.pointer[PackedBoard], cython.address(out[0]))
    room: cython.Py_ssize_t = out.shape[0] // RECORD_BYTES
    size: cython.Py_ssize_t = games.shape[0]
    with cython.nogil:
        while offset < size:
            status = read_game(
                cython.address(games[offset]),
                size - offset,
                cython.address(keep),
                boards + records,
                room - records,
                cython.address(summary),
            )
            if status != BOARD_OK:
                break
            offset += summary.length
            count += 1
            positions += summary.moves
            records += summary.records
    if status == GAME_TOO_LONG:
        if count == 0:
            raise ValueError(f"no room for the game at byte {offset}")
    elif status != BOARD_OK:
        raise DamagedGameError(offset + summary.length, PROBLEMS[status])
    return Decoded(offset, count, positions, records)


def check_records(records: cython.const[cython.uchar][::1]) -> tuple[list[int], list[tuple[int, str]]]:
    """Unpack 32-byte records; return wins of Black, draws and wins of White, and what is wrong, with its offset."""
    pos: Position
    results: list = [0, 0, 0]
    problems: list = []
    for index in range(records.shape[0] // RECORD_BYTES):
        board = cython.cast(cython.pointer[cython.const[PackedBoard]], cython.address(records[RECORD_BYTES * index]))
        status: cython.int = unpack_board(board, cython.address(pos))
        if status == BOARD_OK:
            results[board.result] += 1
        else:
            problems.append((RECORD_BYTES * index, PROBLEMS[status]))
    return results, problems


def read_record(records: cython.const[cython.uchar][::1], index: cython.Py_ssize_t = 0) -> tuple[str, int, int]:
    """Return the FEN, score and result of a record, or of the start position of a game.

    Rooks that X-FEN cannot distinguish get their files; score and result are White's, as in files.

    Raises:
        DamagedGameError: the record holds no position.
        IndexError: there is no such record.
    """
    board: PackedBoard
    pos: Position
    if not 0 <= index < records.shape[0] // RECORD_BYTES:
        raise IndexError(f"no record {index} in {records.shape[0]} bytes")
    # In a game it need not lie where numbers of eight bytes do.
    memcpy(cython.address(board), cython.address(records[RECORD_BYTES * index]), RECORD_BYTES)
    status: cython.int = unpack_board(cython.address(board), cython.address(pos))
    if status != BOARD_OK:
        raise DamagedGameError(RECORD_BYTES * index, PROBLEMS[status])
    return position_fen(cython.address(pos), pos.ep_square, True, False), board.score, board.result


def packed_move_uci(word: uint16_t) -> object:
    """Return a packed move as a Move with castling as king takes rook.

    >>> packed_move_uci(0x070C), packed_move_uci(0xFE30)
    ('e2e4', 'a7a8q')
    """
    return move_uci(unpack_move(word), True)


def read_game(
    data: cython.pointer[cython.const[uint8_t]],
    size: cython.size_t,
    keep: cython.pointer[cython.const[RecordFilter]],
    out: cython.pointer[PackedBoard],
    capacity: cython.size_t,
    summary: cython.pointer[GameSummary],
) -> cython.int:
    """Replay a game and collect the positions that pass the filter."""
    header: PackedBoard
    pos: Position
    after: Position
    keys: Key[REPETITION_KEYS]
    summary.length = 0
    summary.moves = 0
    summary.wanted = 0
    summary.records = 0
    summary.result = DRAWN
    summary.outcome = -1
    summary.last_score = 0
    if size < RECORD_BYTES:
        summary.length = size
        return GAME_CUT_OFF
    memcpy(cython.address(header), data, RECORD_BYTES)
    status: cython.int = unpack_board(cython.address(header), cython.address(pos))
    if status != BOARD_OK:
        return status
    summary.result = header.result
    summary.length = RECORD_BYTES
    if out != cython.NULL:
        summary.wanted = first_of_game(data, size, keep)
    first_ply: cython.int = pos.game_ply
    reach: cython.int = 0
    while True:
        word: uint16_t
        score: int16_t
        if size - summary.length < MOVE_BYTES:
            summary.length = size
            return GAME_CUT_OFF
        memcpy(cython.address(word), data + summary.length, 2)
        memcpy(cython.address(score), data + summary.length + 2, 2)
        if word == 0 and score == 0:
            summary.length += MOVE_BYTES
            # Where there are more keys, fifty moves have been made, and the game is drawn already.
            known: cython.int = min(reach, REPETITION_KEYS)
            here: cython.pointer[Key] = cython.address(keys[known])
            repeated: cython.bint = earlier_occurrences(here, 1, pos.key, known) >= 2
            summary.outcome = result_by_rules(cython.address(pos), repeated)
            if summary.records > 0 and keep.smoothing > 0:
                smooth_scores(data + RECORD_BYTES, summary.moves, first_ply, keep.smoothing, out, summary.records)
            return BOARD_OK
        move: Move = unpack_move(word)
        if not is_legal(cython.address(pos), move):
            return ILLEGAL_MOVE
        if pos.rule50 >= MAX_QUIET_PLIES:
            return TOO_QUIET
        if out != cython.NULL and is_wanted(cython.address(pos), move, score, keep):
            if summary.wanted % keep.every == 0:
                if cython.cast(cython.size_t, summary.records) == capacity:
                    return GAME_TOO_LONG
                pack_board(cython.address(pos), out + summary.records)
                out[summary.records].score = score
                out[summary.records].result = header.result
                summary.records += 1
            summary.wanted += 1
        if reach < REPETITION_KEYS:
            keys[reach] = pos.key
        do_move(cython.address(pos), cython.address(after), move)
        pos = after
        reach = 0 if pos.rule50 == 0 else reach + 1
        summary.length += MOVE_BYTES
        summary.moves += 1
        summary.last_score = score


def first_of_game(
    data: cython.pointer[cython.const[uint8_t]],
    size: cython.size_t,
    keep: cython.pointer[cython.const[RecordFilter]],
) -> cython.int:
    """Return a number below `every` that follows from the game's bytes, moved on by the seed."""
    state: uint64_t = 0
    word: uint64_t
    # A header of 32 bytes is there, and mostly four words of moves.
    words: cython.size_t = size // 8
    if words > HASHED_WORDS:
        words = HASHED_WORDS
    for place in range(words):
        memcpy(cython.address(word), data + 8 * place, 8)
        state ^= word
        state = next_random(cython.address(state))
    return (state + keep.seed) % keep.every


def smooth_scores(
    moves: cython.pointer[cython.const[uint8_t]],
    count: cython.int,
    first_ply: cython.int,
    smoothing: cython.double,
    records: cython.pointer[PackedBoard],
    left: cython.int,
) -> cython.void:
    """Replace the scores of a game's records by averages with the scores of all later positions.

    A short search misses what the next moves reveal; each later score counts `smoothing` times as much as the one
    before it. The averages are of expected results, so that a won game does not outweigh all else.
    """
    score: int16_t
    chance: cython.double = 0.5
    for index in range(count - 1, -1, -1):
        memcpy(cython.address(score), moves + MOVE_BYTES * index + 2, 2)
        own: cython.double = chance_of(score)
        chance = own if index == count - 1 else own + smoothing * (chance - own)
        if left > 0:
            record: cython.pointer[PackedBoard] = records + (left - 1)
            if 2 * (record.move_number - 1) + (record.stm_ep >> 7) == first_ply + index:
                record.score = lround(CHANCE_SCALE * log(chance / (1 - chance)))
                left -= 1


def chance_of(score: cython.int) -> cython.double:
    """Return the expected result of a score, never quite 0 or 1."""
    return 1 / (1 + exp(-min(max(score, -MAX_SMOOTHED), MAX_SMOOTHED) / cython.cast(cython.double, CHANCE_SCALE)))


def is_wanted(
    pos: cython.pointer[cython.const[Position]],
    move: Move,
    score: cython.int,
    keep: cython.pointer[cython.const[RecordFilter]],
) -> cython.bint:
    """Return whether a position, its best move and its score pass the filter."""
    return (
        pos.game_ply >= keep.min_ply
        and abs(score) <= keep.max_score
        and (keep.checks or pos.checkers == 0)
        and (keep.noisy or not is_noisy(pos, move))
    )
