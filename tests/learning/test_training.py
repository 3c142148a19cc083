"""Training: it learns, the same every time, also when killed; what it writes is what the engine reads."""

import os
import random
import re
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from lux import Board
from lux.network import FORMAT, Network, NetworkError
from tests.learning.viriformat import pack_board
from tests.playouts import playouts

torch = pytest.importorskip("torch", reason="needs the extra [train]")
pytest.importorskip("numpy", reason="needs the extra [train]")

from lux.learning.selfplay.game_file import GameFileError  # noqa: E402
from lux.learning.training.batches import RecordFile, stream  # noqa: E402
from lux.learning.training.model import Model, load_weights, network_bytes  # noqa: E402
from lux.learning.training.trainer import Training, TrainSettings  # noqa: E402
from lux.runtime.journal import JournalError  # noqa: E402

VALUES = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 0}
SMALL = {"batch": 256, "epochs": 3, "hidden": FORMAT["hidden"], "lr": 0.01}


def positions(seed: int, count: int) -> Iterator[tuple[chess.Board, int]]:
    """Yield positions of random games, some pieces taken off the board, and what White has more of material."""
    rng = random.Random(seed)
    for oracle, _ in playouts(seed, 2 * count):
        board = oracle.copy(stack=False)
        color = rng.random() < 0.5
        for square in rng.sample(sorted(board.piece_map()), rng.randrange(len(board.piece_map()) - 1)):
            if board.color_at(square) == color and board.piece_type_at(square) != chess.KING and rng.random() < 0.5:
                board.remove_piece_at(square)
        board.castling_rights = board.clean_castling_rights()
        board.ep_square = None
        if board.is_valid() and count:
            count -= 1
            pieces = board.piece_map().values()
            yield board, sum(VALUES[piece.symbol().lower()] * (1 if piece.color else -1) for piece in pieces)


def write_records(path: Path, seed: int, count: int) -> Path:
    """Write positions whose score is their material and whose result follows from it."""
    records = [
        pack_board(board, score, 1 if abs(score) < 200 else 2 * (score > 0)) for board, score in positions(seed, count)
    ]
    random.Random(seed).shuffle(records)
    path.write_bytes(b"".join(records))
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    write_records(folder / "data.bin", 51, 6000)
    write_records(folder / "held_out.bin", 52, 1000)
    return folder


@pytest.fixture(scope="module")
def trained(folder) -> Training:
    training = Training(
        TrainSettings(**SMALL), [folder / "data.bin"], folder / "net.nnue", held_out=folder / "held_out.bin", threads=2
    )
    assert len(list(training.run())) == 3
    return training


def test_it_learns_piece_values(folder, trained, tmp_path):
    untrained = Training(
        trained.settings, [folder / "data.bin"], tmp_path / "net.nnue", held_out=folder / "held_out.bin"
    ).held_out_loss()
    losses = [loss for _, loss in trained.history["held_out"]]
    assert len(losses) == 3
    assert losses[-1] < losses[0] < untrained
    assert losses[-1] < 0.25 * untrained
    network = Network(trained.output)
    signs = [
        (network.evaluate(Board(board.fen())) > 0, (score > 0) == board.turn)
        for board, score in positions(53, 300)
        if abs(score) >= 300
    ]
    assert sum(found == wanted for found, wanted in signs) > 0.9 * len(signs) > 100


def test_the_file_is_as_near_as_integers_come(trained):
    positions, mean, largest = trained.compare()
    assert 700 < positions < 1000  # those with more than five pieces
    assert mean < 1
    assert largest < 2


def test_another_seed_gives_another_network(folder, trained, tmp_path):
    """That the same gives the same, the commands below show."""
    training = Training(TrainSettings(**SMALL, seed=2), [folder / "data.bin"], tmp_path / "net.nnue", threads=2)
    assert list(training.run())
    assert training.output.read_bytes() != trained.output.read_bytes()


