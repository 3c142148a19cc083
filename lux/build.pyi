"""Stubs of the compiled module `lux.build`; the docstrings live in build.py."""

ARCH: str
COMPILER: str

def description() -> str: ...
