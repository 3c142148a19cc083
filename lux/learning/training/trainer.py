"""Train a network from records of Lux's own games (layer 7).

The network learns the chance to win: AdamW minimises the squared error between sigmoid(output) and a mixture of the
game's result and sigmoid(score / scale). With a checkpoint beside the network the same command continues after an
interruption, with the same result.

Source: the recipe of bullet's examples, https://github.com/jw1912/bullet
"""

import json
import math
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor

from lux.board import Board
from lux.learning.data.replay import read_record
from lux.learning.training.batches import Batch, RecordFile, stream
from lux.learning.training.model import Model, load_weights, network_bytes
from lux.learning.training.sparse import NETWORK_ALONE
from lux.network import Network, NetworkError
from lux.runtime.journal import JournalError
from lux.runtime.replacing import refuse_inputs, replacing
from lux.runtime.system import at_once

CHECKPOINT_S = 60.0
REPORT_STEPS = 100  # between two points of the loss curve, at most
HELD_OUT_RECORDS = 500_000  # of the records held out; more would hardly change the loss
COMPARED_RECORDS = 10_000


@dataclass(frozen=True)
class TrainSettings:
    """The settings of a training; together with the data they determine the network."""

    hidden: int
    buckets: int = 8
    epochs: int = 20
    batch: int = 16_384
    lr: float = 0.001
    final_lr: float = 0.00001
    schedule: str = "cosine"
    weight_decay: float = 0.01
    result_share: float = 0.3
    scale: int = 400
    seed: int = 1
    # Steps, about, over which the weights of the written network are averaged, the last counting most; 0 for the last
    # weights alone. Source: https://arxiv.org/abs/1803.05407
    average: int = 0

    def lr_at(self, step: int, steps: int) -> float:
        """Return the learning rate of a step: from `lr` to `final_lr`, by the schedule."""
        done = step / max(1, steps - 1)
        if self.schedule == "step":
            # Four equal steps down.
            return self.lr * (self.final_lr / self.lr) ** (min(4, int(5 * done)) / 4)
        share = (1 + math.cos(math.pi * done)) / 2 if self.schedule == "cosine" else 1 - done
        return self.final_lr + (self.lr - self.final_lr) * share


