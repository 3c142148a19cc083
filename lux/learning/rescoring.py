"""Score the positions of old games anew (layer 7).

What a network learns from is hardly better than the player that said it. To play all games again with each new network
costs the most; their positions and results are still good, and a new score takes one short search.

Source: the rescorers of Lc0 (https://github.com/LeelaChessZero/lc0) and of Stockfish's tools.
"""

import cython
from cython.cimports.cpython.buffer import PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cython.cimports.lux.learning.packed import BOARD_OK, PackedBoard, unpack_board
from cython.cimports.lux.learning.searcher import Searcher
from cython.cimports.lux.rules.movegen import ALL_MOVES, generate
from cython.cimports.lux.rules.position import Position
from cython.cimports.lux.rules.types import WHITE, Value
from cython.cimports.lux.search.thread import STACK_BEFORE

from lux.learning.records import PROBLEMS, DamagedGameError


@cython.cclass
class Rescorer(Searcher):
    """Search positions and write down their values.

    Args:
        soft_nodes: a search begins no new iteration after this many nodes.

    Raises:
        MemoryError: there is no memory for the search.
        OverflowError: the number is negative or too large.
    """

    def __init__(self, soft_nodes: int):
        self.soft_nodes = soft_nodes

    def rescore(self, records: object) -> None:
        """Write new scores into 32-byte records, in anything writable; they follow from these records alone.

        A position without a legal move keeps its score. The interpreter lock is released meanwhile.

        Raises:
            DamagedGameError: a record holds no position.
        """
        buffer: Py_buffer
        status: cython.int = BOARD_OK
        index: cython.Py_ssize_t = 0
        PyObject_GetBuffer(records, cython.address(buffer), PyBUF_WRITABLE)
        with cython.nogil:
            boards = cython.cast(cython.pointer[PackedBoard], buffer.buf)
            count: cython.Py_ssize_t = buffer.len // cython.sizeof(PackedBoard)
            while index < count:
                if index % KEPT_SEARCHES == 0:
                    self.forget()
                status = self.rescore_board(cython.address(boards[index]))
                if status != BOARD_OK:
                    break
                index += 1
        PyBuffer_Release(cython.address(buffer))
        if status != BOARD_OK:
            raise DamagedGameError(cython.sizeof(PackedBoard) * index, PROBLEMS[status])

    def rescore_board(self, board: cython.pointer[PackedBoard]) -> cython.int:
        """Search the position of a record."""
        pos: cython.pointer[Position] = cython.address(self.thread.stack[STACK_BEFORE].pos)
        status: cython.int = unpack_board(board, pos)
        if status != BOARD_OK:
            return status
        self.thread.key_count = 0
        generate(pos, cython.address(self.thread.root_moves), ALL_MOVES)
        if self.thread.root_moves.count > 0:
            value: Value = self.think(self.soft_nodes, HARD_NODES * self.soft_nodes)
            board.score = value if pos.stm == WHITE else -value
        return BOARD_OK
