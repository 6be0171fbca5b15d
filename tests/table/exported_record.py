"""The record of a fake server's match, with the lines that an export has."""

from typing import Any

import msgspec

from app.rules.codec import to_json
from app.rules.game import AnyGame
from app.table.model.notation import to_milliseconds
from app.table.model.records import MatchRecord
from app.web.replay.replay import Replay
from app.web.replay.shuffle_reveal import revealed_shuffles


def exported(record: MatchRecord, game: AnyGame, state: str = "finished") -> list[dict[str, Any]]:
    """The lines, which are not chained yet."""
    start = game.setup(record.setup.seats, record.setup.options, False)
    replay = Replay(game, record.setup, record.places, start)
    replay.extend(record.places, record.entries)
    head = {
        "match": record.match,
        "game": game.slug,
        "rules_version": record.rules_version,
        "setup": to_json(record.setup),
        "state": state,
        "places": [{"seat": one.seat, "name": one.name, "bot": one.bot} for one in record.places],
        "receipt": None,
        "public_origin": game.public_origin,
        "shuffles": revealed_shuffles(game, record, replay),
    }
    entries = [
        {"ply": ply, "at": to_milliseconds(line.at), "entry": to_json(line.entry), "hash": None}
        for ply, line in enumerate(record.entries)
    ]
    lines: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode([head, *entries]))
    return lines
