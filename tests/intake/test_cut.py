"""The cutter: what a person wrote stays, and nothing of a quote ever counts."""

# ruff: noqa: RUF001 - letters of other alphabets are the point

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.intake.cut import cut, lines_of
from tests.intake.mails import opened

OURS = """\
Geoff, without an order you are out after the first throw.
   Deadline  Fri 5 Mar 2027 20:00 UTC (20:00 in London)
   Scores    Ted 52, Jim 47, Bill 41, Karen 38, you 30
Answer this mail with your order, for example:  THROWS 9
"""

ATTRIBUTIONS = [
    "On Mon, Mar 8, 2027 at 5:58 PM Spring Pigs <pigs@pigs.example> wrote:",
    "On 8 Mar 2027, at 17:58, Spring Pigs wrote:",
    "On Mon, 08 Mar 2027 17:58:12 +0000 Spring Pigs <pigs@pigs.example> wrote",
    "Spring Pigs <pigs@pigs.example> wrote:",
    "Am 08.03.27 um 17:58 schrieb Spring Pigs:",
    "Spring Pigs <pigs@pigs.example> schrieb am Mo., 8. März 2027, 17:58:",
    "Le lun. 8 mars 2027 à 17:58, Spring Pigs <pigs@pigs.example> a écrit :",
    "El lun, 8 mar 2027 a las 17:58, Spring Pigs (<pigs@pigs.example>) escribió:",
    "Il giorno lun 8 mar 2027 alle ore 17:58 Spring Pigs ha scritto:",
    "Em seg., 8 de mar. de 2027 às 17:58, Spring Pigs escreveu:",
    "Op ma 8 mrt 2027 om 17:58 schreef Spring Pigs <pigs@pigs.example>:",
    "Op 8 mrt. 2027 17:58 schreef Spring Pigs het volgende geschreven:",
    "Den mån 8 mars 2027 kl 17:58 skrev Spring Pigs <pigs@pigs.example>:",
    "man. 8. mar. 2027 kl. 17.58 skrev Spring Pigs <pigs@pigs.example>:",
    "ma 8. maalisk. 2027 klo 17.58 Spring Pigs (pigs@pigs.example) kirjoitti:",
    "pon., 8 mar 2027 o 17:58 Spring Pigs <pigs@pigs.example> napisał(a):",
    "po 8. 3. 2027 v 17:58 odesílatel Spring Pigs napsal:",
    "пн, 8 мар. 2027 г. в 17:58, Spring Pigs <pigs@pigs.example>:",
    "8 березня 2027 р. 17:58 Spring Pigs пише:",
    "Spring Pigs <pigs@pigs.example>, 8 Mar 2027 Pzt, 17:58 tarihinde şunu yazdı:",
    "Στις Δευ 8 Μαρ 2027 στις 5:58 μ.μ., ο χρήστης Spring Pigs έγραψε:",
    "2027年3月8日(月) 17:58 Spring Pigs <pigs@pigs.example>:",
    "在 2027年3月8日，下午5:58，Spring Pigs <pigs@pigs.example> 写道：",
    "2027년 3월 8일 (월) 오후 5:58, Spring Pigs 님이 작성:",
    "בתאריך יום ב׳, 8 במרץ 2027 ב-17:58 מאת Spring Pigs כתב:",
    "2027-03-08 17:58 GMT+01:00 Spring Pigs <",
    "30.09.2027, 18.30, pigs@pigs.example:",
]

MARKS = [
    *("> THROWS 8", " > THROWS 8", ">>THROWS 8", "| THROWS 8", "SP> THROWS 8", "&gt; THROWS 8"),
    *("-- ", "--", "__", "________________________________", "=====", "-----Original Message-----"),
    *("---------- Forwarded message ---------", "---- On Mon Spring Pigs wrote ----"),
    *("Begin forwarded message:", "Anfang der weitergeleiteten Nachricht:", "Original Message"),
    *("Sent from my iPhone", "Von meinem iPhone gesendet", "Envoyé de mon iPhone"),
    *("Enviado desde mi iPhone", "Inviato da iPhone", "Verzonden vanaf mijn iPhone"),
    *("Sendt fra min iPad", "Skickat från min iPhone", "Lähetetty iPhonesta", "Wysłane z iPhone"),
    *("Отправлено с iPhone", "发自我的 iPhone", "iPhoneから送信", "Get Outlook for Android"),
    *("<<sent by galaxy>>", "(sent from a phone)", "_Sent from Mailbox_"),
    "From: Spring Pigs <pigs@pigs.example>",
    "From: Spring Pigs\nSent: Monday\nTo: Karen",
    "*Von:* Spring Pigs\n*Gesendet:* Montag, 8. März",
    "De : Spring Pigs\nEnvoyé : lundi",
    "发件人：Spring Pigs\n日期：2027",
]


