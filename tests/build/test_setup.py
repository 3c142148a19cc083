"""The build: which modules it compiles, with which flags, and what counts as out of date."""

import os
import platform
import re
import subprocess
import sys
import tomllib

import pytest

pytest.importorskip("Cython", reason="the build's own tools are not installed")

from Cython.Build.Dependencies import create_dependency_tree
from setuptools import Distribution

import lux
import setup
from lux.uci import tunable_sources
from tests import sources
from tests.sources import ROOT, compiled_modules, dependencies_of, extension_of, file_of, stale_extensions

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_extensions_are_the_modules_on_disk():
    assert {extension.name for extension in setup.extensions()} == {*compiled_modules()}


def test_lint_exceptions_are_for_the_compiled_modules():
    per_file = PYPROJECT["tool"]["ruff"]["lint"]["per-file-ignores"]
    names = next(iter(per_file)).removeprefix("lux/{").removesuffix("}.py").split(",")
    files = {path for name in names for path in ROOT.glob(f"lux/{name}.py") if path.name != "__init__.py"}
    assert files == {file_of(module, ".py") for module in compiled_modules()}


def test_the_version_is_that_of_the_changelog():
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == lux.__version__
    assert PYPROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "lux.__version__"}


def test_a_release_is_the_same_wherever_it_is_built():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    by_hand = dict(re.findall(r"^LEVELS_(\w+) := (.+)$", makefile, re.MULTILINE))
    settings = PYPROJECT["tool"]["cibuildwheel"]
    assert by_hand == {each["select"].lstrip("*"): each["environment"]["LUX_ARCH"] for each in settings["overrides"]}
    (command,) = re.findall(r"^\tLUX_ARCH=\S+ (.*) \$\(PIP\) wheel ", makefile, re.MULTILINE)
    assert command.split() == [f"{name}={value}" for name, value in settings["environment"].items()]
    assert settings["macos"]["environment"].items() >= settings["environment"].items()
    (platform,) = re.findall(r"^PLATFORM := (manylinux_\d+_\d+)_\$\(MACHINE\)$", makefile, re.MULTILINE)
    assert f" --plat {platform}_$(uname -m) " in settings["linux"]["repair-wheel-command"]


@pytest.mark.parametrize(
    ("machine", "arch", "flag"),
    [
        ("x86_64", "native", "-march=native"),
        ("x86_64", "x86-64-v3", "-march=x86-64-v3"),
        ("aarch64", "native", "-mcpu=native"),
        ("arm64", "native", "-mcpu=native"),
        ("aarch64", "armv8-a", "-march=armv8-a"),
    ],
)
def test_architecture(monkeypatch, machine, arch, flag):
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(setup, "ARCHITECTURES", [arch])
    assert {built.extra_compile_args[0] for built in setup.extensions()} == {flag}


def test_several_architectures_lie_where_levels_are_looked_for(monkeypatch):
    monkeypatch.setattr(setup, "ARCHITECTURES", ["x86-64-v2", "x86-64-v3"])
    built = {extension.name: extension for extension in setup.extensions()}
    others = {*compiled_modules()} - {setup.CPU_MODULE}
    cores = {f"lux.cores.{core}{name.removeprefix('lux')}" for core in ("x86_64_v2", "x86_64_v3") for name in others}
    assert set(built) == cores | {setup.CPU_MODULE}
    assert built[setup.CPU_MODULE].extra_compile_args[0] == "-march=x86-64"
    assert built["lux.cores.x86_64_v3.rules.movegen"].sources == ["lux/rules/movegen.py"]


@pytest.mark.parametrize(
    ("debug", "sanitizers"), [("1", "-fsanitize=address,undefined"), ("thread", "-fsanitize=thread"), ("0", None)]
)
def test_debug_build_has_asserts_and_sanitizers(monkeypatch, debug, sanitizers):
    monkeypatch.setenv("LUX_DEBUG", debug)
    built = setup.extension("lux.search.search", "native")
    for args in (built.extra_compile_args, built.extra_link_args):
        assert [arg for arg in args if arg.startswith("-fsanitize")] == [*filter(None, [sanitizers])]
    assert ("-UNDEBUG" in built.extra_compile_args) == (sanitizers is not None)


