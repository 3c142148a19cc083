"""Own the history tables (layer 3); their updates are inlined from the header."""

import cython
from cython.cimports.libc.string import memset


def history_clear(history: cython.pointer[History]) -> cython.void:
    """Forget every move."""
    memset(history, 0, cython.sizeof(History))
