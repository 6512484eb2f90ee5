"""Ledgers of the tests of tables."""

import pytest


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.jsonl"
