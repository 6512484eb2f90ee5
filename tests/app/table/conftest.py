"""Ledgers of the card room's tests."""

import pytest


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.jsonl"
