import re
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pigpost.outbox.compose import Answering, SiteFacts, compose
from pigpost.outbox.headers import ACKNOWLEDGEMENTS
from pigpost.outbox.message_ids import bounce_key, find_ours, message_id
from pigpost.ports import Composed, NewMail
from pigpost.results.letters import Digest, GmNote, Letter
from tests.outbox import letters
from tests.outbox.letters import TOKEN
from tests.outbox.samples import ALL_SAMPLES

KEY = b"k" * 32
NOW = datetime(2027, 3, 5, 20, 0, 40, tzinfo=UTC)
SITE = SiteFacts(domain="pigs.example", name="Pigpost", return_path="b+{key}@pigs.example")
ASKED = Answering(
    message_id="<my-order@hill.example>",
    references="<a@hill.example> <b@hill.example>",
    subject="my order",
)

every_sample = pytest.mark.parametrize("name", ALL_SAMPLES)


def row(letter: Letter, **changed: Any) -> NewMail:
    """The outbox row that a letter of a sample would get."""
    seat = letter.head.reader.seat
    asked: dict[str, Any] = {
        "game": letter.head.game or None,
        "person": None if seat is None else f"person-{seat}",
        "seat": None if seat is None else f"p{seat}",
        "kind": letter.KIND,
        "asks_round": None,
        "recipient": "karen@hill.example",
        "answers": None,
        "key_id": "k1",
    }
    if isinstance(letter, GmNote | Digest):
        asked["seat"] = "gm"
    asked |= changed
    return NewMail(**asked)


def written(letter: Letter, answering: Answering | None = None, **changed: Any) -> Composed:
    return compose(
        letter,
        new=row(letter, **changed),
        outbox_id=131,
        site_key=KEY,
        site=SITE,
        now=NOW,
        answering=answering,
    )