class Training:
    """One training, from the first step or from its checkpoint.

    Args:
        settings: what to train and how.
        data: files of shuffled records to learn from, one after the other in each epoch.
        output: path of the network; the checkpoint has the same path with .ckpt added.
        start: the network to start from, of the same width or narrower; None for random weights.
        average_with: networks of the same shape; the written one is the mean of all and of the trained one.
        held_out: records of other games, to measure overfitting.
        threads: number of CPU threads.
        device: PyTorch device; "auto" uses CUDA if available.

    Attributes:
        stop: set it, and after the step being taken run() writes a checkpoint and raises KeyboardInterrupt.

    Raises:
        GameFileError: a file does not hold records.
        NetworkError: training cannot begin with *start*; the message names the file.
        JournalError: the checkpoint belongs to another training.
        OSError: a file cannot be read or written.
    """

    def __init__(
        self,
        settings: TrainSettings,
        data: Sequence[str | Path],
        output: str | Path,
        *,
        start: str | Path | None = None,
        average_with: Sequence[str | Path] = (),
        held_out: str | Path | None = None,
        threads: int = 1,
        device: str = "auto",
    ) -> None:
        refuse_inputs([output], [*data, start, held_out, *average_with])
        torch.set_num_threads(threads)
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.data = [RecordFile(path) for path in data]
        self.held_out = None if held_out is None else RecordFile(held_out)
        self.output = Path(output)
        self.checkpoint = Path(f"{output}.ckpt")
        if device == "auto":
            device = "cuda" if torch.cuda.is_available() else "cpu"
        self.device = torch.device(device)
        self.model = Model(settings.hidden, settings.buckets)
        self.others = [self.weights_of(path, settings.hidden) for path in average_with]
        if start is not None:
            self.weights_of(start)
        self.identity = {  # what must match that of a checkpoint
            **asdict(settings),
            "records": sum(map(len, self.data)),
            "data": "".join(f"{zlib.crc32(file.records):08x}" for file in self.data),
            "start": None if start is None else zlib.crc32(Path(start).read_bytes()),
        }
        self.model.to(self.device)
        self.average = self.weights() if settings.average else []
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=settings.lr, weight_decay=settings.weight_decay, fused=True
        )
        self.step = 0
        self.stop = threading.Event()
        self.history: dict[str, list[tuple[int, float]]] = {"train": [], "held_out": []}  # steps and losses
        self.loss_sum = torch.zeros((), device=self.device)
        self.steps_per_epoch = sum(-(-len(file) // settings.batch) for file in self.data)
        self.steps = settings.epochs * self.steps_per_epoch
        if self.checkpoint.exists():
            self.load()

    def weights_of(self, path: str | Path, least: int = 0) -> list[Tensor]:
        """Set the model's weights to those of a network's file, at *least* so wide; return a copy."""
        with open(path, "rb", opener=at_once) as file:
            data = file.read()
        try:
            found = load_weights(self.model, data, self.settings.scale)
            if found < least:
                raise NetworkError(f"hidden: {found}, wanted {least}")
        except NetworkError as error:
            raise NetworkError(f"{path}: {error}") from None
        return self.weights()

    def weights(self) -> list[Tensor]:
        """Return a copy of the model's weights."""
        return [weights.detach().clone() for weights in self.model.parameters()]

    def load(self) -> None:
        """Go on from the checkpoint."""
        try:
            with open(self.checkpoint, "rb", opener=at_once) as file:
                state = torch.load(file, map_location=self.device, weights_only=True)
            identity = json.loads(state["identity"])
            if identity != self.identity:
                differ = [name for name, value in self.identity.items() if identity.get(name) != value]
                raise JournalError(f"{self.checkpoint}: of a training with other {', '.join(differ)}")
            self.model.load_state_dict(state["model"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.average = state["average"]
            self.step = state["step"]
            self.history = json.loads(state["history"])
            self.loss_sum = state["loss_sum"].reshape(())
            if type(self.step) is not int or not 0 <= self.step <= self.steps:
                raise ValueError(f"step {self.step} of {self.steps}")
        except (JournalError, OSError):
            raise
        except Exception as error:
            raise JournalError(f"{self.checkpoint}: cannot be read: {error}") from None

    def save(self) -> None:
        """Write the checkpoint; a complete one exists at any time."""
        state = {
            "identity": json.dumps(self.identity),
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "average": self.average,
            "step": self.step,
            "history": json.dumps(self.history),
            "loss_sum": self.loss_sum,
        }
        with replacing(self.checkpoint, binary=True) as file:
            torch.save(state, file)

    def errors(self, batch: Batch) -> Tensor:
        """Return the squared errors of the chances to win."""
        share = self.settings.result_share
        wanted = share * batch.results + (1 - share) * torch.sigmoid(batch.scores / self.settings.scale)
        return (torch.sigmoid(self.model(batch.inputs, batch.counts)) - wanted).square()

    def run(self) -> Iterator[float]:
        """Train, yield the positions a second every hundred steps and after every epoch, and write the network."""
        with replacing(self.output, binary=True) as file:
            yield from self.learn_all()
            trained = [weights.cpu() for weights in self.average or self.weights()]
            self.set_weights([sum(parts) / len(parts) for parts in zip(trained, *self.others, strict=True)])
            self.average = []  # the weights are those of the file from now on
            file.write(network_bytes(self.model, self.settings.scale))

    @torch.no_grad()
    def set_weights(self, wanted: list[Tensor]) -> None:
        """Set the model's weights."""
        for weights, new in zip(self.model.parameters(), wanted, strict=True):
            weights.copy_(new)

    def learn_all(self) -> Iterator[float]:
        """Take the remaining steps; yield the positions a second."""
        begun, first = time.perf_counter(), self.step
        saved = begun
        batches = stream(self.data, self.settings.batch, self.settings.seed, self.step, self.steps)
        for batch in batches:
            self.learn(batch.to(self.device))
            now = time.perf_counter()
            ended = self.step % self.steps_per_epoch == 0
            if ended and self.held_out is not None:
                self.history["held_out"].append((self.step, self.held_out_loss()))
            reported = ended or self.step % REPORT_STEPS == 0
            if reported:
                curve = self.history["train"]
                curve.append((self.step, self.loss_sum.item() / (self.step - (curve[-1][0] if curve else 0))))
                self.loss_sum.zero_()
            stopped = self.stop.is_set()
            if ended or stopped or now - saved > CHECKPOINT_S:
                self.save()
                saved = now
            if stopped:
                raise KeyboardInterrupt
            if reported:
                speed = (self.step - first) / (time.perf_counter() - begun)
                yield speed * sum(map(len, self.data)) / self.steps_per_epoch

    def learn(self, batch: Batch) -> None:
        """Take one step."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.lr_at(self.step, self.steps)
        self.optimizer.zero_grad()
        loss = self.errors(batch).mean()
        loss.backward()
        self.optimizer.step()
        self.model.clip()
        self.loss_sum += loss.detach()
        self.step += 1
        if self.average:
            with torch.no_grad():
                share = 1 / min(self.step, self.settings.average)
                torch._foreach_lerp_(self.average, list(self.model.parameters()), share)

    @torch.no_grad()
    def held_out_loss(self) -> float:
        """Return the mean loss over the records held out, of the averaged weights if there are any."""
        trained = self.weights()
        self.set_weights(self.average or trained)
        count = min(len(self.held_out), HELD_OUT_RECORDS)
        total = 0.0
        for begin in range(0, count, self.settings.batch):
            batch = self.held_out.read(begin, min(begin + self.settings.batch, count)).to(self.device)
            total += self.errors(batch).sum().item()
        self.set_weights(trained)
        return total / count

    @torch.no_grad()
    def compare(self) -> tuple[int, float, float]:
        """Evaluate some records with the network in floating point and with the engine's integers.

        Return their number, and the mean and the largest difference in centipawns.

        Raises:
            NetworkError: the engine is built for networks of another shape.
        """
        file = self.data[0] if self.held_out is None else self.held_out
        count = min(len(file), COMPARED_RECORDS)
        batch = file.read(0, count).to(self.device)
        wanted = (self.model(batch.inputs, batch.counts) * self.settings.scale).cpu()
        network, records = Network(self.output), file.records.reshape(-1)
        boards = [Board(read_record(records, index)[0], chess960=True) for index in range(count)]
        # With fewer pieces the engine knows some endings better than the network.
        alone = batch.counts.cpu() >= NETWORK_ALONE
        difference = (torch.tensor([network.evaluate(board) for board in boards]) - wanted).abs()[alone]
        if len(difference) == 0:
            return 0, 0.0, 0.0
        return len(difference), difference.mean().item(), difference.max().item()
