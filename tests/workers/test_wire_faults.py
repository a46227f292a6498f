"""Polls over a link that fails or confuses: afterwards each mail is stored, acted on, answered once."""

from dataclasses import replace

import pytest

from pigpost.adapters.imap import ImapDoor
from pigpost.intake.poll import poll_inbox
from pigpost.ports import Services
from tests.adapters.test_imap_faults import GOOD
from tests.post import Post, a_mail, a_running_game
from tests.servers.scripted import Act, Answer, ScriptedServer, scripted
from tests.workers.crashes import orders_recorded

DATE = '"02-Mar-2026 18:00:00 +0000"'
FETCHED = "{tag} OK fetched"
UIDS = (5, 8)
ORDERS = [("p1", "THROWS 3"), ("p2", "TURN 20")]
NEWS = "* 3 EXISTS\r\n* 2 FETCH (FLAGS (\\Seen))\r\n* 2 FETCH (UID 8 FLAGS (\\Seen))\r\n"
OTHER = "* 3 FETCH (UID 9 BODY[] {5}\r\nwrong)\r\n"


@pytest.fixture
def mails(post: Post) -> dict[int, str]:
    """What lies in the folder."""
    a_running_game(post, "Bill", "Karen")
    return {
        5: a_mail("Bill", "THROWS 3").decode(),
        8: a_mail("Karen", "TURN 20").decode(),
    }


def size_of(uid: int, raw: str) -> str:
    return f"* {uid} FETCH (UID {uid} RFC822.SIZE {len(raw)} INTERNALDATE {DATE})\r\n"


def body_of(uid: int, raw: str) -> str:
    return f"* {uid} FETCH (UID {uid} BODY[] {{{len(raw)}}}\r\n{raw})\r\n"


def answers_for(mails: dict[int, str], **changed: Answer) -> dict[str, Answer]:
    """The good server; `SIZES` and `BODIES` stand for the answers to the handful."""
    sizes = {uid: size_of(uid, raw) for uid, raw in mails.items()}
    bodies = {uid: body_of(uid, raw) for uid, raw in mails.items()}
    answers: dict[str, Answer] = {
        "SIZES": "".join(sizes.values()) + FETCHED,
        "BODIES": "".join(bodies.values()) + FETCHED,
    } | changed
    script = GOOD | {
        r"UID FETCH 5,8 \(RFC822.SIZE": answers.pop("SIZES"),
        r"UID FETCH 5,8 \(BODY": answers.pop("BODIES"),
    }
    for uid in mails:
        script[rf"UID FETCH {uid} \(RFC822.SIZE"] = sizes[uid] + FETCHED
        script[rf"UID FETCH {uid} \(BODY"] = bodies[uid] + FETCHED
    return script | answers


def on(post: Post, server: ScriptedServer) -> Services:
    door = ImapDoor(
        host="127.0.0.1",
        port=server.port,
        tls=False,
        user="pigs",
        password="secret",
        timeout_seconds=0.3,
    )
    return replace(post.services, inbox=door)


def assert_all_is_done_once(post: Post) -> None:
    post.run()
    with post.services.store.reading() as tx:
        stored = tx.mails.newest(limit=10)
    assert sorted(mail.uid for mail in stored) == list(UIDS)
    assert {mail.state for mail in stored} == {"read"}
    assert orders_recorded(post) == ORDERS
    receipts = [m for _, m in post.sender.sent if m["X-Pigpost-Kind"] == "receipt"]
    assert len(receipts) == len(ORDERS)


@pytest.mark.parametrize("step", ["LOGIN", "EXAMINE", "NOOP", "UID SEARCH", "SIZES", "BODIES"])
@pytest.mark.parametrize(
    "fault",
    [Act.SILENCE, Act.HANG_UP, "* BYE going down", "{tag} NO not now"],
    ids=["silent link", "end of link", "BYE", "NO"],
)
def test_a_fault_at_any_step_is_made_good_by_the_next_poll(
    post: Post, mails: dict[int, str], step: str, fault: Answer
) -> None:
    good = answers_for(mails)
    usual = {"SIZES": r"UID FETCH 5,8 \(RFC822.SIZE", "BODIES": r"UID FETCH 5,8 \(BODY"}
    once = answers_for(mails, **{step: [fault, good[usual.get(step, step)]]})
    with scripted("* OK ready", once) as server:
        services = on(post, server)
        assert not poll_inbox(services, owner="test")
        with post.services.store.reading() as tx:
            assert tx.inboxes.health("inbox").failures == 1
        assert poll_inbox(services, owner="test")
    assert_all_is_done_once(post)


