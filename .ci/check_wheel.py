"""Check the wheel given as argument, which must be installed: its contents, and perft on its suites."""

import os
import re
import sys
import zipfile
from collections import defaultdict
from pathlib import PurePosixPath

from lux import perft

NODES_PER_LINE = 1_000_000
MAX_BYTES = 8_000_000
MAX_GLIBC = (2, 17)  # of the wheel's tag: a newer symbol ends `make dist`
DATA = ("lux/py.typed", "lux/evaluation/data/lux.nnue", "lux/perft/wiki.epd", "lux/cli/data/eco.tsv")


def extensions_by_level(names: set[PurePosixPath]) -> dict[str, set[PurePosixPath]]:
    """Return where the source of each extension would lie, by the level of its core, "" for what is built once."""
    found = defaultdict(set)
    for name in names:
        if name.suffix == ".so":
            module = name.with_name(name.name.split(".")[0])
            level = module.parts[2] if module.parts[1] == "cores" else ""
            found[level].add(PurePosixPath("lux", *module.parts[3:]) if level else module)
    return found


def check_contents(wheel: str) -> None:
    """Fail unless the wheel holds extensions, headers and stubs, but not their sources."""
    archive = zipfile.ZipFile(wheel)
    assert sum(entry.compress_size for entry in archive.infolist()) < MAX_BYTES, "too large"
    names = {PurePosixPath(name) for name in archive.namelist()}
    headers = {name for name in names if name.suffix == ".pxd"}
    by_level = extensions_by_level(names)
    extensions = set().union(*by_level.values())
    for level, built in by_level.items():
        assert level == "" or built | by_level[""] == extensions, f"the core for {level} is not whole"
    for name in names:
        if name.suffix == ".so":
            content = archive.read(str(name))
            assert b".debug_info" not in content, f"{name} holds debug data"
            needed = {(int(major), int(minor)) for major, minor in re.findall(rb"GLIBC_(\d+)\.(\d+)", content)}
            assert max(needed, default=MAX_GLIBC) <= MAX_GLIBC, f"{name} needs glibc {max(needed)}"
    translated = {name for name in names if name.suffix == ".py" and name.with_suffix("") in extensions}
    generated = {name for name in names if name.suffix == ".c"}
    assert extensions, "no extension"
    if "LUX_INSPECTION" not in os.environ:
        assert not any(name.stem.startswith("inspection") for name in names), "the tests' window is no part of a wheel"
    assert not translated | generated, f"sources of extensions: {sorted(map(str, translated | generated))}"
    for extension in extensions - {PurePosixPath("lux/inspection")}:
        assert extension.with_suffix(".pxd") in headers, f"{extension} has no header"
    for file in ("lux/rules/types.pxd", "lux/board.pyi", "lux/engine.pyi", *DATA):
        assert PurePosixPath(file) in names, f"{file} is missing"
    tops = {name.parts[0] for name in names if not name.parts[0].endswith(".dist-info")}
    assert tops == {"lux", "tictac"}, f"installs {sorted(tops)}"


def check_perft() -> None:
    """Fail unless the counts of every suite are right."""
    for suite in perft.SUITES:
        report = perft.run_suite(suite, max_nodes=NODES_PER_LINE)
        assert report.ok, "\n".join(str(result) for result in report.results if result.status.name != "PASS")
        print(f"perft {suite}: good up to {NODES_PER_LINE:,} nodes a line")


check_contents(sys.argv[1])
check_perft()
