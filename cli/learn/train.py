"""`lux train`: train a network from records of games."""

from typing import TYPE_CHECKING

import click

from lux.cli.extras import load_extra
from lux.cli.learn.plots import picture_option, plot_losses
from lux.cli.options import choice_option, file_option, number_option, real_option, threads_option
from lux.cli.output import say
from lux.cli.progress import Meter, short_number
from lux.network import FORMAT, NetworkError
from lux.runtime.replacing import refuse_inputs
from lux.runtime.system import ctrl_c_calls

if TYPE_CHECKING:
    from lux.learning.training.trainer import Training

RATE = click.FloatRange(0, 1, min_open=True)

EPILOG = """\b
Examples:
  lux train train.records net.nnue --held-out held-out.records --threads 2
  lux train new.records next.nnue --start net.nnue --lr 0.0003 --average 2000
  lux train 1.records 2.records next.nnue --start a.nnue --average-with b.nnue
  lux train train.records small.nnue --hidden 32 --epochs 5 --plot loss.svg"""


def progress_text(run: "Training", speed: float) -> str:
    """Describe the progress of a training in one line."""
    history = run.history
    held_out = f", held out {history['held_out'][-1][1]:.6f}" if history["held_out"] else ""
    return (
        f"epoch {-(-run.step // run.steps_per_epoch)}/{run.settings.epochs}, step {run.step:,}/{run.steps:,}, "
        f"loss {history['train'][-1][1]:.6f}{held_out}, {short_number(speed)} positions/s"
    )


@click.command(epilog=EPILOG)
@click.argument("data", type=click.Path(exists=True, dir_okay=False), nargs=-1, required=True)
@click.argument("output", type=click.Path(dir_okay=False, writable=True))
@file_option("--start", "Network to start from, of the same width or narrower.", exists=True)
@click.option(
    "--average-with",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    multiple=True,
    help="Write the mean of this network, which may be given several times, and of the trained one.",
)
@number_option("--average", "Average the weights over the last N steps, about.", 0, least=0)
@file_option("--held-out", "Records of held-out games, to measure the loss on.", exists=True)
@number_option(
    "--hidden",
    "Width of the first layer; the engine reads only the width that it was built for.",
    FORMAT["hidden"],
    most=2048,
)
@choice_option("--buckets", "Sets of output weights.", ["1", "8"], "8")
@number_option("--epochs", "Passes over DATA; 0 to average networks only.", 20, least=0)
@number_option("--batch", "Positions a step.", 16384)
@real_option("--lr", "Learning rate.", RATE, 0.001)
@real_option("--final-lr", "Final learning rate.", RATE, 0.00001)
@choice_option("--schedule", "Learning rate schedule.", ["cosine", "linear", "step"], "cosine")
@real_option("--weight-decay", "AdamW's weight decay.", click.FloatRange(0), 0.01)
@real_option(
    "--result-share",
    "Weight of the game result in the target; the rest is the search score.",
    click.FloatRange(0, 1),
    0.3,
)
@number_option("--scale", "Score in DATA, in centipawns, with an expected result of 73 %.", 400, most=10000)
@number_option("--seed", "Seed of the initial weights and of the order.", 1, least=0, most=2**63 - 1)
@threads_option("CPU threads.", 64)
@choice_option("--device", "Where to train.", ["auto", "cpu", "cuda"], "auto")
@picture_option("Image file for the loss curves.")
def train(data: tuple[str, ...], output: str, plot: str | None, buckets: str, **options) -> None:
    """Train a network from DATA, shuffled 32-byte records as `lux data shuffle` writes them, and write it to OUTPUT.

    Several files are read one after the other in each epoch.
    The same command continues after an interruption, from the checkpoint OUTPUT.ckpt.
    """
    trainer = load_extra("train", "lux.learning.training.trainer")
    files_and_machine = ("start", "average_with", "held_out", "threads", "device")
    other = {name: options.pop(name) for name in files_and_machine}
    refuse_inputs([plot], [*data, output, other["start"], other["held_out"], *other["average_with"]])
    if other["device"] == "cuda" and not trainer.torch.cuda.is_available():
        raise click.UsageError("--device cuda: PyTorch finds no GPU")
    run = trainer.Training(trainer.TrainSettings(buckets=int(buckets), **options), data, output, **other)
    if run.step:
        say(f"continuing from step {run.step:,} of {run.checkpoint}", err=True)
    follow(run)
    if plot is not None:
        plot_losses(run.history, run.steps_per_epoch, plot)
    report(run)


def follow(run: "Training") -> None:
    """Train and show progress; after Ctrl-C the step is finished and a checkpoint written."""
    try:
        with ctrl_c_calls(lambda *_: run.stop.set()), Meter(lasting=True) as meter:
            for speed in run.run():
                meter.show(progress_text(run, speed), run.step, run.steps)
    except KeyboardInterrupt:
        say(f"checkpoint at step {run.step:,}: run the same command to continue", err=True)
        raise click.Abort from None


def report(run: "Training") -> None:
    """Print the file, and how close its integers are to the trained network."""
    loss = "" if run.held_out is None else f", held-out loss {run.held_out_loss():.6f}"
    say(f"{run.output}: {run.output.stat().st_size:,} bytes{loss}")
    try:
        positions, mean, largest = run.compare()
    except NetworkError as error:
        say(f"not compared with the engine's evaluation, which reads other networks: {error}")
        return
    if positions == 0:
        say("not compared with the engine's evaluation, which knows these endings without a network")
        return
    say(
        f"integers against floating point on {positions:,} positions: "
        f"{mean:.2f} centipawns apart on average, {largest:.1f} at most"
    )
