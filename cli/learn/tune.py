"""`lux tune`: tune the search parameters with games, in a tuning build."""

from collections.abc import Callable

import click

from lux.cli.learn.plots import picture_option, plot_tuning
from lux.cli.options import POSITIVE, file_option, number_option, real_option, text_option, together
from lux.cli.output import say
from lux.cli.progress import Meter
from lux.learning.tuning.experiment import Experiment
from lux.learning.tuning.spsa import Tuning
from lux.learning.tuning.trial_games import OPENINGS_CP, NodeLimit, pairs_in_processes
from lux.network import shipped_network
from lux.runtime.replacing import refuse_inputs
from lux.text.decoding import open_text
from lux.text.epd_line import position_lines
from lux.uci.tunables import Tunable, tunables

EPILOG = """\b
Examples:
  lux tune lmr.jsonl --only LMR --steps 5000 --nodes 15000 --processes 2
  lux tune lmr.jsonl --only LMR --steps 5000 --nodes 15000 --plot lmr.svg
  lux tune --openbench --only LMR"""


def tunable_parameters(command: str) -> list[Tunable]:
    """Return all parameters; raise ClickException if *command* needs a tuning build."""
    every = tunables()
    if not every:
        raise click.ClickException(f"{command} needs a tuning build: LUX_TUNE=1 make build")
    return every


def chosen(only: tuple[str, ...], limit: NodeLimit) -> list[Tunable]:
    """Return the parameters whose names begin with one of the words, by default all.

    Time management parameters are left out if there is no clock, and always those with a range of at most two steps,
    such as switches: the players of the first steps have both of its ends. Whoever plays without quiescence search
    loses, and the games tell nothing about the rest.
    """
    every = [tunable for tunable in tunable_parameters("tune") if tunable.high - tunable.low > 2 * tunable.step]
    if limit.increment is None:
        every = [tunable for tunable in every if not tunable.name.startswith("TIME_")]
    for word in only:
        if not any(tunable.name.startswith(word.upper()) for tunable in every):
            raise click.BadParameter(f"no parameter to tune begins with {word}: {', '.join(t.name for t in every)}")
    return [tunable for tunable in every if not only or tunable.name.startswith(tuple(map(str.upper, only)))]


def read_limit(text: str) -> NodeLimit:
    """Return a limit of nodes: `N` per move, or `N+N` per game and increment."""
    try:
        limit = NodeLimit(*map(int, text.split("+")))
    except (TypeError, ValueError):
        limit = NodeLimit(0)
    if limit.nodes < 1 or (limit.increment or 0) < 0:
        raise ValueError(f"{text!r} is neither nodes/move nor nodes per game + increment, such as 400000+4000")
    return limit


def games_options(nodes: int) -> Callable:
    """Add the options for the games of each step: --pairs, --nodes, --seed and --processes."""
    return together(
        number_option("--pairs", "Game pairs per step.", 4),
        text_option(
            "--nodes",
            "Fixed nodes per move; or N+N, nodes per game plus an increment per move.",
            "N[+N]",
            read_limit,
            str(nodes),
        ),
        number_option("--seed", "Seed of the random numbers.", 1, least=0),
        number_option("--processes", "Games at a time.", 1),
    )


@click.command(epilog=EPILOG)
@click.argument("file", type=click.Path(dir_okay=False, writable=True), required=False)
@file_option(
    "--start", "Text file of start values: a name first and a value last in each line, as tune prints.", exists=True
)
@click.option("--only", multiple=True, metavar="NAME", help="Only parameters whose names begin with this.")
@number_option("--steps", "Steps in all.", 5000)
@real_option("--rate", "Final learning rate: change per game won, relative to the step tried.", POSITIVE, 0.002)
@games_options(nodes=15000)
@picture_option("Image file for the values over time.")
@click.option("--openbench", is_flag=True, help="Print the parameters for OpenBench's SPSA and exit; takes no FILE.")
def tune(
    file: str | None,
    start: str | None,
    only: tuple[str, ...],
    steps: int,
    nodes: NodeLimit,
    processes: int,
    plot: str | None,
    openbench: bool,
    **settings: float,
) -> None:
    """Tune the parameters of the search by SPSA, and keep the state in FILE.

    The same command continues after an interruption, with the same result for any number of processes. At the end, and
    at Ctrl-C, it shows the values; test them in a match before you enter them in lux/search/params.pxd.
    """
    if (file is None) != openbench:
        raise click.UsageError("needs either FILE or --openbench")
    if file is None:
        for t in chosen(only, NodeLimit(1, 0)):
            say(f"{t.name}, int, {t.value}, {t.low}, {t.high}, {t.step}, {settings['rate']}")
        return
    refuse_inputs([plot], [file, start])
    begin = {} if start is None else read_values(start)
    parameters = [t._replace(value=begin.get(t.name, t.value)) for t in chosen(only, nodes)]
    tuning = Tuning(file, parameters, steps=steps, games=described_games(nodes), **settings)
    try:
        carry_out(tuning, steps, nodes, processes)
    finally:
        show(tuning)
        if plot is not None:
            plot_tuning(tuning, plot)


def read_values(path: str) -> dict[str, int]:
    """Return the value of each parameter in a text file, within its range."""
    ranges = {tunable.name: range(tunable.low, tunable.high + 1) for tunable in tunables()}
    values = {}
    try:
        with open_text(path) as file:
            for number, line in position_lines(file):
                name, *_, value = line.replace("=", " = ").split()
                if int(value) not in ranges.get(name, ()):
                    raise click.ClickException(f"{path}:{number}: no parameter, or out of its range: {line}")
                values[name] = int(value)
    except ValueError:
        raise click.ClickException(f"{path}: expected a name and a whole number in each line") from None
    return values


def described_games(nodes: NodeLimit) -> dict[str, object]:
    """Return what the results of games depend on, besides the experiment."""
    return {"nodes": str(nodes), "openings": str(OPENINGS_CP), "network": f"{shipped_network().checksum:08x}"}


def carry_out(experiment: Experiment, steps: int, nodes: NodeLimit, processes: int) -> None:
    """Play the steps that are left, and show progress."""
    with pairs_in_processes(experiment.pairs, nodes, processes) as play_step, Meter(lasting=True) as meter:
        meter.show(f"step {experiment.done:,}/{steps:,}", experiment.done, steps)
        for _ in experiment.run(play_step, steps):
            meter.show(f"step {experiment.done:,}/{steps:,}", experiment.done, steps)


def show(tuning: Tuning) -> None:
    """Print each parameter with its value at the beginning and now."""
    for parameter, value in zip(tuning.parameters, tuning.values, strict=True):
        say(f"{parameter.name:<24} {parameter.value:>6} -> {round(value):>6}")
