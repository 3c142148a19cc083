"""Build Lux's extensions: one for each module in `lux` and its rooms that has a header, `x.py` with `x.pxd`.

Environment: LUX_ARCH (what -march gets, `native` unless set), LUX_PGO=1 (profile-guided), LUX_DEBUG=1 (C asserts, the
sanitizers of addresses and of undefined behaviour) or LUX_DEBUG=thread (C asserts, ThreadSanitizer), LUX_WERROR=1 (any
warning of gcc or Cython, any performance hint of Cython, fails the build), LUX_PLAIN=1 (a search without pruning,
reductions, extensions and quiescence search, for the tests that compare it with minimax).
"""

import contextlib
import io
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from itertools import count
from pathlib import Path


def remedies(debian, fedora, macos):
    return f"`{debian}` on Debian, `{fedora}` on Fedora, `{macos}` on macOS"


def missing_tools():
    """Return a line on each thing that a build needs and that is not there, with how to get it."""
    lacking = []
    if sys.version_info < (3, 11):
        lacking.append("Python 3.11 or newer: this is {}.{}".format(*sys.version_info))
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "gcc").split()[0]
    if shutil.which(compiler) is None:
        get = remedies("apt install gcc", "dnf install gcc", "xcode-select --install")
        lacking.append(f"a C compiler, {compiler}: {get}")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        get = remedies("apt install python3-dev", "dnf install python3-devel", "brew install python")
        lacking.append(f"Python's headers: {get}")
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        get = remedies("apt install python3-venv", "dnf install python3", "brew install python")
        lacking.append(f"Python's venv: {get}")
    return [f"Lux needs {line}" for line in lacking]


# Before Cython is imported: who has no compiler need not install it. `python3 setup.py needs` only looks.
if __name__ == "__main__" and "sdist" not in sys.argv:
    if missing := missing_tools():
        sys.exit("\n".join(missing))
    if sys.argv[1:] == ["needs"]:
        sys.exit()

import Cython
from Cython.Build import cythonize
from Cython.Compiler.Errors import CompileError
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "nonecheck": False,
    "cdivision": True,
    "infer_types": True,  # loop variables and untyped locals become C integers, not objects
    "embedsignature": True,
    "show_performance_hints": True,
}

# The gateway makes Python strings, and gcc takes Cython's formatting of numbers for a use of uninitialised memory.
GATEWAY = {"lux.board", "lux.engine", "lux.text.fen", "lux.text.notation"}


def enabled(name):
    return os.environ.get(name, "") not in ("", "0")


def link_args():
    if os.environ.get("LUX_DEBUG") == "thread":
        return ["-fsanitize=thread"]
    return ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"] if enabled("LUX_DEBUG") else []


def compile_args(module):
    arch = os.environ.get("LUX_ARCH") or "native"
    native_arm = arch == "native" and platform.machine() in ("aarch64", "arm64")
    args = ["-mcpu=native" if native_arm else f"-march={arch}", *link_args()]
    if enabled("LUX_DEBUG"):
        args += ["-O1", "-g", "-UNDEBUG", "-fno-omit-frame-pointer"]
    else:
        args += ["-O3", "-g0", "-DCYTHON_WITHOUT_ASSERTIONS"]
    if enabled("LUX_PLAIN"):
        args += ["-DLUX_PLAIN=1"]
    if enabled("LUX_WERROR"):
        args += ["-Wall", "-Wextra", "-Werror"]
    return [*args, "-Wno-maybe-uninitialized"] if module in GATEWAY else args


def compiled_modules():
    """Return the names of the modules that are compiled, `lux.room.x` for every lux/room/x.py with a header."""
    headers = (header for header in sorted(ROOT.glob("lux/**/*.pxd")) if header.with_suffix(".py").exists())
    return [".".join(header.relative_to(ROOT).with_suffix("").parts) for header in headers]


def extensions():
    return [Extension(name, [name.replace(".", "/") + ".py"]) for name in compiled_modules()]


