"""Golden transcripts: whole matches as texts that every later version must reproduce exactly.

A game lists them in its `conformance.MATCHES` as name: (seats, options); choose matches that end
within a few hands. `python -m tests.games.kit.transcripts --write [GAME ...]` writes them again;
read the difference before you keep it.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_type_hints

from app.rules.codec import to_json
from app.rules.game import AnyGame, Seat, view
from app.rules.play import prompts, take_up_to
from app.rules.replay import Entry, Expired, Played, Setup, Shuffled
from tests.games.kit.adapter import Adapter
from tests.games.kit.match_record import Record, new_record
from tests.games.kit.random_matches import NAMES

OFFERS = 0.3
"""The share of moves that take an offer, where there is one."""
MOST = 2000
"""Entries after which a match is too long to be read."""


def transcript(adapter: Adapter, name: str) -> str:
    """The match of that name, moves drawn at random among the legal ones, always the same."""
    return "\n".join(line.rstrip() for line in _lines(adapter, name)) + "\n"


def path(adapter: Adapter, name: str) -> Path:
    return adapter.folder / "transcripts" / f"{name}.txt"


def _lines(adapter: Adapter, name: str) -> Iterator[str]:
    game = adapter.game
    seats, options = adapter.matches[name]
    assert not (problem := game.config_problem(seats, options)), f"{name}: {problem}"
    chance = random.Random(name)
    record = new_record(game, Setup(seats, options))
    yield f"{game.title}, {seats} players, rules version {game.rules_version}"
    default = to_json(game.options())
    chosen = to_json(options).items()
    changed = [f"{field} {value}" for field, value in chosen if value != default[field]]
    yield f"options: {', '.join(changed) or 'as usual'}"
    yield ""
    while not record.over:
        assert len(record.entries) < MOST, f"{game.slug} {name} is too long for a transcript"
        entry, said = _next(game, record, chance)
        record.take(entry)
        sentences = [game.say_event(record.now.public, event, NAMES) for event in record.now.events]
        for own in record.now.private_events:
            to = " and ".join(NAMES[seat] for seat in own.seats)
            sentences.append(f"[{to}: {game.say_event(record.now.public, own.event, NAMES)}]")
        yield f"{said:<60} {' '.join(sentences)}" if len(sentences) < 3 else said
        yield from (f"      {sentence}" for sentence in sentences if len(sentences) >= 3)
        if isinstance(entry, Shuffled) and adapter.deck(record.now):
            yield from _dealt(adapter, record)
    outcome = game.outcome(record.now.public)
    assert outcome is not None
    ranking = " before ".join(
        " and ".join(f"{NAMES[seat]} {outcome.points[seat]}" for seat in group)
        for group in outcome.ranking
    )
    yield ""
    yield f"ended by {outcome.reason}: {ranking}"


def _next(game: AnyGame, record: Record, chance: random.Random) -> tuple[Entry, str]:
    number = game.pending_shuffle_size(record.now)
    if number:
        return Shuffled(tuple(chance.sample(range(number), number))), f"shuffle of {number}"
    asked = prompts(game, record.now)
    if not asked:
        key = next(key for key in record.keys if key not in record.beside)
        return Expired(key), f"{key:<8} the time is over"
    seat, prompt = next(iter(asked.items()))
    offers = [(at, one) for at, found in record.open_to.items() for one in found if one.offer]
    if offers and chance.random() < OFFERS:
        seat, prompt = chance.choice(offers)
    moves, complete = take_up_to(game.legal_answers(view(record.now, seat), prompt), 1000)
    move = chance.choice(moves)
    return (
        Played(seat, prompt.key, move),
        (
            f"{prompt.key:<8} {NAMES[seat]}, {prompt.kind}, 1 of "
            f"{len(moves)}{'' if complete else '+'}: {said(move)}"
        ),
    )


def said(move: Any) -> str:
    """A move in words: its type and its fields, seats by name; what is not set is not said."""
    words = [str(to_json(move)["type"])]
    for field, kind in get_type_hints(type(move)).items():
        value = getattr(move, field, None) if field in type(move).__struct_fields__ else None
        if value is True:
            words.append(field)
        elif kind is Seat:
            words.append(NAMES[getattr(move, field)])
        elif isinstance(value, tuple):
            words.append(" ".join(map(str, value)))
        elif value is not None and value is not False:
            words.append(str(value) if isinstance(value, str) else f"{field} {value}")
    return " ".join(words)


def _dealt(adapter: Adapter, record: Record) -> Iterator[str]:
    for place, cards in adapter.places(record.now).items():
        if cards:
            yield (
                f"      {NAMES[place] if isinstance(place, int) else place:<8} "
                f"{' '.join(map(str, cards))}"
            )


def write(adapters: Sequence[Adapter]) -> None:
    for adapter in adapters:
        folder = adapter.folder / "transcripts"
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.txt"):
            if old.stem not in adapter.matches:
                old.unlink()
        for name in adapter.matches:
            path(adapter, name).write_text(transcript(adapter, name), encoding="utf-8")


if __name__ == "__main__":
    from tests.games.test_conformance import GAMES, adapter_of

    if sys.argv[1:2] != ["--write"]:
        sys.exit(__doc__)
    write([adapter_of(slug) for slug in sys.argv[2:] or GAMES])
