"""A build of the search whose steps can be left out, beside the one that is tested."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.sources import ROOT

# Those that ask params.without.
MODULES = ("lux.search.search", "lux.search.root", "lux.search.movepick", "lux.search.tt")
BUILD = """
import setup
from setuptools import Distribution

modules = [extension for extension in setup.extensions() if extension.name in {modules}]
command = setup.BuildExt(Distribution({{"name": "lux-study", "ext_modules": modules}}))
command.build_lib, command.build_temp = {folder!r}, {folder!r} + "/temp"
command.ensure_finalized()
command.run()
"""


def step_bits() -> dict[str, int]:
    """Return the bit of each step in LUX_WITHOUT."""
    text = (ROOT / "lux/search/params.pxd").read_text(encoding="utf-8")
    return {name: 1 << int(bit) for name, bit in re.findall(r"^    (\w+) = 1 << (\d+)", text, re.MULTILINE)}


def build_study(folder: Path) -> None:
    """Put the package into a folder, with its search built for study."""
    script = BUILD.format(modules=MODULES, folder=str(folder))
    environment = {**os.environ, "LUX_STUDY": "1"}
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    built = {path.relative_to(folder) for path in folder.glob("lux/search/*.so")}
    assert len(built) == len(MODULES)
    for source in ROOT.glob("lux/**/*"):
        copy = folder / source.relative_to(ROOT)
        if source.is_file() and "__pycache__" not in source.parts and source.relative_to(ROOT) not in built:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)


def run_study(folder: Path, script: str, steps: tuple[str, ...], *args: str, text: str = "") -> str:
    """Run a Python script with that build, without some steps; return what it prints."""
    without = str(sum(step_bits()[step] for step in steps))
    done = subprocess.run(
        [sys.executable, "-c", script, *args],
        cwd=folder,
        env={**os.environ, "LUX_WITHOUT": without},
        input=text,
        capture_output=True,
        text=True,
        timeout=3600,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