def training_session():
    """Return the UCI session that a profile is taken from: the bench, and perft for the counting it does not reach."""
    positions = [line.split(";")[0] for line in (ROOT / "lux/perft/wiki.epd").read_text(encoding="utf-8").splitlines()]
    return "\n".join(["bench", *(f"position fen {fen}\ngo perft 4" for fen in positions), "quit", ""])


class BuildExt(build_ext):
    """Translate and compile what is out of date, in parallel."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self):
        # distutils' own run: setuptools' would build elsewhere, copy, and lose track of what is out of date.
        super(build_ext, self).run()

    def build_extensions(self):
        # One place for in-place builds, `pip install -e` and `build_ext --inplace`, so that neither repeats the other.
        cache = Path("build/inplace") if self.inplace else Path(self.build_temp)
        cache.mkdir(parents=True, exist_ok=True)
        settings = repr((Cython.__version__, sys.version, DIRECTIVES, compile_args(""), enabled("LUX_PGO")))
        last = cache / "settings"
        if not last.exists() or last.read_text() != settings:
            last.unlink(missing_ok=True)  # an interrupted change of settings must not pass for a finished one
            self.force = True
        self.translate(cache)
        if enabled("LUX_PGO") and any(self.outdated(ext) for ext in self.extensions):
            self.build_profiled(cache / "profile")
        else:
            self.build_with([])
        last.write_text(settings)

    def outdated(self, ext):
        target = Path(self.get_ext_fullpath(ext.name))
        return self.force or not target.exists() or Path(ext.sources[0]).stat().st_mtime > target.stat().st_mtime

    def translate(self, c_dir):
        """Turn each module into C; under LUX_WERROR reject any warning or performance hint."""
        strict = enabled("LUX_WERROR")
        said = io.StringIO()
        try:
            with contextlib.redirect_stderr(said) if strict else contextlib.nullcontext():
                translated = cythonize(
                    self.extensions,
                    build_dir=str(c_dir),
                    compiler_directives=DIRECTIVES,
                    force=self.force,
                    nthreads=0 if strict else self.parallel,  # worker processes would escape the redirection
                )
        except CompileError as error:
            sys.exit(f"Cython cannot translate {error}")
        finally:
            sys.stderr.write(said.getvalue())
        if "warning:" in said.getvalue() or "performance hint:" in said.getvalue():
            sys.exit("LUX_WERROR: Cython warnings or performance hints, see above")
        sources = {ext.name: ext.sources for ext in translated}
        for ext in self.extensions:
            ext.sources = sources[ext.name]

    def build_profiled(self, profile):
        """Build twice: instrumented for the training runs, then optimised for what they did."""
        profile = profile.resolve()
        shutil.rmtree(profile, ignore_errors=True)
        shutil.copytree("lux", profile / "lux", ignore=shutil.ignore_patterns("*.so"))
        self.force = True
        target = self.inplace, self.build_lib
        self.inplace, self.build_lib = False, str(profile)
        self.build_with([f"-fprofile-generate={profile}"])
        subprocess.run(
            [sys.executable, "-m", "lux"],
            cwd=profile,
            input=training_session(),
            stdout=subprocess.DEVNULL,
            text=True,
            check=True,
        )
        self.inplace, self.build_lib = target
        self.build_with([f"-fprofile-use={profile}", "-fprofile-partial-training", "-Wno-missing-profile"])

    def build_extension(self, ext):
        """Say what is compiled: all of it takes a minute or two."""
        if self.outdated(ext):
            print(f"[{next(self.compiled)}/{self.due}] compiling {ext.name}", flush=True)
        super().build_extension(ext)

    def build_with(self, profile_args):
        self.due, self.compiled = sum(map(self.outdated, self.extensions)), count(1)
        for ext in self.extensions:
            ext.extra_compile_args = compile_args(ext.name) + profile_args
            ext.extra_link_args = link_args() + profile_args
        super().build_extensions()


class BuildPy(build_py):
    """Leave the compiled modules' sources out: without its extension, a module must fail to import."""

    def find_package_modules(self, package, package_dir):
        compiled = compiled_modules()
        found = super().find_package_modules(package, package_dir)
        return [(package, name, path) for package, name, path in found if f"{package}.{name}" not in compiled]


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExt, "build_py": BuildPy})