def test_a_training_that_is_stopped_after_any_step_ends_as_one_that_is_not(folder, tmp_path):
    results = []
    for stops in (0, 5):
        path = tmp_path / f"{stops}.nnue"
        settings = TrainSettings(**SMALL | {"epochs": 1}, average=3)
        for _ in range(stops):
            stopped = Training(settings, [folder / "data.bin"], path, held_out=folder / "held_out.bin")
            stopped.stop.set()
            with pytest.raises(KeyboardInterrupt):
                list(stopped.run())
        whole = Training(settings, [folder / "data.bin"], path, held_out=folder / "held_out.bin")
        assert whole.step == stops
        list(whole.run())
        results.append(path.read_bytes())
    assert results[0] == results[1]


def test_a_checkpoint_of_another_training_is_refused(folder, tmp_path):
    settings = TrainSettings(**SMALL)
    Training(settings, [folder / "data.bin"], tmp_path / "net.nnue").save()
    with pytest.raises(JournalError, match=r"of a training with other result_share, seed$"):
        Training(TrainSettings(**SMALL, result_share=0.5, seed=3), [folder / "data.bin"], tmp_path / "net.nnue")
    with pytest.raises(JournalError, match=r"of a training with other records, data$"):
        Training(settings, [folder / "held_out.bin"], tmp_path / "net.nnue")
    data = bytearray((folder / "data.bin").read_bytes())
    data[-32:], data[:32] = data[:32], data[-32:]
    (tmp_path / "same_length.bin").write_bytes(data)
    with pytest.raises(JournalError, match=r"of a training with other data$"):
        Training(settings, [tmp_path / "same_length.bin"], tmp_path / "net.nnue")
    good = torch.load(tmp_path / "net.nnue.ckpt", weights_only=True)
    for name, value in (("step", 10**6), ("step", "1"), ("history", "{"), ("loss_sum", 3)):
        torch.save(good | {name: value}, tmp_path / "net.nnue.ckpt")
        with pytest.raises(JournalError, match="cannot be read"):
            Training(settings, [folder / "data.bin"], tmp_path / "net.nnue")
    (tmp_path / "net.nnue.ckpt").write_bytes(b"PK\3\4 and nothing more")
    with pytest.raises(JournalError, match="cannot be read"):
        Training(settings, [folder / "data.bin"], tmp_path / "net.nnue")


def test_training_begins_with_a_network(trained):
    """As wide, the same integers come out; wider, every position has the same evaluation."""
    data = trained.output.read_bytes()
    same = Model(trained.settings.hidden, 8)
    load_weights(same, data, 400)
    assert network_bytes(same, 400) == data
    wider = Model(trained.settings.hidden + 24, 8)
    load_weights(wider, data, 400)
    batch = trained.held_out.read(0, 1000)
    with torch.no_grad():
        assert torch.allclose(wider(batch.inputs, batch.counts), same(batch.inputs, batch.counts), atol=1e-4)
        assert wider.feature_weights[:, -24:].abs().min() > 0


def test_a_training_goes_on_from_a_network(folder, trained, tmp_path):
    data = {"data": [folder / "data.bin"], "output": tmp_path / "net.nnue"}
    settings = TrainSettings(**{**SMALL, "epochs": 1, "lr": 0.001})
    training = Training(settings, **data, start=trained.output, held_out=folder / "held_out.bin")
    assert training.held_out_loss() == pytest.approx(trained.history["held_out"][-1][1], rel=0.1)
    assert len(list(training.run())) == 1
    assert training.history["held_out"][-1][1] < 1.1 * trained.history["held_out"][-1][1]
    with pytest.raises(JournalError, match=r"of a training with other start$"):
        Training(settings, **data)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "not a Lux network file"),
        (lambda data: data[:-1], "damaged: wrong checksum"),
        (lambda data: data[:8] + b"\2" + data[9:], "version: 2, wanted 1"),
        (lambda data: data[:16] + struct.pack("<I", 4096) + data[20:], "hidden: 4096, wanted .* at most"),
        (lambda data: data[:32] + struct.pack("<I", 300) + data[36:], "scale: 300, wanted 400"),
    ],
)
def test_training_cannot_begin_with_another_file(folder, trained, tmp_path, damage, message):
    start = tmp_path / "start.nnue"
    start.write_bytes(damage(trained.output.read_bytes()))
    with pytest.raises(NetworkError, match=f"start.nnue: {message}$"):
        Training(trained.settings, [folder / "data.bin"], tmp_path / "net.nnue", start=start)


