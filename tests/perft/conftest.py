"""Totals of the perft suites, shown when the tests end."""

from dataclasses import asdict, dataclass

import pytest


@dataclass
class Totals:
    lines: int = 0
    nodes: int = 0
    seconds: float = 0.0


TOTALS = pytest.StashKey[dict[str, Totals]]()


@pytest.fixture
def totals(request: pytest.FixtureRequest) -> dict[str, Totals]:
    """Return what has been counted so far, by suite."""
    return request.config.stash.setdefault(TOTALS, {})


def pytest_sessionfinish(session: pytest.Session) -> None:
    # One of several workers hands its totals to the process that shows them.
    if hasattr(session.config, "workeroutput"):
        totals = session.config.stash.get(TOTALS, {})
        session.config.workeroutput["perft"] = {suite: asdict(seen) for suite, seen in totals.items()}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node) -> None:
    totals = node.config.stash.setdefault(TOTALS, {})
    for suite, seen in getattr(node, "workeroutput", {}).get("perft", {}).items():
        totals[suite] = Totals(**seen)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    by_suite = terminalreporter.config.stash.get(TOTALS, {})
    if not by_suite:
        return
    total = Totals(
        sum(each.lines for each in by_suite.values()),
        sum(each.nodes for each in by_suite.values()),
        sum(each.seconds for each in by_suite.values()),
    )
    terminalreporter.section("perft")
    for suite, seen in [*by_suite.items(), ("total", total)]:
        terminalreporter.line(
            f"{suite:<18}{seen.lines:>6} lines {seen.nodes:>16,} nodes {seen.seconds:>8.2f} s"
            f" {seen.nodes / seen.seconds / 1e6:>6.0f} Mnps"
        )
