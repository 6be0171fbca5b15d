"""The disciplines of independent and Sabbat clans at each level (page 6.3, edition 2)."""

import random
from itertools import combinations

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.borrowing import with_borrowed
from app.games.scum_the_masquerade.cards import deck
from app.games.scum_the_masquerade.clans import CHARGES, Specialty
from app.games.scum_the_masquerade.disciplines import Discipline
from app.games.scum_the_masquerade.events import HandPlayed, HandTakenBack, LeftToChance
from app.games.scum_the_masquerade.hands import TYPES, HandType, hand_type
from app.games.scum_the_masquerade.marks import Effect, EffectKind
from app.games.scum_the_masquerade.moves import (
    AnswerBoon,
    Ask,
    AskBoon,
    Demand,
    Give,
    NameHand,
    Play,
    PlayReshaped,
    PlayWith,
    React,
    Reshape,
    Use,
    Wish,
)
from app.games.scum_the_masquerade.sheets import Dot, Sheet
from app.games.scum_the_masquerade.state import Asked, Trick
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing

X = Discipline
CRYPTS = ("4C 5C 5D 6H", "6C 7C 8H", "6D 8C 9C", "10C JC KC")
PILE = "4H 5H 6S 7D 7H"


def table_with(discipline: Discipline, have: int, *crypts: str, **public: object) -> Table:
    """A is to lead, with so many dots; the pile holds five cards."""
    sheets = (Sheet(None, (Dot(discipline, have),)), Sheet(), Sheet(), Sheet())
    values = {"sheets": sheets, "pile": cards(PILE), **public}
    return playing(*(crypts or CRYPTS), **values)  # type: ignore[arg-type]  # by name


# -- Necromancy: cards of finished tricks are part of the hand


def unearthed(own: str, borrowed: str, level: int = 1) -> PlayWith:
    return PlayWith(X.NECROMANCY, cards(own), level, borrowed=cards(borrowed))


@pytest.mark.parametrize(
    ("level", "own", "borrowed"),
    [(1, "5C 5D", "5H"), (2, "5C 5D 6H", "5H 6S"), (3, "5C 5D", "5H 7D 7H")],
)
def test_necromancy_borrows_as_many_cards_as_its_level(level: int, own: str, borrowed: str) -> None:
    """Page 6.3: they leave the pile, lie in the trick, and are in the pile again after it."""
    table = table_with(X.NECROMANCY, 3)
    table.does(A, unearthed(own, borrowed, level))
    assert table.public.trick is not None
    (laid,) = table.public.trick.hands
    assert set(laid.cards) == {*cards(own), *cards(borrowed)}
    assert laid.borrowed == cards(borrowed)
    assert not set(cards(borrowed)) & set(table.public.pile)
    assert table.public.sheets[A].unspent(X.NECROMANCY) == 3 - level
    assert table.public.played[A][-len(cards(own)) :] == cards(own)
    table.passes(B, C, D)
    assert set(cards(PILE)) < set(table.public.pile)


def test_necromancy_takes_no_more_than_its_level_and_only_from_finished_tricks() -> None:
    table = table_with(X.NECROMANCY, 3)
    assert table.refusal(A, unearthed("5C", "5H 7H"), "play-with") == "not-in-the-pile"
    assert table.refusal(A, unearthed("5C", "6D"), "play-with") == "not-in-the-pile"
    assert table.refusal(A, unearthed("5C", ""), "play-with") == "not-in-the-pile"
    assert table.refusal(A, unearthed("5C", "6S"), "play-with") == "no-hand"
    table.plays(A, "6H").plays(B, "8H").passes(C, D, A)
    assert "6H" in table.public.pile


def test_necromancy_needs_a_card_of_ones_own() -> None:
    """A27."""
    table = table_with(X.NECROMANCY, 3)
    assert table.refusal(A, unearthed("", "7D 7H", 2), "play-with") == "not-your-cards"


@pytest.mark.parametrize("level", [2, 3])
def test_necromancy_of_a_level_needs_its_dots(level: int) -> None:
    table = table_with(X.NECROMANCY, level - 1)
    assert table.refusal(A, unearthed("5C", "5H", level), "play-with") == "no-dots"


def test_necromancy_beats_a_trick_by_the_borrowed_card_and_keeps_its_type() -> None:
    table = table_with(X.NECROMANCY, 1)
    table.does(A, unearthed("5C", "5H"))
    assert table.refuses(B, "6C") == "wrong-type"
    own = (Sheet(), Sheet(None, (Dot(X.NECROMANCY),)), Sheet(), Sheet())
    second = table_with(X.NECROMANCY, 1, sheets=own).plays(A, "5C 5D")
    assert second.refusal(B, unearthed("6C 7C", "6S"), "play-with") == "no-hand"
    second.does(B, unearthed("6C", "6S"))
    assert second.public.trick is not None
    assert second.public.trick.hands[-1].top == cards("6S")[0].height


