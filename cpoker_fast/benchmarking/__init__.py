"""Ranking throughput side by side with other evaluators; what `cpoker bench` and benchmarks/ measure."""