@pytest.mark.parametrize("cut", [30, 400, 700])
def test_a_cut_inside_a_literal_is_no_mail(post: Post, mails: dict[int, str], cut: int) -> None:
    whole = "".join(body_of(uid, raw) for uid, raw in mails.items())
    broken = answers_for(mails, BODIES=[whole[:cut].encode(), whole + FETCHED])
    with scripted("* OK ready", broken) as server:
        services = on(post, server)
        assert not poll_inbox(services, owner="test")
        with post.services.store.reading() as tx:
            assert tx.mails.newest(limit=10) == []
        assert poll_inbox(services, owner="test")
    assert_all_is_done_once(post)


@pytest.mark.parametrize(
    "lacking",
    [
        {"BODIES": FETCHED},
        {"SIZES": FETCHED},
        {"BODIES": f"* 8 FETCH (UID 8 BODY[] NIL)\r\n{FETCHED}"},
        {"BODIES": NEWS + OTHER + FETCHED},
        {"SIZES": NEWS + FETCHED},
    ],
)
def test_mails_that_the_answer_to_a_handful_lacks_are_asked_for_one_by_one_report_15(
    post: Post, mails: dict[int, str], lacking: dict[str, Answer]
) -> None:
    """getmail6#94: "[None]" was stored in place of a mail, and marked as fetched."""
    with scripted("* OK ready", answers_for(mails, **lacking)) as server:
        assert poll_inbox(on(post, server), owner="test")
    assert_all_is_done_once(post)


def test_unsolicited_answers_are_not_taken_for_mails_reports_13_and_14(
    post: Post, mails: dict[int, str]
) -> None:
    """mjs/imapclient#334, #564; getmail6#278: news of flags came in between."""
    good = answers_for(mails)
    noisy = answers_for(
        mails,
        SIZES=NEWS + str(good[r"UID FETCH 5,8 \(RFC822.SIZE"]),
        BODIES=NEWS + OTHER + str(good[r"UID FETCH 5,8 \(BODY"]),
    )
    with scripted("* OK ready", noisy) as server:
        assert poll_inbox(on(post, server), owner="test")
    assert_all_is_done_once(post)


def test_one_mail_that_is_never_sent_does_not_keep_back_those_before_it(
    post: Post, mails: dict[int, str]
) -> None:
    """It is not skipped either: the inbox is failing until somebody has looked."""
    withheld = answers_for(mails, BODIES=body_of(5, mails[5]) + FETCHED)
    withheld[r"UID FETCH 8 \(BODY"] = FETCHED
    with scripted("* OK ready", withheld) as server:
        assert not poll_inbox(on(post, server), owner="test")
    with post.services.store.reading() as tx:
        assert [mail.uid for mail in tx.mails.newest(limit=10)] == [5]
        assert "UID 8" in (tx.inboxes.health("inbox").last_error or "")
    assert orders_recorded(post) == ORDERS[:1]


def test_the_size_is_asked_for_before_the_mail_and_of_a_big_one_only_the_head_is_fetched(
    post: Post, mails: dict[int, str]
) -> None:
    huge = size_of(8, "x" * 2_000_000)
    head = mails[8].partition("\r\n\r\n")[0] + "\r\n\r\n"
    answers = answers_for(mails, SIZES=size_of(5, mails[5]) + huge + FETCHED)
    answers[r"UID FETCH 5 \(BODY.PEEK\[\]"] = body_of(5, mails[5]) + FETCHED
    answers[r"UID FETCH 8 \(BODY"] = body_of(8, head).replace("BODY[]", "BODY[HEADER]<0>") + FETCHED
    with scripted("* OK ready", answers) as server:
        assert poll_inbox(on(post, server), owner="test")
    assert server.count("UID FETCH 8 (BODY.PEEK[HEADER]<0.262145>)") == 1
    post.run()
    assert post.last("Karen", "mail_refused")
    assert orders_recorded(post) == ORDERS[:1]
