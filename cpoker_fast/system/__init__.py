"""The system around the package: files, the cache folder, JSON, exports to other programs, users' modules, and extras."""
