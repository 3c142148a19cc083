"""Set the parameters of the search, in a tuning build (layer 6).

In other builds they are constants; `LUX_TUNE=1 make build` makes a tuning build.
"""

from collections.abc import Mapping
from typing import NamedTuple

from lux.runtime.build import TUNABLE


class Tunable(NamedTuple):
    """Describe a parameter as `lux/search/params.pxd` does."""

    name: str
    value: int  # the one that other builds have
    low: int
    high: int
    step: int  # a change that games can show


def tunables() -> list[Tunable]:
    """Return the parameters that can be set; none except in a tuning build."""
    if not TUNABLE:
        return []
    from lux.search.params import PARAMETERS

    return [Tunable(name, *numbers) for name, numbers in PARAMETERS.items()]


def set_tunables(values: Mapping[str, int]) -> None:
    """Set parameters, by name, for all engines of the process; the others are unchanged.

    Raises:
        RuntimeError: this is not a tuning build.
    """
    if not TUNABLE:
        raise RuntimeError("the parameters of the search are constants in this build: make a tuning build, LUX_TUNE=1")
    from lux.search.params import set_values

    set_values(values)
