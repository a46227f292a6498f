from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pigpost.games.kinds import Seat
from pigpost.outbox.plain import fit, isolated, one_line, without_isolates
from tests.outbox.letters import refusal, result, scores, status


@given(text=st.text())
def test_a_text_becomes_one_line_of_the_same_length(text: str) -> None:
    line = one_line(text)
    assert len(line) == len(text)
    assert len(line.splitlines()) <= 1
    line.encode("utf-8")


def test_what_turns_a_line_around_is_taken_out() -> None:
    assert one_line("Ted\u202e4 SWORHT") == "Ted 4 SWORHT"
    assert one_line("a\u2066b\u2069c\u200fd") == "a b c d"


def test_letters_and_accents_of_every_script_stay() -> None:
    for name in ("Zoë O'Brien", "Łukasz", "猪木", "שרה", "علي", "नेहा", "👩\u200d🌾"):
        assert one_line(name) == name


def test_names_from_right_to_left_keep_their_direction_to_themselves() -> None:
    assert isolated("שרה") == "\u2068שרה\u2069"
    assert isolated("Ted") == "Ted"
    assert without_isolates(isolated("علي")) == "علي"


def test_every_text_of_a_letter_is_made_fit() -> None:
    letter = replace(
        status(),
        held="a\nb",
        scores=(replace(scores()[0], name="T\r\ned"), replace(scores()[1], name="שרה")),
        head=replace(status().head, title="Sp\x00ring", names={Seat(1): "B\u2028ill"}),
    )
    fitted = fit(letter)
    assert fitted.held == "a b"
    assert [line.name for line in fitted.scores] == ["T  ed", "\u2068שרה\u2069"]
    assert fitted.head.title == "Sp ring"
    assert fitted.head.names == {Seat(1): "B ill"}
    assert fitted.due == letter.due


def test_spans_still_fit_the_line_that_they_point_into() -> None:
    letter = replace(refusal(), line="after\tBil\r\nand so on")
    assert len(fit(letter).line) == len(letter.line)
    assert fit(letter).complaints == letter.complaints


def test_a_letter_without_odd_characters_stays_as_it_is() -> None:
    assert fit(result()) == result()
