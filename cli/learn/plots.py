"""The pictures of `--plot`: losses of a training, and values of a tuning. They need matplotlib."""

from pathlib import Path
from typing import TYPE_CHECKING

from lux.learning.tuning.spsa import Tuning
from lux.runtime.replacing import replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = 6  # of parameters in a picture


def plot_losses(history: dict[str, list[tuple[int, float]]], steps_per_epoch: int, path: str | Path) -> None:
    """Draw the loss curves; the suffix of *path* says of which format."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for points, label in ((history["train"], "learned from"), (history["held_out"], "held out")):
        if points:
            axes.plot([step / steps_per_epoch for step, _ in points], [loss for _, loss in points], label=label)
    axes.set(xlabel="epoch", ylabel="squared error of the chance to win", yscale="log")
    axes.grid(alpha=0.3, which="both")
    axes.legend()
    save(figure, path)


def plot_tuning(tuning: Tuning, path: str | Path) -> None:
    """Draw each parameter over time; the suffix of *path* says of which format."""
    from matplotlib.figure import Figure

    parameters = tuning.parameters
    rows = -(-len(parameters) // COLUMNS)
    columns = min(COLUMNS, len(parameters))
    figure = Figure(figsize=(3 * columns, 2 * rows), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False).flatten()
    for axes in grid[len(parameters) :]:
        axes.set_visible(False)
    for axes, parameter, values in zip(grid, parameters, zip(*tuning.course, strict=True), strict=False):
        axes.plot(values, linewidth=1)
        axes.axhline(parameter.value, color="#888888", linewidth=0.8, linestyle=":")
        axes.set_title(parameter.name, fontsize="small")
        axes.tick_params(labelsize="x-small")
    save(figure, path)


def save(figure: "Figure", path: str | Path) -> None:
    """Write a picture."""
    with replacing(path, binary=True) as file:
        figure.savefig(file, format=Path(path).suffix.removeprefix(".") or None)
