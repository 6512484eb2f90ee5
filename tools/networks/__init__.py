"""Training of the value networks that are shipped with the package; see `tools/train_networks.py`."""
