"""Build Lux's extensions: one for each module in `lux` and its rooms that has a header, `x.py` with `x.pxd`.

The variables of the environment that it reads, LUX_ARCH and others, are described in docs/building.md.
"""

import contextlib
import io
import os
import platform
import shutil
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path


def missing_tools():
    """Return a line for each missing build tool, with the command that installs it."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "gcc").split()[0]
    headers = Path(sysconfig.get_path("include"), "Python.h").exists()
    venv = find_spec("venv") and find_spec("ensurepip")
    remedy = ": `apt install {}` on Debian, `dnf install {}` on Fedora, `{}` on macOS"
    needs = {
        "Python 3.11 or newer: this is {}.{}".format(*sys.version_info): sys.version_info >= (3, 11),
        f"a C compiler, {compiler}" + remedy.format("gcc", "gcc", "xcode-select --install"): shutil.which(compiler),
        "Python's headers" + remedy.format("python3-dev", "python3-devel", "brew install python"): headers,
        "Python's venv" + remedy.format("python3-venv", "python3", "brew install python"): venv,
    }
    return [f"Lux needs {need}" for need, there in needs.items() if not there]


# Before Cython is imported, which is of no use without a compiler. `python3 setup.py needs` only looks.
if __name__ == "__main__" and "sdist" not in sys.argv and (missing_tools() or "needs" in sys.argv):
    sys.exit("\n".join(missing_tools()) or 0)

import Cython
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.modified import newer_group

ROOT = Path(__file__).resolve().parent


def enabled(name):
    return os.environ.get(name, "") not in ("", "0")


DIRECTIVES = {
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "infer_types": True,  # loop variables and untyped locals become C integers, not objects
    "show_performance_hints": True,
}

ARCHITECTURES = (os.environ.get("LUX_ARCH") or "native").split()  # what -march gets; several are built side by side

# What is translated (a tuning build has sources of its own), and into what: the same C for all compilers.
SOURCES, C = Path("build/tunable" if enabled("LUX_TUNE") else ""), Path("build/c")

# The gateway makes Python strings, and gcc takes Cython's formatting of numbers for a use of uninitialised memory.
GATEWAY = {*"board engine game.base_board game.move_board game.perft text.fen text.notation".split()}
GATEWAY_ARGS = ["-Wno-unknown-warning-option", "-Wno-maybe-uninitialized"]  # the first for clang, which lacks the other

CPU_MODULE = "lux.runtime.cpu"  # runs before it is known which CPU this is, and so is built once, for any


def link_args():
    if os.environ.get("LUX_DEBUG") == "thread":
        return ["-fsanitize=thread"]
    return ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"] if enabled("LUX_DEBUG") else []


def compile_args(module, arch):
    native_arm = arch == "native" and platform.machine() in ("aarch64", "arm64")
    # Python's own flags make signed overflow wrap. Nothing here counts on it, sanitizers then pass over it, and gcc 12
    # at -O3 makes wrong code of loops such as those of movepick.py.
    args = ["-mcpu=native" if native_arm else f"-march={arch}", "-fno-wrapv", *link_args()]
    if enabled("LUX_DEBUG"):
        # One test runs with threads watched: compiling takes longer than what better code would save.
        args += ["-O0" if os.environ["LUX_DEBUG"] == "thread" else "-O1"]
        args += ["-g1", "-UNDEBUG", "-fno-omit-frame-pointer"]
    else:
        args += ["-O3", "-g0", "-DCYTHON_WITHOUT_ASSERTIONS"]
    if enabled("LUX_WERROR"):
        args += ["-Wall", "-Wextra", "-Werror"]
    return [*args, *GATEWAY_ARGS] if module.removeprefix("lux.") in GATEWAY else args


def compiled_modules():
    """Return the names of the modules that are compiled, `lux.room.x` for every lux/room/x.py with a header."""
    headers = (header for header in sorted(ROOT.glob("lux/**/*.pxd")) if header.with_suffix(".py").exists())
    return [".".join(header.relative_to(ROOT).with_suffix("").parts) for header in headers]


def extension(module, arch, core="lux"):
    """Return the extension of a module for an architecture, beside its source or in its own core."""
    macros = [("LUX_ARCH", f'"{arch}"'), ("LUX_TUNE", str(int(enabled("LUX_TUNE"))))]  # for lux.runtime.build
    described = Extension(
        core + module.removeprefix("lux"),
        [str(SOURCES / (module.replace(".", "/") + ".py"))],
        define_macros=macros + ([("Py_LIMITED_API", "0x030b0000")] if enabled("LUX_ABI3") else []),
        extra_compile_args=compile_args(module, arch),
        extra_link_args=link_args(),
        py_limited_api=enabled("LUX_ABI3"),
    )
    described.arch = arch
    return described


def extensions():
    """Return all extensions: each module, for each architecture if there are several."""
    modules = [*compiled_modules(), *(["lux.search.params"] if enabled("LUX_TUNE") else [])]
    if len(ARCHITECTURES) == 1:
        return [extension(module, *ARCHITECTURES) for module in modules]
    modules.remove(CPU_MODULE)
    cores = {arch: "lux.cores." + arch.replace("-", "_") for arch in ARCHITECTURES}  # as lux.runtime.levels has it
    side_by_side = [extension(module, arch, core) for arch, core in cores.items() for module in modules]
    return [extension(CPU_MODULE, "x86-64"), *side_by_side]


def text_of(path):
    return path.read_text(encoding="utf-8") if path.exists() else ""


class BuildExt(build_ext):
    """Translate and compile outdated modules, in parallel."""

    def run(self):
        self.parallel = self.parallel or os.cpu_count()
        # distutils' own run: setuptools' would build elsewhere, copy, and lose track of what is out of date.
        super(build_ext, self).run()

    def build_extensions(self):
        self.translate()
        # One place for in-place builds, `pip install -e` and `build_ext --inplace`, so that neither repeats the other.
        temporary, tested = Path("build/inplace" if self.inplace else self.build_temp), enabled("LUX_INSPECTION")
        every = [ext for ext in self.extensions if self.inplace or tested or not ext.name.endswith(".inspection")]
        # Whatever is older than a change of the settings is out of date.
        flags = {ext.arch: ext.define_macros + ext.extra_compile_args for ext in every}
        settings = repr((sys.version, os.environ.get("CC"), flags))
        if text_of(temporary / "settings") != settings:
            temporary.mkdir(parents=True, exist_ok=True)
            (temporary / "settings").write_text(settings, encoding="utf-8")
        for arch in flags:
            self.build_temp = str(temporary / arch)  # the objects of one must not be taken for another's
            self.extensions = [ext for ext in every if ext.arch == arch]
            for ext in self.extensions:
                ext.depends = [str(temporary / "settings")]
            super().build_extensions()

    def translate(self):
        """Turn each module into C; under LUX_WERROR reject any warning or performance hint."""
        strict, said = enabled("LUX_WERROR"), io.StringIO()
        settings, strictest = (repr((Cython.__version__, DIRECTIVES, each)) for each in (strict, True))
        if text_of(C / "settings") not in (settings, strictest):
            shutil.rmtree(C, ignore_errors=True)
        if enabled("LUX_TUNE"):
            run_path("lux/uci/tunable_sources.py")["write_tunable_sources"](SOURCES)
        try:
            with contextlib.redirect_stderr(said) if strict else contextlib.nullcontext():
                cythonize(
                    sorted({ext.sources[0] for ext in self.extensions}),
                    build_dir=str(C),
                    compiler_directives=DIRECTIVES,
                    nthreads=0 if strict else self.parallel,  # worker processes would write to copies of `said`
                )
        finally:
            sys.stderr.write(said.getvalue())
        if strict and ("warning:" in said.getvalue() or "performance hint:" in said.getvalue()):
            sys.exit("LUX_WERROR: Cython warnings or performance hints, see above")
        (C / "settings").write_text(settings, encoding="utf-8")
        for ext in self.extensions:
            ext.sources = [str((C / source).with_suffix(".c")) for source in ext.sources]

    def build_extension(self, ext):
        """Print the module's name, since a full build takes a minute or two."""
        if newer_group(ext.sources + ext.depends, self.get_ext_fullpath(ext.name)):
            print(f"compiling {ext.name}", flush=True)
        super().build_extension(ext)


class BuildPy(build_py):
    """Leave out the sources of compiled modules: without its extension, a module must fail to import."""

    def find_package_modules(self, package, package_dir):
        built = compiled_modules()
        return [each for each in super().find_package_modules(package, package_dir) if ".".join(each[:2]) not in built]


if __name__ == "__main__":
    run_path("lux/runtime/stubs.py")["write_stubs"](ROOT)
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
        options={"bdist_wheel": {"py_limited_api": "cp311"}} if enabled("LUX_ABI3") else {},
    )
