"""Keep and draw the losses of a training (layer 7)."""

from dataclasses import dataclass, field
from pathlib import Path

from lux.runtime.replacing import replacing


@dataclass
class LossCurves:
    """The loss curves: (step, loss) on the training records, and on those held out."""

    train: list[tuple[int, float]] = field(default_factory=list)
    held_out: list[tuple[int, float]] = field(default_factory=list)


def plot_losses(history: LossCurves, steps_per_epoch: int, path: str | Path) -> None:
    """Draw the loss curves into a picture; the suffix of *path* says of which format."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for points, label in ((history.train, "learned from"), (history.held_out, "held out")):
        if points:
            axes.plot([step / steps_per_epoch for step, _ in points], [loss for _, loss in points], label=label)
    axes.set(xlabel="epoch", ylabel="squared error of the chance to win", yscale="log")
    axes.grid(alpha=0.3, which="both")
    axes.legend()
    with replacing(path, binary=True) as file:
        figure.savefig(file, format=Path(path).suffix.removeprefix(".") or None)
