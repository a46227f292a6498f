"""A player protests, appeals or contests at the desk: what his mail would do, and the same comes of it."""

from datetime import timedelta

from pigpost.claims.about import Dispute, dispute_in
from pigpost.errors import AgainstTheRules, NotFound, TooLate, UsageError
from pigpost.events.canonical_json import proper
from pigpost.intake.accept_order import BY_HAND, Written
from pigpost.intake.asked import Asked
from pigpost.intake.charset import seen
from pigpost.intake.desk.own_games import OwnGame, OwnRuling, own_game
from pigpost.intake.dispute import contest, file_claim, lay_before_ombudsman
from pigpost.orders.reading import Command, CommandWord, Span
from pigpost.outbox.letterhead import holder_of, player_head
from pigpost.outbox.queue import tell_player
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState
from pigpost.results.letters import ClaimNews

LONGEST = 2000
"""Characters of what a player says."""

_AN_HOUR, _MOST_CLAIMS = timedelta(hours=1), 5
"""So many claims a player can open here in an hour: each is a mail to the GM at once."""


def protest_here(services: Services, person: str, game: str, *, round: int, words: str) -> int:
    """Opens a claim about a round; its number. The same words twice are one claim.

    `NotFound` for a game that is not his, `TooLate` for a round that can't be disputed any more.
    """
    words = _words(words)
    with services.store.writing() as tx:
        own, now = own_game(tx, person, game), services.clock.now()
        for claim in own.claims:
            if claim.waits and (claim.about, claim.words) == (round, words):
                return claim.number
        if round not in own.disputable(now):
            raise TooLate(
                f"round {round} can't be disputed: that ends with the deadline of the round behind "
                f"it; {services.settings.site.gm_name} can still look into it, if you write a mail"
            )
        if sum(claim.filed_at > now - _AN_HOUR for claim in own.claims) >= _MOST_CLAIMS:
            raise AgainstTheRules("so many claims within the hour: add the rest by mail, or wait")
        dispute = Dispute(round=round, entry=_quoted(tx, own.state, round, words))
        asked = _asked(services, tx, own, CommandWord.PROTEST, words)
        _confirm(asked, file_claim(asked, dispute))
        return own_game(tx, person, game).claims[0].number


def appeal_here(services: Services, person: str, game: str, *, ruling: int, words: str) -> None:
    """Lays what was ruled before the ombudsman; `TooLate` where that is not possible, or not again."""
    words = _words(words)
    with services.store.writing() as tx:
        own = own_game(tx, person, game)
        found = _ruling(services, own, ruling)
        if not found.can_appeal or found.ruling.claim is None:
            raise TooLate(
                f"ruling {ruling} can't be appealed against: each claim can be once, where there is "
                "an ombudsman, and what he has ruled is final"
            )
        asked = _asked(services, tx, own, CommandWord.APPEAL, words)
        claim = own.state.claims[found.ruling.claim - 1]
        _confirm(asked, lay_before_ombudsman(asked, claim))


def contest_here(services: Services, person: str, game: str, *, ruling: int) -> None:
    """His voice against a ruling; `TooLate` where it counts already, or can't."""
    with services.store.writing() as tx:
        own = own_game(tx, person, game)
        found = _ruling(services, own, ruling)
        if not found.can_contest:
            raise TooLate(
                f"ruling {ruling} can't be contested by you: you have said so, it was taken back, "
                "or you do not play any more"
            )
        asked = _asked(services, tx, own, CommandWord.PROTEST, f"PROTEST ruling {ruling}")
        _confirm(asked, contest(asked, found.ruling))


def _asked(
    services: Services, tx: Transaction, own: OwnGame, word: CommandWord, words: str
) -> Asked:
    """What a mail of his would have asked for, had it arrived now."""
    holder = holder_of(own.state, own.seat)
    written = Written(
        seat=own.seat,
        head=player_head(services, own.state, holder),
        by="service",
        idem=None,
        arrived_at=services.clock.now(),
        uid=BY_HAND,
        mail_sha256="",
        sender="",
        dated="",
        proof="login",
        round=None,
    )
    return Asked(
        services=services,
        tx=tx,
        state=own.state,
        command=Command(word=word, span=Span(start=0, end=len(words)), args={"text": words}),
        written=written,
        words=words,
        mail=None,
        answered=None,
    )


def _confirm(asked: Asked, news: ClaimNews) -> None:
    """The answer that his mail would have got, for him to keep; and so that he hears of it anyhow."""
    holder = holder_of(asked.state, asked.written.seat)
    due = None if news.due is None else news.due.round
    tell_player(asked.services, asked.tx, news, holder, asks_round=due)


def _ruling(services: Services, own: OwnGame, number: int) -> OwnRuling:
    for found in own.rulings(services):
        if found.ruling.number == number:
            return found
    raise NotFound(f"{own.state.id} has no ruling {number}")


def _quoted(tx: Transaction, state: GameState, round: int, words: str) -> int | None:
    """The entry whose receipt is quoted, if it is of the round that was chosen."""
    found = dispute_in(tx, state, words)
    return found.entry if found.round == round else None


def _words(words: str) -> str:
    """As they would be in a mail: nothing that a terminal obeys or a reader can't see."""
    text = "\n".join(line.rstrip() for line in proper(seen(words)).strip().splitlines())
    if not text:
        raise UsageError("say what went wrong: it stands in the log, where everybody can read it")
    if len(text) > LONGEST:
        raise UsageError(f"at most {LONGEST} characters, please")
    return text
