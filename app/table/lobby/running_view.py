"""The public view of a running match, for administrators."""

from typing import Any

from msgspec import json

from app.rules.codec import to_json
from app.table.match.live_match import LiveMatch
from app.table.model.room import MatchId, Room


def build_running_view(room: Room, match: MatchId, live: LiveMatch) -> dict[str, Any]:
    return {
        "room": room.id,
        "match": match,
        "game": live.game.slug,
        "names": list(live.names),
        "view": to_json(live.view(None)),
        "prompt_text": live.game.say_wait(live.state.public, live.names),
        "events": [
            {"event": json.decode(told.event), "text": told.text}
            for told in live.event_log.since(0, None)
        ],
        "paused": room.paused,
    }
