"""The network: its file, its arithmetic, and sums that are carried along as if computed from scratch."""

import random
import struct
from pathlib import Path

import chess
import pytest

import lux.network
from lux import Board, Engine, Move, inspection
from lux.network import Network, NetworkError, shipped_network
from lux.uci import one_shot
from tests import networks
from tests.playouts import playouts, suite_fens

MAX_EVAL = 30000


@pytest.fixture(scope="module", params=[1, 8], ids=["one bucket", "eight buckets"])
def weights_and_network(request, tmp_path_factory) -> tuple[dict[str, list[int]], Network]:
    path = tmp_path_factory.mktemp("networks") / "random.nnue"
    weights = networks.write_network(path, seed=request.param, buckets=request.param)
    return weights, Network(path)


@pytest.fixture
def network(weights_and_network) -> Network:
    return weights_and_network[1]


def slow_evaluation(weights: dict[str, list[int]], oracle: chess.Board) -> int:
    """Compute what the network says in Python's integers, which cannot overflow."""
    total = 0
    buckets = len(weights["output_bias"])
    bucket = (len(oracle.piece_map()) - 1) * buckets // 32
    hidden = networks.HIDDEN
    for half, color in enumerate((oracle.turn, not oracle.turn)):
        rows = [weights["feature_weights"][i * hidden : (i + 1) * hidden] for i in networks.inputs_seen(oracle, color)]
        output = weights["output_weights"][(2 * bucket + half) * hidden : (2 * bucket + half + 1) * hidden]
        for unit in range(hidden):
            value = weights["feature_bias"][unit] + sum(row[unit] for row in rows)
            total += max(0, min(networks.QA, value)) ** 2 * output[unit]
    truncated = int(total / networks.QA) + weights["output_bias"][bucket]
    return max(1 - MAX_EVAL, min(MAX_EVAL - 1, int(truncated * networks.SCALE / (networks.QA * networks.QB))))


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_the_network_computes_what_its_file_says(weights_and_network, chess960):
    weights, network = weights_and_network
    values = set()
    for number, (oracle, board) in enumerate(playouts(seed=31, positions=1500, chess960=chess960)):
        if number % 5 == 0 and len(oracle.piece_map()) > 5:  # fewer may be an ending that the engine knows
            values.add(network.evaluate(board))
            assert network.evaluate(board) == slow_evaluation(weights, oracle), board
    assert len(values) > 150


@pytest.mark.parametrize("us", [-127, -65, 65, 127])
@pytest.mark.parametrize("them", [-127, -65, 65, 127])
def test_the_largest_weights_of_one_sign_do_not_overflow(tmp_path, us, them):
    hidden = networks.HIDDEN
    weights = {
        "feature_weights": [0] * (networks.INPUTS * hidden),
        "feature_bias": [networks.QA] * hidden,
        "output_weights": [us] * hidden + [them] * hidden,
        "output_bias": [0],
    }
    path = tmp_path / "large.nnue"
    path.write_bytes(networks.with_checksum(networks.header(buckets=1), networks.body(weights)))
    assert Network(path).evaluate(Board()) == slow_evaluation(weights, chess.Board())


