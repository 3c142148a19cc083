"""Check the wheel given as argument, which must be installed: what it holds, and perft by its own suites."""

import sys
import zipfile
from pathlib import PurePosixPath

import lux
from lux import perft

NODES_PER_LINE = 1_000_000
DATA = ("lux/py.typed", "lux/evaluation/data/lux.nnue", "lux/perft/wiki.epd", "lux/cli/data/eco.tsv")


def check_contents(wheel: str) -> None:
    """Fail unless the wheel holds extensions, headers and stubs, and nothing they were made from."""
    names = {PurePosixPath(name) for name in zipfile.ZipFile(wheel).namelist()}
    headers = {name for name in names if name.suffix == ".pxd"}
    extensions = {name.with_name(name.name.split(".")[0]) for name in names if name.suffix == ".so"}
    translated = {name for name in names if name.suffix == ".py" and name.with_suffix("") in extensions}
    generated = {name for name in names if name.suffix == ".c"}
    assert extensions, "no extension"
    assert not translated | generated, f"sources of extensions: {sorted(map(str, translated | generated))}"
    for extension in extensions:
        assert extension.with_suffix(".pxd") in headers, f"{extension} has no header"
    for needed in ("lux/rules/types.pxd", "lux/board.pyi", "lux/engine.pyi", *DATA):
        assert PurePosixPath(needed) in names, f"{needed} is missing"
    tops = {name.parts[0] for name in names if not name.parts[0].endswith(".dist-info")}
    assert tops == {"lux", "tictac"}, f"installs {sorted(tops)}"


def check_perft() -> None:
    """Fail at the first line of a suite whose counts differ."""
    for suite in perft.SUITES:
        for fen, counts, *_ in perft.load_suite(suite):
            board = lux.Board(fen, chess960=suite.startswith("chess960"))
            for depth, nodes in counts.items():
                if nodes <= NODES_PER_LINE:
                    assert board.perft(depth) == nodes, (
                        f"{suite}: {fen} depth {depth}: {board.perft(depth)}, not {nodes}"
                    )
        print(f"perft {suite}: good up to {NODES_PER_LINE:,} nodes a line")


check_contents(sys.argv[1])
check_perft()