def read(composed: Composed) -> EmailMessage:
    message = message_from_bytes(composed.message, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def test_the_parts_are_the_text_first_and_the_html() -> None:
    composed = written(letters.result())
    message = read(composed)
    assert message.get_content_type() == "multipart/alternative"
    text, html = message.iter_parts()
    assert isinstance(text, EmailMessage)
    assert isinstance(html, EmailMessage)
    assert (text.get_content_type(), html.get_content_type()) == ("text/plain", "text/html")
    assert text.get_content_charset() == html.get_content_charset() == "utf-8"
    assert text.get_content().replace("\r\n", "\n") == composed.text
    assert html.get_content().startswith("<!DOCTYPE html>")


def test_the_same_row_gives_the_same_bytes() -> None:
    assert written(letters.result()) == written(letters.result())


def test_headers_of_a_result() -> None:
    message = read(written(letters.result()))
    assert message["From"] == message["Reply-To"] == "Spring Pigs <spring-pigs@pigs.example>"
    assert message["To"] == "Karen <karen@hill.example>"
    assert message["List-Post"] == "<mailto:spring-pigs@pigs.example>"
    assert message["List-Id"] == "<spring-pigs.pigs.example>"
    assert message["List-Archive"] == "<https://pigs.example/g/spring-pigs>"
    assert message["List-Help"].endswith("&body=HELP>")
    assert message["List-Unsubscribe"].endswith("&body=QUIET>")
    assert message["In-Reply-To"] == message["References"] == "<spring-pigs@pigs.example>"
    assert message["Subject"].startswith("[spring-pigs] Round 4: Bill leads with 59;")
    assert message["Date"].datetime == NOW
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "OOF, AutoReply, RN, NRN"
    assert {key: value for key, value in message.items() if key.startswith("X-Pigpost")} == {
        "X-Pigpost-Game": "spring-pigs",
        "X-Pigpost-Round": "4",
        "X-Pigpost-Kind": "result",
        "X-Pigpost-Reason": "player",
        "X-Pigpost-Checkpoint": f"131 {letters.LOG.root}",
    }


def test_the_message_id_proves_whose_mailbox_it_went_to() -> None:
    composed = written(letters.result())
    assert composed.message_id == message_id(
        site_key=KEY,
        domain="pigs.example",
        game="spring-pigs",
        round=4,
        kind="result",
        person="person-2",
        seat="p2",
        outbox_id=131,
    )
    assert read(composed)["Message-ID"] == composed.message_id


@every_sample
def test_every_message_id_is_found_again_in_a_reply(name: str) -> None:
    composed = written(ALL_SAMPLES[name]())
    (ours,) = find_ours(f"<other@x.example> {composed.message_id}")
    assert (ours.kind, ours.outbox_id) == (ALL_SAMPLES[name]().KIND, 131)


def test_a_receipt_hangs_on_the_players_mail_and_keeps_the_subject() -> None:
    composed = written(letters.receipt(), ASKED)
    message = read(composed)
    assert message["Subject"] == composed.subject == "Re: my order"
    assert message["In-Reply-To"] == "<my-order@hill.example>"
    assert message["References"] == "<a@hill.example> <b@hill.example> <my-order@hill.example>"
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["X-Pigpost-Reason"] == "answer"
    assert message["List-Post"] == "<mailto:spring-pigs@pigs.example>"
    assert not [key for key in message if key in ("List-Id", "List-Unsubscribe", "List-Help")]


@every_sample
def test_acknowledgements_have_no_envelope_sender_and_all_others_name_the_mail(name: str) -> None:
    letter = ALL_SAMPLES[name]()
    sender = written(letter).envelope_sender
    if letter.KIND in ACKNOWLEDGEMENTS:
        assert sender == ""
    else:
        assert sender == f"b+{bounce_key(site_key=KEY, outbox_id=131)}@pigs.example"


def test_a_mail_about_no_game_has_no_list_and_no_thread() -> None:
    message = read(written(letters.unknown_sender()))
    assert message["To"] == "karen@hill.example"
    unwanted = ("List-", "X-Pigpost-Game", "In-Reply-To", "References")
    assert not [key for key in message if key.startswith(unwanted)]


def test_an_invited_person_can_stop_instead_of_being_quiet() -> None:
    message = read(written(letters.invitation()))
    assert message["List-Unsubscribe"].endswith("&body=STOP>")
    assert message["X-Pigpost-Reason"] == "invited"


def test_the_gm_has_nothing_to_unsubscribe_from() -> None:
    message = read(written(letters.gm_note()))
    assert message["List-Unsubscribe"] is None
    assert message["X-Pigpost-Reason"] == "gm"


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("Re: my order", "Re: my order"),
        ("RE: re: AW: Re[2]: my order", "Re: my order"),
        ("Re: [spring-pigs] Round 4", "Re: [spring-pigs] Round 4"),
        ("Regarding pigs", "Re: Regarding pigs"),
        ("", "[spring-pigs] Your order for round 4"),
        ("  Re: ", "[spring-pigs] Your order for round 4"),
        ("a\r\nBcc: all@pigs.example", "Re: a Bcc: all@pigs.example"),
        ("x" * 500, "Re: " + "x" * 180),
    ],
)
def test_an_answer_keeps_the_players_subject_clean_and_never_doubles_the_re(
    theirs: str, ours: str
) -> None:
    composed = written(letters.receipt(), replace(ASKED, subject=theirs))
    assert composed.subject == ours
    assert read(composed)["Subject"] == ours


@pytest.mark.parametrize("length", range(64, 76))
def test_a_subject_begins_on_its_own_line_however_long_it_is(length: int) -> None:
    subject = ("round four, " * 9)[:length].strip()
    mail = written(letters.receipt(), replace(ASKED, subject=subject))
    lines = mail.message.split(b"\r\n")
    assert next(line for line in lines if line.startswith(b"Subject:")).startswith(
        b"Subject: Re: r"
    )
    assert message_from_bytes(mail.message, policy=policy.default)["Subject"] == f"Re: {subject}"


def test_a_token_in_the_subject_stays_in_the_mail_but_not_in_the_outbox_list() -> None:
    subject = f"Order spring-pigs r5 {TOKEN.upper()}"
    composed = written(letters.receipt(), replace(ASKED, subject=subject))
    assert read(composed)["Subject"] == f"Re: {subject}"
    assert composed.subject == "Re: Order spring-pigs r5"
    assert TOKEN not in composed.text


LONG = "<DB7PR01MB" + "A1b2" * 20 + "@DB7PR01MB1234.eurprd01.prod.exchangelabs.com>"


def test_long_ids_are_never_turned_into_encoded_words() -> None:
    many = " ".join(f"<{n}{LONG[1:]}" for n in range(40))
    composed = written(letters.receipt(), replace(ASKED, message_id=LONG, references=many))
    assert f"In-Reply-To: {LONG}\r\n".encode() in composed.message
    assert b"=?" not in composed.message.partition(b"\r\n\r\n")[0]
    references = read(composed)["References"].split()
    assert len(references) == 22
    assert references[0].startswith("<0DB7")
    assert references[-1] == LONG


