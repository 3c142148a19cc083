"""Build Lux's extensions: one for each module in `lux` and its rooms that has a header, `x.py` with `x.pxd`.

Environment: LUX_ARCH (what -march gets, `native` unless set; of several, separated by blanks, `lux.runtime.levels`
chooses at import), LUX_PGO=1 (profile-guided), LUX_ABI3=1 (Python's limited API: one build for 3.11 and all after it),
LUX_DEBUG=1 (C asserts, the sanitizers of addresses and of undefined behaviour) or LUX_DEBUG=thread (C asserts,
ThreadSanitizer), LUX_WERROR=1 (any warning of gcc or Cython, any performance hint of Cython, fails the build),
LUX_TUNE=1 (a search whose parameters, those of lux/search/params.pxd, are UCI options).
"""

import contextlib
import io
import os
import platform
import re
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
    """Return a line on each thing that a build needs but lacks, with the way to get it."""
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


# Before Cython is imported, which is of no use without a compiler. `python3 setup.py needs` only looks.
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
GATEWAY = {"lux.board", "lux.engine", "lux.game.base_board", "lux.game.move_board", "lux.game.perft", "lux.text.fen"}
GATEWAY |= {"lux.text.notation"}
GATEWAY_ARGS = ["-Wno-unknown-warning-option", "-Wno-maybe-uninitialized"]  # the first for clang, which lacks the other

# Waits for searches: how often follows the clock, and what follows from such a profile is never the same twice.
UNPROFILED = {"lux.engine"}

# Runs before it is known which CPU this is, and so is built once, for any.
CPU_MODULE = "lux.runtime.cpu"
# A level may be trained as another that runs on more machines, if the same C is compiled for both.
TRAINED_AS = {"x86-64-v4": "x86-64-v3"}

# The limited API of Python 3.11. Its headers lack what Cython asks the module `inspect` for at every start, which costs
# several milliseconds; so the numbers, which are documented there, come from here.
ABI3_ARGS = [
    "-DPy_LIMITED_API=0x030b0000",
    *("-DCO_OPTIMIZED=0x1", "-DCO_NEWLOCALS=0x2", "-DCO_VARARGS=0x4", "-DCO_VARKEYWORDS=0x8"),
    *("-DCO_GENERATOR=0x20", "-DCO_COROUTINE=0x80", "-DCO_ASYNC_GENERATOR=0x200"),
    "-Wno-unused-function",  # what would have asked
]
ASKS_INSPECT = 'inspect = PyImport_ImportModule("inspect");'
ASKS_NOTHING = "inspect = Py_None; Py_INCREF(inspect);"


# The search's parameters: name, value, least and largest value, step for tuning.
PARAMETERS = Path("lux/search/params.pxd")
PARAMETER = re.compile(r"^    ([A-Z_]+) = (\d+) +# (\d+) \.\. (\d+), (\d+)", re.MULTILINE)
# The module that a build for tuning has beside the others.
TUNABLE_MODULE = """\
\"\"\"The parameters of the search, to be set: written by setup.py from params.pxd.\"\"\"

PARAMETERS = {table}

{defaults}


def set_values(values: dict) -> None:
    \"\"\"Search with these values from now on, all by name.\"\"\"
    global {names}
    {assignments}
"""


def enabled(name):
    return os.environ.get(name, "") not in ("", "0")


def link_args():
    if os.environ.get("LUX_DEBUG") == "thread":
        return ["-fsanitize=thread"]
    return ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"] if enabled("LUX_DEBUG") else []


def architectures():
    """Return what -march gets: one, or several that are built side by side."""
    return (os.environ.get("LUX_ARCH") or "native").split()


def compile_args(module, arch="native"):
    native_arm = arch == "native" and platform.machine() in ("aarch64", "arm64")
    # Python's own flags make signed overflow wrap. Nothing here counts on it, sanitizers then pass over it, and gcc 12
    # at -O3 makes wrong code of loops such as those of movepick.py.
    args = ["-mcpu=native" if native_arm else f"-march={arch}", "-fno-wrapv", *link_args()]
    if enabled("LUX_DEBUG"):
        args += ["-O1", "-g1", "-UNDEBUG", "-fno-omit-frame-pointer"]
    else:
        args += ["-O3", "-g0", "-DCYTHON_WITHOUT_ASSERTIONS"]
    if enabled("LUX_ABI3"):
        args += ABI3_ARGS
    if module == "lux.runtime.build":
        args += [f'-DLUX_ARCH="{arch}"']
    args += ["-DLUX_TUNE=1"] if enabled("LUX_TUNE") else []
    if enabled("LUX_WERROR"):
        args += ["-Wall", "-Wextra", "-Werror"]
    return [*args, *GATEWAY_ARGS] if module in GATEWAY else args


