"""The system around the package: files and the cache folder, values from JSON, modules of users, optional libraries."""
