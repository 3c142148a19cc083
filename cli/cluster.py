"""The extra that commands with `--cluster` need."""

import logging
from importlib import import_module
from types import ModuleType

from lux.cli.options import missing_extra


def load_cluster_module(name: str) -> ModuleType:
    """Import a module that needs Dask, or raise one line on how to get it; keep Dask's log off the terminal."""
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        raise missing_extra("--cluster", "cluster", "Dask") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # also at exit, after Ctrl-C twice
    return module
