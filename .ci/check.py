"""Check what was built to be given away: `check.py wheel FILE | release [PYTHON...] | windows | aarch64 DEBIAN`.

Each runs one list of checks where Lux is installed, without a compiler in PATH:

    wheel         a wheel in a fresh environment of this Python
    release       what `make dist` made: the wheel in fresh environments of these Pythons, on other CPUs if there is
                  qemu (apt install qemu-user), and the folder; a second build must give the same bytes
    windows       what `make windows` makes, under Wine (apt install mingw-w64 wine64 wine); docs/windows.md lists
                  what Wine cannot test
    aarch64       the wheel, cross-built here and run by qemu with the Python of a Debian of that kind:
                    apt install qemu-user gcc-aarch64-linux-gnu mmdebstrap
                    mmdebstrap --variant=extract --arch=arm64 --include=python3-dev,python3-venv bookworm DEBIAN
"""

import filecmp
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import timeit
import zipfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
TOOLS = ROOT / ".venv" / "bin"
SYSTEM = f"{TOOLS}:/usr/bin:/bin"
TESTED_BY = ["pytest", "pytest-xdist", "hypothesis", "chess", "pyyaml", "psutil"]
# What commands see of the environment; a check may add to it.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "HOME"))}
ENVIRONMENT |= {"PATH": str(TOOLS), "LANG": "C.UTF-8"}

MAX_BYTES = 8_000_000
FILES = ("lux/rules/types.pxd", "lux/board.pyi", "lux/engine.pyi", "lux/py.typed", "lux/evaluation/data/lux.nnue")
FILES += ("lux/perft/wiki.epd", "lux/cli/data/eco.tsv")
GLIBC = {"libc", "libm", "libdl", "libpthread", "librt", "libutil", "ld-linux-x86-64", "ld-linux-aarch64"}
# CPUs of qemu, with the level that must run on each; None where no core can.
CPUS = {"Nehalem": "x86-64-v2", "Haswell": "x86-64-v3", "core2duo": None}
QEMU_BENCH_DEPTH = "5"
START_BUDGET_S = 0.3
EMULATED = "10"  # times the deadlines that tests set an engine: what emulates starts processes that much slower

PLAIN = "not slow and not timing"


