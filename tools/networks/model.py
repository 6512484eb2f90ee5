"""The networks in training. Weights are floats; those of the first layer are rounded to the integers of the package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from cpoker_fast._networks import (
    FEATURES,
    FIRST_SCALE,
    SECOND_SCALE,
    SECOND_SHIFT,
    SECOND_UNITS,
    THIRD_SCALE,
    UNITS,
    VALUE_SCALE,
)

__all__ = ["Model", "Samples", "fit"]

# Largest absolute values of weights with which no sum can overflow (cpf_head_is_safe), and of outputs of the second layer.
_MOST_FIRST, _MOST_FIRST_BIAS, _MOST_SECOND, _MOST_THIRD = 127 / FIRST_SCALE, 8.0, 1.0, 1.9
_MOST_HIDDEN = 32767 * (1 << SECOND_SHIFT) / (FIRST_SCALE * SECOND_SCALE)
_BATCH = 1024

Samples = tuple[torch.Tensor, torch.Tensor]
"""Features of boards, int16[n, MOST_FEATURES], and their target values, float32[n]."""


class Model(torch.nn.Module):
    """A shared first layer, and a head for each number of placed cards."""

    def __init__(self, placed: Sequence[int]) -> None:
        super().__init__()
        self.placed = list(placed)
        self.first = torch.nn.EmbeddingBag(FEATURES + 1, UNITS, mode="sum", padding_idx=FEATURES)
        torch.nn.init.normal_(self.first.weight, 0.0, 0.05)
        with torch.no_grad():
            self.first.weight[FEATURES] = 0.0
        self.first_bias = torch.nn.Parameter(torch.zeros(len(self.placed), UNITS))
        self.second = torch.nn.ModuleList(torch.nn.Linear(UNITS, SECOND_UNITS) for _ in self.placed)
        self.third = torch.nn.ModuleList(torch.nn.Linear(SECOND_UNITS, 1) for _ in self.placed)

    def forward(self, placed: int, features: torch.Tensor) -> torch.Tensor:
        """Return the values of boards with a number of placed cards."""
        head, weight = self.placed.index(placed), self.first.weight
        rounded = weight + (torch.round(weight * FIRST_SCALE) / FIRST_SCALE - weight).detach()
        sums = functional.embedding_bag(features.int(), rounded, mode="sum", padding_idx=FEATURES)
        hidden = functional.relu(self.second[head](functional.relu(sums + self.first_bias[head])))
        values: torch.Tensor = self.third[head](hidden.clamp(max=_MOST_HIDDEN)).squeeze(1)
        return values

    def clamp(self) -> None:
        """Limit the weights to the range of the integers."""
        with torch.no_grad():
            self.first.weight.clamp_(-_MOST_FIRST, _MOST_FIRST)
            self.first_bias.clamp_(-_MOST_FIRST_BIAS, _MOST_FIRST_BIAS)
            for second, third in zip(self.second, self.third, strict=True):
                second.weight.clamp_(-_MOST_SECOND, _MOST_SECOND)
                third.weight.clamp_(-_MOST_THIRD, _MOST_THIRD)

    @classmethod
    def of_integers(cls, first: NDArray[np.int8], heads: Sequence[tuple[Any, ...]]) -> Model:
        """Return a model with the weights that `quantized` returned."""

        def scaled(values: object, scale: int) -> torch.Tensor:
            return torch.from_numpy(np.asarray(values, np.float32) / np.float32(scale))

        model = cls([placed for placed, *_ in heads])
        with torch.no_grad():
            model.first.weight[:FEATURES] = scaled(first, FIRST_SCALE)
            for head, (_, first_bias, second, second_bias, third, third_bias) in enumerate(heads):
                model.first_bias[head] = scaled(first_bias, FIRST_SCALE)
                model.second[head].weight.copy_(scaled(second, SECOND_SCALE))
                model.second[head].bias.copy_(scaled(second_bias, FIRST_SCALE * SECOND_SCALE))
                model.third[head].weight.copy_(scaled(third, THIRD_SCALE).unsqueeze(0))
                model.third[head].bias.copy_(scaled([third_bias], VALUE_SCALE))
        return model

    def quantized(self) -> tuple[NDArray[np.int8], list[tuple[Any, ...]]]:
        """Return the first layer and the heads as integers, for `_networks.Networks`."""

        def quantize(values: torch.Tensor, scale: int, dtype: type[np.generic]) -> NDArray[Any]:
            return np.ascontiguousarray(np.rint(values.detach().double().numpy() * scale).astype(dtype))

        first = quantize(self.first.weight[:FEATURES], FIRST_SCALE, np.int8)
        heads = [
            (
                placed,
                quantize(self.first_bias[head], FIRST_SCALE, np.int16),
                quantize(self.second[head].weight, SECOND_SCALE, np.int16),
                quantize(self.second[head].bias, FIRST_SCALE * SECOND_SCALE, np.int32),
                quantize(self.third[head].weight[0], THIRD_SCALE, np.int16),
                round(float(self.third[head].bias.detach()) * VALUE_SCALE),
            )
            for head, placed in enumerate(self.placed)
        ]
        return first, heads


def fit(model: Model, samples: Mapping[int, Samples], epochs: Mapping[int, float], rate: float, seed: int) -> None:
    """Fit a model to samples. `epochs` is by number of placed cards. The learning rate rises to `rate`, then falls to 0."""
    rng = np.random.default_rng(seed)
    batches = []
    for placed, passes in epochs.items():
        n = len(samples[placed][1])
        order = np.concatenate([rng.permutation(n) for _ in range(int(np.ceil(passes)))])[: int(passes * n)]
        batches += [(placed, torch.from_numpy(part)) for part in np.array_split(order, max(1, len(order) // _BATCH))]
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=len(batches) + 1, pct_start=0.1)
    for number in rng.permutation(len(batches)):
        placed, batch = batches[number]
        features, targets = samples[placed]
        optimizer.zero_grad(set_to_none=True)
        loss = functional.mse_loss(model(placed, features[batch]), targets[batch])
        loss.backward()
        optimizer.step()
        schedule.step()
        model.clamp()
