"""The move picker: every legal move once, in the order of the stages, whatever the table and the killers say."""

import random

import chess
import pytest

from lux import Board, inspection
from tests.playouts import playouts


def uci_of(board: Board) -> dict[int, str]:
    """Return the legal moves by their 16 bits."""
    return {inspection.find_move(board, uci): uci for uci in board.legal_moves}


def random_bits(rng: random.Random, pool: list[int]) -> int:
    """Return no move, a move of this or an earlier position, or any 16 bits."""
    return rng.choice([0, rng.choice(pool), rng.choice(pool), rng.getrandbits(16)])


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_every_legal_move_once(chess960):
    rng = random.Random(1)
    earlier = [0]
    for _, board in playouts(seed=31, positions=1500, chess960=chess960):
        legal = inspection.generate(board, "all")
        pool = legal + earlier
        for _ in range(4):
            table_move, first = random_bits(rng, pool), random_bits(rng, pool)
            second = random_bits(rng, [move for move in pool if move != first] or [0])
            # The search never holds one killer twice.
            killers = (first, second if second != first else 0)
            picked = inspection.pick_moves(board, table_move, killers, False)
            assert sorted(picked) == sorted(legal), (board, table_move, killers)
            if table_move in legal:
                assert picked[0] == table_move
        earlier = legal or [0]


def test_quiescence_sees_captures_and_promotions_that_lose_nothing():
    rng = random.Random(2)
    losing = 0
    for _, board in playouts(seed=32, positions=1500):
        uci = uci_of(board)
        noisy = inspection.generate(board, "noisy")
        good = {move for move in noisy if inspection.see_ge(board, uci[move], 0)}
        losing += len(noisy) - len(good)
        table_move = random_bits(rng, [*uci, 0])
        expected = good | ({table_move} & set(noisy))
        picked = inspection.pick_moves(board, table_move, (0, 0), True)
        assert len(picked) == len(set(picked))
        assert set(picked) == expected, (board, table_move)
    assert losing > 500


def test_stages_come_in_order():
    """TT move, good captures, killers, quiet moves, losing captures."""
    rng = random.Random(3)
    for _, board in playouts(seed=33, positions=800):
        uci = uci_of(board)
        quiet = inspection.generate(board, "quiet")
        killers = tuple([*rng.sample(quiet, min(2, len(quiet))), 0, 0][:2])
        table_move = rng.choice([*uci, 0])

        def stage(move, board=board, uci=uci, quiet=quiet, killers=killers, table_move=table_move):
            if move == table_move:
                return 0
            if move in killers:
                return 2 + killers.index(move)
            if move in quiet:
                return 4
            return 1 if inspection.see_ge(board, uci[move], 0) else 5

        stages = [stage(move) for move in inspection.pick_moves(board, table_move, killers, False)]
        assert stages == sorted(stages), board


def test_the_bigger_victim_comes_first():
    board = Board("4k3/8/8/1q1r1n2/2P1P3/8/8/4K3 w - - 0 1")
    uci = uci_of(board)
    picked = [uci[move] for move in inspection.pick_moves(board, 0, (0, 0), False)]
    assert picked[:4] == ["c4b5", "c4d5", "e4d5", "e4f5"] or picked[:4] == ["c4b5", "e4d5", "c4d5", "e4f5"]


def test_queens_come_before_other_promotions():
    board = Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    uci = uci_of(board)
    picked = [uci[move] for move in inspection.pick_moves(board, 0, (0, 0), False)]
    assert picked[0] == "a7a8q"


def test_quiet_moves_without_history():
    """Direct checks that lose little come first, and a piece had better not be where a lesser one attacks it."""
    worth = dict(zip(chess.PIECE_TYPES, (100, 320, 330, 500, 950, 0), strict=True))
    checks = escapes = 0
    for oracle, board in playouts(seed=34, positions=1500):
        uci = uci_of(board)
        quiet = set(inspection.generate(board, "quiet"))
        attacks = [
            (worth[oracle.piece_type_at(square)], oracle.attacks_mask(square))
            for square in chess.SquareSet(oracle.occupied_co[not oracle.turn])
        ]
        scores = []
        for move in inspection.pick_moves(board, 0, (0, 0), False):
            if move in quiet:
                played = oracle.parse_uci(uci[move])
                value = worth[oracle.piece_type_at(played.from_square)]
                lesser = [mask for attacker, mask in attacks if 0 < attacker < value - (value == 330) * 10]
                attacked = [
                    any(mask >> square & 1 for mask in lesser) for square in (played.from_square, played.to_square)
                ]
                oracle.push(played)
                direct = played.to_square in oracle.checkers() and not board.is_castling(uci[move])
                oracle.pop()
                checks += direct
                escapes += attacked[0] > attacked[1]
                scores.append(
                    10000 * (direct and inspection.see_ge(board, uci[move], -75))
                    + 20 * value * (attacked[0] - attacked[1])
                )
        assert scores == sorted(scores, reverse=True), board
    assert checks > 500
    assert escapes > 500
