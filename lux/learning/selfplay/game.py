"""Play games of Lux against itself (layer 7).

A game begins with random moves, from a start position if a search finds them playable, or from a given opening. It ends
by the rules, by tablebases, or by adjudication once the scores have been decisive for long enough. It depends only on
the seed and its number: the memory of earlier games is cleared first.

Source: the recipe of many engines, such as https://github.com/cosmobobak/viridithas and
https://github.com/JacquesRW/akimbo
"""

from collections.abc import Iterable
from typing import NamedTuple

import cython
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.lux.board import Board
from cython.cimports.lux.learning.adjudication import PLAYING, Adjudicator, result_by_rules
from cython.cimports.lux.learning.packed import *
from cython.cimports.lux.rules.bitboard import popcount
from cython.cimports.lux.rules.movegen import ALL_MOVES, generate
from cython.cimports.lux.rules.position import *
from cython.cimports.lux.rules.random import next_random
from cython.cimports.lux.rules.reversible import earlier_occurrences
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.search.history import history_clear
from cython.cimports.lux.search.root import free_thread, iterative_deepening, new_thread
from cython.cimports.lux.search.tb import rank_root
from cython.cimports.lux.search.thread import STACK_BEFORE, SearchThread
from cython.cimports.lux.search.tt import tt_clear, tt_free, tt_new_search, tt_resize
from cython.cimports.lux.syzygy.probe import probe_wdl
from cython.cimports.lux.syzygy.table import NO_VALUE
from cython.cimports.lux.tablebase import Tablebase

from lux.network import shipped_network
from lux.runtime.errors import OneLineError

HASH_MIB = 1  # no search of a few thousand nodes needs more, and it is cleared before each game


class OpeningsError(OneLineError, ValueError):
    """No opening can be played on."""


def pack_openings(boards: Iterable[Board]) -> bytes:
    """Return positions as SelfPlay takes them to start from."""
    packed: PackedBoard
    parts: list = []
    board: Board
    for board in boards:
        pack_board(board.current(), cython.address(packed))
        parts.append(cython.cast(cython.p_char, cython.address(packed))[:RECORD_BYTES])
    return b"".join(parts)


class PlaySettings(NamedTuple):
    """How games are played; scores are in centipawns."""

    seed: int  # of all games, 0 to 2**64 - 1
    soft_nodes: int  # a move's search begins no new iteration after so many,
    hard_nodes: int  # and stops at once after so many
    opening_nodes: int  # of the search that decides whether an opening is playable
    random_plies: int  # that a game begins with; every other game has one more
    chess960_percent: int  # of games from its positions, every other one with different ones for White and Black
    max_opening_score: int = 150  # an opening with a higher one for either side is replaced
    win_score: int = 700  # a game is won when the winner's score has been at least this
    win_plies: int = 4  # for so many plies,
    draw_score: int = 8  # and drawn when the score has been within this of zero
    draw_plies: int = 10  # for so many plies,
    draw_from_ply: int = 70  # from this one of the game on
    max_plies: int = 500  # after which a game is drawn; no more than this


