"""Describe how the running compiled core was built (layer 5)."""

import cython

ARCH = BUILD_ARCH.decode()
COMPILER = BUILD_COMPILER.decode()
TUNABLE = bool(BUILD_TUNE)  # whether the search's parameters can be set


@cython.embedsignature(False)
def description() -> str:
    """Return the CPU that the core was compiled for, by what, and how, in one line."""
    kinds = [
        (BUILD_TUNE, "tuning build"),
        (BUILD_ASSERTS, "with asserts"),
    ]
    return ", ".join([ARCH, COMPILER, *[name for applies, name in kinds if applies]])
