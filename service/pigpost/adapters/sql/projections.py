"""What is derived from the log for look-ups: games, and who sits where at which address."""

from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.addresses import folded
from pigpost.adapters.sql.decoding import opened
from pigpost.adapters.sql.entries import entries
from pigpost.adapters.sql.prepared import Prepared
from pigpost.adapters.sql.upsert import insert_into, upsert
from pigpost.events.record import Recorded
from pigpost.events.streams import game_of
from pigpost.events.types import (
    AddressAdded,
    AddressConfirmed,
    DeadlineMoved,
    Event,
    GameCreated,
    GameEnded,
    GameHeld,
    GameResumed,
    GameStarted,
    OrdersSealed,
    PersonEntered,
    PlayerInvited,
    RoundOpened,
    RoundThrown,
    RulingMade,
    SeatReplaced,
)
from pigpost.games.kinds import GameId
from pigpost.ports import GameRow, SeatHolder
from pigpost.replay.state import Phase

_NO_ROUND = {"round": None, "attempt": None, "deadline": None}

_PROJECTED: frozenset[type[Event]] = frozenset(
    {
        GameCreated,
        PlayerInvited,
        AddressAdded,
        GameStarted,
        GameHeld,
        GameResumed,
        GameEnded,
        RoundOpened,
        DeadlineMoved,
        OrdersSealed,
        RoundThrown,
        RulingMade,
        SeatReplaced,
    }
)
_NAMES = frozenset(cls.__name__ for cls in _PROJECTED)


class SqlProjections:
    """As `ports.Projections`. What a seat is worth in the game is in its state, not here."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def games(self) -> list[GameRow]:
        """As `ports.Projections.games`."""
        rows = self._connection.execute(_games().order_by(tables.game.c.pos.desc()))
        return [GameRow(**row) for row in rows.mappings()]

    def game(self, game: str) -> GameRow | None:
        """As `ports.Projections.game`."""
        found = _ONE_GAME.mappings(self._connection, its_name=game)
        return next((GameRow(**row) for row in found), None)

    def seats_of_address(self, address: str) -> list[SeatHolder]:
        """As `ports.Projections.seats_of_address`; by when the seat was first offered."""
        found = _AT_ADDRESS.mappings(self._connection, its_address=folded(address))
        return [SeatHolder(**row) for row in found]

    def seats_of_person(self, person: str) -> list[SeatHolder]:
        """As `ports.Projections.seats_of_person`; by when the seat was first offered."""
        query = _holders().where(tables.seat.c.person == person).order_by(tables.seat.c.id)
        return [SeatHolder(**row) for row in self._connection.execute(query).mappings()]

    def holder(self, game: str, seat: str) -> SeatHolder | None:
        """As `ports.Projections.holder`."""
        query = _holders().where(tables.seat.c.game == game, tables.seat.c.seat == seat)
        row = self._connection.execute(query).mappings().first()
        return None if row is None else SeatHolder(**row)

    def holders(self, game: str) -> list[SeatHolder]:
        """As `ports.Projections.holders`."""
        query = _holders().where(tables.seat.c.game == game).order_by(tables.seat.c.id)
        return [SeatHolder(**row) for row in self._connection.execute(query).mappings()]

    def person_of_address(self, address: str) -> str | None:
        """As `ports.Projections.person_of_address`; of several the one who came last."""
        known = tables.address.c
        query = select(known.person).where(known.folded == folded(address))
        return self._connection.scalar(query.order_by(known.id.desc()).limit(1))

    def addresses_of(self, person: str) -> list[str]:
        """As `ports.Projections.addresses_of`."""
        known, mailed = tables.address.c, tables.person.c.address
        query = select(known.address).where(known.person == person)
        query = query.join(tables.person, tables.person.c.id == known.person)
        order = ((known.id == mailed).desc(), known.id.desc())
        return list(self._connection.scalars(query.order_by(*order)))

    def rebuild(self) -> None:
        """As `ports.Projections.rebuild`."""
        for table in (tables.game, tables.person, tables.address, tables.seat):
            self._connection.execute(delete(table))
        for entry in entries(self._connection):
            if entry.type in _NAMES:
                self.apply(opened(entry))

    def apply(self, recorded: Recorded) -> None:
        """What one more event changes; events come in the order of the log."""
        if recorded.kind not in _PROJECTED or (game := game_of(recorded.stream)) is None:
            return
        match recorded.event:
            case GameCreated() as event:
                self._create(game, recorded, event)
            case (PlayerInvited() | SeatReplaced()) as event if event.personal is not None:
                self._seat(game, recorded.pos, event.seat, event.personal)
            case AddressAdded(personal=AddressConfirmed(person=person, address=address)):
                self._address(recorded.pos, person, address)
            case event:
                self._change(game, event)

    def _create(self, game: GameId, recorded: Recorded, event: GameCreated) -> None:
        values = {
            "game": game,
            "stream": recorded.stream,
            "pos": recorded.pos,
            "title": event.title,
            "kind": event.kind,
            "form": event.form,
            "phase": Phase.FORMING,
            "early": event.early,
        }
        self._connection.execute(insert(tables.game).values(values))

    def _change(self, game: GameId, event: Event) -> None:
        if changes := _changes(event):
            ours = tables.game.c.game == game
            self._connection.execute(update(tables.game).where(ours).values(changes))

    def _seat(self, game: GameId, pos: int, seat: str, entered: PersonEntered) -> None:
        person = {
            "id": entered.person,
            "name": entered.name,
            "address": self._address(pos, entered.person, entered.address),
            "language": entered.language,
            "timezone": entered.timezone,
        }
        self._connection.execute(upsert(self._connection, tables.person, person))
        holder = {"id": pos, "game": game, "seat": seat, "person": entered.person}
        self._connection.execute(
            insert_into(self._connection, tables.seat, holder).on_conflict_do_update(
                index_elements=["game", "seat"], set_={"person": entered.person}
            )
        )

    def _address(self, pos: int, person: str, address: str) -> int:
        """The id of the person's address, in the spelling that was used last."""
        values = {"id": pos, "person": person, "address": address, "folded": folded(address)}
        statement = insert_into(self._connection, tables.address, values).on_conflict_do_update(
            index_elements=["person", "folded"], set_={"address": address}
        )
        return int(self._connection.execute(statement.returning(tables.address.c.id)).scalar_one())


