"""The pages of every kind and form of game: named, told and proved as that game is played."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from pigpost.adapters.sql.store import SqlStore
from pigpost.audit.check_round import check
from pigpost.games.kinds import Form, Kind, Piggyback
from tests.web.play import STRATEGIES, Play

GAMES = [(kind, form) for kind in Kind for form in kind.forms]
OWN = [(kind, form) for kind, form in GAMES if form is not Form.SHARED]
WITH_TURNS = [(kind, form) for kind, form in OWN if kind is not Kind.HOG]
PLAYERS = ("Bill", "Karen", "Ted", "Geoff", "Robby")
BOTS = ("Robby",)

NAMES = {
    Kind.POSTAL_PIGS: "Postal Pass the Pigs",
    Kind.PASS_THE_PIGS: "Pass the Pigs",
    Kind.PIG: "Pig",
    Kind.TWO_DICE: "Two-Dice Pig",
    Kind.DOUBLES: "Doubles Pig",
    Kind.HOG: "Hog",
}
FORMS = {
    Form.SHARED: "thrown for all together",
    Form.SIMULTANEOUS: "own throws, all turns at once",
    Form.SEQUENTIAL: "own throws, one player after the other",
}


def orders_of(kind: Kind, form: Form) -> Mapping[str, str]:
    if kind is Kind.HOG:
        return {"p1": "DICE 5", "p2": "DICE 6", "p3": "DICE 3", "p5": "DICE 1"}
    if form is Form.SHARED:
        return STRATEGIES
    return {"p1": "TURN 20", "p2": "THROWS 4", "p3": "TOTAL 60", "p5": "THROWS 1"}


def playing(store: SqlStore, kind: Kind, form: Form, *, rounds: int = 2, **more: Any) -> Play:
    with store.writing() as tx:
        more = {"players": PLAYERS, "bots": BOTS, "target": 1000, **more}
        play = Play(tx.log, kind=kind, form=form, **more).starts()
        return play.plays([orders_of(kind, form)] * rounds)


def thrown(client: FlaskClient, number: int = 1) -> Mapping[str, Any]:
    told: Mapping[str, Any] = client.get(f"/g/spring-pigs/{number}.json").get_json()["thrown"]
    return told


def result(play: Play, number: int = 1) -> Mapping[str, Any]:
    return play.state.thrown[number - 1].event.result


def words(page: str) -> str:
    """What a page says, without its tags and the spaces between them."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page))


@pytest.mark.parametrize(("kind", "form"), GAMES)
def test_a_game_is_called_by_its_name_and_form_wherever_it_stands(
    store: SqlStore, client: FlaskClient, kind: Kind, form: Form
) -> None:
    playing(store, kind, form)
    called = f"{NAMES[kind]}, {FORMS[form]}"
    for place in ("/", "/g/spring-pigs", "/g/spring-pigs/1", "/g/spring-pigs/3"):
        assert called in words(client.get(place).text), place
    assert f"was announced: {called}, first to 1000." in words(
        client.get("/g/spring-pigs/log").text
    )
    assert client.get("/index.json").get_json()["playing"][0]["form"] == form


@pytest.mark.parametrize(("kind", "form"), GAMES)
def test_pages_of_dice_speak_of_no_pigs_and_the_other_way_round(
    store: SqlStore, client: FlaskClient, kind: Kind, form: Form
) -> None:
    playing(store, kind, form, title="Spring Games")
    for place in ("/g/spring-pigs", "/g/spring-pigs/1", "/g/spring-pigs/3"):
        page = words(client.get(place).text)
        foreign = r"\b(?:die|dice)\b" if kind.has_pigs else r"\b(?:pigs|Oinker|Piggyback|Pig Out)\b"
        assert re.findall(foreign, page) == [], place


