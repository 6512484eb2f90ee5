"""Ranking throughput compared with other evaluators, for `cpoker bench` and benchmarks/."""
