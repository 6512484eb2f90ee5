"""Training of the value networks of the package; see `tools/train_networks.py`."""
