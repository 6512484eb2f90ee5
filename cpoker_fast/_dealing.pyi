import numpy as np
from numpy.typing import NDArray

def deal_array(available: int, known: list[int], generator: np.random.Generator, out: NDArray[np.uint8]) -> None: ...
