"""Describe how the running compiled core was built (layer 5)."""

ARCH = str(BUILD_ARCH, "ascii")
COMPILER = str(BUILD_COMPILER, "ascii")
TUNABLE = bool(BUILD_TUNE)  # whether the search's parameters can be set


def description() -> str:
    """Return the CPU that the core was compiled for, by what, and how, in one line."""
    kinds = [(BUILD_TUNE, "tuning build"), (BUILD_ASSERTS, "with asserts")]
    return ", ".join([ARCH, COMPILER, *[name for applies, name in kinds if applies]])
