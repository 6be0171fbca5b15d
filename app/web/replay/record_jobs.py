"""Answers from the record of a match, made from its stored lines. Pure: it runs anywhere."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

import msgspec

from app.fair import parts
from app.rules import codec
from app.rules.game import AnyGame, Seat, View, view
from app.rules.replay import Setup, Shuffled
from app.table.model.records import LoggedEntry, MatchRecord, Place
from app.table.model.room import MatchId
from app.web.replay.decisions import decisions
from app.web.replay.marks import named
from app.web.replay.replay import Replay
from app.web.replay.shuffle_reveal import revealed_shuffles
from app.web.replay.story import story

KEPT_BYTES: Final = 4 * 2**20
"""Lines of the replays that are kept; their states take nine times as much."""
CHUNK: Final = 64 * 1024
"""Bytes of an answer that are handed on together, at the least."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
AS_SAID: Final = (
    "This match was played by older rules of the game. These are its lines as they were said."
)
REST_UNSAID: Final = "What followed was not put into words. These are the moves themselves."
RULES_ARE_GONE: Final = (
    "This match was played by older rules of the game, which no longer put its moves into words. "
    "These are the moves themselves."
)
MOVES_STAY_HIDDEN: Final = (
    "This match was played by older rules of the game, which no longer put its moves into words. "
    "Its cards stay secret for good, so the moves themselves are not shown."
)
Kind = Literal["steps", "log", "card", "shuffles", "transcript", "export", "decisions", "story"]


class RecordJob(msgspec.Struct, frozen=True):
    """One answer to be made. Who may see it is decided before."""

    kind: Kind
    match: str
    game: str
    rules_version: int
    setup: dict[str, Any]
    names: tuple[str, ...]
    """By seat, as they are called now."""
    open: bool = False
    """True if every card may be known; else steps are those that one seat saw."""
    seats: tuple[int, ...] = ()
    """The seats whose cards are shown."""
    secret: bytes | None = None
    """The source of the server's decks, for `shuffles` and `export` of a match that is over."""
    start: int = 0
    count: int = 0
    card: str = ""
    head: dict[str, Any] = {}
    """Further fields of the steps and the export."""
    text: str = ""
    """The heading of the transcript."""
    said: str = ""
    """The kept lines of a match by older rules, with marks of seats in place of names."""
    told: int = 0
    """The number of entries that are told in them."""
    plies: tuple[int, ...] = ()
    """The answers that a look back is about."""


class Line(msgspec.Struct, frozen=True):
    """A line of a StoredRecord."""

    ply: int
    at: int
    entry: Any
    hash: str


class SeatShown(msgspec.Struct, frozen=True):
    """One seat after one step: what its player saw besides the public view."""

    seat: int
    name: str
    private: Any
    """As JSON."""
    prompt: str
    """The question to the player, in words; "" if there was none."""


class StepShown(msgspec.Struct, frozen=True):
    """One step of a match that is over, with all hands, as an administrator reads it."""

    ply: int
    at: datetime
    mover: str
    """The player's name; "" if nobody moved."""
    entry: Any
    """As JSON."""
    events: tuple[str, ...]
    seats: tuple[SeatShown, ...]
    public: Any


class RecordMaker:
    """Makes answers, and keeps the replays of the last matches within a bound of bytes."""

    def __init__(self, games: Mapping[str, AnyGame], kept_bytes: int = KEPT_BYTES) -> None:
        self._games, self._kept_bytes = games, kept_bytes
        self._kept: OrderedDict[str, tuple[Replay, int]] = OrderedDict()
        """Replays by match, each with the bytes of its lines; the one asked for last is last."""

    def make(self, job: RecordJob, lines: bytes) -> Iterator[bytes]:
        """The answer in pieces; none for a step that is not there."""
        return joined(self._made(job, lines))

    def _made(self, job: RecordJob, lines: bytes) -> Iterator[bytes]:
        game = self._games[job.game]
        if game.rules_version != job.rules_version:
            yield from made_without_rules(job, game, lines)
            return
        replay = self._replay(job, lines)
        match job.kind:
            case "steps":
                yield msgspec.json.encode(steps(job, replay))
            case "log":
                plies = range(job.start, min(job.start + job.count, len(replay.states)))
                yield msgspec.json.encode([step_shown(replay, ply) for ply in plies])
            case "card":
                yield from explained_card(job, replay)
            case "shuffles":
                yield msgspec.json.encode(shuffles(job, replay))
            case "decisions":
                yield from decisions(replay, Seat(job.seats[0]), job.plies, job.open)
            case "transcript":
                yield f"{job.text}\n".encode()
                for told in event_lines(replay):
                    yield f"{told}\n".encode()
            case "export":
                yield from export(job, replay, lines)
            case "story":
                yield msgspec.json.encode(story(replay))

    def _replay(self, job: RecordJob, lines: bytes) -> Replay:
        game = self._games[job.game]
        replay, _ = self._kept.pop(job.match, (None, 0))
        places = tuple(Place(Seat(seat), None, None, name) for seat, name in enumerate(job.names))
        if replay is None:
            options = codec.read_options(game, job.setup["options"])
            setup = Setup(job.setup["seats"], options, job.setup["ranked"])
            start = game.setup(setup.seats, setup.options, setup.ranked)
            replay = Replay(game, setup, places, start)
        replay.places = places
        new = map(read, lines.splitlines()[len(replay.entries) :])
        replay.add(
            LoggedEntry(codec.read_entry(game, one.entry), time_of(one), None) for one in new
        )
        self._kept[job.match] = (replay, len(lines))
        while sum(size for _, size in self._kept.values()) > self._kept_bytes:
            self._kept.popitem(last=False)
        return replay


