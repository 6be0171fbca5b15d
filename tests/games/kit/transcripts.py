"""Golden transcripts: whole matches as texts that every later version must reproduce exactly.

A game lists them in its `conformance.MATCHES` as name: (seats, options); choose matches that end
within a few hands. Written out is what is new: an entry with a word that no earlier one of the
game's transcripts has said. The entries between are counted, with a sum of what was done and one
of what was told, so no change of them is missed either. Where a sum of what was done changes, old
logs lead elsewhere.

`python -m tests.games.kit.transcripts --write [GAME ...]` writes them again; read the difference
before you keep it. With `--whole GAME ...` it prints every entry.
"""

import random
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

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
WORD = re.compile(r"[A-Za-zÀ-ÿ’]{3,}")


class Told(NamedTuple):
    """One entry of a match."""

    done: str
    sentences: tuple[str, ...]
    dealt: tuple[str, ...]
    """The places of all cards, after a deal."""

    @property
    def lines(self) -> tuple[str, ...]:
        if len(self.sentences) < 3:
            return (f"{self.done:<60} {' '.join(self.sentences)}".rstrip(), *self.dealt)
        return (self.done.rstrip(), *(f"      {one}" for one in self.sentences), *self.dealt)


def transcripts(adapter: Adapter, whole: bool = False) -> dict[str, str]:
    """The matches by name, moves drawn at random among the legal ones, always the same."""
    heard: set[str] = set()
    return {
        name: "\n".join([*_beginning(adapter, name), *_written(adapter, name, heard, whole), ""])
        for name in adapter.matches
    }


def path(adapter: Adapter, name: str) -> Path:
    return adapter.folder / "transcripts" / f"{name}.txt"


def _beginning(adapter: Adapter, name: str) -> Iterator[str]:
    game = adapter.game
    seats, options = adapter.matches[name]
    assert not (problem := game.config_problem(seats, options)), f"{name}: {problem}"
    yield f"{game.title}, {seats} players, rules version {game.rules_version}"
    default = to_json(game.options())
    chosen = to_json(options).items()
    changed = [f"{field} {value}" for field, value in chosen if value != default[field]]
    yield f"options: {', '.join(changed) or 'as usual'}"
    yield ""


def _written(adapter: Adapter, name: str, heard: set[str], whole: bool) -> Iterator[str]:
    record, left = new_record(adapter.game, Setup(*adapter.matches[name])), list[Told]()
    for told in _entries(adapter, record, random.Random(name)):
        words = set(WORD.findall(" ".join((told.done, *told.sentences))))
        if not whole and words <= heard:
            left.append(told)
            continue
        heard |= words
        yield from (*_sums(left), *told.lines)
        left.clear()
    outcome = adapter.game.outcome(record.now.public)
    assert outcome is not None
    ranking = " before ".join(
        " and ".join(f"{NAMES[seat]} {outcome.points[seat]}" for seat in group)
        for group in outcome.ranking
    )
    yield from (*_sums(left), "", f"ended by {outcome.reason}: {ranking}")


def _sums(left: Sequence[Told]) -> Iterator[str]:
    if len(left) < 2:
        yield from (line for told in left for line in told.lines)
        return
    done = _sum(f"{told.done} {told.dealt}" for told in left)
    said = _sum(f"{told.sentences}" for told in left)
    yield f"      … {len(left)} entries: done {done}, told {said}"


def _sum(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:8]


def _entries(adapter: Adapter, record: Record, chance: random.Random) -> Iterator[Told]:
    game = adapter.game
    while not record.over:
        assert len(record.entries) < MOST, f"{game.slug} is too long for a transcript"
        entry, done = _next(game, record, chance)
        record.take(entry)
        sentences = [game.say_event(record.now.public, event, NAMES) for event in record.now.events]
        for own in record.now.private_events:
            to = " and ".join(NAMES[seat] for seat in own.seats)
            sentences.append(f"[{to}: {game.say_event(record.now.public, own.event, NAMES)}]")
        dealt = _dealt(adapter, record) if isinstance(entry, Shuffled) else ()
        yield Told(done, tuple(sentences), tuple(dealt))


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
    for place, cards in adapter.places(record.now).items() if adapter.deck(record.now) else ():
        if cards:
            seat = NAMES[place] if isinstance(place, int) else place
            yield f"      {seat:<8} {' '.join(map(str, cards))}".rstrip()


def write(adapters: Sequence[Adapter]) -> None:
    for adapter in adapters:
        folder = adapter.folder / "transcripts"
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.txt"):
            if old.stem not in adapter.matches:
                old.unlink()
        for name, text in transcripts(adapter).items():
            path(adapter, name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    from tests.games.test_conformance import GAMES, adapter_of

    adapters = [adapter_of(slug) for slug in sys.argv[2:] or GAMES]
    match sys.argv[1:2]:
        case ["--write"]:
            write(adapters)
        case ["--whole"]:
            for one in adapters:
                sys.stdout.writelines(transcripts(one, whole=True).values())
        case _:
            sys.exit(__doc__)
