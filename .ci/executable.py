"""Pack the Lux built here into one file that this Python runs: `executable.py NAME [NETWORK]`.

OpenBench's client moves the one file that `make EXE=NAME` makes, and deletes the sources: see docs/openbench.md.
"""

import shutil
import sys
import zipapp
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
NETWORK = "evaluation/data/lux.nnue"
# Extensions cannot be loaded from an archive: the first start unpacks them, and removes what was not used for a week.
MAIN = """\
import os, shutil, sys, time, zipfile

cache = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "lux")
folder = os.path.join(cache, "{key}")
if not os.path.isdir(folder):
    import tempfile

    os.makedirs(cache, exist_ok=True)
    for entry in list(os.scandir(cache)):
        if entry.is_dir() and time.time() - entry.stat().st_mtime > 7 * 86400:
            shutil.rmtree(entry.path, ignore_errors=True)
    unpacked = tempfile.mkdtemp(dir=cache)
    zipfile.ZipFile(sys.argv[0]).extractall(unpacked)
    try:
        os.rename(unpacked, folder)
    except OSError:  # another process was faster
        shutil.rmtree(unpacked)
        if not os.path.isdir(folder):
            raise
os.utime(folder)
sys.path[0] = folder
from lux.__main__ import main

sys.exit(main())
"""


def main(name: str, network: str | None = None) -> None:
    """Write a zip archive with the package `lux`, without its commands, and what starts it."""
    with TemporaryDirectory() as folder:
        package = Path(folder, "lux")
        left_out = shutil.ignore_patterns("cli", "perft", "*.pxd", "*.pyi", "__pycache__")
        shutil.copytree(ROOT / "lux", package, ignore=left_out)
        if network:
            shutil.copy(network, package / NETWORK)
        Path(folder, "__main__.py").write_text(MAIN.format(key=uuid4().hex), encoding="utf-8")
        # Without site-packages and variables of the environment: Lux needs neither to speak UCI.
        zipapp.create_archive(folder, name, f"{sys.executable} -IS", compressed=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