read: Final = msgspec.json.Decoder(Line).decode


def time_of(line: Line) -> datetime:
    return _EPOCH + timedelta(milliseconds=line.at)


def joined(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces of at least CHUNK, but for the last."""
    waiting, size = list[bytes](), 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size >= CHUNK:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)


def steps(job: RecordJob, replay: Replay) -> dict[str, Any]:
    seats = tuple(Seat(seat) for seat in job.seats)
    if job.open:
        total, shown = len(replay.states), replay.steps(job.start, job.count, seats)
    else:
        seat = seats[0] if seats else None
        total, shown = replay.steps_seen_by(job.start, job.count, seat)
    return {**job.head, "total": total, "steps": shown}


def step_shown(replay: Replay, ply: int) -> StepShown:
    state, line, names = replay.states[ply], replay.entries[ply], replay.names
    entry = codec.to_json(line.entry)
    seats = []
    for seat in range(len(state.private)):
        seen = view(state, seat)  # type: ignore[arg-type]  # a plain int from range
        prompt = replay.game.prompt(seen)
        asked = replay.game.say_prompt(seen, prompt, names) if prompt else ""
        seats.append(SeatShown(seat, names[seat], codec.to_json(seen.private), asked))
    happened = state.events_for(range(len(state.private)))  # type: ignore[arg-type]  # plain ints
    events = tuple(replay.game.say_event(state.public, event, names) for event in happened)
    who = names[entry["seat"]] if entry["type"] == "played" else ""
    return StepShown(ply, line.at, who, entry, events, tuple(seats), codec.to_json(state.public))


def explained_card(job: RecordJob, replay: Replay) -> Iterator[bytes]:
    """The card by what everybody saw at that step; nobody is asked in a replay."""
    seat = Seat(job.seats[0]) if job.seats else None
    shown = range(len(replay.states)) if job.open else replay.plies_seen_by(seat)
    if 0 <= job.start < len(shown):
        public = replay.states[shown[job.start]].public
        text = replay.game.say_card(View(None, public, None), job.card, replay.names)
        does = None if text is None else text.does
        yield msgspec.json.encode({"card": job.card, "does": does})


def shuffles(job: RecordJob, replay: Replay) -> dict[str, Any]:
    record = MatchRecord(
        MatchId(job.match),
        1,
        job.game,
        job.rules_version,
        replay.setup,
        replay.places,
        tuple(replay.entries),
        secret=job.secret,
    )
    return revealed_shuffles(replay.game, record, replay)


def event_lines(replay: Replay) -> Iterator[str]:
    """The event lines with their times (UTC), and an empty line at each shuffle."""
    names = replay.names
    for line, state in zip(replay.entries, replay.states, strict=True):
        if isinstance(line.entry, Shuffled):
            yield ""
        for event in state.events:
            sentence = replay.game.say_event(state.public, event, names)
            yield f"{line.at.astimezone(UTC):%H:%M:%S}  {sentence}"


def made_without_rules(job: RecordJob, game: AnyGame, lines: bytes) -> Iterator[bytes]:
    """The transcript or the export of a match that today's rules cannot replay."""
    if job.kind == "export":
        promise = None if job.secret is None else parts.promise(MatchId(job.match), job.secret)
        secret = None if job.secret is None else job.secret.hex()
        told = {"match": job.match, "game": job.game, "promise": promise, "secret": secret}
        yield from exported(job, game, told | {"shuffles": []}, lines)
        return
    assert job.kind == "transcript", "nothing else is asked of such a match"
    first = job.told if job.said else 0
    rest = lines.splitlines()[first:] if job.open else []
    if job.said:
        yield f"{job.text}\n{AS_SAID}\n\n{named(job.said, job.names)}\n".encode()
        yield f"\n{REST_UNSAID}\n\n".encode() if rest else b""
    else:
        yield f"{job.text}\n{RULES_ARE_GONE if job.open else MOVES_STAY_HIDDEN}\n\n".encode()
    yield from (f"{entry_line(read(line), job.names)}\n".encode() for line in rest)


def entry_line(line: Line, names: tuple[str, ...]) -> str:
    """An entry as it is stored, with the player's name."""
    entry = dict(line.entry)
    kind, seat = entry.pop("type"), entry.pop("seat", None)
    if kind == "played":
        said = dict(entry["move"])
        kind = said.pop("type", "plays")
    else:
        entry.pop("proof", None)
        said = entry
    who = f"{names[seat]}: " if isinstance(seat, int) and seat < len(names) else ""
    rest = msgspec.json.encode(said).decode() if said else ""
    return f"{time_of(line):%H:%M:%S}  {who}{kind} {rest}".rstrip()


def export(job: RecordJob, replay: Replay, lines: bytes) -> Iterator[bytes]:
    told = shuffles(job, replay)
    unordered = [{**shuffle, "order": None} for shuffle in told["shuffles"]]
    yield from exported(job, replay.game, told | {"shuffles": unordered}, lines)


def exported(job: RecordJob, game: AnyGame, told: dict[str, Any], lines: bytes) -> Iterator[bytes]:
    """The head and the lines, each entry exactly as it is stored."""
    kept = [read(line) for line in lines.splitlines()]
    head = {
        "match": job.match,
        "game": job.game,
        "rules_version": job.rules_version,
        "setup": job.setup,
        **job.head,
        "receipt": kept[-1].hash if kept else None,
        "public_origin": game.public_origin,
        "shuffles": told,
    }
    yield msgspec.json.encode(head) + b"\n"
    for line in kept:
        yield msgspec.json.encode(line) + b"\n"
