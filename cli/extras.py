"""What needs a library of an extra, which may be missing."""

import logging
from importlib import import_module
from types import ModuleType

import click

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
