"""Players that think: networks, rollouts against sampled opponent boards, and the analyses and bots made of them."""
