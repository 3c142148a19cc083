"""Fit the win rate model of `lux/score.py` to games (layer 7).

Source: https://github.com/official-stockfish/WDL_model
"""

from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid, one_hot

from lux.analysis.material import PIECE_VALUES
from lux.learning.training.batches import Batch, RecordFile
from lux.score import MAX_MATERIAL, MIN_MATERIAL

# Games with scores beyond are decided, so they are left out.
MAX_SCORE = 400
POWERS = 4
ITERATIONS = 200
START = (2.0, 0.7)  # a and b of any material, in hundreds, which suits the optimiser


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
    """Return the material of each position, as `lux.analysis.material` counts it."""
    values = torch.tensor([PIECE_VALUES.get(piece, 0) for piece in "pnbrqk"])
    types = batch.inputs[:, 0].long().clamp(min=0) // 64 % 6
    there = torch.arange(types.shape[1]) < batch.counts[:, None]
    return (values[types] * there).sum(1)


def log_chances(scores: Tensor, shares: Tensor, coefficients: Tensor) -> Tensor:
    """Return the logarithms of the chances to lose, draw and win, [positions][3]; *shares* are [positions][POWERS]."""
    middle, width = 100 * coefficients @ shares.T
    win, loss = (logsigmoid((side * scores - middle) / width.clamp(min=1)) for side in (1, -1))
    draw = (1 - win.exp() - loss.exp()).clamp(min=1e-9).log()
    return torch.stack([loss, draw, win], 1)


def fit(scores: Tensor, material: Tensor, results: Tensor) -> WinRates:
    """Return the maximum-likelihood coefficients; score and result, 1, 0.5 or 0, are the side to move's.

    Raises:
        ValueError: there are no positions with scores that count.
    """
    kept = scores.abs() <= MAX_SCORE
    if not kept.any():
        raise ValueError(f"no position has a score within {MAX_SCORE} centipawns")
    scores, material, results = (each[kept].double() for each in (scores, material, results))
    shares = torch.linalg.vander(material.clamp(MIN_MATERIAL, MAX_MATERIAL) / 58, N=POWERS)
    outcome = one_hot((2 * results).long(), 3)
    coefficients = torch.zeros(2, POWERS, dtype=torch.float64)
    coefficients[:, 0] = torch.tensor(START)
    optimizer = torch.optim.LBFGS([coefficients.requires_grad_()], max_iter=ITERATIONS, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        """Return the negative log-likelihood."""
        optimizer.zero_grad()
        mean = -(log_chances(scores, shares, coefficients) * outcome).sum(1).mean()
        mean.backward()
        return mean

    optimizer.step(loss)
    with torch.no_grad():
        chances = log_chances(scores, shares, coefficients).exp()
        surplus = chances[:, 2] + chances[:, 1] / 2 - results
        bands = torch.div(scores + MAX_SCORE, 50, rounding_mode="floor").long()
        counts = torch.bincount(bands).clamp(min=1)
        error = torch.bincount(bands, surplus / counts[bands]).square().mean().sqrt().item()
        a, b = (100 * coefficients).tolist()
    return WinRates(a, b, len(scores), error)
