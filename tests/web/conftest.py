"""The audit view on a real database."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pigpost.config import Settings, Site
from pigpost.ports import Store
from pigpost.web.app import create_app
from tests.fakes import FixedClock
from tests.web.play import BEGINNING

if TYPE_CHECKING:
    from pigpost.adapters.sql.store import SqlStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """What the audit view is made from."""

    store: Store
    settings: Settings
    clock: FixedClock
    mailbox: str = "inbox"


def audit(store: Store, clock: FixedClock) -> Flask:
    site = Site(name="Pigs & Co", url="https://pigs.example")
    return create_app(Audited(store=store, settings=Settings(site=site), clock=clock))


@pytest.fixture
def clock() -> FixedClock:
    """An hour after the games begin."""
    clock = FixedClock(BEGINNING)
    clock.advance(hours=1)
    return clock


@pytest.fixture
def app(store: "SqlStore", clock: FixedClock) -> Flask:
    return audit(store, clock)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
