"""Fit the win rate model of `lux/uci/wdl.py` to games (layer 7).

Source: https://github.com/official-stockfish/WDL_model
"""

from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid, one_hot

from lux.learning.training.batches import Batch, RecordFile
from lux.score import MAX_MATERIAL, MIN_MATERIAL
from lux.uci.wdl import PIECE_VALUES

# Games with scores beyond are decided, so they are left out.
MAX_SCORE = 400
POWERS = 4
ITERATIONS = 200
START = (200.0, 70.0)  # a and b, of any material


class WinRates(NamedTuple):
    """The coefficients of a and b by the powers of material / 58, and what they were fitted to."""

    a: list[float]
    b: list[float]
    positions: int
    error: float  # of the expected points of a band of scores 50 wide, root mean square


def fit_file(path: Path, most: int) -> WinRates:
    """Fit the model to the first records of a file; raises as RecordFile and `fit` do."""
    records = RecordFile(path)
    batch = records.read(0, min(most, len(records)))
    return fit(batch.scores, material_of(batch), batch.results)


def material_of(batch: Batch) -> Tensor:
    """Return the material of each position, as `lux.uci.wdl.material` counts it."""
    values = torch.tensor([PIECE_VALUES.get(piece, 0) for piece in "pnbrqk"])
    types = batch.inputs[:, 0].long().clamp(min=0) // 64 % 6
    there = torch.arange(types.shape[1]) < batch.counts[:, None]
    return (values[types] * there).sum(1)


def shares_of(material: Tensor) -> Tensor:
    """Return the powers of material / 58, [positions][POWERS]."""
    share = material.double().clamp(MIN_MATERIAL, MAX_MATERIAL) / 58
    return torch.stack([share**power for power in range(POWERS)], 1)


def log_chances(scores: Tensor, shares: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """Return the logarithms of the chances to lose, draw and win, [positions][3]."""
    middle, width = shares @ a, (shares @ b).clamp(min=1)
    win, loss = (logsigmoid((side * scores - middle) / width) for side in (1, -1))
    draw = (1 - win.exp() - loss.exp()).clamp(min=1e-9).log()
    return torch.stack([loss, draw, win], 1)


def fit(scores: Tensor, material: Tensor, results: Tensor) -> WinRates:
    """Return the maximum-likelihood coefficients.

    Args:
        scores: centipawns from the side to move's point of view, [positions].
        material: [positions].
        results: 1, 0.5 or 0 for the side to move, [positions].

    Raises:
        ValueError: there are no positions with scores that count.
    """
    kept = scores.abs() <= MAX_SCORE
    if not kept.any():
        raise ValueError(f"no position has a score within {MAX_SCORE} centipawns")
    scores, shares, results = scores[kept].double(), shares_of(material[kept]), results[kept].double()
    outcome = one_hot((2 * results).long(), 3)
    coefficients = [torch.zeros(POWERS, dtype=torch.float64) for _ in START]
    for tensor, start in zip(coefficients, START, strict=True):
        tensor[0] = start / 100
        tensor.requires_grad_()
    optimizer = torch.optim.LBFGS(coefficients, max_iter=ITERATIONS, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        """Return the negative log-likelihood; coefficients are in hundreds, which suits the optimiser."""
        optimizer.zero_grad()
        mean = -(log_chances(scores, shares, *(100 * tensor for tensor in coefficients)) * outcome).sum(1).mean()
        mean.backward()
        return mean

    optimizer.step(loss)
    with torch.no_grad():
        a, b = (100 * tensor for tensor in coefficients)
        chances = log_chances(scores, shares, a, b).exp()
        surplus = chances[:, 2] + chances[:, 1] / 2 - results
        bands = torch.div(scores + MAX_SCORE, 50, rounding_mode="floor").long()
        counts = torch.bincount(bands).clamp(min=1)
        error = torch.bincount(bands, surplus / counts[bands]).square().mean().sqrt().item()
    return WinRates(a.tolist(), b.tolist(), len(scores), error)