def test_necromancy_is_offered_only_if_a_borrowed_card_helps() -> None:
    own = (Sheet(), Sheet(None, (Dot(X.NECROMANCY, 3),)), Sheet(), Sheet())
    alone = table_with(X.NECROMANCY, 3, sheets=own).plays(A, "6H")
    assert "play-with" not in alone.kinds(B), "a single has no room for another card"
    low = table_with(X.NECROMANCY, 3, sheets=own, pile=cards("5S 5H")).plays(A, "5C 5D")
    assert "play-with" not in low.kinds(B), "no pair is high enough"


def test_necromancy_adds_nothing_to_a_promised_hand() -> None:
    """A5: exactly the shown cards."""
    sheets = (Sheet(), Sheet(), Sheet(None, (Dot(X.NECROMANCY),)), Sheet())
    table = playing(*CRYPTS, sheets=sheets, trick=Trick(1), pile=cards("8D"))
    table.does(C, AskBoon(cards("8C"))).does(A, AnswerBoon(True))
    assert "play-with" not in table.kinds(C)


def test_every_hand_listed_with_necromancy_is_one_that_a_search_of_all_cards_finds() -> None:
    """The patterns of ranks leave out no hand and list none twice."""
    chance = random.Random(5)
    for packs in (1, 2):
        for _ in range(4):
            some = chance.sample(deck(packs), 13)
            crypt, pile = tuple(some[:6]), tuple(some[6:])
            wanted = {
                (frozenset(own), frozenset(lent))
                for size in range(2, 7)
                for both in combinations(some, size)
                for own in [[card for card in both if card in crypt]]
                for lent in [[card for card in both if card in pile]]
                if own and 1 <= len(lent) <= 2 and hand_type(both, packs) is not None
            }
            listed = [
                (frozenset(own), frozenset(lent))
                for kind in TYPES[packs]
                for own, lent in with_borrowed(kind, crypt, pile, packs, 2)
            ]
            assert len(set(listed)) == len(listed)
            assert set(listed) == wanted


# -- Obtenebration: the hand on top goes back to its owner

SECOND_HAS = {"sheets": (Sheet(), Sheet(None, (Dot(X.OBTENEBRATION, 3),)), Sheet(), Sheet())}
THIRD_HAS = {"sheets": (Sheet(), Sheet(), Sheet(None, (Dot(X.OBTENEBRATION, 3),)), Sheet())}


def back(seat: Seat, level: int = 1) -> Use:
    return Use(X.OBTENEBRATION, (seat,), level)


def shadowed(**public: object) -> Table:
    """A leads, and B may take that hand off the trick."""
    return table_with(X.OBTENEBRATION, 3, **{**SECOND_HAS, **public})


def test_a_hand_that_was_led_goes_back_and_its_owner_leads_another() -> None:
    """Edition 2, build 4: not the user's free lead."""
    table = shadowed().plays(A, "4C").does(B, back(A))
    assert (table.public.turn, table.public.asked, table.crypt(A)) == (A, Asked.LEAD, CRYPTS[0])
    assert table.public.counts[A] == 4
    assert table.refuses(A, "4C") == "another-hand"
    assert all(move != Play(cards("4C")) for move in GAME.legal_moves(table.view(A)))
    assert HandTakenBack(A, cards("4C"), True) in table.told
    table.plays(A, "6H").passes(B).plays(C, "8C")
    assert table.public.taken_back == ()
    assert table.public.sheets[B].unspent(X.OBTENEBRATION) == 2


def test_a_hand_that_was_taken_back_is_not_led_with_a_discipline_either() -> None:
    both = (Sheet(None, (Dot(X.POTENCE),)), *SECOND_HAS["sheets"][1:])
    table = shadowed(sheets=both).plays(A, "4C").does(B, back(A))
    assert table.refusal(A, PlayWith(X.POTENCE, cards("4C")), "play-with") == "another-hand"
    assert table.prompt_for(A, PlayWith(X.POTENCE, cards("6H"))) is not None


def test_the_hand_below_is_on_top_again_and_everybody_else_is_asked_again() -> None:
    """H55 and H9: passes are cleared; the owner of the returned hand has a turn too."""
    table = table_with(X.OBTENEBRATION, 3, **THIRD_HAS).plays(A, "4C").plays(B, "6C")
    table.does(C, back(B))
    assert (table.public.turn, table.public.asked) == (C, Asked.FOLLOW)
    assert table.crypt(B) == CRYPTS[1]
    table.passes(C, D)
    assert (table.public.turn, table.public.asked) == (B, Asked.FOLLOW)
    table.passes(B)
    assert (table.public.turn, table.public.asked) == (A, Asked.LEAD)


