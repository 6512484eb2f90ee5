"""Comparisons of ranking speed with other evaluators, for `cpoker bench` and the scripts in benchmarks/."""