def compiled_modules():
    """Return the names of the modules that are compiled, `lux.room.x` for every lux/room/x.py with a header."""
    headers = (header for header in sorted(ROOT.glob("lux/**/*.pxd")) if header.with_suffix(".py").exists())
    return [".".join(header.relative_to(ROOT).with_suffix("").parts) for header in headers]


def extensions():
    abi3 = enabled("LUX_ABI3")
    names = [*compiled_modules(), *(["lux.search.params"] if enabled("LUX_TUNE") else [])]
    return [Extension(name, [name.replace(".", "/") + ".py"], py_limited_api=abi3) for name in names]


def tunable_parameters(header):
    """Return the header and the module of the search's parameters for a build for tuning, given the header in use."""
    constants, enum, parameters = header.rpartition("cdef enum:\n")
    found = {name: tuple(map(int, numbers)) for name, *numbers in PARAMETER.findall(parameters)}
    if not enum or len(found) != parameters.count(" = "):
        sys.exit(f"{PARAMETERS}: expected `NAME = value  # least .. largest, step` in its last enum")
    module = TUNABLE_MODULE.format(
        table=found,
        defaults="\n".join(f"{name} = {numbers[0]}" for name, numbers in found.items()),
        names=", ".join(found),
        assignments="\n    ".join(f'{name} = values["{name}"]' for name in found),
    )
    variables = re.sub(r"^    (\w+) = \d+", r"    int \1", parameters, flags=re.MULTILINE)
    return constants.replace("TUNABLE = 0", "TUNABLE = 1") + "cdef:\n" + variables, module


def write_tunable_sources(folder):
    """Copy the compiled modules' sources, with the search's parameters as variables; leave what is the same alone."""
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in ROOT.glob("lux/**/*.p*[yxd]")}
    texts[PARAMETERS], texts[PARAMETERS.with_suffix(".py")] = tunable_parameters(texts[PARAMETERS])
    for path, text in texts.items():
        copy = folder / path
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")


def training_program():
    """Return what a profile is taken from: the bench, and perft for the counting it does not reach.

    Nobody listens to the searches, since what is reported follows the clock.
    """
    positions = [line.split(";")[0] for line in (ROOT / "lux/perft/wiki.epd").read_text(encoding="utf-8").splitlines()]
    return f"""
from lux import Board
from lux.uci.bench import run_bench
run_bench()
for fen in {positions}:
    Board(fen).perft(4)
"""


def is_clang(compiler):
    return "clang" in subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout


def leave_inspect_out(source):
    """Take the import of `inspect` from a module's C, where the constants that it is asked for are defined."""
    text = source.read_text(encoding="utf-8")
    if ASKS_NOTHING not in text:
        if text.count(ASKS_INSPECT) != 1:
            sys.exit(f"{source}: LUX_ABI3 expects another version of Cython")
        source.write_text(text.replace(ASKS_INSPECT, ASKS_NOTHING), encoding="utf-8")


def differs_from_last(record, *settings):
    """Tell whether the last build had none of these settings; then a record is due when this one is finished."""
    if record.exists() and record.read_text(encoding="utf-8") in settings:
        return False
    record.parent.mkdir(parents=True, exist_ok=True)
    record.unlink(missing_ok=True)  # an interrupted change of settings must not pass for a finished one
    return True