@pytest.mark.parametrize(("kind", "form"), GAMES)
def test_a_game_says_in_a_few_sentences_how_it_is_played(
    store: SqlStore, client: FlaskClient, kind: Kind, form: Form
) -> None:
    with store.writing() as tx:
        play = Play(tx.log, kind=kind, form=form, players=PLAYERS)
    before = words(client.get("/g/spring-pigs").text)
    with store.writing() as tx:
        play.log = tx.log
        play.starts().plays([orders_of(kind, form)])
    after = words(client.get("/g/spring-pigs").text)
    whose = {
        Form.SHARED: "for everybody",
        Form.SIMULTANEOUS: "he gets nothing for the turn" if kind is not Kind.HOG else "for him",
        Form.SEQUENTIAL: "wins at once; the players after him do not throw",
    }
    for page in (before, after):
        assert page.count(whose[form]) == 1
        assert "before the deadline" in page.lower()
        assert " 100 " in page


def test_3_5_3_a_game_says_what_a_piggyback_does(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, piggyback=Piggyback.ELIMINATE)
        Play(tx.log, game="mild", kind=Kind.PASS_THE_PIGS, piggyback=Piggyback.WIPE)
    strict, mild = (words(client.get(f"/g/{game}").text) for game in ("spring-pigs", "mild"))
    assert "at a Piggyback he is out of the game" in strict
    assert "puts out of the game (rule 3.5.3)" in strict
    assert "at an Oinker or a Piggyback his score is lost as well" in mild
    assert "takes the match score, as an Oinker does (rule 4.4)" in mild


def test_3_2_4_a_game_without_the_promise_says_so(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, kind=Kind.PIG, form=Form.SHARED, first_throw_scores=False)
    assert "counts as it falls (rule 3.2.4)" in words(client.get("/g/spring-pigs").text)


def test_4_1_hog_says_how_many_dice_there_can_be(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, kind=Kind.HOG, max_dice=12)
    assert "12 for a turn at most (rule 4.1)" in words(client.get("/g/spring-pigs").text)
    terms = client.get("/g/spring-pigs.json").get_json()["terms"]
    assert (terms["max_dice"], terms["piggyback"], terms["first_throw_scores"]) == (12, None, None)
    assert terms["weights"] == []


