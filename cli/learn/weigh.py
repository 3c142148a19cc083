"""`lux weigh`: measure the Elo gain of search ideas with games, in a tuning build."""

import tomllib
from concurrent.futures.process import BrokenProcessPool

import click

from lux.cli.extras import load_extra
from lux.cli.learn.tune import carry_out, described_games, games_options, tunable_parameters
from lux.cli.options import number_option
from lux.cli.output import say
from lux.learning.tuning.trial_games import NodeLimit
from lux.learning.tuning.weighing import Idea, IdeaError, Weighing
from lux.text.decoding import open_text
from lux.text.display import visible

EPILOG = """\b
Examples:
  lux weigh ideas.jsonl ideas.toml --steps 300 --processes 2
  lux weigh steps.jsonl lux/search/steps.toml --alone --steps 800

\b
An idea in IDEAS is a table with the values that parameters have with it:
  [less-margin]
  RFP_MARGIN = 40
  FUTILITY_MARGIN = 60"""


def read_ideas(path: str) -> list[Idea]:
    """Return the ideas in a TOML file."""
    try:
        with open_text(path) as file:
            return [Idea(*item) for item in tomllib.loads(file.read()).items()]
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise click.ClickException(f"{path}: {error}") from None


@click.command(epilog=EPILOG)
@click.argument("file", type=click.Path(dir_okay=False, writable=True))
@click.argument("ideas", type=click.Path(exists=True, dir_okay=False))
@click.option("--alone", is_flag=True, help="Measure each idea in its own games, not all at once.")
@number_option("--steps", "Steps in all.", 300)
@games_options(nodes=5000)
def weigh(file: str, ideas: str, alone: bool, steps: int, nodes: NodeLimit, processes: int, **settings: int) -> None:
    """Measure the Elo gain of each idea in IDEAS with games, and write the results to FILE.

    In every game the two players differ in all ideas, each with a random half of them, so thirty ideas need no more
    games than one. The same command continues after an interruption, or with more steps, with the same result for any
    number of processes. At the end, and at Ctrl-C, it shows the number of games for each idea, its Elo gain, and the
    standard error.
    """
    load_extra("weigh", "numpy")
    values = {tunable.name: tunable.value for tunable in tunable_parameters("weigh")}
    try:
        weighing = Weighing(file, read_ideas(ideas), values, alone=alone, games=described_games(nodes), **settings)
        try:
            carry_out(weighing, steps, nodes, processes)
        finally:
            show(weighing)
    except IdeaError as error:
        raise click.ClickException(f"{ideas}: {error}") from None
    except BrokenProcessPool:
        raise click.ClickException(f"{ideas}: a process ended in a game: does an idea make a divisor 0?") from None


def show(weighing: Weighing) -> None:
    """Print the Elo gain of each idea, the best first."""
    width = max(len(visible(idea.name)) for idea in weighing.ideas)
    say(f"{'':{width}}  games     Elo     +-")
    for gain in weighing.gains():
        say(f"{visible(gain.name):{width}}  {gain.games:>5}  {gain.elo:>+6.1f}  {gain.error:>5.1f}")