def _changes(event: Event) -> dict[str, Any]:
    """What an event changes in its game's row: `replay.fold` in small."""
    changes: dict[str, Any] = {}
    match event:
        case GameStarted():
            changes = {"phase": Phase.OPEN}
        case GameHeld():
            changes = {"held": event.reason}
        case GameResumed():
            changes = {"held": None}
        case GameEnded():
            changes = {"phase": Phase.OVER, **_NO_ROUND}
        case RoundOpened(round=round, attempt=attempt, deadline=deadline):
            changes = {"phase": Phase.OPEN, "round": round, "attempt": attempt}
            changes["deadline"] = deadline
        case DeadlineMoved():
            changes = {"deadline": event.deadline}
        case OrdersSealed():
            changes = {"phase": Phase.SEALED}
        case RoundThrown() | RulingMade(reopened=True):
            changes = {"phase": Phase.OPEN, **_NO_ROUND}
    return changes


def _at_address() -> Select[Any]:
    known = tables.address.c
    owners = select(known.person).where(known.folded == bindparam("its_address"))
    return _holders().where(tables.seat.c.person.in_(owners)).order_by(tables.seat.c.id)


def _games() -> Select[Any]:
    row, log = tables.game.c, tables.event.c
    version = select(func.max(log.ver)).where(log.stream == row.stream)
    return select(
        row.game,
        row.title,
        row.kind,
        row.form,
        row.phase,
        row.held,
        row.round,
        row.attempt,
        row.deadline,
        row.early,
        version.scalar_subquery().label("version"),
    )


def _holders() -> Select[Any]:
    seat, person, address = tables.seat, tables.person, tables.address
    return (
        select(
            seat.c.game,
            seat.c.seat,
            seat.c.person,
            person.c.name,
            address.c.address,
            person.c.language,
            person.c.timezone,
        )
        .join(person, person.c.id == seat.c.person)
        .join(address, address.c.id == person.c.address)
    )


_ONE_GAME = Prepared(_games().where(tables.game.c.game == bindparam("its_name")))
_AT_ADDRESS = Prepared(_at_address())
