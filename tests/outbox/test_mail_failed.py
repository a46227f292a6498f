"""What the GM is told of mails that no server takes."""

from pigpost.errors import SendRefused
from tests.post import Post, a_mail, a_running_game, text_of


def test_the_subject_of_an_answer_may_be_a_sealed_order_and_is_kept_from_the_gm(
    post: Post,
) -> None:
    a_running_game(post, "Bill", "Karen")
    post.sender.faults.append(SendRefused("550 no such user"))
    post.inbox.deliver(a_mail("Bill", "", Subject="THROWS 17"))
    post.run()
    (note,) = post.sender.to("alison@pigs.example")
    assert "THROWS 17" not in text_of(note)
    assert "receipt: 550 no such user" in text_of(note)


def test_answers_to_strangers_that_nobody_takes_are_one_note_a_day(post: Post) -> None:
    a_running_game(post, "Bill", "Karen")
    for number in range(10):
        post.sender.faults.append(SendRefused("550 no such user"))
        post.inbox.deliver(a_mail(f"Steve{number}", "hello"))
    post.run()
    post.run()
    assert len(post.sender.to("alison@pigs.example")) == 1
