"""The games that are played through: one of each kind and form, and one that nobody wins."""

from pigpost.games.kinds import Form, Kind
from pigpost.games.outcomes import OUTCOMES
from pigpost.games.settings import SHORT_TARGET, game_settings
from tests.playthroughs.course import Plan, Playthrough, Sight


def always(line: str | None) -> Plan:
    """The same order in every round."""
    return lambda _: line


def now_and_then(line: str, *, every: int) -> Plan:
    """The same order, but for some rounds in which none is sent."""
    return lambda sight: line if sight.round % every else None


def chasing(line: str, *, from_: int, target: int = 100) -> Plan:
    """An order that is enough until somebody else comes near the target; then all or nothing."""
    return lambda sight: f"TOTAL {target}" if sight.best_other >= from_ else line


def next_step(step: int) -> Plan:
    """On to the next multiple of a number, in one turn or many."""

    def order(sight: Sight) -> str:
        return f"TOTAL {sight.score // step * step + step}"

    return order


def one_after_the_other(*lines: str | None) -> Plan:
    """One order after the other, over and over."""
    return lambda sight: lines[(sight.round - 1) % len(lines)]


def dice_for(behind: int, ahead: int) -> Plan:
    """More dice when behind, fewer when ahead."""
    return lambda sight: f"DICE {behind if sight.score < sight.best_other else ahead}"


POSTAL = {
    "Bill": always("THROWS 4"),
    "Karen": always("AFTER Bill"),
    "Ted": chasing("TURN 20", from_=80),
    "Geoff": one_after_the_other("WHEN Bill, Ted", "WHEN Karen", None),
    "Jim": one_after_the_other("ONLY LEFT", "TURN 12"),
}
TABLE = {
    "Rosa": always("TURN 20"),
    "Sven": always("THROWS 3"),
    "Tilda": next_step(25),
    "Umberto": now_and_then("TURN 30", every=3),
}
DICE_TABLE = {
    "Ada": always("TURN 20"),
    "Bram": chasing("TURN 16", from_=75),
    "Chloe": next_step(20),
    "Dmitri": now_and_then("THROWS 4", every=4),
}
DICE_POST = {
    "Ines": always("TURN 20"),
    "Jonas": always("WHEN Ines"),
    "Kofi": one_after_the_other("AFTER Jonas", "THROWS 3"),
    "Lena": always("ONLY LEFT"),
}
HOGS = {
    "Mika": always("DICE 5"),
    "Nora": dice_for(behind=7, ahead=4),
    "Olli": one_after_the_other("DICE 6", "DICE 2", None),
    "Pia": always("DICE 6"),
}

SHARED = "One row of throws for everybody; each has sent one condition beforehand."
AT_ONCE = "Everybody has throws of his own; all turns of a round are played before anybody wins."
IN_TURN = "Everybody has throws of his own, one seat after the other; the first at the target wins."
PIGGYBACKS = tuple(
    {"pig_out": 5, "sider": 6, "trotter": 6, "razorback": 6, "snouter": 2, "piggyback": 3}.get(
        o.name, 0
    )
    for o in OUTCOMES
)

