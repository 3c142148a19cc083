"""Build the wheel for aarch64 with a cross compiler, and check it under qemu's user mode.

The argument is the folder of a Debian of that kind, which brings Python, its headers and the C library:

    apt install qemu-user gcc-aarch64-linux-gnu mmdebstrap
    mmdebstrap --variant=extract --arch=arm64 --include=python3-dev,python3-venv bookworm FOLDER
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from check_release import ROOT, TESTED_BY, TOOLS, bench, run, run_tests

COMPILER = "aarch64-linux-gnu-gcc"
PATIENCE = "10"  # times the deadlines that tests set an engine: the emulator is that much slower, when it starts Python
TESTS = ["tests/unit", "tests/perft/test_suites.py", "tests/protocol"]


def build_wheel(debian: Path, python: str, scratch: Path) -> Path:
    """Build the wheel from the packed sources with the cross compiler."""
    headers = [f"-I{debian}/usr/include/{python}", f"-I{debian}/usr/include"]
    told = {
        "CC": " ".join([COMPILER, *headers]),
        "LUX_ARCH": "armv8-a",
        "LUX_ABI3": "1",
        "LUX_INSPECTION": "1",
        "_PYTHON_HOST_PLATFORM": "linux-aarch64",  # what Python calls the machine that it builds for
    }
    subprocess.run([TOOLS / "python", "setup.py", "-q", "sdist", "-d", scratch], cwd=ROOT, check=True)
    (sources,) = scratch.glob("*.tar.gz")
    options = ["--no-deps", "--no-build-isolation", "-w", scratch]
    subprocess.run([TOOLS / "python", "-m", "pip", "wheel", "-q", *options, sources], env=os.environ | told, check=True)
    (wheel,) = scratch.glob("*-abi3-linux_aarch64.whl")
    return wheel


def make_environment(debian: Path, python: str, folder: Path) -> Path:
    """Make a virtual environment whose Python is a script that lets qemu run the Debian's; return that."""
    (folder / "bin").mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text(f"home = {debian}/usr/bin\ninclude-system-site-packages = false\n")
    own = folder / "bin" / "python"
    # Python finds its environment, and what to start for another Python, by the name that it was started with.
    own.write_text(f'#!/bin/sh\nexec qemu-aarch64 -L {debian} -0 "$0" {debian}/usr/bin/{python} "$@"\n')
    own.chmod(0o755)
    return own


def main(debian: Path) -> None:
    python = sorted(path.name for path in (debian / "usr/bin").glob("python3.[0-9]*") if path.name[-1].isdigit())[-1]
    path = f"{TOOLS}:/usr/bin:/bin"
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        wheel = build_wheel(debian, python, scratch)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        own = make_environment(debian, python, scratch / "venv")
        run(own, "-m", "ensurepip", PATH=path)
        run(own, "-m", "pip", "install", "-q", wheel, *TESTED_BY, PATH=path)
        lux = [own, "-m", "lux"]
        print(run(*lux, "compiler", PATH=path).stdout.strip())
        counts = bench(*lux, PATH=path), bench(TOOLS / "lux")
        assert counts[0] == counts[1], f"bench: {counts[0]}, here {counts[1]}"
        print(f"bench: {counts[0]}, as here")
        print(run(own, ROOT / ".ci" / "check_wheel.py", wheel, PATH=path, LUX_INSPECTION="1").stdout.strip())
        for tests in TESTS:
            run_tests(own, scratch, tests, "-m", "not slow and not timing", PATH=path, LUX_TEST_PATIENCE=PATIENCE)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve())
