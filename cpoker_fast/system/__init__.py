"""The world outside: files and the cache folder, plain values from JSON, modules of users, and optional libraries."""
