"""A tuning build beside the one that is tested: the search with other values of its parameters, or without steps."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.sources import ROOT, run_python

STEPS_OFF = ROOT / "lux/search/steps.toml"
BUILD = """
import setup
from setuptools import Distribution

modules = [extension for extension in setup.extensions() if extension.name in {modules}]
command = setup.BuildExt(Distribution({{"name": "lux-tuning", "ext_modules": modules}}))
command.build_lib, command.build_temp = {folder!r}, {folder!r} + "/temp"
command.ensure_finalized()
command.run()
"""
SET_VALUES = """
import json, sys
from lux.uci.tunables import set_tunables

set_tunables(json.loads(sys.argv.pop(1)))
"""


def build_for_tuning(folder: Path) -> None:
    """Put the package into a folder, with those modules built for tuning that know of it."""
    sources = [
        path for path in ROOT.glob("lux/*/*.py") if "cimports.lux.search.params" in path.read_text(encoding="utf-8")
    ]
    readers = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in sources}
    modules = {*readers, "lux.search.params", "lux.runtime.build"}
    script = BUILD.format(modules=modules, folder=str(folder))
    environment = {**os.environ, "LUX_TUNE": "1"}
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    built = {path.relative_to(folder) for path in folder.glob("lux/**/*.so")}
    assert len(built) == len(modules)
    for source in ROOT.glob("lux/**/*"):
        copy = folder / source.relative_to(ROOT)
        if source.is_file() and "__pycache__" not in source.parts and source.relative_to(ROOT) not in built:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)


def run_without(folder: Path, script: str, steps: tuple[str, ...], *args: str, text: str = "") -> str:
    """Run a Python script with a tuning build, without some steps of steps.toml; return what it prints."""
    off = tomllib.loads(STEPS_OFF.read_text(encoding="utf-8"))
    values = {name: value for step in steps for name, value in off[step].items()}
    return run_script(folder, SET_VALUES + script, json.dumps(values), *args, text=text)


def run_script(folder: Path, script: str, *args: str, text: str = "") -> str:
    """Run a Python script with the package in a folder; return what it prints."""
    done = run_python("-c", script, *args, cwd=folder, input=text, timeout=3600)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
