"""Secrets for ever (section 6.1): folded hands and discards, in replays and all other answers."""

import random
from datetime import UTC, datetime

import msgspec
import pytest

from app.games.scroker import GAME
from app.games.scroker.options import Options
from app.rules.game import Seat
from app.rules.replay import Setup
from app.table.model.records import LoggedEntry, Place
from app.web.replay.replay import Replay
from tests.games.kit.match_record import Record, new_record
from tests.games.kit.random_matches import random_entry

START = datetime(2030, 1, 1, tzinfo=UTC)
HANDS = [Options(game=game, ending="hands", hands=1) for game in ("scroker", "spit", "longhorn")]


def one_hand(options: Options, seed: int) -> Record:
    """A whole session of one hand."""
    chance = random.Random(seed)
    record = new_record(GAME, Setup(4, options))
    while not record.over:
        record.take(random_entry(record, chance, timeouts=0.02))
    return record


@pytest.mark.parametrize("options", HANDS, ids=lambda options: options.game)
@pytest.mark.parametrize("seed", range(12))
def test_6_1_a_players_replay_holds_no_card_that_the_player_never_saw(
    options: Options, seed: int
) -> None:
    record = one_hand(options, seed)
    places = tuple(Place(Seat(seat), None, "steady", f"Player {seat}") for seat in range(4))
    replay = Replay(GAME, record.setup, places, record.states[0])
    replay.extend(places, [LoggedEntry(entry, START, None) for entry in record.entries])
    end = record.now.public
    public = {card for cards in (*end.up, *end.shown) for card in cards} | {
        end.spit,
        end.common,
        *end.openers_shown,
    }
    for state in record.states:
        public |= {card for cards in state.public.up for card in cards}
    for viewer in (None, *map(Seat, range(4))):
        sent = msgspec.json.encode(replay.steps_seen_by(0, 1000, viewer)).decode()
        for seat in range(4):
            hands = [state.private[seat] for state in record.states]
            held = {card for hand in hands for card in (*hand.cards, *hand.discards, *hand.dealt)}
            own = (
                {
                    card
                    for state in record.states
                    for card in (*state.private[viewer].cards, *state.private[viewer].discards)
                }
                if viewer is not None
                else set()
            )
            for card in held - public - own if seat != viewer else ():
                assert f'"{card}"' not in sent, f"{viewer} is told the {card} of {seat}"


def test_6_1_the_record_as_a_whole_shows_every_hand_to_those_who_may_read_it() -> None:
    record = one_hand(HANDS[0], 3)
    places = tuple(Place(Seat(seat), None, "steady", f"Player {seat}") for seat in range(4))
    replay = Replay(GAME, record.setup, places, record.states[0])
    replay.extend(places, [LoggedEntry(entry, START, None) for entry in record.entries])
    sent = msgspec.json.encode(replay.steps(0, 1000, tuple(map(Seat, range(4))))).decode()
    dealt = next(state for state in record.states if any(state.public.counts))
    assert all(f'"{card}"' in sent for hand in dealt.private for card in hand.cards)


def test_4_9_such_a_match_is_opened_to_nobody_afterwards() -> None:
    assert GAME.reveals_after_match is False