def test_the_build_for_tuning_has_the_parameters_as_variables(monkeypatch):
    header = (ROOT / tunable_sources.PARAMETERS).read_text(encoding="utf-8")
    constants = header.split("cdef enum:")[-1]
    tunable, source = tunable_sources.tunable_parameters(header)
    module: dict = {}
    exec(source, module)
    names = re.findall(r"^    ([A-Z_]+) = -?\d+", constants, re.MULTILINE)
    assert [*module["PARAMETERS"]] == names
    assert len(names) > 40
    assert module["PARAMETERS"]["RFP_MARGIN"] == (module["RFP_MARGIN"], 25, 100, 12)
    for value, low, high, step in module["PARAMETERS"].values():
        assert low <= value <= high
        assert 0 < step < high - low + 1
    module["set_values"]({name: numbers[2] for name, numbers in module["PARAMETERS"].items()})
    assert module["RFP_MARGIN"] == 100
    # Of the header nothing else differs.
    assert re.sub(r"    int (\w+)", r"    \1", tunable.split("cdef:")[1]) == re.sub(r" = -?\d+", "", constants)
    assert tunable.split("cdef:")[0].replace("TUNABLE = 1", "TUNABLE = 0") == header.rpartition("cdef enum:")[0]
    with pytest.raises(ValueError, match="expected `NAME = value"):
        tunable_sources.tunable_parameters(header.replace("# 25 .. 100, 12", "# about 50"))
    names = [extension.name for extension in setup.extensions()]
    monkeypatch.setenv("LUX_TUNE", "1")
    assert [extension.name for extension in setup.extensions()] == [*names, "lux.search.params"]


def test_out_of_date_means_the_same_to_tests_and_build(monkeypatch):
    """Otherwise the tests could refuse to run on what `make build` leaves alone.

    Cython does not track the header of `from cython.cimports.lux import x`. Write
    `import cython.cimports.lux.x as x`.
    """
    monkeypatch.chdir(ROOT)
    tree = create_dependency_tree()
    for module in compiled_modules():
        # Headers of C's own library come with Cython.
        path = file_of(module, ".py").relative_to(ROOT)
        seen_by_cython = {(ROOT / found).resolve() for found in tree.all_dependencies(str(path))}
        own = {found for found in seen_by_cython if found.is_relative_to(ROOT / "lux") and found.name != "__init__.py"}
        assert dependencies_of(module) == own, module


def test_stale_extensions_are_noticed(monkeypatch, tmp_path):
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    room = tmp_path / "lux" / "rules"
    room.mkdir(parents=True)
    (room / "types.pxd").write_text("")
    (room / "position.pxd").write_text("from lux.rules.types cimport Move\n")
    (room / "position.py").write_text("")
    (room / "movegen.pxd").write_text("")
    (room / "movegen.py").write_text("from cython.cimports.lux.rules.position import Position\n")
    (room / "zobrist.pxd").write_text("")
    (room / "zobrist.py").write_text("")
    for path in room.iterdir():
        os.utime(path, (1000, 1000))
    modules = ["lux.rules.movegen", "lux.rules.position", "lux.rules.zobrist"]
    assert stale_extensions() == modules

    for module in modules:
        extension_of(module).touch()
        os.utime(extension_of(module), (2000, 2000))
    assert stale_extensions() == []

    os.utime(room / "types.pxd", (3000, 3000))
    assert stale_extensions() == modules[:2]

    extension_of("lux.rules.moved").touch()
    assert stale_extensions() == ["lux.rules.moved", *modules[:2]]


def test_a_build_says_at_once_what_it_lacks(tmp_path):
    def needs(**environment):
        command = [sys.executable, "setup.py", "needs"]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    assert needs(**os.environ) == (0, "", "")
    status, output, errors = needs(PATH=str(tmp_path))
    assert (status, output) == (1, "")
    assert re.fullmatch(
        r"Lux needs a C compiler, \S+: `apt install gcc` on Debian, .* on Fedora, .* on macOS\n", errors
    )
    assert re.match(r"Lux needs a C compiler, no-such-cc: ", needs(**os.environ | {"CC": "no-such-cc -O2"})[2])


def test_headers_are_looked_for(monkeypatch, tmp_path):
    monkeypatch.setattr(setup.sysconfig, "get_path", lambda name: str(tmp_path))
    (line,) = setup.missing_tools()
    assert line.startswith("Lux needs Python's headers: `apt install python3-dev` on Debian, ")
    (tmp_path / "Python.h").touch()
    assert setup.missing_tools() == []


def test_what_is_older_than_a_change_of_settings_is_out_of_date(monkeypatch, tmp_path):
    build = setup.BuildExt(Distribution())
    monkeypatch.setattr(build, "translate", lambda: None)
    monkeypatch.setattr("setuptools.command.build_ext.build_ext.build_extensions", lambda _: None)
    settings, last = tmp_path / "settings", 1000
    for debug, changed in (("0", True), ("0", False), ("1", True), ("0", True)):
        monkeypatch.setenv("LUX_DEBUG", debug)
        build.build_temp, build.extensions = str(tmp_path), [setup.extension("lux.rules.attacks", "native")]
        build.build_extensions()
        assert build.extensions[0].depends == [str(settings)]
        assert (settings.stat().st_mtime > last) == changed
        os.utime(settings, (last, last))
