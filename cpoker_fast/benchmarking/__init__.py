"""Ranking throughput side by side with other evaluators, as `cpoker bench` and benchmarks/ measure it."""
