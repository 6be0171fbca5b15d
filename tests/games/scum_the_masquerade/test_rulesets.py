"""The two sets of numbers: ours, and the letter of the page."""

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import PlayWith, Use
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers import hands_with, power_text
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.rulesets import RULESETS, ruleset
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots
from app.games.scum_the_masquerade.state import Trick
from tests.games.scum_the_masquerade.table import A, B, Table, cards, playing

X = Discipline
LETTER = Options(evening="masquerade", ruleset="hr1")
OURS = Options(evening="masquerade")


def table(options: Options) -> Table:
    """A is to lead with three dots in Protean and one in Presence; B is hunted."""
    powers = Sheet.of(None, dots((X.PROTEAN, X.PROTEAN, X.PROTEAN, X.PRESENCE)))
    sheets = (powers, Sheet(), Sheet(), Sheet())
    return playing(
        "3C 4C", "6C 7C", "8C 9C", "QC KC", options=options, sheets=sheets, hunted=B, trick=Trick(2)
    )


def as_a_two(options: Options) -> str | None:
    (three,) = cards("3C")
    move = PlayWith(X.PROTEAN, (three,), 3, changed=three, counts_as=cards("2H")[0])
    return table(options).refusal(A, move, "play-with")


def test_by_the_letter_a_card_counts_as_any_at_the_third_level_and_with_us_six_ranks_away() -> None:
    """Page 6.3, and the errata's figure: the worst card became the best one and won the lead."""
    assert as_a_two(OURS) == "no-such-shape"
    assert as_a_two(LETTER) is None
    found = hands_with.plays(table(LETTER).public, A, cards("3C 4C"))
    assert any(move.counts_as == cards("2H")[0] for move in found)


def test_by_the_letter_a_blood_hunt_saves_no_dot() -> None:
    """Page 8.2; the errata: most hunted players noticed nothing."""
    use = Use(X.PRESENCE, (B,))
    left = [table(one).does(A, use).public.sheets[A].unspent(X.PRESENCE) for one in (OURS, LETTER)]
    assert left == [1, 0]
    saying = [
        power_text.say_effect(table(one).public, PlayWith(X.PROTEAN, cards("3C"), 3))
        for one in (OURS, LETTER)
    ]
    assert saying[0] != saying[1]


def test_by_the_letter_presence_is_over_with_one_pass() -> None:
    """Page 6.3; ours lasts until the trick ends."""
    for options, effects in ((OURS, 1), (LETTER, 0)):
        awed = table(options).does(A, Use(X.PRESENCE, (B,))).plays(A, "4C").passes(B)
        assert len(awed.public.effects) == effects


def test_the_letter_gives_the_lead_of_a_hand_taken_back_to_the_user() -> None:
    """H55; ours: the owner leads another hand."""
    assert [RULESETS[one].lead_after_taking_back for one in ("hr2", "hr1")] == ["owner", "user"]


def test_a_first_night_is_played_with_our_numbers() -> None:
    """The letter knows no First Night, so the option does not count there."""
    assert ruleset(Options(ruleset="hr1")) is RULESETS["hr2"]
    assert GAME.config_problem(5, Options(ruleset="hr1")) is None
