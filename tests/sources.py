"""What the sources say about each other: which modules are compiled, and who imports whom."""

import ast
import re
import subprocess
import sys
import sysconfig
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
needs_sources = pytest.mark.skipif(
    not (ROOT / "docs").exists(), reason="Lux is installed, its sources and documents are not here"
)
EXT_SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")

# A parenthesised list of names may span lines.
CIMPORT = re.compile(r"^(?:from[ \t]+([\w.]+)[ \t]+)?cimport[ \t]+(\([^)]*\)|[^\n(#]+)", re.MULTILINE)


class Import(NamedTuple):
    module: str  # dotted, `cython.cimports.` taken off
    names: tuple[str, ...]  # what follows `from module import`; empty for a plain import
    compiled: bool  # a cimport: C names, nothing imported at run time


def compiled_modules() -> list[str]:
    """Return the names of the modules with a header, which are the compiled ones, as `lux.rules.movegen`."""
    return [module_of(header) for header in sorted(ROOT.glob("lux/**/*.pxd")) if header.with_suffix(".py").exists()]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def file_of(module: str, suffix: str) -> Path:
    return ROOT.joinpath(*module.split(".")).with_suffix(suffix)


@cache
def imports_of(path: Path) -> list[Import]:
    """Return every import and cimport of a .py or .pxd file, wherever it stands."""
    text, found = path.read_text(encoding="utf-8"), []
    if path.suffix == ".pxd":
        for module, names in CIMPORT.findall(text.replace("\\\n", " ")):
            words = tuple(name.split()[0] for name in names.strip("()").split(",") if name.strip())
            found += [Import(module, words, True)] if module else [Import(word, (), True) for word in words]
        return found
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = tuple(alias.name for alias in node.names)
            imported = {node.module: names} if isinstance(node, ast.ImportFrom) else dict.fromkeys(names, ())
            for name, words in imported.items():
                module = name.removeprefix("cython.cimports.")
                found.append(Import(module, words, module != name))
    return found


def headers_of(path: Path) -> set[Path]:
    """Return the headers of Lux that a .py or .pxd file cimports itself, and its own header."""
    headers = {path.with_suffix(".pxd")} if path.suffix == ".py" else set()
    for module, names, compiled in imports_of(path):
        if compiled and module.split(".")[0] == "lux":
            candidates = {file_of(module, ".pxd"), *(file_of(f"{module}.{name}", ".pxd") for name in names)}
            headers |= {header for header in candidates if header.exists()}
    return headers


def dependencies_of(module: str) -> set[Path]:
    """Return every file that the extension of *module* is made from: its source and all headers it reaches."""
    pending, reached = [file_of(module, ".py")], set()
    while pending:
        path = pending.pop()
        if path not in reached:
            reached.add(path)
            pending += headers_of(path)
    return reached


def extension_of(module: str) -> Path:
    return file_of(module, ".py").with_name(module.split(".")[-1] + EXT_SUFFIX)


def stale_extensions() -> list[str]:
    """Return the modules whose extension in the tree is missing, older than what it is made from, or without source."""
    here = [path.with_name(path.name.removesuffix(EXT_SUFFIX)) for path in ROOT.glob(f"lux/**/*{EXT_SUFFIX}")]
    stale = [module_of(path) for path in here if "cores" not in path.parts and not path.with_suffix(".pxd").exists()]
    for module in compiled_modules():
        extension, sources = extension_of(module), dependencies_of(module)
        if not extension.exists() or extension.stat().st_mtime < max(path.stat().st_mtime for path in sources):
            stale.append(module)
    return stale


def run_python(*arguments: str | Path, cwd: Path = ROOT, **options: object) -> subprocess.CompletedProcess[str]:
    """Run this Python to its end, and return what it left."""
    return subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, **options)


def load_script(path: Path) -> ModuleType:
    """Return a module from a file that lies in no package."""
    spec = spec_from_file_location(path.stem, path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
