"""Levels: what the CPU is found to have, and which of several compiled cores runs."""

import os
import platform
import shutil
from pathlib import Path

import pytest

import lux.runtime.build
import lux.runtime.cpu
from lux.runtime import levels
from lux.runtime.levels import CoreFinder, LevelError, chosen_level, folder_of
from tests.sources import run_python

X86 = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="levels are those of x86-64")
CPUINFO = Path("/proc/cpuinfo")
# Linux has other names for some.
LINUX_NAMES = {
    "cmpxchg16b": "cx16",
    "lahf": "lahf_lm",
    "lzcnt": "abm",
    "sse3": "pni",
    "sse4.1": "sse4_1",
    "sse4.2": "sse4_2",
}
LEVELS = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]


@pytest.fixture
def cores(monkeypatch, tmp_path):
    """Three cores, and a CPU that has the first two levels."""
    for level in LEVELS:
        (tmp_path / "cores" / folder_of(level)).mkdir(parents=True)
    monkeypatch.setattr(levels, "CORES", str(tmp_path / "cores"))
    monkeypatch.setattr(lux.runtime.cpu, "missing_features", lambda level: ["avx512f"] if level == "x86-64-v4" else [])
    monkeypatch.delenv("LUX_LEVEL", raising=False)
    chosen_level.cache_clear()
    yield tmp_path / "cores"
    chosen_level.cache_clear()


@X86
@pytest.mark.skipif(not CPUINFO.exists(), reason="the oracle is Linux's list of the CPU's features")
def test_the_cpu_has_what_linux_says():
    flags = next(line for line in CPUINFO.read_text().splitlines() if line.startswith("flags")).split()
    # Whether the system saves the registers is no feature to Linux, which does.
    expected = []
    for level, features in lux.runtime.cpu.FEATURES.items():
        names = [feature for bits in features.values() for feature in bits if feature != "osxsave"]
        expected += [name for name in names if LINUX_NAMES.get(name, name) not in flags]
        assert lux.runtime.cpu.missing_features(level) == expected


def test_levels_that_are_none():
    for level in ("x86-64-v5", "armv8-a", ""):
        with pytest.raises(KeyError):
            lux.runtime.cpu.missing_features(level)


def test_the_best_level_runs(cores):
    assert levels.levels() == LEVELS
    assert chosen_level() == "x86-64-v3"


@pytest.mark.parametrize("name", ["v2", "x86-64-v2"])
def test_a_level_can_be_forced(cores, monkeypatch, name):
    monkeypatch.setenv("LUX_LEVEL", name)
    assert chosen_level() == "x86-64-v2"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("v4", "LUX_LEVEL=v4 needs what this CPU lacks: avx512f"),
        ("v5", "LUX_LEVEL=v5 is not one of v2, v3, v4"),
        ("native", "LUX_LEVEL=native is not one of v2, v3, v4"),
    ],
)
def test_a_level_that_cannot_run_is_refused(cores, monkeypatch, name, told):
    monkeypatch.setenv("LUX_LEVEL", name)
    with pytest.raises(LevelError) as error:
        chosen_level()
    assert str(error.value) == told


def test_a_cpu_that_is_too_old_for_all(cores, monkeypatch):
    monkeypatch.setattr(lux.runtime.cpu, "missing_features", lambda level: ["popcnt", "sse4.2"])
    with pytest.raises(LevelError, match=r"^this CPU lacks popcnt, sse4\.2; build Lux from source on it"):
        chosen_level()


def test_compiled_modules_are_found_in_the_chosen_core(cores):
    extension = Path(lux.runtime.build.__file__)
    places = [cores / folder_of(level) / "rules" / extension.name for level in LEVELS]
    for place in places:
        place.parent.mkdir()
        place.touch()
    found = CoreFinder().find_spec("lux.rules.build")
    assert found.origin == str(places[1])
    assert found.has_location
    assert CoreFinder().find_spec("lux.rules.other") is None
    assert CoreFinder().find_spec("tictac.build") is None


@pytest.mark.posix("extensions to link, beside the sources")
@X86
def test_an_installation_of_several_cores(tmp_path):
    """The same core stands for each level here: what is tested is which file Python takes."""
    package = tmp_path / "lux"
    package.mkdir()
    runtime = Path(levels.__file__).parent
    (package / "runtime").mkdir()
    for name in ("__init__.py", "__main__.py", "squares.py"):
        shutil.copy(runtime.with_name(name), package)
    for file in (*runtime.glob("*.py"), lux.runtime.cpu.__file__):
        shutil.copy(file, package / "runtime")
    (package / "runtime" / "build.py").unlink()
    for level in LEVELS[:2]:
        room = package / "cores" / folder_of(level) / "runtime"
        room.mkdir(parents=True)
        shutil.copy(lux.runtime.build.__file__, room)

    def origin(level):
        script = "import lux.runtime.build; print(lux.runtime.build.__file__)"
        return run_python("-c", script, cwd=tmp_path, env=os.environ | {"LUX_LEVEL": level})

    assert Path(origin("v2").stdout.strip()).parent == package / "cores" / "x86_64_v2" / "runtime"
    refused = run_python("-m", "lux", cwd=tmp_path, env=os.environ | {"LUX_LEVEL": "v9"})
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "lux: LUX_LEVEL=v9 is not one of v2, v3\n"


def test_the_build_is_described():
    arch, compiler, *_ = lux.runtime.build.description().split(", ")
    assert (arch, compiler) == (lux.runtime.build.ARCH, lux.runtime.build.COMPILER)
    assert compiler.split()[0] in ("gcc", "clang")