def test_above_an_own_hand_the_user_may_play_or_pass_and_then_the_others_are_asked() -> None:
    """A10."""
    own = {"sheets": (Sheet(None, (Dot(X.OBTENEBRATION),)), Sheet(), Sheet(), Sheet())}
    table = table_with(X.OBTENEBRATION, 1, **own).plays(A, "4C").plays(B, "6C").passes(C, D)
    table.does(A, back(B))
    assert table.prompt_for(A, Play(cards("5C"))) is not None
    table.passes(A, B, C, D)
    assert (table.public.turn, table.public.asked) == (A, Asked.LEAD)


def test_of_two_hands_of_celerity_only_the_top_one_goes_back() -> None:
    """A10."""
    sheets = (Sheet(None, (Dot(X.CELERITY),)), *SECOND_HAS["sheets"][1:])
    table = shadowed(sheets=sheets).does(A, PlayWith(X.CELERITY, cards("4C"), second=cards("6H")))
    table.does(B, back(A))
    assert (table.crypt(A), table.public.turn, table.public.asked) == ("5C 5D 6H", B, Asked.FOLLOW)


@pytest.mark.parametrize(("level", "allowed"), [(1, False), (2, True), (3, True)])
def test_a_pair_goes_back_from_the_second_level_on(level: int, allowed: bool) -> None:
    table = shadowed().plays(A, "5C 5D")
    refused = table.refusal(B, back(A, level), "use") if not allowed else None
    assert refused == (None if allowed else "hand-too-large")
    if allowed:
        assert table.does(B, back(A, level)).crypt(A) == CRYPTS[0]


def test_a_hand_of_five_goes_back_at_the_third_level_alone() -> None:
    crypts = ("4C 4D 4H 5C 5D 9C", *CRYPTS[1:])
    table = table_with(X.OBTENEBRATION, 3, *crypts, **SECOND_HAS).plays(A, "4C 4D 4H 5C 5D")
    assert table.refusal(B, back(A, 2), "use") == "hand-too-large"
    assert table.does(B, back(A, 3)).crypt(A) == crypts[0]


def test_only_the_hand_on_top_goes_back_and_never_one_that_emptied_a_crypt() -> None:
    """H55, check 12."""
    table = table_with(X.OBTENEBRATION, 3, **THIRD_HAS).plays(A, "4C").plays(B, "6C")
    assert table.refusal(C, back(A), "use") == "not-on-top"
    gone = table_with(X.OBTENEBRATION, 3, "4C", *CRYPTS[1:], **SECOND_HAS).plays(A, "4C")
    assert "use" not in gone.kinds(B)
    lead = table_with(X.OBTENEBRATION, 3)
    assert "use" not in lead.kinds(A), "nothing lies there yet"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_obtenebration_is_cancelled_by_fortitude_of_its_level_or_an_inquisitor(level: int) -> None:
    guarded = Sheet(None, (Dot(X.FORTITUDE, level),))
    inquisitor = Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)
    for seat, sheets in (
        (A, (guarded, *SECOND_HAS["sheets"][1:])),
        (D, (*SECOND_HAS["sheets"][:3], inquisitor)),
    ):
        table = shadowed(sheets=sheets).plays(A, "4C").does(B, back(A, level))
        table.does(seat, React(True))
        assert (table.crypt(A), table.public.turn, table.public.asked) == (
            "5C 5D 6H",
            B,
            Asked.FOLLOW,
        )
        assert table.public.sheets[B].unspent(X.OBTENEBRATION) == 3 - level


def test_obtenebration_needs_its_dots_and_a_target_that_is_not_hidden() -> None:
    """H54: or a dot of Auspex besides."""
    few = (Sheet(), Sheet(None, (Dot(X.OBTENEBRATION),)), Sheet(), Sheet())
    assert shadowed(sheets=few).plays(A, "4C").refusal(B, back(A, 2), "use") == "no-dots"
    hidden = (Effect(EffectKind.HIDDEN, A, A, until=9),)
    assert "use" not in shadowed(effects=hidden).plays(A, "4C").kinds(B)
    finder = Sheet(None, (Dot(X.OBTENEBRATION), Dot(X.AUSPEX)))
    sheets = (Sheet(), finder, Sheet(), Sheet())
    table = shadowed(effects=hidden, sheets=sheets).plays(A, "4C").does(B, back(A))
    assert table.public.sheets[B].unspent(X.AUSPEX) == 0


