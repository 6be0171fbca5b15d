"""Dealer's Choice (section 4.10): naming, anteing, and each option alone and together."""

import pytest

from app.games.scroker.cards import Card, pack
from app.games.scroker.comparison import Ground
from app.games.scroker.events import GameNamed, HandSkipped, PotWon, SatOut
from app.games.scroker.moves import Ante, NameGame, SitOut
from app.games.scroker.named_game import RULINGS, Named
from app.games.scroker.state import Phase
from tests.games.scroker.table import A, B, C, Session, says


def choice(seats: int = 2, **options: object) -> Session:
    return Session(seats, game="dealers-choice", **options)


def showdown(named: Named, one: str, other: str, A: str, B: str) -> PotWon:  # the seats' names  # noqa: N803  # the seats' names
    """Two hands under these rules, words unchallenged."""
    session = (
        choice()
        .name(named)
        .do(_B, Ante())
        .deal(one, other)
        .bet("o1 c")
        .stand_pat()
        .bet("k k")
        .declare(A=A, B=B)
    )
    while session.public.phase is Phase.CHALLENGE:
        session.answer()
    (won,) = session.events(PotWon)
    return won  # type: ignore[no-any-return]


_B = B
BET, PEW = "le:B ch:E5 le:T", "le:P ch:E1 le:W"
HANDS_8 = ("le:B le:T ch:E5 li:X an:D", "le:P le:W ch:E1 li:V an:G")


def test_4_10_the_dealer_names_the_game_before_the_ante() -> None:
    session = choice(3)
    assert session.public.turn == A
    assert session.public.staked == (0, 0, 0)
    session.name(Named("spit", hot=True))
    assert session.events(GameNamed) == [GameNamed(A, Named("spit", hot=True), True)]
    assert (session.public.phase, session.public.named.base) == (Phase.ANTE, "spit")


def test_4_10_others_may_sit_the_hand_out_before_anteing() -> None:
    session = choice(3).name(Named()).do(B, SitOut()).do(C, Ante())
    assert session.events(SatOut) == [SatOut(B, True)]
    assert session.public.players == (C, A)
    session.deal().bet("f").ready()
    assert session.public.turn == B


def test_4_10_if_nobody_antes_there_is_no_hand_and_the_choice_passes_on() -> None:
    session = choice(2).name(Named()).do(B, SitOut())
    assert session.events(HandSkipped) == [HandSkipped(A)]
    assert (session.public.phase, session.public.turn, session.public.hand) == (Phase.NAMING, B, 1)


def test_4_10_once_each_has_dealt_in_vain_the_session_ends() -> None:
    session = choice(2).name(Named()).do(B, SitOut()).name(Named()).do(A, SitOut())
    assert session.events(HandSkipped) == [HandSkipped(A), HandSkipped(B)]
    assert session.public.phase is Phase.OVER


def test_4_10_a_hand_that_was_dealt_begins_the_count_of_those_in_vain_anew() -> None:
    session = choice(2).name(Named()).do(B, SitOut()).name(Named()).do(A, Ante())
    session.deal().bet("f").ready().name(Named()).do(B, SitOut())
    assert session.public.phase is Phase.NAMING


def test_4_10_a_dealer_who_names_nothing_in_time_deals_plain_scroker_and_silence_antes() -> None:
    session = choice(3).time_is_up()
    assert session.events(GameNamed) == [GameNamed(A, Named(), False)]
    assert session.time_is_up().public.players == (B, C, A)


def test_4_10_the_choice_is_for_one_hand() -> None:
    session = choice(2).name(Named("longhorn", hot=True)).do(B, Ante()).deal().bet("f").ready()
    assert session.public.named == Named()


def test_4_10_what_cannot_be_named_is_refused() -> None:
    session = choice()
    assert session.refusal(A, NameGame(Named(ruling="Q9"))) == "no-such-ruling"
    assert (
        session.refusal(A, NameGame(Named(wild=(Card.AN_U, Card.AN_S), scrokers=1)))
        == "too-many-wilds"
    )
    assert session.refusal(A, NameGame(Named(wild=(Card.AN_U, Card.AN_U)))) == "not-to-be-wild"
    assert session.refusal(A, NameGame(Named(wild=(Card.SC_1,)))) == "not-to-be-wild"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_4_10_scrokers_are_added_for_the_hand(number: int) -> None:
    session = choice().name(Named(scrokers=number)).do(B, Ante())  # type: ignore[arg-type]
    session.deal()
    assert len(session.state.hidden) == len(pack(number)) - 10 == 42 + number


def test_5_3_row_8_hot_peppers_go_before_the_high_card() -> None:
    plain = showdown(Named(), *HANDS_8, A=BET, B=PEW)
    assert (plain.seats, plain.why.ground, plain.why.better, plain.why.worse) == (  # type: ignore[union-attr]
        (B,),
        Ground.HIGH_CARD,
        Card.LE_W,
        Card.LE_T,
    )
    hot = showdown(Named(hot=True), *HANDS_8, A=BET, B=PEW)
    assert (hot.seats, hot.why.ground) == ((A,), Ground.PEPPERS)  # type: ignore[union-attr]