GAMES: tuple[Playthrough, ...] = (
    Playthrough(
        name="postal_pigs-shared",
        title="Postal Pass the Pigs",
        about=SHARED,
        seed="22",
        settings=game_settings(Kind.POSTAL_PIGS),
        cast=POSTAL,
    ),
    Playthrough(
        name="pass_the_pigs-simultaneous",
        title="Pass the Pigs, all at once",
        about=AT_ONCE,
        seed="405",
        settings=game_settings(Kind.PASS_THE_PIGS),
        cast=TABLE,
    ),
    Playthrough(
        name="pass_the_pigs-sequential",
        title="Pass the Pigs, seat by seat",
        about=IN_TURN,
        seed="6",
        settings=game_settings(Kind.PASS_THE_PIGS, form=Form.SEQUENTIAL),
        cast=TABLE,
    ),
    Playthrough(
        name="pass_the_pigs-sequential-nobody",
        title="Pass the Pigs with daring pigs, which nobody survives",
        about=f"{IN_TURN} The pigs of this game climb on each other far too often: it has a table "
        "of its own, in which three throws of 28 are Piggybacks.",
        seed="1",
        settings=game_settings(Kind.PASS_THE_PIGS, form=Form.SEQUENTIAL, weights=PIGGYBACKS),
        cast=TABLE,
    ),
    Playthrough(
        name="pig-simultaneous",
        title="Pig, all at once",
        about=AT_ONCE,
        seed="38",
        settings=game_settings(Kind.PIG),
        cast=DICE_TABLE,
    ),
    Playthrough(
        name="pig-sequential",
        title="The short game of Pig, seat by seat",
        about=IN_TURN,
        seed="8",
        settings=game_settings(Kind.PIG, form=Form.SEQUENTIAL, target=SHORT_TARGET),
        cast=DICE_TABLE | {"Bram": chasing("TURN 16", from_=35, target=SHORT_TARGET)},
    ),
    Playthrough(
        name="pig-shared",
        title="Pig with one die for all",
        about=SHARED,
        seed="1",
        settings=game_settings(Kind.PIG, form=Form.SHARED),
        cast=DICE_POST,
    ),
    Playthrough(
        name="two_dice-simultaneous",
        title="Two-Dice Pig, all at once",
        about=AT_ONCE,
        seed="1",
        settings=game_settings(Kind.TWO_DICE),
        cast=DICE_TABLE,
    ),
    Playthrough(
        name="two_dice-sequential",
        title="Two-Dice Pig, seat by seat",
        about=IN_TURN,
        seed="3",
        settings=game_settings(Kind.TWO_DICE, form=Form.SEQUENTIAL),
        cast=DICE_TABLE,
    ),
    Playthrough(
        name="two_dice-shared",
        title="Two-Dice Pig with two dice for all",
        about=SHARED,
        seed="30",
        settings=game_settings(Kind.TWO_DICE, form=Form.SHARED),
        cast=DICE_POST,
    ),
    Playthrough(
        name="doubles-simultaneous",
        title="Doubles Pig, all at once",
        about=AT_ONCE,
        seed="1",
        settings=game_settings(Kind.DOUBLES),
        cast=DICE_TABLE,
    ),
    Playthrough(
        name="doubles-sequential",
        title="Doubles Pig, seat by seat",
        about=IN_TURN,
        seed="1",
        settings=game_settings(Kind.DOUBLES, form=Form.SEQUENTIAL),
        cast=DICE_TABLE,
    ),
    Playthrough(
        name="doubles-shared",
        title="Doubles Pig with two dice for all, and no promise for the first throw",
        about=SHARED,
        seed="1",
        settings=game_settings(Kind.DOUBLES, form=Form.SHARED, first_throw_scores=False),
        cast=DICE_POST,
    ),
    Playthrough(
        name="hog-simultaneous",
        title="Hog, all at once",
        about="Everybody throws as many dice as he likes, once a round; a single 1 spoils them.",
        seed="1",
        settings=game_settings(Kind.HOG),
        cast=HOGS,
    ),
    Playthrough(
        name="hog-sequential",
        title="Hog, seat by seat",
        about="Everybody throws as many dice as he likes, one seat after the other; a single 1 "
        "spoils them, and the first at the target wins.",
        seed="1",
        settings=game_settings(Kind.HOG, form=Form.SEQUENTIAL),
        cast=HOGS,
    ),
    Playthrough(
        name="hog-shared",
        title="Hog with one row for all",
        about="One row of dice lies on the table; each takes as many from its beginning as he "
        "has asked for, and a 1 among them spoils them.",
        seed="37",
        settings=game_settings(Kind.HOG, form=Form.SHARED),
        cast=HOGS,
    ),
)
