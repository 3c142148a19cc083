"""Replay what a search shows on python-chess's board."""

from collections.abc import Sequence
from itertools import pairwise

import chess

from lux import Board, Engine, SearchInfo, SearchResult
from tests.cases import DATA
from tests.playouts import is_over

MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    MIDDLEGAME,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
    "2r5/R4p2/4pkp1/1B1n3p/1P5P/1K3P2/2P3P1/8 b - - 0 38",
]


def both_boards(fen: str, moves: Sequence[str] = (), chess960: bool = False) -> tuple[chess.Board, Board]:
    """Return the game on the oracle's board and on Lux's."""
    oracle, board = chess.Board(fen, chess960=chess960), Board(fen, chess960=chess960)
    for move in moves:
        oracle.push_uci(move)
        board.push_uci(move)
    return oracle, board


def epd_fens(name: str) -> list[tuple[str, str]]:
    """Return the FENs of a file in tests/data, each with the operations that follow it."""
    lines = (line.split(maxsplit=4) for line in (DATA / name).read_text(encoding="ascii").splitlines())
    return [(" ".join(fields[:4]) + " 0 1", fields[4]) for fields in lines]


def replay(oracle: chess.Board, pv: Sequence[str]) -> chess.Board:
    """Return the position after *pv*; fail on an illegal move and on one after the end of the game."""
    end = oracle.copy()
    for number, uci in enumerate(pv):
        assert number == 0 or not is_over(end), f"{pv} goes on after the game ended with move {number}"
        move = chess.Move.from_uci(uci)
        assert move in end.legal_moves, f"{uci} in {pv} is illegal"
        end.push(move)
    return end


def check_info(oracle: chess.Board, info: SearchInfo) -> None:
    """Fail unless the line is playable and, for an exact mate, as long as announced and ending in mate."""
    end = replay(oracle, info.pv)
    assert info.bound in ("exact", "lower", "upper")
    assert (info.score_cp is None) != (info.mate is None)
    assert 0 <= info.hashfull <= 1000
    assert info.pv or not any(oracle.legal_moves)
    if info.mate is not None and info.bound == "exact":
        assert len(info.pv) == (2 * info.mate - 1 if info.mate > 0 else -2 * info.mate), info
        assert end.is_checkmate(), info


def check_search(oracle: chess.Board, infos: Sequence[SearchInfo], result: SearchResult) -> None:
    """Check every line of a search, their order, and that the result is that of the last."""
    for info in infos:
        check_info(oracle, info)
    for before, after in pairwise(infos):
        assert before.depth <= after.depth
        assert before.nodes <= after.nodes
        assert before.time_ms <= after.time_ms
    last = infos[-1]
    assert result.best_move == (last.pv[0] if last.pv else None)
    assert result.ponder == (last.pv[1] if len(last.pv) > 1 else None)
    assert result.info.pv == last.pv
    assert (result.info.score_cp, result.info.mate) == (last.score_cp, last.mate)


def searched(engine: Engine, oracle: chess.Board, board: Board, **limits: object) -> SearchResult:
    """Search, check everything that was shown, and return the result."""
    infos: list[SearchInfo] = []
    result = engine.search(board, on_info=infos.append, **limits)
    check_search(oracle, infos, result)
    return result
