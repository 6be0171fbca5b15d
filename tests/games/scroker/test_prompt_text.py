"""Sentences: every refusal, question, event and option has one, without money or spelling."""

import random
import re
from collections.abc import Iterator

import msgspec

from app.games.scroker import GAME
from app.games.scroker.dealer_choices import plain
from app.games.scroker.display_names import game, ruling
from app.games.scroker.moves import Reason
from app.games.scroker.named_game import RULINGS
from app.games.scroker.options import Options
from app.games.scroker.refusal_text import say_refusal
from app.rules.game import view
from app.rules.play import prompts
from app.rules.replay import Setup
from tests.games.kit.match_record import Record, new_record
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.games.kit.random_matches import NAMES, random_entry
from tests.games.scroker.table import JUNK, B, Session, says

MONEY = ("money", "$", "€", "£", "cash", "dollar", "euro", "pay out")


def seen() -> Iterator[Record]:
    """Random sessions at every kind of table, moment by moment."""
    for seed, setup in enumerate(pairwise_setups(GAME)):
        chance = random.Random(seed)
        record = new_record(GAME, setup)
        for _ in range(120):
            if record.over:
                break
            record.take(random_entry(record, chance, timeouts=0.02))
            yield record


def test_everything_that_is_said_is_a_whole_sentence_about_play_chips() -> None:
    sentences: set[str] = set()
    kinds: set[type] = set()
    for record in seen():
        state = record.now
        kinds |= {type(event) for event in state.events}
        sentences |= {GAME.say_event(state.public, event, NAMES) for event in state.events}
        sentences.add(GAME.say_wait(state.public, NAMES))
        sentences |= {
            GAME.say_prompt(view(state, seat), prompt, NAMES)
            for seat, prompt in prompts(GAME, state).items()
        }
    for sentence in sentences:
        assert sentence.endswith((".", "?")), sentence
        assert "  " not in sentence
        own = re.sub("“[^”]*”", "", sentence)  # a dictionary may speak of money
        assert not any(word in own.lower() for word in MONEY), sentence
    assert len(kinds) > 25


def test_every_refusal_has_its_sentence() -> None:
    session = Session(2).deal(*JUNK[:2])
    for reason in Reason:
        if reason is Reason.NOT_LISTED:
            continue  # it names the word, so it needs the claim: see test_showdown.py
        sentence = say_refusal(view(session.state, B), says(""), reason)
        assert sentence.endswith("."), reason
        assert not any(word in sentence.lower() for word in MONEY)


def test_what_is_refused_for_its_cards_says_nothing_of_its_spelling() -> None:
    session = (
        Session(2)
        .deal("li:C li:X le:Q le:F an:G", "li:V li:Z le:W le:H an:L")
        .bet("o1 c")
        .stand_pat()
        .bet("k k")
    )
    real, unreal = says("li:Z an:L"), says("li:V an:L")
    seen_by_b = view(session.state, B)
    assert GAME.check(seen_by_b, real) == GAME.check(seen_by_b, unreal) == Reason.ANIMALS_MIXED
    assert say_refusal(seen_by_b, real, Reason.ANIMALS_MIXED) == say_refusal(
        seen_by_b, unreal, Reason.ANIMALS_MIXED
    )


def test_every_game_that_may_be_named_has_a_name() -> None:
    names = [game(named) for named in plain(Options())]
    assert len(set(names)) == len(set(plain(Options())))
    assert "Hot Scroker" in names
    assert ruling("ch:E") == "chili E’s rule"
    assert ruling("le") == "Lemons rule"
    assert ruling("an:U") == "the Unicorn rules"
    assert all(ruling(what) for what in RULINGS if what)


def test_the_choices_of_an_option_have_labels() -> None:
    for field in msgspec.inspect.type_info(Options).fields:  # type: ignore[attr-defined]
        extra = field.type.extra_json_schema or {}
        labels = extra.get("x-labels") or ()
        assert {*extra.get("x-together", ())} <= dict(labels).keys(), field.name
        if isinstance(field.type.type, msgspec.inspect.LiteralType):
            assert {value for value, _ in labels} == set(field.type.type.values), field.name


def test_tables_that_cannot_be_played_are_told_why() -> None:
    assert GAME.config_problem(9, Options()) == "Scroker is for 2 to 8 players; you are 9."
    assert GAME.config_problem(8, Options()) is None
    assert Setup(2, Options()).seats in GAME.seats
