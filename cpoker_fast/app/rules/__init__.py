"""What `cpoker rules` says: rules in sentences, differences between rules, and the meaning of each option, with examples."""