@pytest.mark.parametrize("mark", [*ATTRIBUTIONS, *MARKS])
def test_a_quote_begins_in_every_language_and_nothing_below_it_counts(mark: str) -> None:
    text = f"THROWS 4\n{mark}\nTHROWS 9"
    assert cut(text).visible == "THROWS 4"
    assert cut(text).elided == f"{mark}\nTHROWS 9"


@pytest.mark.parametrize("attribution", ATTRIBUTIONS[:20])
def test_an_attribution_may_be_wrapped(attribution: str) -> None:
    """Row 26: github/email_reply_parser#47."""
    words = attribution.split(" ")
    for at in range(4, len(words)):
        wrapped = " ".join(words[:at]) + "\n" + " ".join(words[at:])
        assert cut(f"THROWS 4\n\n{wrapped}\n\nTHROWS 9").visible.split("\n")[0] == "THROWS 4"
        assert "THROWS 9" not in cut(f"THROWS 4\n\n{wrapped}\n\nTHROWS 9").visible


@pytest.mark.parametrize(
    "words",
    [
        "On reflection I go for 4 throws.\n\nI wrote that before.",  # row 25
        "On the third throw I stop, that is my order:\nTHROWS 3",
        "Am I in? 4 throws",
        "I drop out after 2 throws - no more",
        "Turn will end after Bill has ended his turn (one throw more).",
        "PRESS TO ALL: I wrote a poem",
        "*THROWS 4*",
        "- THROWS 4",
        "TOTAL 60\nKaren",
        "2 throws\nthank you all",
        "To: Bill, you lost",
    ],
)
def test_a_persons_words_stay_whole(words: str) -> None:
    assert cut(words).visible == words
    assert cut(words).elided == ""


def test_a_quote_without_marks_is_known_because_we_sent_it() -> None:
    known = lines_of([OURS])
    parts = cut(f"THROWS 4\n\n{OURS}", known_lines=known)
    assert parts.visible == "THROWS 4"
    assert cut(OURS, known_lines=known).visible == ""


def test_our_own_text_on_top_hides_what_stands_below_it() -> None:
    """It may be wrapped anew, so that its lines are no longer ours: it fails closed."""
    rewrapped = OURS.replace("for example:  THROWS 9", "for example:\nTHROWS 9")
    parts = cut(rewrapped, known_lines=lines_of([OURS]))
    assert (parts.visible, "THROWS 9" in parts.elided) == ("", True)


def test_a_short_line_of_ours_is_dropped_and_ends_nothing() -> None:
    known = lines_of(["Hello Geoff,\nThank you."])
    parts = cut("hello  GEOFF,\nTHROWS 4\nThank you.", known_lines=known)
    assert (parts.visible, parts.elided) == ("THROWS 4", "hello  GEOFF,\nThank you.")


def test_one_word_of_ours_alone_is_anybodys_word() -> None:
    assert lines_of(["STATUS\n\n   \nTHROWS 9"]) == {"throws 9"}


def test_what_a_mail_of_ours_quotes_is_no_line_of_ours() -> None:
    text = "Press\n   Karen to all:\n   | THROWS 4\n > THROWS 5\nSo it is."
    assert lines_of([text]) == {"karen to all:", "so it is."}


def test_bait_in_real_mails_stays_in_the_quote() -> None:
    assert "THROWS 9" in cut(opened("apple_mail_rewrapped").text).elided


@given(st.text(max_size=300), st.sampled_from([*ATTRIBUTIONS, *MARKS]), st.text(max_size=300))
def test_whatever_stands_around_a_quote_an_order_in_it_is_not_visible(
    above: str, mark: str, below: str
) -> None:
    assert "THROWS 77" not in cut(f"{above}\n{mark}\nTHROWS 77\n{below}").visible


@given(st.text(alphabet=" \n>|:-_@<0123456789abcdefowrtAOn.", max_size=400))
def test_no_line_is_lost_or_doubled(text: str) -> None:
    parts = cut(text, known_lines=lines_of(["a b\n0 1"]))
    both = f"{parts.visible}\n{parts.elided}".split("\n")
    assert sorted(map(str.strip, filter(str.strip, both))) == sorted(
        map(str.strip, filter(str.strip, text.split("\n")))
    )
