"""`lux perft-suite`: check Lux or another engine on positions with known counts."""

import re
from contextlib import nullcontext

import click
from click.shell_completion import CompletionItem
from rich.text import Text

from lux.cli.console import TextConsole, shown
from lux.cli.options import (
    JSON_OPTION,
    PERFT_HASH_OPTION,
    POSITIVE,
    file_option,
    number_option,
    real_option,
    text_option,
    threads_option,
    together,
)
from lux.cli.output import result_file, say_json
from lux.cli.progress import Meter, speed_text
from lux.perft import DEFAULT_MAX_NODES, SUITES, LineResult, Status, Suite, SuiteReport, read_suite, run_suite
from lux.perft.report import as_dict, junit_xml
from lux.runtime.replacing import refuse_inputs

STYLES = {Status.PASS: "green", Status.FAIL: "bold red", Status.ERROR: "bold red", Status.SKIP: "yellow"}


def read_count(text: str) -> int:
    """Return a number that may be written with k, M or G for thousands, millions, billions."""
    match = re.fullmatch(r"(\d+)([kKmMgG]?)", text)
    if match is None:
        raise ValueError(f"{text!r} is not a number, as 1000000 or 1M")
    return int(match[1]) * 1000 ** " kmg".index(match[2].lower() or " ")


def read_options(pairs: tuple[str, ...]) -> dict[str, str]:
    """Turn `NAME=VALUE` of a command line into UCI options."""
    for pair in pairs:
        if "=" not in pair[1:]:
            raise ValueError(f"{pair!r} is not NAME=VALUE")
    return dict(pair.split("=", 1) for pair in pairs)


# How to ask an engine.
engine_options = together(
    text_option(
        "--option options",
        "Set a UCI option of the engine, such as Hash=256; may be repeated.",
        "NAME=VALUE",
        read_options,
        multiple=True,
    ),
    real_option("--timeout timeout_s", "Maximum time for one answer of the engine.", POSITIVE, 300.0, "SECONDS"),
    text_option("--go", "Command that asks for a perft; {} is the depth.", "TEXT", default="go perft {}"),
)


def read_suites(names: tuple[str, ...]) -> list[Suite]:
    """Read the named suites, by default all that come with Lux."""
    suites = []
    for name in names or SUITES:
        try:
            suites.append(read_suite(name))
        except OSError as error:
            raise click.BadParameter(f"{name}: {error.strerror}", param_hint="'[FILE...]'") from None
        if suites[-1].problems and not suites[-1].lines:
            raise click.ClickException(f"{name}: not a perft suite: no line can be read ({suites[-1].problems[0]})")
    return suites


def complete_suite(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the suites of Lux whose names begin like the word, for a shell, which adds the files."""
    return [*(CompletionItem(name) for name in SUITES if name.startswith(begun)), CompletionItem(begun, type="file")]


# As wide as a terminal of 80 columns.
ROW = "{:<17}{:>6}{:>5}{:>6}{:>6}{:>4}{:>17}{:>9}{:>10}"
HEADER = ROW.format("suite", "pass", "fail", "error", "skip", "bad", "nodes", "time", "speed")


def row(name: str, reports: list[SuiteReport], seconds: float) -> str:
    """Return one row of the table."""
    statuses = [sum(report.count(status) for report in reports) for status in Status]
    bad = sum(len(report.problems) for report in reports)
    nodes = sum(report.nodes for report in reports)
    time = f"{seconds:.{2 if seconds < 1000 else 0}f} s"
    return ROW.format(name, *statuses, bad, f"{nodes:,}", time, speed_text(nodes, seconds))


EPILOG = """\b
Examples:
  lux perft-suite --max-nodes 200M --threads 2
  lux perft-suite mine.epd --junit report.xml
  lux perft-suite tricky --engine ./yours --option Hash=64"""


@click.command(epilog=EPILOG)
@click.argument("names", metavar="[FILE...]", nargs=-1, type=click.Path(), shell_complete=complete_suite)
@text_option("--max-nodes", "Leave larger counts out.", "N", read_count, str(DEFAULT_MAX_NODES))
@number_option("--max-depth", "Leave deeper counts out.")
@threads_option("Positions counted at once, each by its own engine process.", None)
@PERFT_HASH_OPTION
@click.option("--engine", metavar="CMD", help="Test this UCI engine instead of Lux.")
@engine_options
@file_option("--junit", "Write JUnit XML to a file.")
@JSON_OPTION
@click.option("-v", "--verbose", is_flag=True, help="Show a row for every position, not only for failures.")
def perft_suite(
    names: tuple[str, ...],
    max_nodes: int,
    max_depth: int | None,
    hash_mib: int,
    junit: str | None,
    as_json: bool,
    verbose: bool,
    **how: object,
) -> int:
    """Check perft counts on suites of positions, by default all suites that come with Lux.

    A FILE is an EPD file (FEN ;D1 20 ;D2 400), a .perft file, or the name of a suite that comes with Lux. If an engine
    counts wrong, the report names the move that it gets wrong.
    """
    if how["engine"] is None and how["options"]:
        raise click.UsageError("--option sets an option of an engine: it needs --engine")
    if how["engine"] is not None and hash_mib:
        raise click.UsageError("--hash is for Lux; for the engine use --option Hash=MIB")
    refuse_inputs([junit], [name for name in names if name not in ("-", *SUITES)])
    suites = read_suites(names)
    console = TextConsole(soft_wrap=True)

    def show(result: LineResult) -> None:
        if as_json or (result.status in (Status.PASS, Status.SKIP) and not verbose):
            return
        console.print(Text.assemble((result.status.value, STYLES[result.status]), shown(f" {result}")))
        if result.status in (Status.FAIL, Status.ERROR):
            console.print(f"     {result.line.fen}")
        for line in filter(None, (result.text, result.remark) if result.status is Status.FAIL else ()):
            console.print(f"     {line}")

    reports: list[SuiteReport] = []
    planned = sum(sum(line.within(max_nodes, max_depth).values()) for suite in suites for line in suite.lines)
    with Meter() as meter, result_file(junit) if junit else nullcontext() as report_file:
        for suite in suites:
            before = sum(report.nodes for report in reports)
            if not as_json:
                for problem in suite.problems:
                    console.print(Text.assemble(("BAD ", STYLES[Status.ERROR]), shown(f" {problem}")))
            report = run_suite(
                suite,
                max_nodes=max_nodes,
                max_depth=max_depth,
                hash=hash_mib,
                on_result=show,
                progress=lambda done, _, before=before: meter(before + done, planned, before + done),
                **how,
            )
            reports.append(report)
        if report_file is not None:
            report_file.write(junit_xml(reports))
    seconds = sum(report.seconds for report in reports)
    ok = all(report.ok for report in reports)
    if as_json:
        nodes = sum(report.nodes for report in reports)
        totals = {"ok": ok, "nodes": nodes, "seconds": round(seconds, 6), "nps": round(nodes / seconds)}
        say_json({**totals, "suites": [as_dict(report) for report in reports]})
        return 0 if ok else 1
    console.print(HEADER)
    for report in reports:
        console.print(row(report.name, [report], report.seconds))
    if len(reports) > 1:
        console.print(row("total", reports, seconds))
    status = Status.PASS if ok else Status.FAIL
    mode = shown(f" ({reports[0].mode}, up to {max_nodes:,} nodes a count)")
    console.print(Text.assemble((status.value, STYLES[status]), mode))
    return 0 if ok else 1
