"""The demo's bots, without sockets: in every game they slip once, miss once, and come to an end."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO

import pytest

from pigpost.audit.export import export_game
from pigpost.cli.demo_bots import Bot
from pigpost.cli.demo_strategies import strategies
from pigpost.events.types import OrderAccepted, OrderRefused
from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Form, Kind, Seat, Settings, Standings
from pigpost.games.outcomes import Outcome
from pigpost.games.settings import game_settings
from pigpost.games.standings import standings_after
from pigpost.games.throws import round_key, throws
from pigpost.orders.read import read
from pigpost.orders.reading import Order, Player, Refusal
from pigpost.replay.verify import verify
from pigpost.rounds.start import start_game
from pigpost.seats.create import create_game
from pigpost.seats.invite import invite_players
from tests.post import GAME, FakeInbox, Post, a_player, address_of

GAMES = [
    pytest.param(game_settings(kind, form=form), id=f"{kind}-{form}")
    for kind in Kind
    for form in kind.forms
]
MOST_ROUNDS = 60


def seats_of(game: Settings) -> dict[str, Seat]:
    return {name: Seat(number) for number, name in enumerate(strategies(game), start=1)}


def order_of(game: Settings, name: str) -> Condition:
    """What a bot's words are read as by the game."""
    item = reading(game, name, strategies(game)[name].order)
    assert isinstance(item, Order), name
    return item.condition


def reading(game: Settings, name: str, words: str) -> object:
    seats = seats_of(game)
    players = [Player(seat=seat, name=other) for other, seat in seats.items()]
    text = f"{words}\n\nCheers,\n{name}\n"
    (item,) = read(text, players=players, me=seats[name], kind=game.kind, form=game.form).items
    return item


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_orders_something_else_and_one_of_them_slips(game: Settings) -> None:
    bots = strategies(game)
    assert len({order_of(game, name) for name in bots}) == len(bots)
    assert len({bot.label for bot in bots.values()}) == len(bots)
    ((slipping, slip),) = [(name, bot.slip) for name, bot in bots.items() if bot.slip is not None]
    item = reading(game, slipping, slip)
    assert isinstance(item, Refusal)
    shared = game.form is Form.SHARED and game.kind is not Kind.HOG
    assert item.reason == ("unknown_player" if shared else "not_in_this_game")


@pytest.mark.parametrize("game", GAMES)
def test_the_bots_end_every_game_within_sixty_rounds(game: Settings) -> None:
    lengths = [rounds_of(game, number) for number in range(100)]
    assert max(lengths) <= MOST_ROUNDS
    assert sum(lengths) / len(lengths) < MOST_ROUNDS / 4


def rounds_of(game: Settings, number: int) -> int:
    """How many rounds a game with a certain seed takes the bots."""
    seed = hashlib.sha256(str(number).encode()).digest()
    seats = seats_of(game)
    if game.form is Form.SEQUENTIAL:
        game = replace(game, first_seat=seats["Karen"])
    orders = {seat: order_of(game, name) for name, seat in seats.items()}
    missed = {bot.misses: seats[name] for name, bot in strategies(game).items()}
    table, round = Standings(scores=dict.fromkeys(seats.values(), 0)), 0
    while round <= MOST_ROUNDS:
        round += 1
        sent = {seat: order for seat, order in orders.items() if seat != missed.get(round)}
        record = adjudicate(game, table, sent, partial(draws, game, seed, round))
        if record.game_over:
            break
        table = standings_after(table, record)
    return round


def draws(game: Settings, seed: bytes, round: int, source: str) -> Iterator[Outcome]:
    return throws(round_key(seed, game="g", round=round, attempt=1, source=source), game)


@dataclass(frozen=True, kw_only=True)
class Table:
    """Bots at mailboxes that are lists."""

    post: Post
    bots: list[tuple[Bot, FakeInbox]]

    def go_on(self) -> None:
        """Everything is done that there is to do; then the bots read and write."""
        self.post.run()
        for bot, inbox in self.bots:
            for mail in self.post.sender.to(bot.address)[len(inbox.mails) :]:
                inbox.deliver(mail.as_bytes())
            bot.read_and_answer()
        self.post.run()


@dataclass(frozen=True)
class ToTheGame:
    """Takes what the bots send into the inbox of the games."""

    post: Post

    def send(self, *, envelope_sender: str, recipient: str, message: bytes) -> str:
        del envelope_sender, recipient
        self.post.inbox.deliver(message)
        return "250 taken"


def a_table(post: Post, game: Settings) -> Table:
    create_game(
        post.services,
        GAME,
        title="Spring Pigs",
        settings=game,
        schedule="Fri 20:00",
        timezone="UTC",
        identity="address",
        early=True,
    )
    invite_players(post.services, GAME, [a_player(name) for name in strategies(game)])
    inboxes = {name: FakeInbox(post.clock) for name in strategies(game)}
    bots = [
        Bot(
            name=name,
            address=address_of(name),
            strategy=strategy,
            door=inboxes[name],
            sender=ToTheGame(post),
            clock=post.clock,
        )
        for name, strategy in strategies(game).items()
    ]
    return Table(post=post, bots=[(bot, inboxes[bot.name]) for bot in bots])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_three_rounds_by_mail_show_a_refusal_and_a_default_and_verify(
    post: Post, game: Settings
) -> None:
    table = a_table(post, game)
    table.go_on()
    start_game(post.services, GAME)
    for _ in range(12):
        table.go_on()
        state = post.state()
        if len(state.thrown) >= 3 or state.current is None:
            break
        silent = [n for n, seat in seats_of(game).items() if not state.current.standing(seat)]
        if (state.round, silent) == (2, ["Karen"]):
            post.sleep_until(state.current.deadline)
        post.clock.advance(seconds=2)
    state = post.state()
    assert len(state.thrown) == 3
    assert [event.personal.words for event in post.events(OrderRefused)] == [
        bot.slip.rstrip(".") for bot in strategies(game).values() if bot.slip is not None
    ]
    assert [list(round.event.result["defaulted"].values()) for round in state.thrown] == [
        [],
        ["no_order"],
        [],
    ]
    assert len(post.events(OrderAccepted)) >= 3 * len(table.bots) - 1
    with post.services.store.reading() as tx:
        exported = export_game(tx, GAME, origin="pigs.example/pigpost")
    assert all(finding.good for finding in verify(BytesIO(exported)))
