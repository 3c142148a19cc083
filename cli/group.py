"""The commands of `lux`, as a click group that imports a command only when it is called."""

import io
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module

import click

from lux import __path__ as package_path
from lux import __version__
from lux.__main__ import ONE_SHOT_COMMANDS, no_core
from lux.cli.output import say
from lux.protocol import NO_THREAD, PYTHON_NO_THREAD, let_streams_wait
from lux.runtime.errors import OneLineError
from lux.runtime.levels import LevelError

# Command, the module that holds it as an attribute of the same name, with _ for -, and its line in the list.
COMMANDS = {
    "analyse": ("lux.cli.analyse.command", "Analyse a position, or the games of PGN files."),
    "data": ("lux.cli.learn.data", "Check, show, split and shuffle training data."),
    "datagen": ("lux.cli.learn.datagen", "Generate self-play games for training."),
    "epd": ("lux.cli.analyse.epd", "Solve test suites in EPD."),
    "eval": ("lux.cli.analyse.evaluation", "Show the evaluation of a position, and each piece's contribution."),
    "games": ("lux.cli.play.games", "List, show, review, export or delete the games played in the terminal."),
    "perft": ("lux.cli.perft.count", "Count the legal move sequences from a position."),
    "perft-compare": ("lux.cli.perft.compare", "Find the move that another engine's move generator gets wrong."),
    "perft-suite": ("lux.cli.perft.suite", "Check Lux or another engine on positions with known counts."),
    "play": ("lux.cli.play.command", "Play a game against Lux in the terminal."),
    "train": ("lux.cli.learn.train", "Train a network from the positions of games."),
    "tree": ("lux.cli.analyse.tree", "Show the tree of a search."),
    "tune": ("lux.cli.learn.tune", "Tune the search parameters by games, in a tuning build."),
    "weigh": ("lux.cli.learn.weigh", "Measure the Elo gain of search ideas by games, in a tuning build."),
}

# Those that test, train and tune Lux.
IMPROVING = {"data", "datagen", "train", "tune", "weigh"}

# Other spellings, which the list does not show.
ALIASES = {"analyze": "analyse"}

PACKAGE = os.path.join(package_path[0], "")

LONGEST_SUMMARY = 200  # more than any has

EPILOG = (
    "`lux COMMAND --help` or `lux help COMMAND` has examples.\n\n"
    "Without arguments Lux speaks UCI, as chess GUIs expect. UCI commands such as bench, eval, genfens and"
    " go also work as arguments, as in `lux go depth 12`."
)


class Group(click.Group):
    """A group that lists each command with a whole sentence, which click would truncate; alone it prints its help."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, or print the help if there are none."""
        if not args and not context.resilient_parsing:
            click.echo(context.get_help())
            context.exit()
        return super().parse_args(context, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, those that improve Lux by themselves."""
        for title, apart in (("Commands", False), ("To improve Lux", True)):
            names = [name for name in self.list_commands(context) if (name in IMPROVING) == apart]
            if names:
                with formatter.section(title):
                    summaries = (self.commands[name].get_short_help_str(LONGEST_SUMMARY) for name in names)
                    formatter.write_dl([*zip(names, summaries, strict=True)])

    def invoke(self, context: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(context)
        except OneLineError as error:
            raise click.ClickException(str(error)) from None


class LazyGroup(Group):
    """A group whose commands are imported when they are run; what it lists are only their names and summaries."""

    def __init__(self, **attributes: object) -> None:
        listed = {name: click.Command(name, short_help=summary) for name, (_, summary) in COMMANDS.items()}
        super().__init__(commands=listed, **attributes)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Import and return a command, None for an option; raise UsageError with suggestions for an unknown one."""
        name = ALIASES.get(name, name)
        if name in COMMANDS:
            return getattr(import_module(COMMANDS[name][0]), name.replace("-", "_"))
        if name.startswith("-"):
            return None
        close = get_close_matches(name, [*COMMANDS, *ONE_SHOT_COMMANDS], 3, 0.6)
        meant = f" Did you mean {' or '.join(close)}?" if close else ""
        raise click.UsageError(f"No such command {name!r}.{meant}", context)


def show_version(context: click.Context, parameter: click.Parameter, asked: bool) -> None:
    """Print the version and how the running core was built, and exit."""
    if asked and not context.resilient_parsing:
        from lux.runtime.build import description

        say(f"Lux {__version__} ({description()})")
        context.exit()


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the version and how it was compiled.",
)
def lux() -> None:
    """Lux, a chess engine."""


def open_closed_streams() -> None:
    """Let closed standard streams be the null device, so that no file that is opened later takes their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def run(args: Sequence[str], group: click.Group = lux) -> int:
    """Run a program's commands; report a wrong command line in one line on standard error, with exit status 2.

    On a broken pipe, as in `lux perft-suite | head -1`, click ends the process quietly with status 1.
    """
    open_closed_streams()
    let_streams_wait()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name that the terminal cannot show is no reason to end
    try:
        status = group.main(list(args), prog_name=group.name, standalone_mode=False)
        return status if isinstance(status, int) else 0
    except click.UsageError as error:
        # The parser does not say in which command an option lacks its argument.
        named = [name for name in args[:1] if name in group.commands]
        path = error.ctx.command_path if error.ctx is not None else " ".join([group.name, *named])
        say(f"{path}: {' '.join(error.format_message().split())} (see `{path} --help`)", err=True)
        return 2
    except click.ClickException as error:
        problem = error.format_message()
    except (MemoryError, LevelError) as error:
        problem = str(error) or "no memory"
    except click.Abort:
        return 130
    except RuntimeError as error:
        if str(error) != PYTHON_NO_THREAD:
            raise
        problem = NO_THREAD
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
        # The interpreter flushes standard output at exit: let what is left in a broken one vanish quietly.
        if not error.filename:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except ImportError as error:
        # The name of a damaged extension comes without its package.
        if not (error.name or "").startswith("lux.") and not (error.path or "").startswith(PACKAGE):
            raise
        say(no_core(error), err=True)
        return 1
    say(f"{group.name}: {problem}", err=True)
    return 1
