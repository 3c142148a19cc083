"""The pictures of `--plot`: losses of a training, and values of a tuning. They need matplotlib."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lux.cli.extras import load_extra
from lux.cli.options import parsed_by
from lux.learning.tuning.spsa import Tuning
from lux.runtime.replacing import replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = 6  # of parameters in a picture


def picture_option(text: str) -> Callable:
    """Add --plot with help *text*; what would keep the picture from being drawn is found before the work."""
    path = click.Path(dir_okay=False, writable=True)
    return click.option("--plot", type=path, callback=parsed_by(checked_picture), help=text)


def checked_picture(path: str) -> str:
    """Return the path of a picture; raise ValueError if it cannot be drawn there."""
    formats = load_extra("--plot", "matplotlib.backend_bases").FigureCanvasBase.get_supported_filetypes()
    if Path(path).suffix[1:].lower() not in ("", *formats):
        raise ValueError(f"{path} does not end as a picture does: {', '.join(f'.{name}' for name in sorted(formats))}")
    if not Path(path).parent.is_dir():
        raise ValueError(f"there is no directory {Path(path).parent}")
    return path


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
    if history["train"]:
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
        figure.savefig(file, format=Path(path).suffix[1:] or None)
