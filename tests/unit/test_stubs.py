"""Stubs: what the build writes for type checkers is what the compiled modules have."""

import inspect
import pydoc
from importlib import import_module

import pytest

from tests.sources import ROOT, module_of, needs_sources, run_python

pytestmark = needs_sources
STUBS = {module_of(path): path for path in sorted(ROOT.glob("lux/**/*.pyi"))}
# What Cython adds, and constructors, of which Python sees no arguments.
UNSEEN = r".*\.__(pyx_capi|reduce_cython|setstate_cython|test|init)__"


def test_a_type_checker_finds_in_the_stubs_what_the_modules_have(tmp_path):
    (tmp_path / "unseen").write_text(UNSEEN)
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nfollow_imports = silent\n")  # errors in stubs only, not in the sources beside them
    flags = ["--concise", "--ignore-disjoint-bases", "--allowlist", tmp_path / "unseen", "--mypy-config-file", config]
    checked = run_python("-m", "mypy.stubtest", *flags, *STUBS)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    checked = run_python("-m", "mypy", "--strict", "--config-file", config, "--cache-dir", tmp_path, *STUBS.values())
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert {"lux.board", "lux.engine", "lux.learning.selfplay.game"} <= STUBS.keys()


@pytest.mark.parametrize("name", ["lux.Board.fen", "lux.Engine.search", "lux.Tablebase.probe_wdl"])
def test_signatures_name_no_type_of_cython(name):
    assert "cython" not in str(inspect.signature(pydoc.locate(name)))


def test_help_begins_with_what_it_is_for():
    board, engine = (getattr(import_module("lux"), name) for name in ("Board", "Engine"))
    text = pydoc.plain(pydoc.render_doc(board))
    assert board.__doc__.startswith("A game of chess")
    assert board.fen.__doc__.startswith("Return the FEN")
    assert engine.search.__doc__.startswith("Search and return the result")
    # What a method is, `help` says in one line, once.
    assert text.count("gives_check(") == 1
    assert "perft_here" not in [name for name in dir(board) if not name.startswith("_")]


def test_modules_need_no_import_of_their_own():
    script = "import lux; help(lux.board); help(lux.review); lux.nothing"
    done = run_python("-c", script)
    assert "Play and examine a game from Python" in done.stdout
    assert done.stderr.endswith("AttributeError: module 'lux' has no attribute 'nothing'\n")