def test_5_3_row_10_a_ruling_chili_stands_above_the_unicorn() -> None:
    hands = ("an:U an:S le:W li:X li:V", "ch:O4 ch:E1 an:D an:R le:Q")
    assert showdown(Named(), *hands, A="an:U an:S", B="ch:O4 ch:E1").seats == (A,)
    assert showdown(Named(ruling="ch:E"), *hands, A="an:U an:S", B="ch:O4 ch:E1").seats == (B,)


@pytest.mark.parametrize("ruling", ["li", "Z", "li:Z"])
def test_4_10_a_suit_a_letter_or_a_card_may_rule(ruling: str) -> None:
    hands = ("an:U le:H le:W li:X li:V", "an:D an:A li:Z le:Q le:F")
    assert showdown(Named(ruling=ruling), *hands, A="", B="").seats == (B,)


def test_4_10_everything_that_may_rule_is_a_set_of_cards() -> None:
    assert RULINGS["ch:E"] == {Card.CH_E1, Card.CH_E3, Card.CH_E4, Card.CH_E5}
    assert RULINGS["E"] == {*RULINGS["ch:E"], Card.AN_E, Card.LI_E}
    assert len(RULINGS["an"]) == 13
    assert RULINGS["ch:E5"] == {Card.CH_E5}


def test_5_3_mixing_the_juice_makes_a_mixed_word_legal_and_natural() -> None:
    hands = ("le:B li:E le:T an:D li:X", "le:P le:W ch:E1 li:V an:G")
    won = showdown(Named(mix_juice=True), *hands, A="le:B li:E le:T", B=PEW)
    assert (won.seats, won.why.ground) == ((A,), Ground.NATURAL)  # type: ignore[union-attr]
    plain = choice().name(Named()).do(B, Ante()).deal(*hands).bet("o1 c").stand_pat().bet("k k")
    assert plain.refusal(A, says("le:B li:E le:T")) == "juice-mixed"


@pytest.mark.parametrize(("limit", "refused"), [(None, False), (2, False), (1, True), (0, True)])
def test_5_3_the_dealer_may_limit_chilis_among_sour_letters(
    limit: int | None, refused: bool
) -> None:
    session = (
        choice().name(Named(hot_n_sour=limit)).do(B, Ante()).deal("le:H le:L ch:A2 ch:U1 an:D", "")  # type: ignore[arg-type]
    )
    session.bet("o1 c").stand_pat().bet("k k")
    haul = says("le:H ch:A2 ch:U1 le:L")
    if refused:
        assert session.refusal(A, haul) == "too-hot"
    else:
        session.do(A, haul)


def test_5_3_row_13_natural_beats_wild() -> None:
    hands = ("li:D li:E li:M li:O li:N", "le:B le:R le:A sc:1 le:N")
    won = showdown(
        Named(scrokers=1), *hands, A="li:D li:E li:M li:O li:N", B="le:B le:R le:A sc:1=I le:N"
    )
    assert (won.seats, won.why.ground) == ((A,), Ground.NATURAL)  # type: ignore[union-attr]


def test_4_10_a_card_named_wild_may_stand_for_a_letter_or_be_itself() -> None:
    session = (
        choice()
        .name(Named(wild=(Card.LE_Q,)))
        .do(B, Ante())
        .deal("le:Q an:D an:O li:X li:Z", "")
        .bet("o1 c")
        .stand_pat()
        .bet("k k")
    )
    session.do(A, says("an:D an:O le:Q=G"))
    assert session.hand(A).claim is not None


def test_4_7_a_scroker_needs_a_letter() -> None:
    session = (
        choice()
        .name(Named(scrokers=1))
        .do(B, Ante())
        .deal("sc:1 an:D an:O li:X li:Z", "")
        .bet("o1 c")
        .stand_pat()
        .bet("k k")
    )
    assert session.refusal(A, says("an:D an:O sc:1")) == "no-letter"
    assert session.refusal(A, says("an:D an:O sc:1=7")) == "no-letter"


def test_4_10_options_combine() -> None:
    named = Named(hot=True, ruling="le", mix_juice=True)
    hands = ("le:B li:E le:T an:D li:X", "le:P le:W ch:E1 li:V an:G")
    won = showdown(named, *hands, A="le:B li:E le:T", B=PEW)
    assert (won.seats, won.why.ground) == ((A,), Ground.NATURAL)  # type: ignore[union-attr]
    both_hot = ("le:B ch:E5 le:T an:D li:X", "le:P le:W ch:E1 li:V an:G")
    assert showdown(named, *both_hot, A=BET, B=PEW).seats == (A,)
