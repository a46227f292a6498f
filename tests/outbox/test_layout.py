from hypothesis import given
from hypothesis import strategies as st

from pigpost.outbox.layout import carets, facts, padded, paragraph, pieces, table, width

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)


def test_columns_are_those_of_a_terminal() -> None:
    assert width("Ted") == 3
    assert width("猪年") == 4
    assert width("Zoe\u0308") == 3
    assert width("\u2068שרה\u2069") == 3
    assert padded("猪", 4) == "猪  "
    assert padded("7", 3, right=True) == "  7"
    assert padded("Karen", 2) == "Karen"


def test_running_text_is_wrapped_under_its_beginning() -> None:
    lines = paragraph("word " * 30, first=" 1. ", rest="    ").split("\n")
    assert lines[0].startswith(" 1. word word")
    assert all(line.startswith("    word") for line in lines[1:])


def test_a_word_that_is_longer_than_a_line_is_cut_but_an_address_is_not() -> None:
    assert [len(line) for line in paragraph("x" * 150).split("\n")] == [72, 72, 6]
    address = "https://pigs.example/" + "g" * 80
    assert address in paragraph(f"See {address} now").split("\n")


def test_no_line_of_running_text_begins_with_a_command() -> None:
    for filler in range(60, 75):
        lines = paragraph("x" * filler + " answer RESIGN YES or QUIET.").split("\n")
        assert not [line for line in lines[1:] if line.startswith(("RESIGN", "YES", "QUIET"))]


def test_a_mail_all_in_capitals_is_wrapped_all_the_same() -> None:
    assert paragraph("THROWS " * 30).split("\n")[1] == " ".join(["THROWS"] * 10)


@given(text=ANY_TEXT)
def test_no_line_is_wider_than_72_and_nothing_is_lost(text: str) -> None:
    wrapped = paragraph(text.replace("://", ""), rest="   ")
    assert all(width(line) <= 72 for line in wrapped.split("\n"))
    assert "".join(wrapped.split()) == "".join(text.replace("://", "").split())


def test_facts_stand_below_each_other() -> None:
    told = facts([("To", "Karen"), ("Deadline", "long " * 20)])
    assert told.split("\n")[0] == "   To        Karen"
    assert all(line.startswith("             long") for line in told.split("\n")[2:])
    assert facts([]) == ""


def test_a_table_has_columns_and_no_trailing_spaces() -> None:
    assert table([("Ted", "7", "in"), ("Karen", "12", "")], right=[1]) == (
        "   Ted     7  in\n   Karen  12"
    )
    assert table([("Ted", "7"), ("Karen", "12")], right=[1]) == "   Ted     7\n   Karen  12"
    assert table([]) == ""


def test_the_last_column_is_wrapped_within_itself() -> None:
    lines = table([("Ted", "out " * 30)]).split("\n")
    assert len(lines) > 1
    assert all(line.startswith("        out") for line in lines[1:])


def test_a_table_that_is_too_wide_is_told_as_running_text() -> None:
    told = table([("n" * 40, "o" * 30, "", "why"), ("Ted", "", "", "")])
    assert told == f"   {'n' * 40}:\n      {'o' * 30}, why\n   Ted"


CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=90)


@given(rows=st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=6))
def test_every_table_keeps_to_72_columns(rows: list[tuple[str, str, str]]) -> None:
    clean = [tuple(" ".join(c.split()).replace("://", "") for c in row) for row in rows]
    assert all(width(line) <= 72 for line in table(clean).split("\n"))


def test_carets_stand_under_what_is_marked() -> None:
    line = "Turn will end after Bil has ended or at 20 points"
    assert carets(line, [(20, 23), (34, 49)], before="Read:") == (
        '   Read: "Turn will end after Bil has ended or at 20 points"\n'
        "                              ^^^           ^^^^^^^^^^^^^^^"
    )


def test_carets_are_as_wide_as_the_characters_above() -> None:
    shown, below = carets("猪 throws *", [(0, 1), (9, 10)], before="猪:").split("\n")
    assert width(shown[: shown.index("*")]) == len(below) - 1
    assert below.split() == ["^^", "^"]


def test_an_empty_span_marks_what_is_missing_at_the_end() -> None:
    assert carets("THROWS", [(6, 6)], before="").split("\n")[1] == "           ^"


def test_of_a_long_line_the_marked_parts_are_shown() -> None:
    line = "blah " * 100 + "a couple of throws " + "blah " * 200
    lines = carets(line, [(500, 518)], before="I read:").split("\n")
    assert len(lines) <= 8
    assert all(width(line) <= 72 for line in lines)
    assert "a couple" in "".join(lines[::2])


def test_a_line_without_marks_is_shown_alone() -> None:
    assert carets("THROWS 4", [], before="Read:") == '   Read: "THROWS 4"'
    assert carets("", [(0, 0)], before="Read:") == ""


def test_a_line_comes_in_marked_and_unmarked_pieces() -> None:
    assert [(p.text, p.marked) for p in pieces("after Bil, ok", [(6, 9)])] == [
        ("after ", False),
        ("Bil", True),
        (", ok", False),
    ]
    assert pieces("", [(0, 3)]) == []
