"""Stubs of the compiled module `lux.runtime.build`; the docstrings live in build.py."""

ARCH: str
COMPILER: str
TUNABLE: bool

def description() -> str: ...
