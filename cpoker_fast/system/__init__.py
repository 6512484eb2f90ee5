"""The system around the package: files and the cache folder, values from JSON, users' modules, and optional libraries."""
