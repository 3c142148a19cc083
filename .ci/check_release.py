"""Check what `make dist` made, in fresh environments of the Pythons given as arguments, without a compiler.

It takes long: beside the tests of the protocol for each Python there is a second build, which must give the same bytes.
What needs qemu's user mode (`apt install qemu-user`) is left out, and said to be, where that is missing.
"""

import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
TOOLS = ROOT / ".venv" / "bin"
# CPUs of qemu, with the level that must run on each; None where no core can.
CPUS = {"Nehalem": "x86-64-v2", "Haswell": "x86-64-v3", "core2duo": None}
QEMU_BENCH_DEPTH = "5"


def run(*command: str | Path, status: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command away from the sources and without a compiler in reach; fail unless it ends as expected."""
    plain = {"PATH": str(TOOLS), "HOME": os.environ["HOME"], "LANG": "C.UTF-8"}
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=tempfile.gettempdir(),
        env=plain | kept | environment,
        capture_output=True,
        text=True,
    )
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def bench(*lux: str | Path, depth: str = "", **environment: str) -> str:
    """Return how many nodes the bench searches."""
    return run(*lux, "bench", *filter(None, [depth]), **environment).stdout.split()[0]


def check_packages(wheel: Path) -> None:
    """Fail unless the registries' own checks are content and the wheel runs where its name says."""
    run(TOOLS / "twine", "check", "--strict", *DIST.iterdir())
    run(TOOLS / "check-wheel-contents", wheel)
    shown = " ".join(run(TOOLS / "auditwheel", "show", wheel).stdout.split())
    assert re.search(r'consistent with the following platform tag: "manylinux_2_17_', shown), shown
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")


def check_installed(python: str, wheel: Path, folder: Path) -> Path:
    """Install the wheel, run its checks and the tests of the protocol at each level; return its `lux`."""
    run(python, "-m", "venv", folder)
    own = folder / "bin" / "python"
    run(own, "-m", "pip", "install", "-q", wheel, "pytest", "hypothesis", "chess", "pyyaml", "psutil")
    print(run(folder / "bin" / "lux", "--version").stdout.strip(), "with", run(own, "--version").stdout.strip())
    print(run(own, ROOT / ".ci" / "check_wheel.py", wheel).stdout.strip())
    run(folder / "bin" / "tictac", "solve")
    away = folder / "away"
    shutil.copytree(ROOT / "tests", away / "tests")
    shutil.copy(ROOT / "pyproject.toml", away)
    tests = [away / "tests" / "protocol", "--ignore", away / "tests" / "protocol" / "test_readme.py"]
    print(run(own, "-m", "pytest", "-q", "--rootdir", away, "-c", away / "pyproject.toml", *tests).stdout[-200:])
    return folder / "bin" / "lux"


def check_levels(lux: Path, wheel: Path) -> None:
    """Fail unless each level searches the same tree."""
    names = zipfile.ZipFile(wheel).namelist()
    levels = sorted({name.split("/")[2].replace("_", "-") for name in names if name.startswith("lux/cores/")})
    counts = {level: bench(lux, LUX_LEVEL=level) for level in levels}
    print("bench:", counts)
    assert len(set(counts.values())) <= 1


def check_cpus(python: Path) -> None:
    """Fail unless CPUs that qemu imitates get the core that they can run, or one clear line."""
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


def check_repeatable(wheel: Path, folder: Path) -> None:
    """Fail unless a second build gives the same bytes."""
    shutil.copy(wheel, folder)
    subprocess.run(["make", "-s", "dist"], cwd=ROOT, check=True)
    assert filecmp.cmp(wheel, folder / wheel.name, shallow=False), "two builds differ"
    print("two builds are the same")


def main(pythons: list[str]) -> None:
    (wheel,) = DIST.glob("*.whl")
    check_packages(wheel)
    with tempfile.TemporaryDirectory() as scratch:
        for number, python in enumerate(pythons):
            lux = check_installed(python, wheel, Path(scratch) / str(number))
        check_levels(lux, wheel)
        if "x86_64" not in wheel.name or shutil.which("qemu-x86_64") is None:
            print("left out: other CPUs, which need qemu-x86_64")
        else:
            check_cpus(lux.with_name("python"))
        check_repeatable(wheel, Path(scratch))


if __name__ == "__main__":
    main(sys.argv[1:] or [sys.executable])
