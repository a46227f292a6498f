"""A game with two players, and mails that wait."""

import pytest

from tests.post import Post, a_running_game


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    return post


@pytest.fixture
def careful(post: Post) -> Post:
    """A game that asks for a proof of every order."""
    a_running_game(post, "Bill", "Karen", identity="proven")
    return post