class BuildExt(build_ext):
    """Translate and compile what is out of date, in parallel."""

    level = None  # of the core under way, where several are built side by side
    trained_as = None  # the architecture whose profile lies ready

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self):
        # distutils' own run: setuptools' would build elsewhere, copy, and lose track of what is out of date.
        super(build_ext, self).run()

    def build_extensions(self):
        # What the C is made from says nothing of compilers: it is the same for all builds of these sources.
        self.translate(Path("build/c"))
        # One place for in-place builds, `pip install -e` and `build_ext --inplace`, so that neither repeats the other.
        cache = Path("build/inplace") if self.inplace else Path(self.build_temp)
        args = [compile_args("", arch) for arch in architectures()]
        compiler = filter(None, [os.environ.get("CC")])
        settings = repr((Cython.__version__, sys.version, DIRECTIVES, args, enabled("LUX_PGO"), *compiler))
        if differs_from_last(cache / "settings", settings):
            self.force = True
        if len(architectures()) == 1:
            self.build_core(architectures()[0], cache / "profile")
        else:
            self.build_levels(cache / "profile")
        (cache / "settings").write_text(settings)

    def build_levels(self, profile):
        """Build what asks the CPU, and then the other modules once for each level."""
        every = self.extensions
        self.extensions = [ext for ext in every if ext.name == CPU_MODULE]
        self.build_with("x86-64", [])
        self.extensions = [ext for ext in every if ext.name != CPU_MODULE]
        for self.level in architectures():
            self.force = True  # the objects of the level before lie where this one's will
            self.build_core(self.level, profile)
        self.extensions, self.level = every, None

    def build_core(self, arch, profile):
        if enabled("LUX_PGO") and any(self.outdated(ext) for ext in self.extensions):
            self.build_profiled(arch, profile.resolve())
        else:
            self.build_with(arch, [])

    def get_ext_fullpath(self, name):
        """Return where an extension goes: beside its source, or as `lux.runtime.levels` expects it."""
        path = Path(super().get_ext_fullpath(name))
        if self.level is None or name == CPU_MODULE:
            return str(path)
        rooms = name.split(".")[1:-1]
        return str(path.parents[len(rooms)].joinpath("cores", self.level.replace("-", "_"), *rooms, path.name))

    def outdated(self, ext):
        target = Path(self.get_ext_fullpath(ext.name))
        return self.force or not target.exists() or Path(ext.sources[0]).stat().st_mtime > target.stat().st_mtime

    def translate(self, c_dir):
        """Turn each module into C; under LUX_WERROR reject any warning or performance hint."""
        strict = enabled("LUX_WERROR")
        settings, strictest = (repr((Cython.__version__, DIRECTIVES, each)) for each in (strict, True))
        force = differs_from_last(c_dir / "settings", settings, strictest) or self.force
        if enabled("LUX_TUNE"):
            write_tunable_sources(c_dir / "tunable")
            for ext in self.extensions:
                ext.sources = [str(c_dir / "tunable" / source) for source in ext.sources]
        said = io.StringIO()
        try:
            with contextlib.redirect_stderr(said) if strict else contextlib.nullcontext():
                translated = cythonize(
                    self.extensions,
                    build_dir=str(c_dir),
                    compiler_directives=DIRECTIVES,
                    force=force,
                    nthreads=0 if strict else self.parallel,  # worker processes would escape the redirection
                )
        except CompileError as error:
            sys.exit(f"Cython cannot translate {error}")
        finally:
            sys.stderr.write(said.getvalue())
        if "warning:" in said.getvalue() or "performance hint:" in said.getvalue():
            sys.exit("LUX_WERROR: Cython warnings or performance hints, see above")
        (c_dir / "settings").write_text(settings)
        sources = {ext.name: ext.sources for ext in translated}
        for ext in self.extensions:
            ext.sources = sources[ext.name]
            if ext.py_limited_api:
                leave_inspect_out(Path(ext.sources[0]))

    def build_profiled(self, arch, profile):
        """Build twice: instrumented for the training runs, then optimised for what they did."""
        trained_as = TRAINED_AS.get(arch, arch)
        self.force = True
        if trained_as != self.trained_as:
            self.train(trained_as, profile)
            self.trained_as = trained_as
        used = ["-DLUX_PROFILED=1", f"-fprofile-use={profile}", "-fprofile-partial-training", "-Wno-missing-profile"]
        self.build_with(arch, used)

    def train(self, arch, profile):
        """Build an instrumented core in a copy of the package, and let it run."""
        if is_clang(self.compiler.compiler[0]):
            sys.exit("LUX_PGO needs gcc: clang's profiles are of another kind")
        shutil.rmtree(profile, ignore_errors=True)
        shutil.copytree("lux", profile / "lux", ignore=shutil.ignore_patterns("*.so", "cores"))
        target = self.inplace, self.build_lib, self.level
        self.inplace, self.build_lib, self.level = False, str(profile), None
        self.build_with(arch, [f"-fprofile-generate={profile}"])
        subprocess.run([sys.executable, "-c", training_program()], cwd=profile, check=True)
        self.inplace, self.build_lib, self.level = target

    def build_extension(self, ext):
        """Say what is compiled: all of it takes a minute or two."""
        if self.outdated(ext):
            print(f"[{next(self.compiled)}/{self.due}] compiling {ext.name}", flush=True)
        super().build_extension(ext)

    def build_with(self, arch, profile_args):
        self.due, self.compiled = sum(map(self.outdated, self.extensions)), count(1)
        for ext in self.extensions:
            taken = [] if ext.name in UNPROFILED else profile_args
            ext.extra_compile_args = compile_args(ext.name, arch) + taken
            ext.extra_link_args = link_args() + taken
        super().build_extensions()


class BuildPy(build_py):
    """Leave the compiled modules' sources out: without its extension, a module must fail to import."""

    def find_package_modules(self, package, package_dir):
        compiled = compiled_modules()
        found = super().find_package_modules(package, package_dir)
        return [(package, name, path) for package, name, path in found if f"{package}.{name}" not in compiled]


if __name__ == "__main__":
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
        options={"bdist_wheel": {"py_limited_api": "cp311"}} if enabled("LUX_ABI3") else {},
    )
