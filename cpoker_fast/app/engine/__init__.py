"""What `cpoker engine` runs: a server that plays a bot in the engine protocol, and the check of a program that speaks it."""
