"""Review the games of PGN files, show them, and write them in every requested format."""

from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple, TextIO

import click

from lux.cli.analyse.html_report import page_game, write_page
from lux.cli.analyse.plot import plot_review
from lux.cli.analyse.review_text import ReviewedGame, review_json, review_text, summary_text
from lux.cli.analyse.searching import Assessments, FoundGame, Kept, Searching, count_games, find_games, search_here
from lux.cli.analyse.totals import Totals, totals_table
from lux.cli.console import TextConsole
from lux.cli.openings import find_opening
from lux.cli.output import result_file, say, say_json
from lux.cli.progress import make_progress
from lux.pgn import PgnError
from lux.review import GameReview, annotate, judge_game

MOST_ERRORS = 10  # that are named


class Outputs(NamedTuple):
    """Where the reviews go besides the terminal; '-' is standard output."""

    as_json: bool
    output: str | None
    html: str | None
    plot: Path | None
    quiet: bool
    resume: str | None  # where searched games are kept


def files_of(targets: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files in place of directories, those below them whose names end in .pgn, by name."""
    paths: list[str] = []
    for target in targets:
        inside = [target]
        if Path(target).is_dir():
            inside = sorted(str(path) for path in Path(target).rglob("*.[pP][gG][nN]") if path.is_file())
        if not inside:
            raise click.UsageError(f"{target!r} has no PGN files")
        paths += inside
    return tuple(paths)


def check_files(paths: tuple[str, ...], outputs: Outputs) -> None:
    """Raise UsageError for unreadable input, and for results that would overwrite it or share standard output."""
    if paths.count("-") > 1:
        raise click.UsageError("standard input is given twice")
    if outputs.as_json + (outputs.output, outputs.html).count("-") > 1:
        raise click.UsageError("only one result can go to standard output")
    files = (outputs.output, outputs.html, outputs.plot, outputs.resume)
    written = [path for path in files if path not in (None, "-")]
    if len({Path(path).resolve() for path in written}) < len(written):
        raise click.UsageError("two results name the same file")
    for path in [path for path in paths if path != "-"]:
        if not Path(path).exists() or Path(path).is_dir():
            raise click.UsageError(f"{path!r} is neither a position nor a file")
        for result in written:
            if Path(result).exists() and Path(result).samefile(path):
                raise click.UsageError(f"{result} would be overwritten")


class Writer:
    """Write each game once it is reviewed, and the summaries at the end."""

    def __init__(self, outputs: Outputs, searching: Searching, stack: ExitStack) -> None:
        self.outputs = outputs
        self.searching = searching
        in_games = {outputs.output, outputs.html}  # the results with the moves
        self.console = TextConsole(soft_wrap=True, stderr=outputs.as_json or "-" in in_games)
        self._shown = summary_text if in_games - {None, "-"} else review_text
        self.count = 0
        self._reviewed = 0
        self._totals = Totals()
        self._problems = 0
        self._errors: list[dict[str, object]] = []
        self._json: list[dict[str, object]] = []
        self._pages: list[dict[str, object]] = []
        self._plotted: list[tuple[int, GameReview]] = []

        # Open outputs before hours of work, not after them.
        def opened(path: str | None) -> TextIO | None:
            return stack.enter_context(result_file(path)) if path else None

        self._annotated, self._html = opened(outputs.output), opened(outputs.html)

    def take(self, found: FoundGame, assessments: Assessments | None) -> None:
        """Show and write a game, or report that it could not be read, or only in part."""
        self.count += 1
        error = found.error
        if found.is_end:
            say(f"lux analyse: game {found.number} from move {found.game.board().fullmove_number} on", err=True)
        if error is not None:
            line, reason = (error.line, error.reason) if isinstance(error, PgnError) else (None, str(error))
            self._errors.append({"file": found.path, "number": found.number, "line": line, "reason": reason})
            self._report(found.path, found.problem)
        if found.game is not None:
            for error in found.game.errors:
                self._report(found.path, error)
            review, opening = judge_game(found.game, assessments), find_opening(found.game.end().board())
            self._write(ReviewedGame(found, review, opening))

    def _report(self, path: str, problem: object) -> None:
        self._problems += 1
        if self._problems <= MOST_ERRORS:
            say(f"lux analyse: {path}: {problem}", err=True)

    def _write(self, game: ReviewedGame) -> None:
        """Show a game, and write it to all files."""
        self._reviewed += 1
        self._totals.add(game.review)
        if not (self.outputs.as_json or self.outputs.quiet):
            self.console.print(self._shown(game))
        if self.outputs.as_json:
            self._json.append(review_json(game))
        # The page shows the game's own comments, so describe it before words are added to them.
        page = page_game(game) if self._html else None
        if self._annotated or page:
            if game.opening is not None:
                game.review.game.headers.setdefault("ECO", game.opening.eco)
                game.review.game.headers.setdefault("Opening", game.opening.name)
            annotate(game.review)
        if page:
            self._pages.append(page | {"pgn": str(game.review.game)})
        if self.outputs.plot:
            self._plotted.append((self.count, game.review))
        # Last, since it can be read at once: a game that is there has been taken, whatever interrupts the next.
        if self._annotated:
            print(game.review.game, end="\n\n", file=self._annotated, flush=True)

    def finish(self) -> int:
        """Write the summaries; return 1 if any game could not be read."""
        players = self._totals.players()
        if self._problems > MOST_ERRORS:
            say(f"lux analyse: and {self._problems - MOST_ERRORS} more that cannot be read", err=True)
        if self._html and self._pages:
            write_page(self._html, self._pages, players, self.searching)
        if self.outputs.as_json:
            result = {
                "limits": self.searching.limits.given(),
                "games": self._json,
                "players": players,
                "errors": self._errors,
            }
            say_json(result, indent=1)
        elif players and not self.outputs.quiet and self._reviewed > 1:
            self.console.print(totals_table(players))
        for number, review in self._plotted:
            plot = self.outputs.plot
            plot_review(review, plot if len(self._plotted) == 1 else plot.with_stem(f"{plot.stem}-{number}"))
        return 1 if self._errors else 0


def analyse_games(
    paths: tuple[str, ...], searching: Searching, outputs: Outputs, jobs: int, cluster: str | None
) -> int:
    """Review the games of all files; return 1 if any could not be read, 130 after Ctrl-C, keeping the results so
    far."""
    try:
        with ExitStack() as stack:
            kept = Kept(outputs.resume, searching, stack)
            writer = Writer(outputs, searching, stack)
            with make_progress(writer.console) as progress:
                games, total = find_games(paths), 0 if progress.disable else count_games(paths)
                search = search_here
                if cluster is not None:
                    from lux.cli.analyse.cluster import search_on_cluster as search
                try:
                    with closing(search(games, searching, cluster or jobs, progress, total, kept)) as searched:
                        for found, assessments in searched:
                            writer.take(found, assessments)
                except BaseException:
                    # What was done is shown, but it does not replace what is whole.
                    progress.stop()
                    writer.finish()
                    raise
            status = writer.finish()
    except KeyboardInterrupt:
        say(f"lux analyse: interrupted{'; the same command goes on' if outputs.resume else ''}", err=True)
        return 130
    if not writer.count:
        raise click.ClickException("no games to analyse")
    return status