def test_borrowed_cards_return_to_the_pile_and_changed_ones_as_themselves() -> None:
    """H55."""
    sheets = (Sheet(None, (Dot(X.NECROMANCY), Dot(X.PROTEAN))), *SECOND_HAS["sheets"][1:])
    table = shadowed(sheets=sheets).does(A, unearthed("5C", "5H")).does(B, back(A, 2))
    assert table.crypt(A) == CRYPTS[0]
    assert cards("5H")[0] in table.public.pile
    five, six = cards("5C 6C")
    changed = PlayWith(X.PROTEAN, cards("5C"), changed=five, counts_as=six)
    other = shadowed(sheets=sheets).does(A, changed).does(B, back(A))
    assert other.crypt(A) == CRYPTS[0]


def test_in_every_world_the_owner_holds_the_hand_that_was_taken_back() -> None:
    """It lay open: everybody has seen it."""
    table = playing(*CRYPTS, **SECOND_HAS)  # type: ignore[arg-type]  # sheets by name
    table.plays(A, "4C").does(B, back(A)).plays(A, "6H")
    chance = random.Random(3)
    for _ in range(20):
        assert cards("4C")[0] in GAME.resample(table.view(C), chance).private[A].cards


def test_a_player_whose_hand_was_named_uses_nothing_before_playing_it() -> None:
    """A7: the named hand is the turn."""
    sheets = (Sheet(None, (Dot(X.DOMINATE, 3),)), *SECOND_HAS["sheets"][1:])
    table = shadowed(sheets=sheets).does(A, Use(X.DOMINATE, (B,), 3, demand=Demand.NAMED))
    table.plays(A, "4C").does(A, NameHand(cards("6C")))
    assert "use" not in table.kinds(B)


# -- Dementation: chance plays


def mad(seat: Seat, level: int = 1) -> Use:
    return Use(X.DEMENTATION, (seat,), level)


def test_chance_plays_a_legal_hand_on_the_targets_next_turn() -> None:
    """Page 6.3: the order of all cards is drawn, and nobody is asked meanwhile."""
    table = table_with(X.DEMENTATION, 1).does(A, mad(B)).plays(A, "4C")
    assert (table.public.turn, table.public.asked) == (B, Asked.DRAW)
    assert [table.kinds(seat) for seat in (A, B, C, D)] == [[], [], [], []]
    assert GAME.awaited_seats(table.public) == ()
    table.chance(*cards("2C 7C"))
    assert (table.crypt(B), table.public.turn) == ("6C 8H", C)
    assert table.public.effects == ()
    assert table.told[-2:] == [LeftToChance(B), HandPlayed(B, cards("7C"), HandType.SINGLE, False)]


def test_who_has_no_legal_hand_passes_and_all_know_it() -> None:
    """Section 9: as with an order to play."""
    table = table_with(X.DEMENTATION, 1).does(A, mad(B)).plays(A, "5C 5D").chance()
    assert (table.crypt(B), table.public.turn) == (CRYPTS[1], C)
    assert [proof.seat for proof in table.public.proofs] == [B]


@pytest.mark.parametrize(("level", "drawn"), [(1, False), (2, True), (3, True)])
def test_madness_of_the_first_level_waits_while_its_seat_leads(level: int, drawn: bool) -> None:
    """H45 and A31: the row of the table wins over the rule for leads."""
    sheets = (Sheet(None, (Dot(X.DEMENTATION, 3),)), Sheet(), Sheet(), Sheet())
    table = playing("4C KH", "6C 7C 7D", "5D 8C", "5C 9C", sheets=sheets, pile=cards("3C"))
    table.plays(A, "4C").plays(B, "6C").passes(C, D).does(A, mad(B, level)).passes(A)
    assert table.public.turn == B
    assert table.public.asked is (Asked.DRAW if drawn else Asked.LEAD)
    if drawn:
        table.chance(*cards("7D"))
        assert table.public.turn == C
    else:
        assert len(table.plays(B, "7C").public.effects) == 1


def test_of_a_lead_chance_draws_the_top_and_then_the_type() -> None:
    sheets = (Sheet(None, (Dot(X.DEMENTATION, 3),)), Sheet(), Sheet(), Sheet())
    led = set()
    for last in cards("2H 2S"):
        table = playing("4C KH", "6C 7C 7D", "5D 8C", "5C 9C", sheets=sheets, pile=cards("3C"))
        table.plays(A, "4C").plays(B, "6C").passes(C, D).does(A, mad(B, 2)).passes(A)
        rest = [card for card in table.public.deck if card not in (last, *cards("7D"))]
        table.chance(*cards("7D"), *rest, last)
        assert table.public.trick is not None
        led.add(table.public.trick.hands[0].cards)
    assert led == {cards("7D"), cards("7C 7D")}


