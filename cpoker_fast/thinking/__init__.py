"""Networks that value positions, rollouts against sampled opponent boards, and the book of first placements."""
