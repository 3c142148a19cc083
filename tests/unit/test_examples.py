"""The examples in Python of README and documentation run, and a strict type checker has nothing against them."""

import os
import re
from pathlib import Path

import pytest

from tests.protocol.session import LUX
from tests.sources import ROOT, needs_sources, run_python

PAGES = [path.read_text(encoding="utf-8") for path in (*ROOT.glob("README.md"), *sorted(ROOT.glob("docs/**/*.md")))]
EXAMPLES = re.findall(r"```python\n(.*?)```", "\n".join(PAGES), re.DOTALL)
pytestmark = needs_sources
SYZYGY = ROOT / "tests" / "data" / "syzygy"


def test_strict_types(tmp_path):
    for number, example in enumerate(EXAMPLES):
        (tmp_path / f"example_{number}.py").write_text(example, encoding="utf-8")
    # As for a user: where Lux is installed, only what the examples themselves do is checked.
    flags = ("--strict", "--cache-dir", tmp_path / "cache")
    checked = run_python("-m", "mypy", *flags, *tmp_path.glob("*.py"), cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert len(EXAMPLES) > 5


# What an example prints, by a name in it.
OUTPUTS = {
    "variation_san": r"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n2\. ",
    "perft_stats": r"119060324 8\nTrue 1610060 \[\]\n",
    "review_game": r"Judgement\.BLUNDER",
    # A game with a mistake costs no other.
    "PgnError": r"\Agame 1, line 1: illegal move Ke3 in .*\n\? \['d4', 'd5'\] None\n\Z",
}


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_runs(example, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(LUX[0]).parent), os.environ["PATH"]]))
    example = example.replace("/path/to/syzygy", str(SYZYGY)).replace("KBN5", "K1R5")
    exec(compile(example, "example", "exec"), {})
    assert "lux" in example
    output = capsys.readouterr().out
    assert output or "svg" in example
    assert "cannot be started" not in output
    for name, wanted in OUTPUTS.items():
        assert name not in example or re.search(wanted, output)