def test_madness_of_the_third_level_lasts_two_turns() -> None:
    table = table_with(X.DEMENTATION, 3).does(A, mad(B, 3)).plays(A, "4C").chance(*cards("7C"))
    assert [effect.turns for effect in table.public.effects] == [1]
    table.passes(C, D, A)
    assert table.public.asked is Asked.DRAW
    table.chance(*cards("8H"))
    assert (table.crypt(B), table.public.effects) == ("6C", ())


def test_a_lost_turn_does_not_use_madness_up() -> None:
    """A13."""
    lost = (Effect(EffectKind.LOST_TURN, B, B),)
    table = table_with(X.DEMENTATION, 1, effects=lost).does(A, mad(B)).plays(A, "4C")
    assert table.public.turn == C
    assert [effect.kind for effect in table.public.effects] == [EffectKind.MADDENED]


def test_a_newer_order_takes_the_place_of_madness() -> None:
    """H45."""
    sheets = (Sheet(None, (Dot(X.DEMENTATION),)), Sheet(None, (Dot(X.PRESENCE),)))
    table = table_with(X.DEMENTATION, 1, sheets=(*sheets, Sheet(), Sheet())).does(A, mad(C))
    table.plays(A, "4C").does(B, Use(X.PRESENCE, (C,))).passes(B)
    assert table.public.asked is Asked.FOLLOW
    assert [effect.kind for effect in table.public.effects] == [EffectKind.AWED]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_dementation_costs_its_level_and_is_cancelled_like_any_use(level: int) -> None:
    """H41, H48, H53."""
    own = Sheet(None, (Dot(X.DEMENTATION, 3),))
    guarded = Sheet(None, (Dot(X.FORTITUDE, level),))
    inquisitor = Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)
    for seat, sheets in (
        (B, (own, guarded, Sheet(), Sheet())),
        (D, (own, Sheet(), Sheet(), inquisitor)),
    ):
        table = table_with(X.DEMENTATION, 3, sheets=sheets).does(A, mad(B, level))
        table.does(seat, React(True))
        assert table.public.effects == ()
        assert table.public.sheets[A].unspent(X.DEMENTATION) == 3 - level
    if level > 1:
        few = table_with(X.DEMENTATION, level - 1)
        assert few.refusal(A, mad(B, level), "use") == "no-dots"


def test_dementation_takes_no_target_that_is_hidden_or_out_or_before_the_first_hand() -> None:
    hidden = (Effect(EffectKind.HIDDEN, B, B, until=9),)
    assert table_with(X.DEMENTATION, 1, effects=hidden).refusal(A, mad(B), "use") == "target-hidden"
    assert table_with(X.DEMENTATION, 1, out=(B,)).refusal(A, mad(B), "use") == "wrong-target"
    assert "use" not in table_with(X.DEMENTATION, 1, trick=Trick(1)).kinds(A)


def test_the_order_that_chance_plays_by_is_seen_by_nobody() -> None:
    """Decision 261: it would tell which higher hands a crypt does not hold."""
    table = table_with(X.DEMENTATION, 1).does(A, mad(B)).plays(A, "4C")
    assert GAME.deck_codes(table.public) == table.public.deck
    assert set(GAME.deal_plan(table.public)) == {"-"}
    table.chance(*cards("7C"))
    assert all(GAME.opened_cards(table.view(seat)) == () for seat in (A, B, None))


def test_a_watched_crypt_is_seen_again_after_chance_has_played_from_it() -> None:
    """Section 9: live Auspex."""
    sheets = (Sheet(None, (Dot(X.DEMENTATION), Dot(X.AUSPEX, 3))), Sheet(), Sheet(), Sheet())
    table = table_with(X.DEMENTATION, 1, sheets=sheets).does(A, Use(X.AUSPEX, (B,), 3))
    table.plays(A, "4C").passes(B, C, D).does(A, mad(B)).plays(A, "5C").chance(*cards("7C"))
    assert table.state.private[A].snapshots[-1].cards == cards("6C 8H")


# -- Serpentis: a forced exchange in the middle of play

TEMPTER = {"sheets": (Sheet(None, (Dot(X.SERPENTIS, 3),)), Sheet(), Sheet(), Sheet())}


def tempt(seat: Seat, level: int = 1) -> Use:
    return Use(X.SERPENTIS, (seat,), level)


