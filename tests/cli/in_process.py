"""Run `lux` inside the tests' own process: most of what its commands say does not need another to be started."""

import contextlib
import io
import re
import signal
import subprocess
import sys

import click
import pytest

from lux.cli import group
from tests.sources import ROOT

HANDLED = (signal.SIGHUP, signal.SIGTERM)


def pipe() -> io.TextIOWrapper:
    """Return what stands in for a standard stream: no terminal, and no file descriptor either."""
    return io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n", write_through=True)


def run_here(*args: str, stdin: str = "", program: click.Group = group.lux) -> subprocess.CompletedProcess[str]:
    """Run `lux`, or another *program*, and return what a process of its own would have left."""
    output, errors = pipe(), pipe()
    given = io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin.encode())), "utf-8", newline="\n")
    handlers = {number: signal.getsignal(number) for number in HANDLED}
    with pytest.MonkeyPatch.context() as patch, contextlib.chdir(ROOT):
        patch.setenv("COLUMNS", "80")
        for name, stream in (("stdin", given), ("stdout", output), ("stderr", errors)):
            patch.setattr(sys, name, stream)
        try:
            status = group.run(args, program)
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
    texts = (stream.buffer.getvalue().decode() for stream in (output, errors))
    return subprocess.CompletedProcess(args, status, *texts)


def said(output: str, *patterns: str) -> None:
    """Assert that each pattern is found after the one before it."""
    place = 0
    for pattern in patterns:
        found = re.compile(pattern, re.MULTILINE).search(output, place)
        assert found, f"no {pattern!r} in\n{output[place:]}"
        place = found.end()
