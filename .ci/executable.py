"""Pack the Lux built here into one file that this Python runs: `executable.py NAME [NETWORK]`.

OpenBench's client moves the one file that `make EXE=NAME` makes, and deletes the sources: see docs/openbench.md.
"""

import hashlib
import io
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NETWORK = "lux/evaluation/data/lux.nnue"
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


def pack(network: Path | None) -> bytes:
    """Return a zip archive with the package `lux`, without its commands, and what starts it."""
    files = (path for path in sorted((ROOT / "lux").rglob("*")) if path.suffix not in (".pxd", ".pyi", ".pyc"))
    contents = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in files if path.is_file()}
    if network is not None:
        contents[NETWORK] = network.read_bytes()
    key = hashlib.sha256(repr(sorted(contents.items())).encode()).hexdigest()[:16]
    contents["__main__.py"] = MAIN.format(key=key).encode()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in contents.items():
            packed.writestr(name, content)
    return archive.getvalue()


def main(name: str, network: str | None = None) -> None:
    executable = Path(name)
    archive = pack(Path(network) if network else None)
    # Without site-packages and variables of the environment: Lux needs neither to speak UCI.
    executable.write_bytes(f"#!{sys.executable} -IS\n".encode() + archive)
    executable.chmod(0o755)


if __name__ == "__main__":
    main(*sys.argv[1:])
