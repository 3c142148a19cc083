"""Check what `make dist` made: the wheel, in fresh environments of the Pythons given as arguments, and the folder.

The checks run without a compiler in PATH. They take long: the tests of the protocol run for each Python, and a second
build must give the same bytes. Checks that need qemu's user mode (`apt install qemu-user`) are skipped with a message
if it is missing.
"""

import filecmp
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
TOOLS = ROOT / ".venv" / "bin"
TESTED_BY = ["pytest", "pytest-xdist", "hypothesis", "chess", "pyyaml", "psutil"]
# CPUs of qemu, with the level that must run on each; None where no core can.
CPUS = {"Nehalem": "x86-64-v2", "Haswell": "x86-64-v3", "core2duo": None}
QEMU_BENCH_DEPTH = "5"
# What these look into lies beside the sources.
NEED_SOURCES = [
    "protocol/test_documentation.py",
    "unit/test_examples.py",
    "unit/test_stubs.py",
    "unit/test_doctests.py",
]
GLIBC = {"libc", "libm", "libdl", "libpthread", "librt", "libutil", "ld-linux-x86-64", "ld-linux-aarch64"}
START_BUDGET_S = 0.3
STARTS = 7  # the best counts: the others measure what else the machine does


def run(
    *command: str | Path, status: int = 0, given: str | None = None, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command away from the sources and without a compiler in reach; fail unless it ends as expected."""
    plain = {"PATH": str(TOOLS), "HOME": os.environ["HOME"], "LANG": "C.UTF-8"}
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd or tempfile.gettempdir(),
        env=plain | kept | environment,
        input=given,
        capture_output=True,
        text=True,
    )
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def bench(*lux: str | Path, depth: str = "", **environment: str) -> str:
    """Return how many nodes the bench searches."""
    return run(*lux, "bench", *filter(None, [depth]), **environment).stdout.split()[0]


def run_tests(python: str | Path, folder: Path, tests: str, *options: str, **environment: str) -> None:
    """Run tests in a copy without the sources, with the modules of the Python that is given."""
    away = folder / "away"
    if not away.exists():
        shutil.copytree(ROOT / "tests", away / "tests")
        shutil.copy(ROOT / "pyproject.toml", away)
        shutil.copytree(ROOT / ".ci", away / ".ci")
    kept_out = [f"--ignore=tests/{path}" for path in NEED_SOURCES]
    done = run(python, "-m", "pytest", "-q", "-n", "auto", *kept_out, *options, tests, cwd=away, **environment)
    print(f"{tests}: {done.stdout.splitlines()[-1]}", flush=True)


def check_packages(wheel: Path) -> None:
    """Fail unless the registries' checks pass and the wheel's platform tag is right."""
    run(TOOLS / "twine", "check", "--strict", wheel, *DIST.glob("*.tar.gz"))
    run(TOOLS / "check-wheel-contents", wheel, "--config", ROOT / "pyproject.toml")
    shown = " ".join(run(TOOLS / "auditwheel", "show", wheel).stdout.split())
    assert re.search(r'consistent with the following platform tag: "manylinux_2_17_', shown), shown
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")


def check_installed(python: str, wheel: Path, folder: Path) -> Path:
    """Install the wheel, run its commands and the tests of the protocol; return its Python."""
    # As it calls itself: what is first on the path may be a switch that needs more of the environment.
    own_name = subprocess.check_output([python, "-c", "import sys; print(sys.executable)"], text=True)
    run(own_name.strip(), "-m", "venv", folder)
    own, lux = folder / "bin" / "python", folder / "bin" / "lux"
    run(own, "-m", "pip", "install", "-q", wheel, *TESTED_BY)
    print(run(lux, "--version").stdout.strip(), "with", run(own, "--version").stdout.strip())
    print(run(own, ROOT / ".ci" / "check_wheel.py", wheel).stdout.strip())
    check_commands(lux, folder / "bin" / "tictac", folder / "data")
    run_tests(own, folder, "tests/protocol")
    return own


def check_commands(lux: Path, tictac: Path, data: Path) -> None:
    """Fail unless the commands work."""
    played = run(lux, "play", "--movetime", "0.05", given="e4\nresign\nquit\n", XDG_DATA_HOME=str(data)).stdout
    assert "Lux plays 1... " in played, played
    assert "0-1, White resigns" in played, played
    solved = run(tictac, "solve").stdout
    assert "draw" in solved, solved


def check_extras(python: Path, wheel: Path) -> None:
    """Fail unless the extra of wheels installs its packages."""
    lux = python.with_name("lux")
    run(python, "-m", "pip", "install", "-q", f"{wheel}[cluster]")
    counted = run(lux, "perft", "4", "--cluster", "local:2").stdout
    assert "197,281" in counted, counted
    print("extra: cluster")


def check_levels(lux: Path, wheel: Path) -> None:
    """Fail unless each level searches the same tree."""
    cores = re.compile(r"lux/cores/(\w+)/.+\.so")
    found = filter(None, map(cores.fullmatch, zipfile.ZipFile(wheel).namelist()))
    levels = sorted({match[1].replace("_", "-") for match in found})
    counts = {level: bench(lux, LUX_LEVEL=level) for level in levels}
    print("bench:", counts)
    assert len(set(counts.values())) <= 1


def check_cpus(python: Path) -> None:
    """Fail unless each CPU emulated by qemu gets a core that it can run, or a clear error."""
    lux = [python, "-m", "lux"]
    expected = bench(*lux, depth=QEMU_BENCH_DEPTH)
    for cpu, level in CPUS.items():
        qemu = [shutil.which("qemu-x86_64"), "-cpu", cpu, *lux]
        if level is None:
            told = run(*qemu, "compiler", status=1).stderr.splitlines()
            said = [line for line in told if not line.startswith("qemu-")]  # its own warnings
            assert [line.startswith("lux: this CPU lacks ") for line in said] == [True], said
            print(f"{cpu}: {said[0]}")
        else:
            said = run(*qemu, "compiler").stdout.strip()
            assert f": {level}, " in said, said
            assert bench(*qemu, depth=QEMU_BENCH_DEPTH) == expected
            print(f"{cpu}: {said}")


def seconds_to_uciok(lux: Path) -> float:
    """Return how long a GUI waits after it started Lux."""
    start = time.perf_counter()
    with subprocess.Popen([lux], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        engine.stdin.write("uci\nquit\n")
        engine.stdin.flush()
        answers = iter(engine.stdout.readline, "")
        seconds = next((time.perf_counter() - start for line in answers if line == "uciok\n"), None)
    assert seconds is not None, "no uciok"
    return seconds


def check_folder(archive: Path, python: Path, scratch: Path) -> None:
    """Fail unless the folder works like the wheel, starts quickly, and needs nothing else."""
    with tarfile.open(archive) as packed:
        packed.extractall(scratch, filter="tar")
    folder = scratch / "lux"
    best = min(seconds_to_uciok(folder / "lux") for _ in range(STARTS))
    unpacked = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    sizes = f"{archive.stat().st_size / 1e6:.1f} MB, {unpacked / 1e6:.1f} MB unpacked"
    print(f"{archive.name}: {sizes}, uciok in {best:.3f} s")
    assert best < START_BUDGET_S
    check_commands(folder / "lux", folder / "tictac", scratch / "data")
    run_tests(python, python.parent.parent, "tests/protocol", LUX_SCRIPTS=str(folder))
    check_in_empty_root(folder, scratch / "root")


def check_in_empty_root(folder: Path, root: Path) -> None:
    """Fail unless the folder needs nothing of the system but glibc."""
    shutil.copytree(folder, root / "lux", symlinks=True)
    programs = [folder / "lux", *(path for path in folder.rglob("*.so*") if not path.is_symlink())]
    listed = run("/usr/bin/ldd", *programs, PATH="/usr/bin:/bin", LD_LIBRARY_PATH=str(folder / "_internal")).stdout
    libraries = {path for path in map(Path, re.findall(r"(/\S+) \(0x", listed)) if not path.is_relative_to(folder)}
    for library in sorted(libraries):
        assert library.name.partition(".so")[0] in GLIBC, f"the folder needs {library}"
        (root / library.parent.relative_to("/")).mkdir(parents=True, exist_ok=True)
        shutil.copy(library, root / library.relative_to("/"))
    (root / "proc").mkdir()
    session = "uci\nisready\nposition startpos moves e2e4\ngo depth 8\n"
    # Where the folder lies, the loader asks /proc.
    options = ["--map-root-user", "--pid", "--fork", "--mount-proc", f"--root={root}"]
    inside = [shutil.which("unshare"), *options, "/lux/lux"]
    searched = run(*inside, "position startpos moves e2e4", "go depth 8").stdout
    assert re.search(r"^bestmove [a-h]", searched, re.MULTILINE), searched
    assert "uciok\nreadyok\n" in run(*inside, given=session + "quit\n").stdout
    needed = ", ".join(sorted(library.name for library in libraries))
    print(f"in an empty root with {needed}: {searched.splitlines()[-1]}")


def check_repeatable(made: list[Path], folder: Path) -> None:
    """Fail unless a second build gives the same bytes."""
    folder.mkdir()
    for path in made:
        shutil.copy(path, folder)
    subprocess.run(["make", "-s", "dist"], cwd=ROOT, check=True)
    differ = [path.name for path in made if not filecmp.cmp(path, folder / path.name, shallow=False)]
    assert not differ, f"two builds differ in {', '.join(differ)}"
    print("two builds are the same:", ", ".join(path.name for path in made))


def main(pythons: list[str]) -> None:
    (wheel,) = DIST.glob("*.whl")
    (archive,) = DIST.glob("*.tar.xz")
    check_packages(wheel)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for number, python in enumerate(pythons):
            own = check_installed(python, wheel, scratch / str(number))
            check_extras(own, wheel)
        check_levels(own.with_name("lux"), wheel)
        if "x86_64" not in wheel.name or shutil.which("qemu-x86_64") is None:
            print("left out: other CPUs, which need qemu-x86_64")
        else:
            check_cpus(own)
        check_folder(archive, own, scratch / "folder")
        check_repeatable(sorted(DIST.iterdir()), scratch / "first")


if __name__ == "__main__":
    main(sys.argv[1:] or [sys.executable])