def run(*command: str | Path, status: int = 0, given: str = "", cwd: Path | None = None, **environment: str) -> str:
    """Run a command away from the sources and return what it says; fail unless it ends as expected."""
    words = [str(word) for word in command]
    # Python under Wine needs pipes for its streams.
    done = subprocess.run(
        words,
        cwd=cwd or tempfile.gettempdir(),
        env=ENVIRONMENT | environment,
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    if done.returncode != status:
        sys.exit(f"{shlex.join(words)}: status {done.returncode}\n{done.stdout}")
    return done.stdout.strip()


def bench(*lux: str | Path, depth: str = "", **environment: str) -> str:
    """Return how many nodes the bench searches."""
    return run(*lux, "bench", *filter(None, [depth]), **environment).splitlines()[-1].split()[0]


# The checks of an installation


def check_commands(scripts: Path, levels: list[str]) -> None:
    """Fail unless the commands in a folder work, and search the same tree as here at each level."""
    lux = scripts / "lux"
    print(run(lux, "--version"))
    expected = bench(TOOLS / "lux")
    for level in levels or [""]:
        nodes = bench(lux, LUX_LEVEL=level)
        assert nodes == expected, f"bench {level}: {nodes}, here {expected}"
    print("bench as here:", expected, *levels)
    print(run(lux, "perft-suite").splitlines()[-1])
    with tempfile.TemporaryDirectory() as data:
        played = run(lux, "play", "--movetime", "0.05", given="e4\nresign\nquit\n", XDG_DATA_HOME=data)
    assert "Lux plays 1... " in played, played
    assert "0-1, White resigns" in played, played
    assert "draw" in run(scripts / "tictac", "solve")


def run_tests(python: list[str | Path], away: Path, tests: list[str], *options: str, **environment: str) -> None:
    """Run tests in a copy without the sources, with the modules of the Python that is given."""
    if not away.exists():
        shutil.copytree(ROOT / "tests", away / "tests")
        shutil.copy(ROOT / "pyproject.toml", away)
    said = run(*python, "-m", "pytest", "-q", *options, *tests, cwd=away, **environment)
    print(f"{' '.join(tests)}: {said.splitlines()[-1]}", flush=True)


# The wheel


def check_contents(wheel: Path, *, tested: bool = False) -> list[str]:
    """Fail unless a wheel holds extensions, headers and stubs, but not their sources; return its levels."""
    archive = zipfile.ZipFile(wheel)
    assert sum(entry.compress_size for entry in archive.infolist()) < MAX_BYTES, "too large"
    names = {*archive.namelist()}
    # The extensions by the level of their core, "" for what is built once.
    by_level: dict[str, set[str]] = defaultdict(set)
    for name in names:
        if extension := re.fullmatch(r"lux/(?:cores/(\w+)/)?([\w/]+)\.(?:[\w.-]+\.)?(?:so|pyd)", name):
            by_level[extension[1] or ""].add(f"lux/{extension[2]}")
            assert b".debug_info" not in archive.read(name), f"{name} holds debug data"
    extensions = set().union(*by_level.values())
    assert extensions, "no extension"
    for level, built in by_level.items():
        assert level == "" or built | by_level[""] == extensions, f"the core for {level} is not whole"
    sources = {name for name in names if name.endswith(".c") or name.removesuffix(".py") in extensions}
    assert not sources, f"sources of extensions: {sorted(sources)}"
    window = "lux/inspection"
    assert tested or not any(name.startswith(window) for name in names), "the tests' window is no part of a wheel"
    headers = {f"{extension}.pxd" for extension in extensions - {window}}
    assert headers | {*FILES} <= names, f"missing: {sorted((headers | {*FILES}) - names)}"
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    return sorted(level.replace("_", "-") for level in by_level if level)


def install(wheel: Path, python: str, place: Path) -> Path:
    """Install a wheel and what its tests need in a fresh environment; return the folder of its commands."""
    # As it calls itself: what is first on the path may be a switch that needs more of the environment.
    own = subprocess.check_output([python, "-c", "import sys; print(sys.executable)"], text=True).strip()
    run(own, "-m", "venv", place)
    run(place / "bin" / "pip", "install", "-q", f"{wheel}[cluster]", *TESTED_BY)
    print(run(place / "bin" / "python", "--version"))
    return place / "bin"


def check_cpus(python: Path) -> None:
    """Fail unless each CPU emulated by qemu gets a core that it can run, or a clear error."""
    lux = [python, "-m", "lux"]
    expected = bench(*lux, depth=QEMU_BENCH_DEPTH)
    for cpu, level in CPUS.items():
        qemu = [shutil.which("qemu-x86_64"), "-cpu", cpu, *lux]
        said = run(*qemu, "compiler", status=int(level is None)).splitlines()
        (said,) = (line for line in said if not line.startswith("qemu-"))  # its own warnings
        assert f": {level}, " in said if level else said.startswith("lux: this CPU lacks "), said
        assert level is None or bench(*qemu, depth=QEMU_BENCH_DEPTH) == expected
        print(f"{cpu}: {said}")


# The folder for Linux


def check_in_empty_root(folder: Path, root: Path) -> None:
    """Fail unless a folder needs nothing of the system but glibc."""
    shutil.copytree(folder, root / "lux", symlinks=True)
    programs = [folder / "lux", *(path for path in folder.rglob("*.so*") if not path.is_symlink())]
    listed = run("/usr/bin/ldd", *programs, PATH=SYSTEM, LD_LIBRARY_PATH=str(folder / "_internal"))
    libraries = {path for path in map(Path, re.findall(r"(/\S+) \(0x", listed)) if not path.is_relative_to(folder)}
    for library in sorted(libraries):
        assert library.name.partition(".so")[0] in GLIBC, f"the folder needs {library}"
        (root / library.parent.relative_to("/")).mkdir(parents=True, exist_ok=True)
        shutil.copy(library, root / library.relative_to("/"))
    (root / "proc").mkdir()  # of which the loader asks where the folder lies
    inside = ["unshare", "--map-root-user", "--pid", "--fork", "--mount-proc", f"--root={root}", "/lux/lux"]
    searched = run(*inside, "position startpos moves e2e4", "go depth 8", PATH=SYSTEM).splitlines()[-1]
    assert re.match(r"bestmove [a-h]", searched), searched
    needed = ", ".join(sorted(library.name for library in libraries))
    print(f"in an empty root with {needed}: {searched}")


# What can be asked for


def wheel(path: str) -> None:
    """Check a wheel by itself: games, mates and the protocol with its own modules."""
    levels = check_contents(Path(path))
    with tempfile.TemporaryDirectory() as name:
        scripts = install(Path(path), sys.executable, Path(name, "venv"))
        check_commands(scripts, levels)
        tests = [f"tests/search/test_{what}.py" for what in ("mates", "known_results")]
        tests += [f"tests/protocol/test_{what}.py" for what in ("go", "position", "transcripts")]
        run_tests([scripts / "python"], Path(name, "away"), tests, "-nauto", "-m", PLAIN)


def release(*pythons: str) -> None:
    """Check what `make dist` made."""
    made = sorted(DIST.iterdir())
    (wheel,), (archive,) = DIST.glob("*.whl"), DIST.glob("*.tar.xz")
    run(TOOLS / "twine", "check", "--strict", wheel, *DIST.glob("*.tar.gz"))
    run(TOOLS / "check-wheel-contents", wheel, "--config", ROOT / "pyproject.toml")
    shown = " ".join(run(TOOLS / "auditwheel", "show", wheel).split())
    assert re.search(r'consistent with the following platform tag: "manylinux_2_17_', shown), shown
    levels = check_contents(wheel)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for number, python in enumerate(pythons or [sys.executable]):
            scripts = install(wheel, python, scratch / str(number))
            check_commands(scripts, levels)
            assert "197,281" in run(scripts / "lux", "perft", "4", "--cluster", "local:2")
            run_tests([scripts / "python"], scratch / "away", ["tests/protocol"], "-nauto")
        if "x86_64" in wheel.name and shutil.which("qemu-x86_64"):
            check_cpus(scripts / "python")
        else:
            print("left out: other CPUs, which need qemu-x86_64")
        with tarfile.open(archive) as packed:
            packed.extractall(scratch, filter="tar")
        folder = scratch / "lux"
        # The best counts: the others measure what else the machine does.
        best = min(timeit.repeat(lambda: run(folder / "lux", given="uci\nquit\n"), number=1, repeat=7))
        print(f"{archive.name}: {archive.stat().st_size / 1e6:.1f} MB, started and ended in {best:.3f} s")
        assert best < START_BUDGET_S
        check_commands(folder, levels)
        environment = {"LUX_SCRIPTS": str(folder)}
        run_tests([scripts / "python"], scratch / "away", ["tests/protocol"], "-nauto", **environment)
        check_in_empty_root(folder, scratch / "root")
        for path in made:
            shutil.copy(path, scratch)
        subprocess.run(["make", "-s", "dist"], cwd=ROOT, check=True)
        differ = [path.name for path in made if not filecmp.cmp(path, scratch / path.name, shallow=False)]
        assert not differ, f"two builds differ in {', '.join(differ)}"
        print("two builds are the same:", ", ".join(path.name for path in made))


def windows() -> None:
    """Check what `make windows` makes: the folder by its programs, the wheel in a whole CPython."""
    import chess
    import windows as built

    built.main()
    options = ["-m", f"{PLAIN} and not posix", "-p", "no:cacheprovider"]
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        environment = {"WINEPREFIX": f"{name}/wine", "WINEDEBUG": "-all", "PYTHONDONTWRITEBYTECODE": "1"}
        ENVIRONMENT.update(environment, PATH=SYSTEM, LUX_TEST_PATIENCE=EMULATED)
        (archive,), (wheel,) = DIST.glob("lux-*-windows-x86_64.zip"), DIST.glob("*-win_amd64.whl")
        levels = check_contents(wheel, tested=True)
        shutil.unpack_archive(archive, scratch / "Шахматы и пробелы")  # Cyrillic letters and spaces
        scripts, site = scratch / "scripts", scratch / "site"
        scripts.mkdir()
        for program in (scratch / "Шахматы и пробелы").glob("*/*.exe"):
            script = scripts / program.stem
            script.write_text(f'#!/bin/sh\nexec wine {shlex.quote(str(program))} "$@"\n', encoding="utf-8")
            script.chmod(0o755)
        check_commands(scripts, levels)
        tests = ["tests/protocol", "tests/tictac/test_protocol.py"]
        run_tests([TOOLS / "python"], scratch / "away", tests, *options, "-n2", LUX_SCRIPTS=str(scripts))
        packages = [package for package in [*TESTED_BY, "pyte"] if package not in ("pytest-xdist", "chess")]
        built.pip("install", "-q", "--no-compile", *built.FOR_WINDOWS, "--target", site, wheel, *packages)
        # The oracle comes as sources only, and is all Python.
        shutil.copytree(Path(chess.__file__).parent, site / "chess")
        python = ["wine", built.python_of(built.PYTHON) / "python.exe", "-X", "utf8"]
        tests = ["tests/unit", "tests/evaluation", "tests/perft/test_suites.py"]
        path = "Z:" + str(site).replace("/", "\\")
        run_tests(python, scratch / "away", tests, *options, PYTHONPATH=path)
        subprocess.run(["wineserver", "-k"], env=ENVIRONMENT, check=False)


def aarch64(debian: str) -> None:
    """Build the wheel from the packed sources with a cross compiler, and check it under qemu's user mode."""
    home = Path(debian).resolve() / "usr"
    python = sorted(path.name for path in (home / "bin").glob("python3.[0-9]*") if path.name[-1].isdigit())[-1]
    compiler = f"aarch64-linux-gnu-gcc -I{home}/include/{python} -I{home}/include"
    host = "linux-aarch64"  # what Python calls the machine that it builds for
    target = {"CC": compiler, "LUX_ARCH": "armv8-a", "LUX_ABI3": "1", "LUX_INSPECTION": "1"}
    ENVIRONMENT.update(PATH=SYSTEM, LUX_TEST_PATIENCE=EMULATED)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        run(TOOLS / "python", "setup.py", "-q", "sdist", "-d", scratch, cwd=ROOT)
        pip = [TOOLS / "python", "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", scratch]
        run(*pip, *scratch.glob("*.tar.gz"), _PYTHON_HOST_PLATFORM=host, **target)
        (wheel,) = scratch.glob("*-abi3-linux_aarch64.whl")
        check_contents(wheel, tested=True)
        # An environment whose Python is a script that lets qemu run the Debian's. Python finds its environment, and
        # what to start for another Python, by the name that it was started with.
        scripts = scratch / "venv" / "bin"
        scripts.mkdir(parents=True)
        (scripts.parent / "pyvenv.cfg").write_text(f"home = {home}/bin\ninclude-system-site-packages = false\n")
        own = scripts / "python"
        own.write_text(f'#!/bin/sh\nexec qemu-aarch64 -L {home.parent} -0 "$0" {home}/bin/{python} "$@"\n')
        own.chmod(0o755)
        run(own, "-m", "ensurepip")
        run(own, "-m", "pip", "install", "-q", wheel, *TESTED_BY)
        print(run(own, "-m", "lux", "compiler"))
        check_commands(scripts, [])
        tests = ["tests/unit", "tests/perft/test_suites.py", "tests/protocol"]
        run_tests([own], scratch / "away", tests, "-nauto", "-m", PLAIN)


if __name__ == "__main__":
    targets = {target.__name__: target for target in (wheel, release, windows, aarch64)}
    if not {*sys.argv[1:2]} & {*targets}:
        sys.exit(__doc__)
    targets[sys.argv[1]](*sys.argv[2:])