def tempting(**public: object) -> Table:
    return table_with(X.SERPENTIS, 3, **{**TEMPTER, **public})


def test_serpentis_is_a_forced_exchange_with_a_wish_list_of_three() -> None:
    """Page 6.3 and 4.9: the first card held, and any card back; then the turn goes on."""
    table = tempting()
    asked = GAME.prompt(table.view(A))
    table.does(A, tempt(B))
    assert [table.kinds(seat) for seat in (A, B, C)] == [["wish"], [], []]
    assert GAME.awaited_seats(table.public) == (A,)
    assert table.refusal(A, Wish(cards("2H 2S AH AS")), "wish") == "wish-too-long"
    table.does(A, Wish(cards("2H 8H 7C")))
    assert table.kinds(B) == ["ask-back"]
    table.does(B, Ask(cards("6H")[0]))
    assert table.kinds(A) == ["give-back"]
    table.does(A, Give(cards("4C")[0]))
    assert (table.crypt(A), table.crypt(B)) == ("5C 5D 6H 8H", "4C 6C 7C")
    assert GAME.prompt(table.view(A)) == asked, "the turn goes on under the same question"
    assert [(swap.seats, swap.kind) for swap in table.public.swaps] == [((A, B), "tempted")]
    assert "use" not in table.kinds(A)


def test_after_a_miss_the_target_gives_a_card_of_its_choice() -> None:
    table = tempting().does(A, tempt(B), Wish(cards("2H 2S 2D")))
    table.does(B, Give(cards("6C")[0])).does(A, Give(cards("6C")[0]))
    assert (table.crypt(A), table.crypt(B)) == (CRYPTS[0], CRYPTS[1]), "H24: even that one"


def test_time_wishes_for_the_highest_cards_and_returns_the_lowest() -> None:
    """H25, A29."""
    table = tempting().does(A, tempt(D))
    table.time_is_up(A).time_is_up(D).time_is_up(A)
    assert (table.crypt(A), table.crypt(D)) == ("5C 5D 6H KC", "4C 10C JC")


@pytest.mark.parametrize(("level", "open_to"), [(1, False), (2, True), (3, True)])
def test_the_first_level_tempts_lower_ranks_alone(level: int, open_to: bool) -> None:
    sheets = (Sheet(), Sheet(None, (Dot(X.SERPENTIS, 3),)), Sheet(), Sheet())
    table = tempting(sheets=sheets).plays(A, "4C")
    assert table.refusal(B, tempt(A, level), "use") == (None if open_to else "wrong-target")


def test_the_third_level_is_two_exchanges() -> None:
    table = tempting().does(A, tempt(B, 3), Wish(cards("8H"))).does(B, Ask())
    table.does(A, Give(cards("4C")[0]))
    assert table.kinds(A) == ["wish"]
    table.does(A, Wish(cards("7C"))).does(B, Ask()).does(A, Give(cards("5C")[0]))
    assert (table.crypt(A), table.crypt(B)) == ("5D 6H 7C 8H", "4C 5C 6C")
    assert table.kinds(A)[0] == "lead"
    assert table.public.sheets[A].unspent(X.SERPENTIS) == 0


@pytest.mark.parametrize("level", [1, 2, 3])
def test_serpentis_costs_its_level_and_is_cancelled_like_any_use(level: int) -> None:
    guarded = Sheet(None, (Dot(X.FORTITUDE, level),))
    inquisitor = Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)
    own = TEMPTER["sheets"][0]
    for seat, sheets in (
        (B, (own, guarded, Sheet(), Sheet())),
        (D, (own, Sheet(), Sheet(), inquisitor)),
    ):
        table = tempting(sheets=sheets).does(A, tempt(B, level)).does(seat, React(True))
        assert table.kinds(A)[0] == "lead"
        assert table.crypt(A) == CRYPTS[0]
        assert table.public.sheets[A].unspent(X.SERPENTIS) == 3 - level
    if level > 1:
        assert table_with(X.SERPENTIS, level - 1).refusal(A, tempt(B, level), "use") == "no-dots"


def test_serpentis_takes_no_target_that_is_hidden_or_out_or_before_the_first_hand() -> None:
    hidden = (Effect(EffectKind.HIDDEN, B, B, until=9),)
    assert tempting(effects=hidden).refusal(A, tempt(B), "use") == "target-hidden"
    assert tempting(out=(B,)).refusal(A, tempt(B), "use") == "wrong-target"
    assert "use" not in tempting(trick=Trick(1)).kinds(A)


