"""The fit of win rates finds the coefficients that made the results."""

import random
import re

import pytest

import lux.cli.group
from lux.analysis.material import total_material
from tests.learning.viriformat import pack_board
from tests.playouts import playouts

torch = pytest.importorskip("torch", reason="needs the extra [train]")
pytest.importorskip("numpy", reason="needs the extra [train]")

from lux.learning.training.batches import RecordFile  # noqa: E402
from lux.learning.training.win_rates import fit, material_of  # noqa: E402

A, B = (250.0, -400.0, 350.0, -100.0), (50.0, 90.0, -80.0, 40.0)


def drawn_results(scores, materials, generator):
    """Return results that the model with A and B gives by chance."""
    shares = torch.stack([(materials / 58) ** power for power in range(4)], 1)
    a, b = (shares @ torch.tensor(factors, dtype=torch.float64) for factors in (A, B))
    win, loss = (torch.sigmoid((score - a) / b) for score in (scores, -scores))
    chance = torch.rand(len(scores), generator=generator, dtype=torch.float64)
    return torch.where(chance < win, 1.0, torch.where(chance < win + loss, 0.0, 0.5))


def test_what_made_the_results_is_found():
    generator = torch.Generator().manual_seed(3)
    scores = torch.randint(-500, 501, (400_000,), generator=generator).double()
    materials = torch.randint(8, 79, (400_000,), generator=generator).double()
    found = fit(scores, materials, drawn_results(scores, materials, generator))
    assert found.positions == int((scores.abs() <= 400).sum())
    assert found.error < 0.01
    for share in (0.25, 0.6, 1.0, 1.3):
        for factors, wanted in ((found.a, A), (found.b, B)):
            value, expected = (sum(f * share**power for power, f in enumerate(all_)) for all_ in (factors, wanted))
            assert value == pytest.approx(expected, rel=0.06)


def test_scores_that_tell_nothing_are_refused():
    with pytest.raises(ValueError, match="no position has a score within 400"):
        fit(torch.tensor([900.0]), torch.tensor([40]), torch.tensor([1.0]))


def test_material_is_counted_as_for_the_model(tmp_path):
    path = tmp_path / "some.records"
    packed, expected = zip(
        *((pack_board(oracle, 0, 1), total_material(board)) for oracle, board in playouts(5, 50)), strict=True
    )
    path.write_bytes(b"".join(packed))
    assert material_of(RecordFile(path).read(0, 50)).tolist() == list(expected)


def test_the_command_prints_what_wdl_py_holds(capsys, tmp_path):
    path, rng = tmp_path / "some.records", random.Random(3)
    records = [pack_board(oracle, rng.randint(-350, 350), rng.randrange(3)) for oracle, _ in playouts(6, 3000)]
    path.write_bytes(b"".join(records))
    assert lux.cli.group.run(["data", "wdl", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    numbers = r"\((-?\d+\.\d(, )?){4}\)"
    points = r"3,000 positions; expected points of a band of scores are off by 0\.\d{4}"
    assert re.fullmatch(rf"A = {numbers}\nB = {numbers}\n{points}\n", out)
