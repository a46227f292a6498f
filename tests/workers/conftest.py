"""Both databases, for what must hold on either."""

import shutil
from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def each_url(request: pytest.FixtureRequest, migrated_file: Path, tmp_path: Path) -> str:
    """An empty, migrated database of one's own."""
    if request.param == "sqlite":
        return f"sqlite:///{shutil.copy(migrated_file, tmp_path / 'pigpost.db')}"
    url: str = request.getfixturevalue("postgres_url")
    return url