def test_cards_that_everybody_knows_in_a_crypt_do_not_change_hands() -> None:
    """Ours: a card taken up from the pile stays where all have seen it."""
    both = (Sheet(None, (Dot(X.SERPENTIS, 3), Dot(X.ANIMALISM))), Sheet(), Sheet(), Sheet())
    table = tempting(sheets=both).does(A, Use(X.ANIMALISM, (), cards=cards("7H")))
    table.plays(A, "4C").passes(B, C, D).does(A, tempt(B), Wish(cards("8H"))).does(B, Ask())
    assert table.refusal(A, Give(cards("7H")[0])) == "not-your-cards"
    table.does(A, Give(cards("5C")[0]))
    assert table.crypt(A) == "5D 6H 7H 8H"


def test_only_the_two_know_the_cards_of_the_exchange() -> None:
    """Section 9: the table sees that two have exchanged."""
    table = tempting().does(A, tempt(B), Wish(cards("8H"))).does(B, Ask())
    table.does(A, Give(cards("4C")[0]))
    assert [bool(hand.bargains) for hand in table.state.private] == [True, True, False, False]
    assert "8H" not in str(table.view(C).private)
    assert "8H" not in str(table.told)


def test_who_watches_a_crypt_sees_it_before_and_after_an_exchange() -> None:
    """Section 9: live Auspex; what was seen stays in view."""
    sheets = (
        Sheet(None, (Dot(X.SERPENTIS),)),
        Sheet(),
        Sheet(None, (Dot(X.AUSPEX, 3),)),
        Sheet(),
    )
    table = tempting(sheets=sheets).plays(A, "4C").passes(B).does(C, Use(X.AUSPEX, (B,), 3))
    table.passes(C, D).does(A, tempt(B), Wish(cards("8H"))).does(B, Ask())
    table.does(A, Give(cards("5C")[0]))
    seen = [snapshot.cards for snapshot in table.state.private[C].snapshots]
    assert seen == [cards(CRYPTS[1]), cards("5C 6C 7C")]


def test_in_a_world_a_card_that_was_seen_may_have_changed_hands() -> None:
    """An exchange of two others is a secret: what was known of them is so no more."""
    sheets = (
        Sheet(None, (Dot(X.SERPENTIS),)),
        Sheet(),
        Sheet(None, (Dot(X.AUSPEX),)),
        Sheet(),
    )
    table = playing(*CRYPTS, sheets=sheets).plays(A, "4C").passes(B).does(C, Use(X.AUSPEX, (B,)))
    table.passes(C, D).does(A, tempt(B), Wish(cards("8H"))).does(B, Ask())
    table.does(A, Give(cards("5C")[0]))
    chance, found = random.Random(4), set()
    for _ in range(60):
        world = GAME.resample(table.view(C), chance)
        found.add(cards("8H")[0] in world.private[B].cards)
        left = {*world.private[A].cards, *world.private[B].cards}
        assert set(cards(CRYPTS[1])) <= left, "between the two they hold what was seen"
    assert found == {True, False}


# -- Vicissitude: cards of the own crypt may count as others

SCULPTOR = {"sheets": (Sheet(None, (Dot(X.VICISSITUDE, 3),)), Sheet(), Sheet(), Sheet())}


def shaping(level: int = 1, **public: object) -> Table:
    """A has used Vicissitude, and is asked which cards change."""
    table = table_with(X.VICISSITUDE, 3, **{**SCULPTOR, **public})
    return table.does(A, Use(X.VICISSITUDE, (), level))


def change(own: str, into: str) -> Reshape:
    pairs = zip(cards(own), cards(into), strict=True)
    return Reshape(*(card for pair in pairs for card in pair))


def test_a_changed_card_counts_as_another_and_only_its_owner_knows() -> None:
    """Page 6.3 and section 9: the user only, until it is played."""
    table = shaping()
    assert [table.kinds(seat)[:1] for seat in (A, B)] == [["reshape"], ["conspire"]]
    before = table.view(B)
    table.does(A, change("5C", "6C"))
    assert table.view(B).private == before.private
    assert "6C" not in str((table.public.reshapings, table.told))
    table.does(A, PlayReshaped(cards("5C 6H")))
    assert table.public.trick is not None
    (laid,) = table.public.trick.hands
    assert (laid.kind, laid.cards, laid.top) == ("pair", cards("5C 6H"), cards("6H")[0].height)
    assert [(form.card, form.counts_as) for form in laid.forms] == [cards("5C 6C")]
    assert table.state.private[A].forms == ()


def test_a_changed_card_may_be_played_as_it_is() -> None:
    """Ours: it may count as the other one, it need not."""
    table = shaping().does(A, change("5C", "5H")).plays(A, "5C 5D")
    assert table.state.private[A].forms == ()