def test_the_compiled_loops_are_what_torch_makes_of_it(folder):
    """Forward and back; the latter is what runs on a GPU."""
    torch.manual_seed(5)
    batch = RecordFile(folder / "data.bin").read(0, 200)
    torch.set_num_threads(3)
    model = Model(16, 8)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.uniform_(-0.4, 0.4)
        # Even integers give no sum of exactly QA, where the slope is not defined.
        for parameter in (model.feature_weights, model.shared_weights, model.feature_bias):
            parameter.copy_((parameter * FORMAT["qa"] / 2).round() * 2 / FORMAT["qa"])
    bucket = (batch.counts.long() - 1) // 4
    assert len(bucket.unique()) > 4
    outputs, gradients = [], []
    for kind in (model.by_loops, model.by_torch):
        model.zero_grad()
        outputs.append(kind(batch.inputs, batch.counts, bucket))
        outputs[-1].square().sum().backward()
        gradients.append([parameter.grad.clone() for parameter in model.parameters()])
    assert torch.allclose(*outputs, atol=1e-4)
    for found, expected in zip(*gradients, strict=True):
        assert expected.abs().max() > 0.01
        assert torch.allclose(found, expected, atol=1e-3, rtol=1e-3)


def test_weights_stay_within_what_integers_hold():
    model = Model(16, 1)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.uniform_(-500, 500)
    model.clip()
    for weights in (model.first_weights(), model.feature_bias, model.output_weights):
        assert weights.abs().max() < 1.98 + 1e-4
    assert model.output_bias.abs().max() <= 100


@pytest.mark.parametrize("schedule", ["cosine", "linear", "step"])
def test_schedules_go_down_from_the_first_rate_to_the_last(schedule):
    settings = TrainSettings(hidden=16, lr=0.01, final_lr=0.0001, schedule=schedule)
    rates = [settings.lr_at(step, 1000) for step in range(1000)]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] == pytest.approx(0.01)
    assert rates[-1] == pytest.approx(0.0001)
    assert rates[500] == pytest.approx({"cosine": 0.00505, "linear": 0.00505, "step": 0.001}[schedule], rel=0.01)


def test_every_record_comes_once_an_epoch_in_other_batches(folder):
    files = [RecordFile(folder / name) for name in ("data.bin", "held_out.bin")]
    batches = list(stream(files, 256, 1, 0, 56))
    sizes = [len(batch.counts) for batch in batches]
    assert [sizes.count(6000 % 256), sizes.count(1000 % 256), sizes.count(256)] == [2, 2, 52]
    epochs = [[batch.scores for batch in batches[i : i + 28]] for i in (0, 28)]
    for begin, end in ((0, 24), (24, 28)):  # the files in turn
        assert torch.equal(*(torch.cat(epoch[begin:end]).sort().values for epoch in epochs))
    sums = [{batch.sum().item() for batch in epoch} for epoch in epochs]
    assert len(sums[0] & sums[1]) < 5
    later = list(stream(files, 256, 1, 30, 33))
    assert all(torch.equal(a.inputs, b.inputs) for a, b in zip(later, batches[30:33], strict=True))