@cython.cclass
class SelfPlay:
    """Play numbered games, one at a time; the same number always gives the same game.

    Args:
        settings: how.
        tablebase: Syzygy tablebases, which adjudicate games, or None.
        openings: start positions from pack_openings, instead of random ones; their scores are not limited.

    Attributes:
        nodes: searched in all games so far.

    Raises:
        MemoryError: there is no memory for the search.
        OverflowError: a number is negative or too large.
    """

    def __cinit__(self):
        self.network = shipped_network()
        self.thread = new_thread(self.network.weights)
        if self.thread == cython.NULL:
            raise MemoryError("no memory for a search thread")
        if not tt_resize(cython.address(self.tt), HASH_MIB):
            raise MemoryError(f"no memory for a hash table of {HASH_MIB} MiB")
        self.pos = cython.address(self.thread.stack[STACK_BEFORE].pos)
        self.thread.team = cython.address(self.thread)
        self.thread.team_size = 1
        self.thread.tt = cython.address(self.tt)
        self.thread.stop = cython.address(self.stop_flag)
        self.thread.pondering = cython.address(self.ponder_flag)
        self.thread.time.hard_ms = -1
        self.thread.multipv = 1

    def __dealloc__(self):
        tt_free(cython.address(self.tt))
        free_thread(self.thread)

    def __init__(self, settings: PlaySettings, *, tablebase: Tablebase | None = None, openings: bytes = b""):
        self.seed = settings.seed
        self.rules = settings._asdict()
        self.adjudicator = Adjudicator(settings._asdict())
        self.opening_count = len(openings) // RECORD_BYTES
        self.starts = openings or pack_openings(map(Board.from_chess960_pos, range(960)))
        self.start_boards = cython.cast(cython.pointer[PackedBoard], cython.cast(cython.p_char, self.starts))
        self.tablebase = tablebase
        if tablebase is not None:
            self.thread.tbs = tablebase.tables
            self.max_pieces = tablebase.max_pieces
            self.thread.tb_fifty_moves = True

    def play(self, number: uint64_t) -> bytes:
        """Play a game without the GIL and return it in the file format.

        Raises:
            OpeningsError: no opening can be played on.
        """
        with cython.nogil:
            length: cython.int = self.play_game(number)
        if length == 0:
            raise OpeningsError(f"no game has an opening: {MAX_OPENINGS:,} are decided after their random moves")
        return cython.cast(cython.p_char, cython.address(self.game))[:length]

    def draw(self, below: cython.int) -> cython.int:
        """Return a random number from 0 on, less than *below*."""
        return next_random(cython.address(self.random)) % cython.cast(uint64_t, below)

    def play_game(self, number: uint64_t) -> cython.int:
        """Play a game into `game` and return how many bytes it has, 0 if no opening can be played on."""
        self.random = self.seed
        self.random = next_random(cython.address(self.random)) ^ number
        tt_clear(cython.address(self.tt))
        history_clear(cython.address(self.thread.history))
        tries: cython.int = 0
        while not self.play_opening():
            tries += 1
            if tries == MAX_OPENINGS:
                return 0
        memset(cython.address(self.game), 0, cython.sizeof(self.game))
        pack_board(self.pos, cython.address(self.game.start))
        self.move_count = 0
        self.game.start.result = self.play_moves()
        return RECORD_BYTES + (self.move_count + 1) * MOVE_BYTES

    def set_start(self) -> cython.void:
        """Set up the start position of a game."""
        white: cython.int = STANDARD_START
        black: cython.int = STANDARD_START
        if self.draw(100) < self.rules.chess960_percent:
            white = self.draw(960)
            black = self.draw(960) if self.draw(2) else white
        board: PackedBoard = self.start_boards[white]
        # The last 8 of the 32 pieces.
        memcpy(cython.address(board.pieces[12]), cython.address(self.start_boards[black].pieces[12]), 4)
        unpack_board(cython.address(board), self.pos)

    def play_opening(self) -> cython.bint:
        """Play random moves from a start position; return whether the opening is balanced enough to play."""
        td: cython.pointer[SearchThread] = self.thread
        if self.opening_count > 0:
            unpack_board(cython.address(self.start_boards[self.draw(self.opening_count)]), self.pos)
        else:
            self.set_start()
        td.key_count = 0
        plies: cython.int = self.rules.random_plies + self.draw(2)
        for _ in range(plies):
            if self.result() != PLAYING:
                return False
            self.advance(td.root_moves.moves[self.draw(td.root_moves.count)])
        if self.result() != PLAYING:
            return False
        if self.opening_count > 0:
            return True
        return abs(self.think(self.rules.opening_nodes, self.rules.opening_nodes)) <= self.rules.max_opening_score

    def advance(self, move: Move) -> cython.void:
        """Make a move at the root, and keep the keys of the positions that may still be repeated."""
        td: cython.pointer[SearchThread] = self.thread
        after: Position
        td.keys[td.key_count] = self.pos.key
        td.key_count += 1
        do_move(self.pos, cython.address(after), move)
        self.pos[0] = after
        if after.rule50 == 0:
            td.key_count = 0

    def result(self) -> cython.int:
        """Return the result if the game is over by the rules or in the tablebases, else PLAYING.

        The root moves are generated on the way.
        """
        td: cython.pointer[SearchThread] = self.thread
        pos: cython.pointer[Position] = self.pos
        generate(pos, cython.address(td.root_moves), ALL_MOVES)
        earlier: cython.int = earlier_occurrences(cython.address(td.keys[td.key_count]), 1, pos.key, td.key_count)
        found: cython.int = result_by_rules(pos, earlier >= 2)
        if found != PLAYING:
            return found
        if popcount(occupied(pos)) <= self.max_pieces and pos.castling_rights == 0 and pos.rule50 == 0:
            wdl: cython.int = probe_wdl(td.tbs, pos)
            if wdl != NO_VALUE:
                # Wins that the fifty-move rule prevents are draws.
                if -2 < wdl < 2:
                    return DRAWN
                return WHITE_WINS if (wdl > 0) == (pos.stm == WHITE) else BLACK_WINS
        return PLAYING

    def think(self, soft_nodes: uint64_t, hard_nodes: uint64_t) -> Value:
        """Return the root's value for White."""
        self.thread.limits.soft_nodes = soft_nodes
        self.thread.limits.nodes = hard_nodes
        self.thread.nodes = 0
        self.thread.tb_pieces = self.max_pieces
        rank_root(self.thread)
        tt_new_search(cython.address(self.tt))
        iterative_deepening(self.thread)
        self.nodes += self.thread.nodes
        return self.thread.lines[0].value if self.pos.stm == WHITE else -self.thread.lines[0].value

    def play_moves(self) -> cython.int:
        """Play the game on from the root until it ends; return the result."""
        agreed: cython.int = PLAYING
        self.adjudicator.begin()
        while True:
            result: cython.int = self.result()
            if result != PLAYING:
                return result
            if agreed != PLAYING:
                return agreed
            if self.move_count >= min(self.rules.max_plies, MAX_GAME_MOVES):
                return DRAWN

            score: cython.int = self.think(self.rules.soft_nodes, self.rules.hard_nodes)
            move: Move = self.thread.lines[0].pv[0]
            written = cython.address(self.game.moves[self.move_count])
            written.word = pack_move(move)
            written.score = score
            self.move_count += 1

            agreed = self.adjudicator.note(score, self.pos.game_ply)
            self.advance(move)
