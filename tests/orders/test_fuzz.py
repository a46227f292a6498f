"""Whatever is mailed, reading ends soon, without a fault, and says something."""

import random
import time
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.orders.language import language
from pigpost.orders.read import MOST_CHARACTERS, read
from pigpost.orders.reading import Item, Order, Player, Refusal, State
from tests.orders.asking import KAREN, players
from tests.phrases.rows import OURS, rows_of

NAMES = ("Bill", "Karen", "Will", "Total", "Tom B", "Tom K", "Max", "Maxine", "Dr. No", "3")
MOST_SECONDS = 0.25
"""Five times what an idle machine may need: tests run beside others."""

WORDS = sorted({" ".join(phrase) for phrase in language("en").lexicon.phrases})
PIECES = st.sampled_from([*WORDS, *NAMES, "3", "20", "\n", ".", ",", "?", "\u200b", "> ", "-- \n"])


def asked(text: str, state: State = State.PLAYING) -> list[Item]:
    """The reading, held against what always holds of one."""
    known: list[Player] = players(NAMES)
    items = list(read(text, players=known, me=KAREN, state=state).items)
    assert items
    orders = [item for item in items if isinstance(item, Order)]
    assert len({(order.round, order.standing) for order in orders}) == len(orders)
    for item in items:
        if isinstance(item, Refusal):
            assert item.complaints
            assert all(0 <= c.span.start <= c.span.end <= len(item.line) for c in item.complaints)
        else:
            assert 0 <= item.span.start <= item.span.end <= len(text)
    return items


@given(st.text(max_size=300), st.sampled_from(State))
def test_any_text_is_read_without_a_fault(text: str, state: State) -> None:
    asked(text, state)


@given(st.lists(PIECES, max_size=25).map(" ".join))
def test_any_jumble_of_our_own_words_is_read_without_a_fault(text: str) -> None:
    asked(text)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join))
def test_reading_is_the_same_in_any_case(text: str) -> None:
    first, second = (read(t, players=players(), me=KAREN) for t in (text, text.upper()))
    orders = [[i.condition for i in r.items if isinstance(i, Order)] for r in (first, second)]
    assert orders[0] == orders[1]


MEAN = {
    "one word": "i " * 2000,
    "one occasion": "when bill " * 400,
    "full stops": "." * MOST_CHARACTERS,
    "sentences": "a. " * 1300,
    "lines": "a\n" * 39,
    "broken orders": "3 throws or 4 or 5 throws when\n" * 39,
    "names": "will total max tom " * 200,
    "orders": "3 throws " * 44,
    "long lines": ("3 throws, 20 points or when bill stops and i have 20 points " * 2 + "\n") * 30,
    "a long word": "x" * MOST_CHARACTERS,
    "a huge text": "x" * 5_000_000,
    "spaces": " " * 3990 + "3 throws",
    "nothing to see": "\u200b" * 3999 + "THROWS 3",
    "digits": "9" * 3990 + " throws",
    "quotation marks": "\"'*_" * 1000,
    "greetings": "hi, " * 900,
    "greetings on lines": "hi hi hi hi hi hi hi hi hi hi hi hi\n" * 38,
    "thanks": "thanks " * 500,
    "dashes": "- " * 1900,
    "contractions": "i'll i'm i've " * 250,
    "smileys": ":-) " * 900,
    "phone numbers": "+44 1632 960123 " * 200,
    "accents": "a" + "\u0301" * 3990,
    "half characters": "\ud800" * 3000,
    "misspelled": ("thowrs whne aftre tunr scroe pionts uless othewise " * 5 + "\n") * 15,
    "beside talk": "When Paula and Nils are both finished, I am finished too. " * 34,
    "one clause a word": "Three!throws!please.\n\nWas!what!I!wrote!to!my!mother!last!week." * 30,
    "order and talk": "Oh sure, 40 throws, because that went so well last time. " * 34,
    "refusals": "\n".join(f"after Bill or at 20 points unless Ted is out {n}" for n in range(38)),
}


@pytest.mark.parametrize("text", MEAN.values(), ids=MEAN)
def test_no_text_takes_long(text: str) -> None:
    asked(MEAN["broken orders"])  # every reader has its words: they are loaded when first needed
    begin = time.process_time()
    asked(text)
    assert time.process_time() - begin < MOST_SECONDS


def test_an_order_is_read_in_about_a_millisecond() -> None:
    rows = [row for row in rows_of(OURS) if row["expect"]["do"] == "order"]
    took = []
    for row in random.Random(1).sample(rows, 100):
        begin = time.process_time()
        asked(row["text"])
        took.append(time.process_time() - begin)
    assert median(took) < 0.002
