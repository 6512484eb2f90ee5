"""Open-face bots, analyses and reviews, built on value networks and on rollouts against sampled opponent boards."""