@pytest.mark.parametrize(
    "forged", ["", "no id", "<a b@c>", "<x@y>\r\nBcc: <e@vil>", "<" + "a" * 999 + ">"]
)
def test_a_mail_without_a_sound_message_id_is_answered_all_the_same(forged: str) -> None:
    message = read(
        written(letters.receipt(), Answering(message_id=forged, references="", subject="x"))
    )
    assert message["Bcc"] is None
    assert message["In-Reply-To"] in {None, "<x@y>"}


HOSTILE = 'Ted\r\nBcc: all@pigs.example\r\n\r\n<script>alert(1)</script>\u202e\x00 & "O\'Brien"'


@every_sample
def test_a_hostile_name_is_only_ever_a_name(name: str) -> None:
    letter = _with_names(ALL_SAMPLES[name](), HOSTILE)
    composed = written(letter, ASKED if letter.KIND in ACKNOWLEDGEMENTS else None)
    message = read(composed)
    assert message["Bcc"] is None
    assert not message.defects
    html = message.get_body(("html",))
    assert html is not None
    assert "<script" not in html.get_content()
    assert "\u202e" not in composed.text + html.get_content()


def _with_names(letter: Any, name: str) -> Any:
    """The letter with everybody and everything in it called so."""
    head = replace(
        letter.head,
        title=name,
        gm=name,
        names=dict.fromkeys(letter.head.names, name),
        reader=replace(letter.head.reader, name=name),
    )
    changed: dict[str, Any] = {"head": head}
    for field in ("who", "words", "reason", "note", "held", "line", "sender", "dated"):
        if isinstance(getattr(letter, field, None), str) and letter.KIND != "nmr_warning":
            changed[field] = name + getattr(letter, field)
    if hasattr(letter, "scores"):
        changed["scores"] = tuple(replace(line, name=name) for line in letter.scores)
    if hasattr(letter, "sheet"):
        changed["sheet"] = _sheet_with(letter.sheet, name)
    if hasattr(letter, "rounds"):
        changed["rounds"] = tuple(_sheet_with(sheet, name) for sheet in letter.rounds)
    return replace(letter, **changed)


def _sheet_with(sheet: Any, name: str) -> Any:
    why = tuple(replace(line, name=name) for line in sheet.why)
    return replace(sheet, title=name, names=dict.fromkeys(sheet.names, name), why=why)


NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=40)


@settings(deadline=None)  # the first mail of a kind compiles its templates
@given(name=NAMES, subject=st.text(max_size=200))
def test_every_name_and_subject_makes_a_sound_mail(name: str, subject: str) -> None:
    letter = replace(letters.receipt(), head=replace(letters.head(), title=name))
    composed = written(letter, replace(ASKED, subject=subject))
    assert composed.message.isascii()
    head, _, body = composed.message.partition(b"\r\n\r\n")
    assert all(len(line) <= 998 for line in composed.message.split(b"\r\n"))
    assert b"\n" not in composed.message.replace(b"\r\n", b"")
    known = rb"[A-Za-z-]+:(?: |$)|[ \t]"
    assert all(re.match(known, line) for line in head.split(b"\r\n"))
    assert body
    assert read(composed)["From"].addresses[0].addr_spec == "spring-pigs@pigs.example"


ODD = [
    "jürgen@hill.example",
    "a@bücher.example",
    "a..b@c.example",
    ".a@b.c",
    "a b@c",
    "<a@b>",
    "x@y\r\nBcc: z@z",
]


@pytest.mark.parametrize("address", ODD)
def test_an_address_that_no_header_can_hold_still_gets_its_mail(address: str) -> None:
    message = read(written(letters.unknown_sender(), ASKED, recipient=address))
    assert message["To"] == "undisclosed-recipients:;"
    assert message["Bcc"] is None


PERSONS = ["Zoë O'Brien", "猪木", 'Bill "The Pig" Green', "Hill, Karen", "שרה"]


@pytest.mark.parametrize("name", PERSONS)
def test_names_of_all_kinds_come_through_in_the_address(name: str) -> None:
    letter = replace(letters.result(), head=letters.head())
    letter = replace(
        letter, head=replace(letter.head, reader=replace(letter.head.reader, name=name))
    )
    assert read(written(letter))["To"].addresses[0].display_name == name


def test_lines_stay_sane_in_text_with_accents() -> None:
    head = replace(letters.head(), gm="Zoë")
    composed = written(replace(letters.receipt(), head=head))
    assert b"quoted-printable" in composed.message
    assert b"base64" not in composed.message
    assert max(len(line) for line in composed.message.split(b"\r\n")) <= 200
