"""The system around the package: files, the cache folder, JSON, exports, users' modules, lazy imports, and extras."""
