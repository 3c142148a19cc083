"""What needs a library of an extra, which may be missing."""

import logging
from importlib import import_module
from importlib.util import find_spec
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


def missing_extra(user: str, library: str) -> click.ClickException:
    """Return the error for a command or option that needs a missing library, with the command that installs it."""
    extra, name = EXTRAS[library]
    wanted = f"'lux-chess[{extra}]'"
    recipe = f"pip install {wanted}, or with pipx: pipx inject lux-chess {wanted}"
    return click.ClickException(f"{user} needs {name}, which comes with the extra {extra}: {recipe}")


def check_library(user: str, library: str) -> None:
    """Raise ClickException, before the work, if a library is missing."""
    if find_spec(library) is None:
        raise missing_extra(user, library)


def load_extra(user: str, module: str) -> ModuleType:
    """Import a module of Lux; raise ClickException if a library of an extra is missing."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in EXTRAS:
            raise
        raise missing_extra(user, library) from None


def load_cluster_module(module: str) -> ModuleType:
    """Import a module that needs Dask, and keep Dask's log off the terminal."""
    loaded = load_extra("--cluster", module)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # also at exit, after Ctrl-C twice
    return loaded
