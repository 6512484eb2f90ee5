"""Analyses and reviews of placements, built on value networks and on rollouts against sampled opponent boards."""
