"""The reading of a page's announcements, tried on announcements that are written out."""

from tests.browser.heard_log import Told, missing_lines

LEADS = "Olive takes the trick, and leads."


def told(*texts: str) -> list[Told]:
    return [Told(text) for text in texts]


def test_a_line_that_was_only_counted_does_not_take_a_later_one_of_the_same_words() -> None:
    lines = told("Ann plays a six.", LEADS, "Ben plays a nine.", "Ben passes.", LEADS)
    said = f"One more event is in the log. Ann plays a six. Ben plays a nine. Ben passes. {LEADS}"
    assert missing_lines(lines, said) == [LEADS]


def test_lines_in_another_order_are_missing() -> None:
    lines = told("Ann plays a six.", "Ben passes.")
    assert len(missing_lines(lines, "Ben passes. Ann plays a six.")) == 1
    assert missing_lines(lines, "Ann plays a six. Ben passes.") == []


def test_the_same_words_twice_have_to_be_said_twice() -> None:
    assert missing_lines(told(LEADS, "Ben passes.", LEADS), f"{LEADS} Ben passes.") == [LEADS]


def test_a_line_that_the_question_says_again_is_never_missing() -> None:
    assert missing_lines([Told("Ann gives a two.", restated=True), Told("Ben passes.")], "") == [
        "Ben passes."
    ]
