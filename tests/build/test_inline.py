"""Inlining: a header's primitives leave no function behind in the modules that use them."""

import shutil
import subprocess

import pytest

from tests.sources import compiled_modules, extension_of

HEADERS = ("types", "bitboard", "move")


@pytest.mark.skipif(shutil.which("nm") is None, reason="needs nm")
@pytest.mark.parametrize("module", compiled_modules())
def test_primitives_are_inlined(module):
    if not extension_of(module).exists():
        pytest.skip("Lux is installed, not built in the tree")
    listed = subprocess.run(["nm", extension_of(module)], capture_output=True, text=True, check=True).stdout
    if "__asan_init" in listed:
        pytest.skip("debug build")
    prefixes = tuple(f"__pyx_f_3lux_5rules_{len(header)}{header}_" for header in HEADERS)
    symbols = (line.split()[-1] for line in listed.splitlines())
    assert [symbol for symbol in symbols if symbol.startswith(prefixes)] == []
