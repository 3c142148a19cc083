"""The engine of one file that `make EXE=name` packs for OpenBench's client."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lux.network import SHIPPED
from tests.sources import ROOT

SCRIPT = ROOT / ".ci" / "executable.py"
pytestmark = pytest.mark.skipif(
    not SCRIPT.exists() or "LUX_SCRIPTS" in os.environ, reason="the build beside the sources is not what is tested"
)


def pack(name: Path, *network: str) -> Path:
    subprocess.run([sys.executable, SCRIPT, name, *network], check=True)
    return name


def start(executable: Path, *commands: str, cache: Path) -> subprocess.Popen[str]:
    environment = {"PATH": "/nowhere", "XDG_CACHE_HOME": str(cache), "PYTHONPATH": "/nowhere"}
    return subprocess.Popen(
        [f"./{executable.name}", *commands],
        cwd=executable.parent,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture(scope="module")
def executable(tmp_path_factory) -> Path:
    return pack(tmp_path_factory.mktemp("engines") / "Lux-0123ABCD")


def test_first_starts_at_the_same_time(executable, tmp_path):
    benches = [start(executable, "bench", "4", cache=tmp_path) for _ in range(3)]
    lines = {bench.communicate()[0].splitlines()[-1].split()[0] for bench in benches}
    here = subprocess.check_output([sys.executable, "-m", "lux", "bench", "4"], cwd=ROOT, text=True)
    assert lines == {here.splitlines()[-1].split()[0]}
    assert len(list((tmp_path / "lux").iterdir())) == 1


def test_it_answers_as_the_client_asks(executable, tmp_path):
    output = start(executable, "genfens 3 seed 7 book None ", "quit", cache=tmp_path).communicate()[0]
    assert len(re.findall(r"^info string genfens \S+ [wb] \S+ \S+ \d+ \d+$", output, re.MULTILINE)) == 3
    # The client ends an engine that hangs by its name.
    engine = start(executable, "go infinite", cache=tmp_path)
    try:
        assert engine.stdout.readline().startswith("info ")
        assert executable.name in Path(f"/proc/{engine.pid}/cmdline").read_text()
    finally:
        engine.kill()
        engine.communicate()


def test_what_was_not_used_for_a_week_is_removed(executable, tmp_path):
    for name, days in (("old", 8), ("recent", 6)):
        (tmp_path / "lux" / name).mkdir(parents=True)
        then = os.stat(tmp_path).st_mtime - days * 86400
        os.utime(tmp_path / "lux" / name, (then, then))
    assert start(executable, "isready", cache=tmp_path).communicate()[0] == "readyok\n"
    left = {path.name for path in (tmp_path / "lux").iterdir()}
    assert "recent" in left
    assert "old" not in left
    assert len(left) == 2


def test_a_network_takes_the_place_of_the_shipped_one(tmp_path):
    damaged = tmp_path / "0A1B2C3D"
    damaged.write_bytes(Path(SHIPPED).read_bytes()[:-1])
    with_network = pack(tmp_path / "Lux-damaged", str(damaged))
    engine = start(with_network, "isready", cache=tmp_path / "cache")
    assert "lux.nnue" in engine.communicate()[0]
    assert engine.returncode == 1
    damaged.write_bytes(Path(SHIPPED).read_bytes())
    same = pack(tmp_path / "Lux-same", str(damaged))
    assert start(same, "isready", cache=tmp_path / "cache").communicate()[0] == "readyok\n"