def walked(network: Network, steps: int, seed: int) -> dict[str, int]:
    """Traverse trees as a search does, from standard and Chess960 positions, and evaluate their positions.

    Return the number of comparisons with the evaluation from scratch, the differences, and the numbers of some moves.
    """
    engine = Engine(hash_mib=1, network=network)
    rng = random.Random(seed)
    done = dict.fromkeys(("compared", "differ", "castling", "en passant", "promotion", "null", "king"), 0)
    starts = [(fen, chess960) for chess960 in (False, True) for fen in rng.sample(suite_fens(chess960), 10)]
    for fen, chess960 in [*starts, (chess.STARTING_FEN, False)]:
        board, ply = Board(fen, chess960=chess960), 0
        for _ in range(steps // 21 + 1):
            moves, chance = board.legal_moves, rng.random()
            if not moves or chance < 0.2 or ply == 240:
                for _ in range(ply if ply == 240 else min(ply, rng.randint(1, 3))):
                    board.pop()
                    ply -= 1
                continue
            if chance < 0.25 and not board.is_check():
                move = Move.null()
                done["null"] += 1
            else:
                rare = [] if chance > 0.4 else [m for m in moves if board.is_castling(m) or board.is_en_passant(m)]
                move = rng.choice(rare or moves)
                done["castling"] += board.is_castling(move)
                done["en passant"] += board.is_en_passant(move)
                done["promotion"] += move.promotion is not None
                done["king"] += board.piece_type_at(move.from_square) == "K"
            board.push(move)
            ply += 1
            # A search does not evaluate every position either: not in check, nor when its table has it.
            if chance < 0.8:
                done["compared"] += 1
                done["differ"] += inspection.evaluate(engine, board) != network.evaluate(board)
    return done


@pytest.mark.parametrize("steps", [20_000, pytest.param(2_800_000, marks=pytest.mark.slow)])
def test_sums_carried_along_equal_those_from_scratch(network, steps):
    done = walked(network, steps, seed=33)
    assert done.pop("differ") == 0
    assert done["compared"] > 0.4 * steps
    assert min(done.values()) > steps // 10_000, done


def test_the_order_in_which_positions_come_does_not_count(network):
    """Unrelated positions, one after the other: nothing that is kept of one may show in the next."""
    boards = [Board(board.fen()) for _, board in playouts(seed=35, positions=2000)]
    random.Random(1).shuffle(boards)
    engine = Engine(hash_mib=1, network=network)
    for board in boards:
        assert inspection.evaluate(engine, board) == network.evaluate(board), board


# Files


@pytest.fixture(scope="module")
def whole() -> bytes:
    return networks.with_checksum(networks.header(), networks.body(networks.random_weights(1, 8)))


def fault_of(tmp_path, data: bytes) -> str:
    """Return what is said about a file with these bytes, its name taken off."""
    path = tmp_path / "net.nnue"
    path.write_bytes(data)
    with pytest.raises(NetworkError) as caught:
        Network(path)
    name, _, fault = str(caught.value).partition(": ")
    assert name == str(path)
    assert fault
    assert "\n" not in fault
    return fault


HEADERS = [
    ({"version": 2}, "version: 2, wanted 1"),
    ({"inputs": 768}, "inputs: 768, wanted 3072"),
    ({"hidden": 2 * networks.HIDDEN}, f"hidden: {2 * networks.HIDDEN}, wanted {networks.HIDDEN}"),
    ({"buckets": 0}, "output buckets: 0, wanted 1 or 8"),
    ({"buckets": 4}, "output buckets: 4, wanted 1 or 8"),
    ({"qa": 256}, "qa: 256, wanted 255"),
    ({"qb": 32}, "qb: 32, wanted 64"),
    ({"scale": 0}, "scale: 0, wanted 1 to 10000"),
    ({"scale": 4_000_000_000}, "scale: 4000000000, wanted 1 to 10000"),
]


@pytest.mark.parametrize(("changed", "fault"), HEADERS, ids=[fault.split(",")[0] for _, fault in HEADERS])
def test_other_shapes_are_refused_by_name(tmp_path, whole, changed, fault):
    """The checksum is right: these are networks, but for another build."""
    assert fault_of(tmp_path, networks.with_checksum(networks.header(**changed), whole[40:])) == fault


@pytest.mark.parametrize("data", [b"", b"LUXNNUE", b"LUXNNUE\r\n" + bytes(200_000), b"\x7fELF" + bytes(1000)])
def test_a_file_that_is_not_a_network_is_refused(tmp_path, data):
    assert fault_of(tmp_path, data) == "not a Lux network file"


def test_a_file_of_the_wrong_length_is_refused(tmp_path, whole):
    for length in (40, 41, len(whole) // 2, len(whole) - 1):
        assert fault_of(tmp_path, whole[:length]) == f"{length} bytes, wanted {len(whole)}"
    for surplus in (1, 3 << 20):
        assert fault_of(tmp_path, whole + bytes(surplus)) == f"{len(whole) + surplus} bytes, wanted {len(whole)}"
    assert fault_of(tmp_path, whole[:39]) == "not a Lux network file"


FIRST_BIAS = networks.INPUTS * networks.HIDDEN
FIRST_OUTPUT = FIRST_BIAS + networks.HIDDEN
TOO_LARGE = [
    ("<h", 5, 506, "feature weight 5 is 506, beyond 505"),
    ("<h", FIRST_BIAS + 3, -506, "feature bias 3 is -506, beyond 505"),
    ("<h", FIRST_OUTPUT + 2, 128, "output weight 2 is 128, beyond 127"),
    ("<h", FIRST_OUTPUT + 7, -32768, "output weight 7 is -32768, beyond 127"),
    ("<i", -2, -(2**31), "output bias 7 is -2147483648, beyond 1632000"),
]


@pytest.mark.parametrize(("kind", "index", "value", "fault"), TOO_LARGE, ids=[fault for *_, fault in TOO_LARGE])
def test_weights_that_could_overflow_are_refused(tmp_path, whole, kind, index, value, fault):
    content = bytearray(whole[40:])
    struct.pack_into(kind, content, 2 * index, value)
    assert fault_of(tmp_path, networks.with_checksum(whole[:36], bytes(content))) == fault


def test_a_whole_file_tells_its_shape(tmp_path, whole):
    path = tmp_path / "net.nnue"
    path.write_bytes(whole)
    network = Network(path)
    assert (network.path, network.buckets, network.scale) == (str(path), 8, 400)
    assert network.checksum == int.from_bytes(whole[36:40], "little")


# The shipped network


def test_the_shipped_network_is_small():
    assert shipped_network() is shipped_network()
    assert Path(shipped_network().path).stat().st_size < 8_000_000


def test_without_its_network_lux_says_so_and_ends(monkeypatch, capsys, tmp_path, whole):
    path = tmp_path / "lux.nnue"
    monkeypatch.setattr(lux.network, "SHIPPED", str(path))
    monkeypatch.setattr(lux.network, "LOADED", [])
    said = f"lux: {path}: Lux's own network cannot be loaded (%s); reinstall Lux\n"
    for data, reason in ((None, "No such file or directory"), (whole[:1000], f"1000 bytes, wanted {len(whole)}")):
        if data is not None:
            path.write_bytes(data)
        assert one_shot.main(["uci"]) == 1
        assert capsys.readouterr() == ("", said % reason)
        # Every command prints the same of the error that the engine raises.
        with pytest.raises(OSError, match="reinstall Lux") as caught:
            Engine()
        assert f"lux: {caught.value.filename}: {caught.value.strerror}\n" == said % reason
    path.write_bytes(whole)
    assert shipped_network().path == str(path)