def test_weights_are_averaged_over_steps_and_with_other_networks(folder, trained, tmp_path):
    """With one step remembered the average is the last weights; with more it is smoother, and survives a checkpoint."""
    rest = {"held_out": folder / "held_out.bin", "threads": 2}
    written = {}
    for average in (1, 20):
        output = tmp_path / f"{average}.nnue"
        for _ in range(2):  # the second goes on from the checkpoint of the first epoch
            run = Training(TrainSettings(**SMALL, average=average), [folder / "data.bin"], output, **rest)
            for _ in run.run():
                if run.step <= run.steps_per_epoch and not output.exists() and run.step < 25:
                    break
        written[average] = output.read_bytes()
        assert run.held_out_loss() == pytest.approx(run.history["held_out"][-1][1], rel=1e-3)
    assert written[1] == trained.output.read_bytes() != written[20]

    mean = Training(
        TrainSettings(**SMALL | {"epochs": 0}),
        [folder / "data.bin"],
        tmp_path / "mean.nnue",
        start=tmp_path / "1.nnue",
        average_with=[tmp_path / "20.nnue", trained.output],
    )
    assert list(mean.run()) == []
    parts = []
    for path in (tmp_path / "mean.nnue", tmp_path / "1.nnue", tmp_path / "20.nnue"):
        model = Model(FORMAT["hidden"], 8)
        load_weights(model, path.read_bytes(), 400)
        parts.append(model.feature_weights.detach())
    assert torch.allclose(parts[0], (2 * parts[1] + parts[2]) / 3, atol=0.5 / 255 + 1e-6)
    with pytest.raises(OSError, match="over another file of this command"):
        Training(trained.settings, [folder / "data.bin"], folder / "data.bin")


def test_a_bad_record_ends_the_training_with_its_place(folder, tmp_path):
    data = bytearray((folder / "data.bin").read_bytes())
    data[32 * 1000 : 32 * 1001] = bytes(32)
    (tmp_path / "bad.bin").write_bytes(data)
    training = Training(TrainSettings(**SMALL), [tmp_path / "bad.bin"], tmp_path / "net.nnue")
    with pytest.raises(GameFileError, match=r"bad.bin: from byte \d+ on: record \d+ holds no position$") as error:
        list(training.run())
    byte, record = map(int, re.findall(r"\d+", str(error.value).rpartition("bad.bin")[2]))
    assert (byte // 32 + record) % 6000 == 1000
    (tmp_path / "short.bin").write_bytes(data[:100])
    with pytest.raises(GameFileError, match=r"short.bin: 100 bytes, wanted a multiple of 32$"):
        RecordFile(tmp_path / "short.bin")


# The command


def lux_train(folder: Path, *arguments: str | Path) -> list[str | Path]:
    options = ["--epochs", "3", "--batch", "256", "--lr", "0.01", "--threads", "2", "--device", "cpu"]
    return [sys.executable, "-m", "lux.cli.main", "train", folder / "data.bin", *arguments, *options]


def test_the_command_trains_and_compares(folder, trained, tmp_path):
    output = tmp_path / "net.nnue"
    command = lux_train(folder, output, "--held-out", folder / "held_out.bin", "--plot", tmp_path / "loss.png")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert output.read_bytes() == trained.output.read_bytes()
    assert (tmp_path / "loss.png").read_bytes().startswith(b"\x89PNG")
    assert re.search(r"epoch 3/3, step 72/72, loss .*, held out 0\.\d+, .* positions/s\n$", done.stderr)
    assert f"{output}: {output.stat().st_size:,} bytes, held-out loss 0.0" in done.stdout
    assert re.search(r"on \d+ positions: \d+\.\d\d centipawns apart on average, \d+\.\d at most\n$", done.stdout)


def test_a_killed_command_goes_on(folder, trained, tmp_path):
    output = tmp_path / "net.nnue"
    command = lux_train(folder, output)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 120
        while not Path(f"{output}.ckpt").exists() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.match(r"continuing from step (24|48|72) of ", done.stderr)
    assert output.read_bytes() == trained.output.read_bytes()
