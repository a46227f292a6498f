"""Players at the desk: each in by his own link, with his own games and nothing else."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from sqlalchemy import NullPool, create_engine, delete
from werkzeug.routing import BuildError, Rule

from pigpost.adapters.sql.tables import gm_login
from pigpost.claims.decide import Proposal
from pigpost.events.receipt import receipt_code
from pigpost.events.types import ClaimAppealed, ClaimFiled, OrderAccepted, RulingContested
from pigpost.games.kinds import Piggyback
from pigpost.games.kinds import Settings as GameSettings
from pigpost.games.outcomes import default_weights
from pigpost.intake.desk.say_own import LONGEST
from pigpost.replay.disputes import ClaimStatus, RulingKind, SeatAct
from pigpost.rounds.start import start_game
from pigpost.seats.create import create_game
from pigpost.seats.invite import NewPlayer, add_player, invite_players
from tests.claims.disputes import counts, plays_round, ruled, said, seat
from tests.desk.browser import (
    GM,
    as_player,
    ask,
    at_the_desk,
    later,
    mailed_link,
    printed_link,
    site,
    submit,
    token,
)
from tests.desk.queue import log_size, mails_out
from tests.desk.test_claims import deputised
from tests.desk.test_cli import as_json
from tests.post import GAME, Post, a_player, a_running_game, address_of

MINE = "/desk/mine"
PAGE = f"{MINE}/{GAME}"
OTHER = "autumn-pigs"


@pytest.fixture
def game(post: Post) -> Post:
    """Round 1 is thrown and round 2 is open: Bill, Karen and Ted play; there is an ombudsman."""
    a_running_game(post, "Bill", "Karen", "Ted", target=500)
    deputised(post)
    post.clock.advance(hours=1)
    plays_round(post, Bill="THROWS 1", Karen="THROWS 2")
    return post


@pytest.fixture
def bill(game: Post) -> FlaskClient:
    return as_player(game, "Bill")


def forming(post: Post) -> None:
    """A second game on the site, without anybody yet."""
    create_game(
        post.services,
        OTHER,
        title="Autumn Pigs",
        settings=GameSettings(weights=default_weights(Piggyback.WIPE), piggyback=Piggyback.WIPE),
        schedule="Fri 20:00",
        timezone="UTC",
        identity="address",
        early=False,
    )


def another_game(post: Post, *names: str) -> None:
    """The same, under way."""
    forming(post)
    for name in names:
        add_player(post.services, OTHER, a_player(name))
    start_game(post.services, OTHER)
    post.run()


def protest(client: FlaskClient, words: str = "Where is my order?", *, round: object = 1) -> str:
    """Files one, and gives the path of its claim."""
    answer = submit(client, PAGE, to=f"{PAGE}/protest", round=str(round), words=words)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


# --- the way in -------------------------------------------------------------------------------


def test_a_player_gets_a_link_to_his_own_games_at_the_address_of_his_seat(game: Post) -> None:
    client = site(game).test_client()
    ask(client, f" {address_of('Bill').upper()} ")
    link = mailed_link(game, address_of("Bill"))
    mail = game.last("Bill", "login_link")
    assert mail["Subject"] == "Your way to your games"
    assert "somebody asked for it" in said(mail)
    entered = submit(client, link)
    assert (entered.status_code, entered.location) == (303, MINE)
    assert client.get("/desk/login").location == MINE
    assert submit(site(game).test_client(), link).status_code == 403


def test_a_players_link_is_good_only_in_the_browser_that_asked_for_it(game: Post) -> None:
    ask(site(game).test_client(), address_of("Bill"))
    other = site(game).test_client()
    assert submit(other, mailed_link(game, address_of("Bill"))).status_code == 403
    assert other.get(MINE).status_code == 303


def test_the_link_is_written_in_the_players_language(game: Post) -> None:
    mikko = NewPlayer(
        name="Mikko", address=address_of("Mikko"), language="fi", timezone="Europe/Helsinki"
    )
    proposal = Proposal(
        claim=1,
        what=RulingKind.SEAT,
        reason="Ted has no time",
        round=1,
        seat=seat(game, "Ted"),
        act=SeatAct.REPLACE,
    )
    game.mailed("Ted", "PROTEST I have no time")
    ruled(game, proposal, newcomer=mikko)
    as_player(game, "Mikko")
    assert game.last("Mikko", "login_link")["Subject"] == "Pääsysi omiin peleihisi"


def test_the_answer_is_the_same_for_a_player_and_a_stranger(game: Post) -> None:
    client = site(game).test_client()
    assert ask(client, address_of("Bill")).text == ask(client, "eve@evil.example").text


def test_who_was_only_invited_or_has_no_seat_or_no_address_gets_no_link(post: Post) -> None:
    a_running_game(post, "Bill", "Karen")
    forming(post)
    invite_players(post.services, OTHER, [a_player("Sue")])
    post.run()
    before, client = mails_out(post), site(post).test_client()
    for address in (address_of("Sue"), "eve@evil.example", "", "   "):
        ask(client, address)
    assert mails_out(post) == before


def test_five_links_an_hour_are_mailed_to_a_player_and_others_are_not_kept_out(game: Post) -> None:
    client, before = site(game).test_client(), mails_out(game)
    for _ in range(7):
        ask(client, address_of("Bill"))
    assert mails_out(game) == before + 5
    ask(client, address_of("Karen"))
    ask(client, GM)
    assert mails_out(game) == before + 7
    later(game, hours=1, seconds=1)
    ask(client, address_of("Bill"))
    assert mails_out(game) == before + 8


def test_a_players_session_ends_with_the_log_out_and_after_twelve_hours(game: Post) -> None:
    bill = as_player(game, "Bill")
    submit(bill, MINE, to="/desk/logout")
    assert bill.get(MINE).location == "/desk/login"
    bill = as_player(game, "Bill")
    later(game, hours=12)
    assert bill.get(MINE).status_code == 303


def test_a_players_cookie_never_opens_the_desk_of_who_decides_after_a_backup_is_put_back(
    game: Post, bill: FlaskClient, database_url: str
) -> None:
    assert bill.get(MINE).status_code == 200
    with create_engine(database_url, poolclass=NullPool).begin() as connection:
        connection.execute(delete(gm_login))
    gm = at_the_desk(game)
    assert bill.get("/desk").location == "/desk/login"
    assert bill.get(MINE).location == "/desk/login"
    assert gm.get("/desk").status_code == 200


def test_the_key_of_a_players_link_is_kept_from_the_gm(game: Post) -> None:
    client = site(game).test_client()
    ask(client, address_of("Bill"))
    key = mailed_link(game, address_of("Bill")).rpartition("/")[2]
    number = next(
        row["id"] for row in as_json(game, "list", "--out") if row["kind"] == "login_link"
    )
    assert key not in str(as_json(game, "show", "--out", str(number)))


# --- what is another's ------------------------------------------------------------------------


def pages_of_the_desk(client: FlaskClient) -> list[Rule]:
    """Every page at the desk but those of the way in."""
    rules = client.application.url_map.iter_rules()
    return [r for r in rules if r.rule.startswith("/desk") and "login" not in r.endpoint]


def paths(client: FlaskClient, *, own: bool) -> list[tuple[str, str]]:
    """Method and path of each page, of players or of who decides, filled in with what there is."""
    found: list[tuple[str, str]] = []
    with client.application.test_request_context():
        adapter = client.application.url_map.bind("localhost")
        for rule in pages_of_the_desk(client):
            if (rule.endpoint.startswith("desk_own.")) is own:
                values = {"game": GAME, "number": 1}
                values = {name: values[name] for name in rule.arguments}
                try:
                    path = adapter.build(rule.endpoint, values)
                except BuildError as fault:
                    raise AssertionError(rule) from fault
                found += [(m, path) for m in ("GET", "POST") if m in (rule.methods or ())]
    return found


def test_a_player_reaches_no_page_of_who_decides(game: Post, bill: FlaskClient) -> None:
    game.mailed("Karen", "PROTEST I sent THROWS 4")
    before, good = log_size(game), token(bill.get(MINE))
    wanted = paths(bill, own=False)
    assert len(wanted) > 15
    for method, path in wanted:
        answer = bill.open(path, method=method, data={"token": good} if method == "POST" else None)
        assert answer.status_code == 404, (method, path)
        assert "Karen" not in answer.text
    assert log_size(game) == before


def test_who_decides_reaches_no_page_of_a_player(game: Post) -> None:
    gm = at_the_desk(game)
    before, good = log_size(game), token(gm.get("/desk"))
    wanted = paths(gm, own=True)
    assert len(wanted) == 6
    for method, path in wanted:
        answer = gm.open(path, method=method, data={"token": good} if method == "POST" else None)
        assert answer.status_code == 404, (method, path)
    assert log_size(game) == before


def test_who_is_not_logged_in_gets_the_way_in_and_changes_nothing(game: Post) -> None:
    stranger, before = site(game).test_client(), log_size(game)
    for method, path in paths(stranger, own=True):
        assert stranger.open(path, method=method).status_code in (303, 403), (method, path)
    good = token(stranger.get("/desk/login"))
    sent = stranger.post(f"{PAGE}/protest", data={"token": good, "round": "1", "words": "x"})
    assert sent.status_code == 403
    assert log_size(game) == before


def test_a_form_without_the_token_of_the_browser_does_nothing(
    game: Post, bill: FlaskClient
) -> None:
    fields = {"round": "1", "words": "x"}
    assert bill.post(f"{PAGE}/protest", data=fields).status_code == 403
    other = token(as_player(game, "Karen").get(PAGE))
    assert bill.post(f"{PAGE}/protest", data={**fields, "token": other}).status_code == 403
    assert game.events(ClaimFiled) == []


def test_games_and_claims_of_others_are_not_there(game: Post, bill: FlaskClient) -> None:
    another_game(game, "Sue", "Ann")
    karen = as_player(game, "Karen")
    claim = protest(karen, "mine was lost")
    sue = as_player(game, "Sue")
    for client, path in (
        (bill, claim),
        (bill, f"{MINE}/{OTHER}"),
        (bill, f"{MINE}/no-such-game"),
        (sue, PAGE),
        (sue, claim),
    ):
        assert client.get(path).status_code == 404, path
    assert karen.get(claim).status_code == 200
    before = log_size(game)
    for act, fields in (
        ("protest", {"round": "1", "words": "not mine"}),
        ("rulings/1/appeal", {"words": "not mine"}),
        ("rulings/1/contest", {}),
    ):
        assert submit(sue, MINE, to=f"{PAGE}/{act}", **fields).status_code == 404, act
    assert log_size(game) == before
    assert "Autumn" not in bill.get(MINE).text


def test_who_was_replaced_sees_the_game_no_more(game: Post) -> None:
    ted = as_player(game, "Ted")
    assert ted.get(PAGE).status_code == 200
    game.mailed("Ted", "PROTEST I have no time")
    proposal = Proposal(
        claim=1,
        what=RulingKind.SEAT,
        reason="he has no time",
        round=1,
        seat=seat(game, "Ted"),
        act=SeatAct.REPLACE,
    )
    ruled(game, proposal, newcomer=a_player("Ann"))
    assert ted.get(PAGE).status_code == 404
    assert "You play in no game" in ted.get(MINE).text
    assert as_player(game, "Ann").get(PAGE).status_code == 200


# --- his games --------------------------------------------------------------------------------


def test_a_player_sees_his_own_order_and_nobody_elses(game: Post, bill: FlaskClient) -> None:
    game.mailed("Bill", "THROWS 3\nROUND 4 AFTER Karen\nSTANDING TURN 21")
    game.mailed("Karen", "THROWS 7\nROUND 4 TOTAL 77")
    page = bill.get(PAGE).text
    for words in ("THROWS 3", "Your turn ends at throw 3.", "AFTER Karen", "TURN 21", "receipt"):
        assert words in page, words
    assert "THROWS 3" in bill.get(MINE).text
    claim = bill.get(protest(bill, "it is about now", round=2)).text
    for shown in (page, bill.get(MINE).text, claim):
        assert "THROWS 7" not in shown
        assert "TOTAL 77" not in shown
    assert "None has arrived" in as_player(game, "Ted").get(PAGE).text


def test_a_player_sees_all_his_games_on_one_page(game: Post, bill: FlaskClient) -> None:
    another_game(game, "Bill", "Ann")
    page = bill.get(MINE).text
    assert "Spring Pigs" in page
    assert "Autumn Pigs" in page
    assert bill.get(f"{MINE}/{OTHER}").status_code == 200


def test_a_players_pages_are_kept_by_nobody(bill: FlaskClient) -> None:
    for path in (MINE, PAGE, protest(bill)):
        headers = bill.get(path).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"


# --- protests ---------------------------------------------------------------------------------


def test_a_protest_at_the_desk_is_a_claim_like_one_by_mail(game: Post, bill: FlaskClient) -> None:
    path = protest(bill, "I sent THROWS 4,\r\nand in time!")
    assert path == f"{PAGE}/claims/1"
    (event,) = game.events(ClaimFiled)
    assert (event.by, event.about, event.claim, event.uid) == ("p1", 1, 1, 0)
    (claim,) = game.state().claims
    assert claim.words == "I sent THROWS 4,\nand in time!"
    game.run()
    assert "your protest is claim 1, about round 1" in said(game.last("Bill", "claim"))
    assert "Bill protests" in str(game.sender.to(GM)[-1]["Subject"])
    assert f"{GAME}/claims/1" not in as_player(game, "Karen").get(PAGE).text


def test_a_receipt_code_names_the_entry_if_it_is_of_that_round(
    game: Post, bill: FlaskClient
) -> None:
    with game.services.store.reading() as tx:
        log = tx.log.read(f"game-{GAME}")
        order = next(one for one in log if isinstance(one.event, OrderAccepted))
    code = receipt_code(order.leaf)
    protest(bill, f"{code} was not thrown")
    protest(bill, f"{code} is not of this round", round=2)
    assert [claim.entry for claim in game.state().claims] == [order.pos, None]


def test_words_about_a_ruling_are_still_a_protest_about_the_round(
    game: Post, bill: FlaskClient
) -> None:
    protest(bill)
    ruled(game, Proposal(claim=1, what=RulingKind.DISMISS, reason="it came late", round=1))
    protest(bill, "ruling 1 was about another thing than round 2", round=1)
    assert [claim.about for claim in game.state().claims] == [1, 1]
    assert game.events(RulingContested) == []


def test_what_nobody_can_see_is_no_more_in_a_protest_here_than_in_one_by_mail(
    game: Post, bill: FlaskClient
) -> None:
    words = "It was\xa0late\0\x1b[2J \u202esoon\u200b"
    protest(bill, words)
    game.mailed("Bill", f"PROTEST {words}")
    assert [claim.words for claim in game.state().claims] == ["It was late[2J soon"] * 2


@pytest.mark.parametrize("words", ["Where is my order?", "Entä ma\u0308a\u0308ra\u0308ys?"])
def test_the_same_protest_twice_is_one_claim(game: Post, bill: FlaskClient, words: str) -> None:
    assert protest(bill, words) == protest(bill, words)
    assert len(game.events(ClaimFiled)) == 1


def test_a_round_is_disputed_until_the_next_deadline_and_no_longer(
    game: Post, bill: FlaskClient
) -> None:
    plays_round(game, Bill="THROWS 1")
    bill = as_player(game, "Bill")
    before = log_size(game), mails_out(game)
    answer = submit(bill, PAGE, to=f"{PAGE}/protest", round="1", words="It <was> wrong")
    assert answer.status_code == 409
    assert "round 1 can&#39;t be disputed" in answer.text
    assert "It &lt;was&gt; wrong</textarea>" in answer.text
    assert (log_size(game), mails_out(game)) == before
    protest(bill, round=2)
    assert [claim.about for claim in game.state().claims] == [2]


@pytest.mark.parametrize("round", ["", "0", "9", "-1", "1e3", "²", "99999999"])
def test_a_round_that_there_is_not_is_disputed_by_nobody(
    game: Post, bill: FlaskClient, round: str
) -> None:
    answer = submit(bill, PAGE, to=f"{PAGE}/protest", round=round, words="x")
    assert answer.status_code == 409
    assert game.events(ClaimFiled) == []


@pytest.mark.parametrize("words", ["", " \r\n ", "\0\u200b", "x" * (LONGEST + 1)])
def test_a_protest_without_words_or_with_too_many_is_none(
    game: Post, bill: FlaskClient, words: str
) -> None:
    answer = submit(bill, PAGE, to=f"{PAGE}/protest", round="1", words=words)
    assert answer.status_code == 422
    assert game.events(ClaimFiled) == []


def test_five_claims_an_hour_can_be_opened_at_the_desk(game: Post, bill: FlaskClient) -> None:
    for number in range(5):
        protest(bill, f"thing {number}")
    answer = submit(bill, PAGE, to=f"{PAGE}/protest", round="1", words="one more")
    assert answer.status_code == 422
    assert "so many claims" in answer.text
    later(game, hours=1, seconds=1)
    protest(bill, "one more")


def test_what_players_write_is_text_on_every_page(game: Post, bill: FlaskClient) -> None:
    path = protest(bill, "<script>alert(1)</script> {{ 7*7 }}")
    for page in (bill.get(path), bill.get(PAGE), at_the_desk(game).get(f"/desk/claims/{GAME}/1")):
        assert "&lt;script&gt;" in page.text
        assert "<script" not in page.text
        assert "{{ 7*7 }}" in page.text


# --- claims and rulings -----------------------------------------------------------------------


def test_his_claim_has_its_time_line_and_what_was_ruled(game: Post) -> None:
    ted = as_player(game, "Ted")
    game.mailed("Ted", "PROTEST I sent THROWS 4")
    path = f"{PAGE}/claims/1"
    page = ted.get(path).text
    for words in ("round opened", "Deadline of round 1", "filed by Ted", "in our inbox"):
        assert words in page, words
    assert "/desk/mail/" not in page
    assert "Nothing is ruled yet" in page
    counts(game, "Ted", "THROWS 4")
    page = ted.get(path).text
    assert "Ruling 1, count, about round 1, by\n    the game master" in page
    assert "it was in time" in page


def test_a_player_appeals_once(game: Post, bill: FlaskClient) -> None:
    protest(bill)
    ruled(game, Proposal(claim=1, what=RulingKind.DISMISS, reason="it came late", round=1))
    to = f"{PAGE}/rulings/1/appeal"
    assert "Appeal against ruling 1" in bill.get(f"{PAGE}/claims/1").text
    assert submit(bill, PAGE, to=to, words=" ").status_code == 422
    assert submit(bill, PAGE, to=to, words="my server had it").location == PAGE
    assert [event.by for event in game.events(ClaimAppealed)] == ["p1"]
    assert game.state().claims[0].status is ClaimStatus.APPEALED
    game.run()
    assert "Bill appeals to you" in str(game.sender.to("margaret@pigs.example")[-1]["Subject"])
    assert "your appeal in claim 1" in said(game.last("Bill", "claim"))
    assert "Appeal against" not in bill.get(f"{PAGE}/claims/1").text
    before = log_size(game), mails_out(game)
    again = submit(bill, PAGE, to=to, words="once more")
    assert again.status_code == 409
    assert (log_size(game), mails_out(game)) == before


def test_without_an_ombudsman_nobody_appeals(game: Post, bill: FlaskClient) -> None:
    told = game.services.settings.site.model_copy(update={"ombudsman": ""})
    settings = game.services.settings.model_copy(update={"site": told})
    game.services = replace(game.services, settings=settings)
    bill = as_player(game, "Bill")
    protest(bill)
    ruled(game, Proposal(claim=1, what=RulingKind.DISMISS, reason="it came late", round=1))
    assert "Appeal against" not in bill.get(PAGE).text
    answer = submit(bill, PAGE, to=f"{PAGE}/rulings/1/appeal", words="why?")
    assert answer.status_code == 409


def test_a_ruling_is_taken_back_when_all_who_play_have_contested_it(game: Post) -> None:
    game.mailed("Ted", "PROTEST I sent THROWS 4")
    counts(game, "Ted", "THROWS 4")
    to = f"{PAGE}/rulings/1/contest"
    for name in ("Bill", "Karen"):
        assert submit(as_player(game, name), PAGE, to=to).status_code == 303
    assert game.state().rulings[0].overruled_by is None
    game.mailed("Ted", "PROTEST ruling 1")
    assert game.state().rulings[0].overruled_by == 2
    karen = as_player(game, "Karen")
    assert "Taken back by ruling 2" in karen.get(PAGE).text
    assert "Contest ruling 1" not in karen.get(PAGE).text


def test_a_voice_against_a_ruling_counts_once(game: Post, bill: FlaskClient) -> None:
    game.mailed("Ted", "PROTEST I sent THROWS 4")
    counts(game, "Ted", "THROWS 4")
    to = f"{PAGE}/rulings/1/contest"
    assert submit(bill, PAGE, to=to).status_code == 303
    assert "You want it to be taken back" in bill.get(PAGE).text
    assert submit(bill, PAGE, to=to).status_code == 409
    assert submit(bill, PAGE, to=f"{PAGE}/rulings/9/contest").status_code == 404
    assert [event.by for event in game.events(RulingContested)] == ["p1"]


def test_the_command_lines_link_is_the_game_masters(game: Post) -> None:
    client = site(game).test_client()
    assert submit(client, printed_link(game)).location == "/desk"
    assert client.get(MINE).status_code == 404