@pytest.mark.parametrize(
    ("level", "own", "into", "problem"),
    [
        (1, "5C", "6H", "no-such-shape"),
        (1, "5C 6H", "6C 5H", "no-such-shape"),
        (1, "6C", "7C", "not-your-cards"),
        (2, "5C 6H", "6C 5H", None),
        (2, "5C 6H", "6C KH", "no-such-shape"),
        (3, "4C", "6H", None),
        (3, "4C", "7H", "no-such-shape"),
        (3, "4C 5C", "6H 6H", "no-such-shape"),
    ],
)
def test_each_level_changes_its_number_of_cards(
    level: int, own: str, into: str, problem: str | None
) -> None:
    """Page 6.3, A22: two cards at the second level, a copy of an own card at the third."""
    assert shaping(level).refusal(A, change(own, into), "reshape") == problem


def test_a_copy_makes_a_pair_with_its_model() -> None:
    table = shaping(3).does(A, change("4C", "6H")).does(A, PlayReshaped(cards("4C 6H")))
    assert table.public.trick is not None
    assert table.public.trick.hands[0].kind == "pair"


def test_silence_changes_nothing_and_the_turn_goes_on() -> None:
    table = shaping().time_is_up(A)
    assert table.state.private[A].forms == ()
    assert table.kinds(A)[0] == "lead"
    assert "play-reshaped" not in table.kinds(A)


def test_a_changed_card_lasts_for_the_round_and_not_beyond_the_crypt() -> None:
    """A23: taken back it returns as itself."""
    sheets = (*SCULPTOR["sheets"][:1], Sheet(None, (Dot(X.OBTENEBRATION, 2),)), Sheet(), Sheet())
    table = shaping(sheets=sheets).does(A, change("5C", "6C")).plays(A, "4C").passes(B, C, D)
    assert "play-reshaped" in table.kinds(A), "the next trick"
    table.does(A, PlayReshaped(cards("5C 6H"))).does(B, Use(X.OBTENEBRATION, (A,), 2))
    assert (table.crypt(A), table.state.private[A].forms) == ("5C 5D 6H", ())


@pytest.mark.parametrize("level", [1, 2, 3])
def test_an_inquisitor_cancels_vicissitude_before_anything_is_chosen(level: int) -> None:
    inquisitor = Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)
    table = shaping(level, sheets=(*SCULPTOR["sheets"][:3], inquisitor)).does(D, React(True))
    assert table.kinds(A)[0] == "lead"
    assert (table.public.reshapings, table.public.sheets[A].unspent(X.VICISSITUDE)) == (
        (),
        3 - level,
    )


def test_vicissitude_needs_its_dots_and_the_first_hand() -> None:
    few = table_with(X.VICISSITUDE, 1)
    assert few.refusal(A, Use(X.VICISSITUDE, (), 2), "use") == "no-dots"
    assert few.refusal(A, Use(X.VICISSITUDE, (B,)), "use") == "wrong-target"
    assert "use" not in table_with(X.VICISSITUDE, 1, trick=Trick(1)).kinds(A)


def test_a_hand_with_changed_cards_keeps_the_rules_of_the_trick() -> None:
    """H46."""
    table = shaping().does(A, change("6H", "7H"))
    assert table.refusal(A, PlayReshaped(cards("5C")), "play-reshaped") == "no-such-shape"
    assert table.refusal(A, PlayReshaped(cards("5C 6H")), "play-reshaped") == "no-hand"
    table.plays(A, "4C").plays(B, "7C").passes(C, D)
    assert table.prompt_for(A, PlayReshaped(cards("6H"))) is not None
    low = shaping().does(A, change("6H", "5H")).plays(A, "4C").plays(B, "7C").passes(C, D)
    assert "play-reshaped" not in low.kinds(A)


def test_others_who_look_see_the_true_card() -> None:
    """A23."""
    sheets = (*SCULPTOR["sheets"][:1], Sheet(None, (Dot(X.AUSPEX),)), Sheet(), Sheet())
    table = shaping(sheets=sheets).does(A, change("5C", "6C")).plays(A, "4C")
    table.does(B, Use(X.AUSPEX, (A,)))
    assert table.state.private[B].snapshots[0].cards == cards("5C 5D 6H")


def test_in_other_worlds_other_cards_may_have_changed() -> None:
    table = playing(*CRYPTS, **SCULPTOR)  # type: ignore[arg-type]  # sheets by name
    table.does(A, Use(X.VICISSITUDE)).does(A, change("5C", "6C")).plays(A, "4C")
    chance = random.Random(2)
    found = {GAME.resample(table.view(C), chance).private[A].forms for _ in range(40)}
    assert len(found) > 3
    assert () in found
