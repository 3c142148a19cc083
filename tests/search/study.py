"""Other builds of the search beside the one that is tested: one whose steps can be left out, and one to be tuned."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.sources import ROOT

# By the variable that asks for a build, the modules that differ: those that ask params.without, and those that read
# parameters or tell whether they can be set.
MODULES = {
    "LUX_STUDY": ("lux.search.search", "lux.search.root", "lux.search.movepick", "lux.search.tt"),
    "LUX_TUNE": (
        "lux.search.search",
        "lux.search.root",
        "lux.search.history",
        "lux.search.params",
        "lux.runtime.build",
    ),
}
BUILD = """
import setup
from setuptools import Distribution

modules = [extension for extension in setup.extensions() if extension.name in {modules}]
command = setup.BuildExt(Distribution({{"name": "lux-variant", "ext_modules": modules}}))
command.build_lib, command.build_temp = {folder!r}, {folder!r} + "/temp"
command.ensure_finalized()
command.run()
"""


def step_bits() -> dict[str, int]:
    """Return the bit of each step in LUX_WITHOUT."""
    text = (ROOT / "lux/search/params.pxd").read_text(encoding="utf-8")
    return {name: 1 << int(bit) for name, bit in re.findall(r"^    (\w+) = 1 << (\d+)", text, re.MULTILINE)}


def build_variant(folder: Path, variable: str) -> None:
    """Put the package into a folder, with its search built as LUX_STUDY or LUX_TUNE asks for."""
    script = BUILD.format(modules=MODULES[variable], folder=str(folder))
    environment = {**os.environ, variable: "1"}
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    built = {path.relative_to(folder) for path in folder.glob("lux/**/*.so")}
    assert len(built) == len(MODULES[variable])
    for source in ROOT.glob("lux/**/*"):
        copy = folder / source.relative_to(ROOT)
        if source.is_file() and "__pycache__" not in source.parts and source.relative_to(ROOT) not in built:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)


def run_study(folder: Path, script: str, steps: tuple[str, ...], *args: str, text: str = "") -> str:
    """Run a Python script with a build for study, without some steps; return what it prints."""
    without = str(sum(step_bits()[step] for step in steps))
    return run_variant(folder, script, *args, text=text, LUX_WITHOUT=without)


def run_variant(folder: Path, script: str, *args: str, text: str = "", **environment: str) -> str:
    """Run a Python script with such a build; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", script, *args],
        cwd=folder,
        env=os.environ | environment,
        input=text,
        capture_output=True,
        text=True,
        timeout=3600,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
