"""Choose the best compiled core for this CPU.

A wheel holds the compiled modules once per CPU level, in folders such as `lux/cores/x86_64_v3/` with the rooms of
`lux`. A core that was built from source is next to the sources; then there is no choice.
"""

import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec
from types import ModuleType

CORES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "cores")
VARIABLE = "LUX_LEVEL"


class LevelError(ImportError):
    """No compiled core can run, or not the requested one; the message says why."""


def folder_of(level: str) -> str:
    """Return the name of a level's folder: `x86_64_v3`, since what Python imports lies in folders that are names."""
    return level.replace("-", "_")


def levels() -> list[str]:
    """Return the levels of the installed cores, the best last; empty if there is only one core."""
    folders = os.listdir(CORES) if os.path.isdir(CORES) else []
    return sorted(folder.replace("_", "-") for folder in folders)


@cache
def chosen_level() -> str:
    """Return the level whose core runs: the best that the CPU has, or the one that LUX_LEVEL names.

    Raises:
        LevelError: the CPU supports none of them, or not the named one, or there is no such core.
    """
    from lux.runtime.cpu import missing_features

    offered = levels()
    wanted = os.environ.get(VARIABLE)
    if wanted:
        short = {level: level.rpartition("-")[2] for level in offered}  # `v3` for `x86-64-v3`
        named = [level for level in offered if wanted in (level, short[level])]
        if not named:
            raise LevelError(f"{VARIABLE}={wanted} is not one of {', '.join(short.values())}")
        if lacking := missing_features(named[0]):
            raise LevelError(f"{VARIABLE}={wanted} needs what this CPU lacks: {', '.join(lacking)}")
        return named[0]
    for level in reversed(offered):
        if not missing_features(level):
            return level
    raise LevelError(
        f"this CPU lacks {', '.join(missing_features(offered[0]))}; build Lux from source on it: `pip install .`"
    )


class CoreFinder:
    """Find the compiled modules of the chosen level, after all other finders."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a compiled module of Lux; None for any other name."""
        if not name.startswith("lux.") or name == "lux.runtime.cpu":
            return None
        folder = os.path.join(CORES, folder_of(chosen_level()), *name.split(".")[1:-1])
        return FileFinder(folder, (ExtensionFileLoader, EXTENSION_SUFFIXES)).find_spec(name)


def install_finder() -> None:
    """Make Python find the core for this CPU, if Lux is installed with several."""
    if os.path.isdir(CORES):
        sys.meta_path.append(CoreFinder())
