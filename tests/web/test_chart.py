"""The numbers behind the score chart."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pigpost.web.chart import HEIGHT, MOST_LINES, WIDTH, Course, draw

players = st.integers(2, 60).flatmap(
    lambda rounds: st.lists(
        st.lists(st.integers(0, 200), min_size=rounds, max_size=rounds), min_size=1, max_size=12
    )
)


def points(path: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (point.split() for point in path[1:].split("L"))]


def test_scores_go_up_and_rounds_go_right() -> None:
    chart = draw([Course(name="Bill", scores=[0, 20, 50, 100])], target=100)
    assert points(chart.lines[0].path) == [
        (0, HEIGHT),
        (WIDTH // 3, HEIGHT - HEIGHT // 5),
        (2 * WIDTH // 3, HEIGHT // 2),
        (WIDTH, 0),
    ]
    assert chart.target == 0


def test_a_score_past_the_target_stays_in_the_drawing() -> None:
    chart = draw([Course(name="Bill", scores=[0, 130])], target=100)
    assert points(chart.lines[0].path)[-1] == (WIDTH, 0)
    assert 0 < chart.target < HEIGHT


def test_a_lost_match_score_is_marked_and_a_lost_turn_is_not() -> None:
    chart = draw([Course(name="Bill", scores=[0, 40, 0, 0])], target=100)
    assert [(mark.x, mark.y) for mark in chart.lines[0].losses] == [(2 * WIDTH // 3, HEIGHT)]


def test_axes_have_few_round_numbers() -> None:
    chart = draw([Course(name="Bill", scores=[0] * 201)], target=100)
    assert [tick.text for tick in chart.score_ticks] == [0, 20, 40, 60, 80, 100]
    assert [tick.text for tick in chart.round_ticks] == [0, 50, 100, 150, 200]


@given(players, st.integers(1, 1_000_000))
def test_nothing_leaves_the_drawing_and_no_label_covers_another(
    scores: list[list[int]], target: int
) -> None:
    courses = [Course(name=f"P{n}", scores=row) for n, row in enumerate(scores)]
    chart = draw(courses, target=target)
    assert len(chart.lines) == min(len(scores), MOST_LINES)
    for line in chart.lines:
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points(line.path))
        assert 0 <= line.label <= HEIGHT
    labels = sorted(line.label for line in chart.lines)
    assert all(below - above >= 17 for above, below in pairwise(labels))
