"""Lux as python-chess's engine module sees it."""

import chess
import chess.engine
import pytest

from tests.protocol.session import LUX, ROOT


def play_game(engine, board, limit, plies):
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < plies:
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, game=board.fullmove_number // 1000)
        assert result.move in board.legal_moves
        assert result.info["pv"][0] == result.move
        board.push(result.move)
    return board


@pytest.mark.parametrize(
    ("limit", "plies"),
    [
        (chess.engine.Limit(nodes=500), 60),
        (chess.engine.Limit(white_clock=0.3, black_clock=0.3, white_inc=0.02, black_inc=0.02), 30),
        (chess.engine.Limit(time=0.01), 20),
    ],
)
def test_game_through_python_chess(limit, plies):
    with chess.engine.SimpleEngine.popen_uci(LUX, cwd=ROOT) as engine:
        assert engine.id["name"].startswith("Lux ")
        engine.configure({"Hash": 4})
        board = play_game(engine, chess.Board(), limit, plies)
        assert board.move_stack


def test_chess960_game_through_python_chess():
    board = chess.Board.from_chess960_pos(91)
    with chess.engine.SimpleEngine.popen_uci(LUX, cwd=ROOT) as engine:
        play_game(engine, board, chess.engine.Limit(nodes=300), 60)


def test_analysis_through_python_chess():
    with chess.engine.SimpleEngine.popen_uci(LUX, cwd=ROOT) as engine:
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 6:
                    break
        info = engine.analyse(chess.Board(), chess.engine.Limit(depth=5), root_moves=[chess.Move.from_uci("a2a3")])
        assert info["pv"][0].uci() == "a2a3"
