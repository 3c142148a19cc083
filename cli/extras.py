"""What needs a library of an extra, which may be missing."""

import logging
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

import click

from lux.cli.options import text_option

# The extra and the name of each library.
EXTRAS = {
    "dask": ("cluster", "Dask"),
    "distributed": ("cluster", "Dask"),
    "matplotlib": ("plot", "matplotlib"),
    "numpy": ("train", "numpy"),
    "torch": ("train", "PyTorch"),
}


def load_extra(user: str, module: str) -> ModuleType:
    """Import a library of an extra, or a module of Lux that needs one; raise ClickException if it is missing.

    *user* is the command or option that cannot do without it; the message has the command to install it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in EXTRAS:
            raise
        extra, name = EXTRAS[library]
        wanted = f"'lux-chess[{extra}]'"
        recipe = f"pip install {wanted}, or with pipx: pipx inject lux-chess {wanted}"
        raise click.ClickException(f"{user} needs {name}, which comes with the extra {extra}: {recipe}") from None


def load_cluster_module(module: str) -> ModuleType:
    """Import a module that needs Dask, and keep Dask's log off the terminal."""
    loaded = load_extra("--cluster", module)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # also at exit, after Ctrl-C twice
    return loaded


def read_address(text: str) -> str:
    """Return the address of a cluster; raise ValueError if it is malformed."""
    load_cluster_module("lux.perft.workers").check_address(text)
    return text


def cluster_option(work: str) -> Callable:
    """Add --cluster, for *work* such as "Search"."""
    text = f"{work} on a Dask cluster, or in N local processes with local:N."
    return text_option("--cluster", text, "ADDRESS", read_address)
