"""Replay games from files, to check them and to extract training positions (layer 7).

The bytes are not trusted: each move is played only if it is legal.
"""

from typing import NamedTuple
from zlib import crc32

import cython
from cython.cimports.libc.math import exp, log, lround
from cython.cimports.libc.string import memcpy
from cython.cimports.lux.learning.adjudication import result_by_rules
from cython.cimports.lux.learning.packed import *
from cython.cimports.lux.rules.movegen import is_legal
from cython.cimports.lux.rules.position import Position, do_move, is_noisy
from cython.cimports.lux.rules.reversible import earlier_occurrences
from cython.cimports.lux.rules.types import Key, Move, uint8_t, uint16_t, uint64_t
from cython.cimports.lux.text.fen import position_fen
from cython.cimports.lux.text.notation import move_uci

# What is wrong with a board, for people.
PROBLEMS = {
    BAD_OCCUPANCY: "a board without pieces, or with more than 32",
    BAD_PIECE: "an invalid piece type",
    BAD_MATERIAL: "an impossible set of pieces",
    BAD_CASTLING: "castling rights without king and rook in place",
    BAD_EN_PASSANT: "an en passant square that no pawn has passed",
    BAD_RESULT: "an invalid result",
    BAD_CHECK: "a king in check with the other side to move",
}


class Filter(NamedTuple):
    """Which positions to train on, and their scores."""

    min_ply: int = 16  # of a game, random moves included
    max_score: int = 10000  # centipawns for either side
    checks: bool = False  # also positions in check
    noisy: bool = False  # also positions whose best move captures or promotes
    every: int = 1  # one in so many of these, from a random one in each game on
    seed: int = 0  # which ones: so many seeds that follow each other share no position
    smoothing: float = 0.0  # share of the next position's smoothed score in each, as expected results: TD(lambda)


class ReplayedGame(NamedTuple):
    """One game in a file."""

    end: int  # in the file
    positions: int  # in which it was moved
    result: int  # 0 if Black wins, 1 for a draw, 2 if White wins
    outcome: int  # the result by the rules, -1 if the game could go on
    last_score: int
    records: bytes  # the positions that pass a filter, 32 bytes each (packed.pxd)


class DamagedGameError(ValueError):
    """Bytes are not a game; the message says from which one on, and why."""


def replay_game(
    games: cython.const[cython.uchar][::1], offset: cython.Py_ssize_t = 0, wanted: Filter | None = None
) -> ReplayedGame:
    """Replay the game at an offset of *games*, which is bytes or like them, and collect the *wanted* positions.

    Raises:
        DamagedGameError: there is no game.
        ValueError: the offset lies outside.
    """
    board: PackedBoard
    pos: Position
    after: Position
    keys: Key[REPETITION_KEYS]
    played: PackedMove
    size: cython.Py_ssize_t = games.shape[0]
    if not 0 <= offset < size:
        raise ValueError(f"no game begins at byte {offset} of {size}")
    if size - offset < RECORD_BYTES:
        raise DamagedGameError(f"byte {size}: cut off")
    data: cython.pointer[cython.const[uint8_t]] = cython.address(games[offset])
    memcpy(cython.address(board), data, RECORD_BYTES)
    status: cython.int = unpack_board(cython.address(board), cython.address(pos))
    if status != BOARD_OK:
        raise DamagedGameError(f"byte {offset}: {PROBLEMS[status]}")
    collects: cython.bint = wanted is not None
    keep: RecordFilter = (wanted or Filter())._asdict()
    # Which of so many positions is the first follows from where the game starts and a few moves.
    passed: uint64_t = cython.cast(uint64_t, crc32(games[offset : offset + HASHED_BYTES])) + keep.seed
    passed %= keep.every
    records: bytearray = bytearray()
    result: cython.int = board.result
    first_ply: cython.int = pos.game_ply
    last_score: cython.int = 0
    moves: cython.int = 0
    reach: cython.int = 0
    at: cython.Py_ssize_t = RECORD_BYTES
    while True:
        if size - offset - at < MOVE_BYTES:
            raise DamagedGameError(f"byte {size}: cut off")
        memcpy(cython.address(played), data + at, MOVE_BYTES)
        if played.word == 0 and played.score == 0:
            break
        move: Move = unpack_move(played.word)
        if not is_legal(cython.address(pos), move):
            raise DamagedGameError(f"byte {offset + at}: an illegal move")
        if pos.rule50 >= MAX_QUIET_PLIES:
            problem = f"more than {MAX_QUIET_PLIES:,} plies without capture or pawn move"
            raise DamagedGameError(f"byte {offset + at}: {problem}")
        if collects and is_wanted(cython.address(pos), move, played.score, cython.address(keep)):
            if passed % keep.every == 0:
                pack_board(cython.address(pos), cython.address(board))
                board.score = played.score
                board.result = result
                records += cython.cast(cython.p_char, cython.address(board))[:RECORD_BYTES]
            passed += 1
        if reach < REPETITION_KEYS:
            keys[reach] = pos.key
        do_move(cython.address(pos), cython.address(after), move)
        pos = after
        reach = 0 if pos.rule50 == 0 else reach + 1
        at += MOVE_BYTES
        moves += 1
        last_score = played.score
    # Where there are more keys, fifty moves have been made, and the game is drawn already.
    known: cython.int = min(reach, REPETITION_KEYS)
    repeated: cython.bint = earlier_occurrences(cython.address(keys[known]), 1, pos.key, known) >= 2
    outcome: cython.int = result_by_rules(cython.address(pos), repeated)
    if records and keep.smoothing > 0:
        smooth_scores(data + RECORD_BYTES, moves, first_ply, keep.smoothing, records)
    return ReplayedGame(offset + at + MOVE_BYTES, moves, result, outcome, last_score, bytes(records))


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
        raise DamagedGameError(f"byte {RECORD_BYTES * index}: {PROBLEMS[status]}")
    return position_fen(cython.address(pos), pos.ep_square, True, False), board.score, board.result


def packed_move_uci(word: uint16_t) -> object:
    """Return a packed move as a Move with castling as king takes rook.

    >>> packed_move_uci(0x070C), packed_move_uci(0xFE30)
    ('e2e4', 'a7a8q')
    """
    return move_uci(unpack_move(word), True)


def smooth_scores(
    moves: cython.pointer[cython.const[uint8_t]],
    count: cython.int,
    first_ply: cython.int,
    smoothing: cython.double,
    records: cython.uchar[::1],
) -> cython.void:
    """Replace the scores of a game's records by averages with the scores of all later positions.

    A short search misses what the next moves reveal; each later score counts `smoothing` times as much as the one
    before it. The averages are of expected results, so that a won game does not outweigh all else.
    """
    played: PackedMove
    chance: cython.double = 0.5
    left: cython.Py_ssize_t = records.shape[0]
    for index in range(count - 1, -1, -1):
        memcpy(cython.address(played), moves + MOVE_BYTES * index, MOVE_BYTES)
        # Never quite 0 or 1.
        score: cython.double = min(max(played.score, -MAX_SMOOTHED), MAX_SMOOTHED)
        own: cython.double = 1 / (1 + exp(-score / CHANCE_SCALE))
        chance = own if index == count - 1 else own + smoothing * (chance - own)
        if left > 0:
            record = cython.cast(cython.pointer[PackedBoard], cython.address(records[left - RECORD_BYTES]))
            if 2 * (record.move_number - 1) + (record.stm_ep >> 7) == first_ply + index:
                record.score = lround(CHANCE_SCALE * log(chance / (1 - chance)))
                left -= RECORD_BYTES


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