def test_2_6_3_the_table_of_a_game_is_shown_and_said_to_be_its_own(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        Play(tx.log, game="usual")
        Play(tx.log, weights=tuple(range(18)))
    assert "the usual table" in client.get("/g/usual").text
    assert "a table of this game's own" in client.get("/g/spring-pigs").text
    weights = client.get("/g/spring-pigs.json").get_json()["terms"]["weights"]
    assert [line["weight"] for line in weights] == list(range(18))
    assert weights[0] == {"outcome": "pig_out", "shown": "Pig Out", "weight": 0}


@pytest.mark.parametrize(("kind", "form"), WITH_TURNS)
def test_own_throws_are_told_player_by_player_in_the_order_of_play(
    store: SqlStore, client: FlaskClient, kind: Kind, form: Form
) -> None:
    play = playing(store, kind, form)
    told = thrown(client)["course"]["turns"]
    turns = result(play)["turns"]
    first = play.state.settings.first_seat or 1
    assert [turn["seat"] for turn in told] == [f"p{(first + n - 1) % 5 + 1}" for n in range(5)]
    for turn in told:
        recorded = turns[turn["seat"]]
        assert [(row["n"], row["points"]) for row in turn["throws"]["rows"]] == [
            (throw["n"], throw["points"]) for throw in recorded["throws"]
        ]
    page = client.get("/g/spring-pigs/1").text
    assert page.count('<table class="throws">') == 5
    headings = re.findall(r'<h3 id="(p\d)">([^<]*)</h3>', page)
    assert [seat for seat, _ in headings] == [turn["seat"] for turn in told]
    assert ("p5", "Robby (bot)") in headings
    assert all(f"{turn['ended'][1:]}." in words(page) for turn in told)


@pytest.mark.parametrize("form", Kind.HOG.forms)
def test_the_dice_of_each_player_of_hog_are_told(
    store: SqlStore, client: FlaskClient, form: Form
) -> None:
    recorded = result(playing(store, Kind.HOG, form))
    course = thrown(client)["course"]
    assert (course["row"] is None) == (form is not Form.SHARED)
    ordered = {"p1": 5, "p2": 6, "p3": 3, "p4": 1, "p5": 1}
    for line in course["dice"]:
        seat, many = line["seat"], ordered[line["seat"]]
        row = recorded.get("row") or [int(t["name"]) for t in recorded["turns"][seat]["throws"]]
        assert (line["many"], line["dice"]["rows"]) == (many, list(row[:many]))
        assert line["points"] == recorded["turn_scores"][seat]
    assert {line["seat"] for line in course["dice"]} == set(ordered)


def test_3_8_of_the_row_of_hog_each_players_first_dice_are_marked(
    store: SqlStore, client: FlaskClient
) -> None:
    playing(store, Kind.HOG, Form.SHARED)
    page = client.get("/g/spring-pigs/1").text
    row = thrown(client)["course"]["row"]["rows"]
    (line,) = re.findall(r"<tr>\s*<th[^>]*>Ted</th>.*?</tr>", page, re.DOTALL)[:1]
    assert re.findall(r'<span class="die[^"]*">(\d)</span>', line) == [str(d) for d in row[:3]]
    assert "the first 3 of 6" in line
    assert f"not taken:</span> {' '.join(map(str, row[3:]))}</span>" in line


def test_a_1_among_the_dice_is_said_in_words(store: SqlStore, client: FlaskClient) -> None:
    playing(store, Kind.HOG, Form.SHARED, rounds=12)
    lines = [line for n in range(1, 13) for line in thrown(client, n)["course"]["dice"]]
    orders = [line for n in range(1, 13) for line in thrown(client, n)["orders"]]
    lost = [line for line in lines if 1 in line["dice"]["rows"]]
    assert lost
    assert all(line["points"] == 0 for line in lost)
    assert sum("a 1: nothing" in line["why"] for line in orders) == len(lost)


@pytest.mark.parametrize(("kind", "form"), GAMES)
def test_house_players_are_called_bots_everywhere(
    store: SqlStore, client: FlaskClient, kind: Kind, form: Form
) -> None:
    playing(store, kind, form)
    for place in ("", "/1", "/3", "/log"):
        page = words(client.get(f"/g/spring-pigs{place}").text)
        assert "Robby (bot)" in page, place
        bare = re.sub(r"Robby \(bot\)", "", page)
        assert "Robby" not in re.sub(r"(?:AFTER|WHEN) [\w, ]*", "", bare), place
    standings = client.get("/g/spring-pigs.json").get_json()["standings"]
    assert {line["name"]: line["bot"] for line in standings} == {
        name: name == "Robby" for name in PLAYERS
    }


@pytest.mark.parametrize(("kind", "form"), GAMES)
def test_the_proof_names_its_sources_and_the_stand_alone_check_agrees(
    store: SqlStore, client: FlaskClient, kind: Kind, form: Form
) -> None:
    playing(store, kind, form)
    sequential = form is Form.SEQUENTIAL
    for number in (1, 2):
        proof = thrown(client, number)["proof"]
        own = [f"p{seat}" for seat in range(1, 6)]
        assert proof["sources"] == (["all"] if form is Form.SHARED else own)
        assert (proof["lot"] is not None) == (sequential and number == 1)
        file = json.loads(client.get(f"/g/spring-pigs/{number}/proof.json").data)
        answer = check(file)
        assert answer == {"lock": True, "throws": True, **({"lot": True} if proof["lot"] else {})}


@pytest.mark.parametrize(("kind", "form"), GAMES)
def test_the_stand_alone_check_finds_a_throw_that_the_seed_does_not_give(
    store: SqlStore, client: FlaskClient, kind: Kind, form: Form
) -> None:
    playing(store, kind, form)
    file = json.loads(client.get("/g/spring-pigs/1/proof.json").data)
    if form is Form.SHARED:
        forged = {**file, "draws": file["draws"][::-1] + file["draws"]}
    else:
        others = {"p1": file["own_draws"]["p2"], "p2": file["own_draws"]["p1"]}
        forged = {**file, "own_draws": {**file["own_draws"], **others}}
    assert check(forged)["throws"] is False


@pytest.mark.parametrize("kind", [kind for kind in Kind if Form.SEQUENTIAL in kind.forms])
def test_4_7_who_begins_is_said_and_the_check_finds_another(
    store: SqlStore, client: FlaskClient, kind: Kind
) -> None:
    play = playing(store, kind, Form.SEQUENTIAL)
    first = PLAYERS[(play.state.settings.first_seat or 0) - 1]
    order = client.get("/g/spring-pigs.json").get_json()["order_of_play"]
    assert order[0]["name"] == first
    assert "in every round; the lot said who begins (rule 4.7)" in words(
        client.get("/g/spring-pigs").text
    )
    assert "They will throw in this order:" in client.get("/g/spring-pigs/3").text
    assert f"the first to throw: {first}" in words(client.get("/g/spring-pigs/log").text)
    file = json.loads(client.get("/g/spring-pigs/1/proof.json").data)
    seats = [f"p{seat}" for seat in range(1, 6)]
    assert [seat for seat in seats if check({**file, "first": seat})["lot"]] == [file["first"]]


def test_4_7_before_the_start_the_lot_has_not_fallen(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, kind=Kind.PIG, form=Form.SEQUENTIAL)
    assert client.get("/g/spring-pigs.json").get_json()["order_of_play"] == []
    assert "the lot says who begins when the game starts" in client.get("/g/spring-pigs").text


def test_4_7_who_did_not_throw_any_more_is_said_to_have_waited(
    store: SqlStore, client: FlaskClient
) -> None:
    play = playing(store, Kind.PIG, Form.SEQUENTIAL, rounds=1, target=2, luck="5")
    told = thrown(client)
    threw = list(result(play)["turns"])
    assert told["winners"]
    assert [turn["seat"] for turn in told["course"]["turns"]] == threw
    assert told["proof"]["sources"] == sorted(threw)
    waited = [line for line in told["orders"] if line["seat"] not in threw]
    assert len(waited) == len(PLAYERS) - len(threw) > 0
    assert all("did not throw" in line["why"] for line in waited)


@pytest.mark.parametrize(
    ("kind", "form", "rule"),
    [
        (Kind.PIG, Form.SHARED, "3.7.1"),
        (Kind.HOG, Form.SHARED, "3.8"),
        (Kind.HOG, Form.SEQUENTIAL, "4.5"),
        (Kind.PASS_THE_PIGS, Form.SIMULTANEOUS, "4.5"),
    ],
)
def test_a_default_cites_the_rule_of_its_form(
    store: SqlStore, client: FlaskClient, kind: Kind, form: Form, rule: str
) -> None:
    with store.writing() as tx:
        Play(tx.log, kind=kind, form=form).starts().seals().throws()
    assert f'href="/rules#{rule}"' in client.get("/g/spring-pigs/1").text


@pytest.mark.parametrize(("kind", "form"), GAMES)
def test_every_rule_that_a_page_cites_stands_in_the_rules(
    store: SqlStore, client: FlaskClient, kind: Kind, form: Form
) -> None:
    playing(store, kind, form)
    rules = client.get("/rules").text
    for place in ("", "/1", "/3", "/log"):
        cited = re.findall(r'href="/rules#([\d.]+)"', client.get(f"/g/spring-pigs{place}").text)
        assert [rule for rule in cited if f'id="{rule}"' not in rules] == []


def test_4_8_an_eliminated_player_is_skipped_and_said_to_be_out(
    store: SqlStore, client: FlaskClient
) -> None:
    weights = (0, 40, *(1,) * 14, 0, 60)
    play = playing(store, Kind.PASS_THE_PIGS, Form.SEQUENTIAL, rounds=2, weights=weights)
    out = set(result(play)["eliminated"])
    assert out
    page = words(client.get("/g/spring-pigs").text)
    assert page.count("eliminated") == len(
        [line for line in play.state.seats.values() if line.status == "eliminated"]
    )
    order = client.get("/g/spring-pigs.json").get_json()["order_of_play"]
    assert not out & {player["seat"] for player in order}
    assert not out & set(thrown(client, 2)["proof"]["sources"])
    assert "Not in this round:" in client.get("/g/spring-pigs/2").text


def test_of_a_very_long_turn_the_middle_is_left_out_and_counted(
    store: SqlStore, client: FlaskClient
) -> None:
    weights = (0, 1, *(0,) * 16)
    with store.writing() as tx:
        play = Play(tx.log, kind=Kind.PASS_THE_PIGS, players=("Ann",), target=900, weights=weights)
        play.starts().orders({"p1": "TURN 500"}).seals().throws()
    (turn,) = thrown(client)["course"]["turns"]
    assert turn["throws"]["hidden"] == 420
    assert [row["n"] for row in turn["throws"]["rows"]][59:61] == [60, 481]
    assert "420 throws more, all in the proof file" in client.get("/g/spring-pigs/1").text


def test_of_a_very_long_shared_round_too(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        play = Play(tx.log, players=("Ann",), target=900, weights=(0, 1, *(0,) * 16))
        play.starts().orders({"p1": "TURN 500"}).seals().throws()
    told = thrown(client)
    assert (len(told["throws"]), told["hidden_throws"]) == (80, 420)
    assert "420 throws more, all in the proof file" in client.get("/g/spring-pigs/1").text


def test_of_a_very_long_row_of_dice_the_rest_is_counted(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        play = Play(tx.log, kind=Kind.HOG, form=Form.SHARED, players=("Ann", "Bob"), max_dice=999)
        play.starts().orders({"p1": "DICE 999", "p2": "DICE 2"}).seals().throws()
    course = thrown(client)["course"]
    assert (len(course["row"]["rows"]), course["row"]["hidden"]) == (60, 939)
    assert "and 939 dice more" in client.get("/g/spring-pigs/1").text


def test_a_standing_order_is_said_to_be_one(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        play = Play(tx.log, kind=Kind.PIG, form=Form.SIMULTANEOUS).starts()
        play.standing_order("p1", "THROWS 3")
    before = client.get("/g/spring-pigs/log").text
    with store.writing() as tx:
        play.log = tx.log
        play.seals().throws().opens().seals().throws()
    assert "A standing order was accepted" in before
    assert "by Bill, for every round without another" in client.get("/g/spring-pigs/log").text
    for number in (1, 2):
        line = next(o for o in thrown(client, number)["orders"] if o["seat"] == "p1")
        assert (line["order"], line["standing"]) == ("THROWS 3", True)
        assert line["receipt"]
        assert "(standing order)" in client.get(f"/g/spring-pigs/{number}").text


@pytest.mark.parametrize(("kind", "form"), GAMES)
def test_names_can_break_no_page_of_any_game(
    store: SqlStore, client: FlaskClient, kind: Kind, form: Form
) -> None:
    names = ("<b>\"&'", "\u05de\u05e8\u05d9\u05dd", "\u202eevil", "L" * 40, "<i>Robby")
    playing(store, kind, form, players=names, bots=names[-1:])
    for place in ("", "/1", "/3", "/log"):
        page = client.get(f"/g/spring-pigs{place}").text
        assert re.findall(r"<[bi]>|\u202e", page) == [], place
        assert "&lt;i&gt;Robby (bot)" in page, place
