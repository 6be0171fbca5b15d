"""The options of games: of a page's own game, of others, and those played with before."""

import html
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from app.games import GAMES
from app.rules.codec import to_json
from app.rules.game import AnyGame
from app.store.matches.rows import MatchState
from app.store.matches.summaries import MatchSummary, PlaceSummary
from app.web.rendering.options_form import options_schema
from app.web.routes.game_options import MAX_ENTRIES, custom_options
from tests.web.conftest import NewVisitor
from tests.web.routes.test_play_now import every_game, play_now, shell_of
from tests.web.visitors import add_bots

GAME = GAMES[0]
EIGHT = datetime(2030, 1, 1, 20, tzinfo=UTC)


@every_game
def test_a_page_has_the_options_of_its_own_game_alone(visitor: NewVisitor, game: AnyGame) -> None:
    """They were a sixth of a first visit's bytes, with four games."""
    somebody = visitor()
    shell = shell_of(somebody, play_now(somebody, game).removesuffix("#deal"))
    assert shell["options"]["game"] == game.slug
    assert list(shell["options"]["schemas"]) == list(options_schema(game))
    others = [title for other in GAMES if other != game for title in titles_only_of(other, game)]
    assert not [title for title in others if f'"title": {json.dumps(title)}' in json.dumps(shell)]
    asked = visitor().get(f"{shell['gameOptions']}{game.slug}/options")
    assert asked.json() == shell["options"]


def titles_only_of(game: AnyGame, other: AnyGame) -> set[str]:
    def titles(of: AnyGame) -> set[str]:
        return {str(schema.get("title")) for schema in options_schema(of).values()}

    return titles(game) - titles(other) - {game.title, str(None)}


def test_options_of_no_game_are_refused_with_a_sentence(visitor: NewVisitor) -> None:
    answer: Any = visitor().get("/api/games/no-such-game/options")
    assert answer.status_code == 404
    assert "There is no such game." in html.unescape(answer.text)


def options(**chosen: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode({**to_json(GAME.options()), **chosen})
    )
    return found


def a_number(game: AnyGame) -> tuple[str, int, int]:
    """An option of the game that is a number: its name, its usual value and another one."""
    usual = to_json(game.options())
    name = next(name for name, value in usual.items() if type(value) is int)
    return name, usual[name], usual[name] + 1


def match(hours: float, chosen: dict[str, Any], *names: str) -> MatchSummary:
    """Ann's, with these others and a bot."""
    seats = [
        PlaceSummary(0, "ann", None, "Ann", None, 0),
        PlaceSummary(1, None, "steady", "Maud", None, 0),
    ]
    seats += [
        PlaceSummary(2 + number, name.lower(), None, name, None, 0)
        for number, name in enumerate(names)
    ]
    return MatchSummary(
        id=f"match-{hours}",
        room_id="room",
        code="ABCDE",
        game=GAME.slug,
        rules_version=1,
        options=chosen,
        state=MatchState.FINISHED,
        started=EIGHT + timedelta(hours=hours),
        ended=EIGHT + timedelta(hours=hours + 1),
        entries=9,
        deals=3,
        outcome=None,
        stop_reason=None,
        void_reason=None,
        places=tuple(seats),
    )


def test_each_way_of_playing_is_told_once_with_whom_it_was_last_played() -> None:
    name, _, other = a_number(GAME)
    found = custom_options(
        GAME,
        "ann",
        [
            match(2, options(**{name: other}), "Ben"),
            match(1, options()),
            match(0, options(**{name: other}), "Cleo"),
        ],
    )
    assert [(one.people, len(one.changed), one.options[name]) for one in found] == [
        (("Ben",), 1, other)
    ]
    assert found[0].at == int((EIGHT + timedelta(hours=2)).timestamp() * 1000)


def test_there_are_only_a_few_and_none_that_the_game_no_longer_knows() -> None:
    name, usual, _ = a_number(GAME)
    many = [match(hour, options(**{name: usual + 1 + hour})) for hour in range(MAX_ENTRIES + 2)]
    assert len(custom_options(GAME, "ann", many)) == MAX_ENTRIES
    assert (
        custom_options(GAME, "ann", [match(0, {"of_another_time": 1}), match(1, {name: "many"})])
        == []
    )


def test_a_host_finds_the_rules_of_the_last_evening_in_a_new_room(visitor: NewVisitor) -> None:
    host, name = visitor(), a_number(GAME)
    with host.connect(host.open_room()) as line:
        line.receive_until("room")
        add_bots(line, GAME.seats[0] - 1, **{name[0]: name[2]})
        assert line.ask("start")["type"] == "done"
    with host.connect(host.open_room("")) as line:
        assert line.receive_until("room")["options"][name[0]] == name[1]
        (rules,) = host.get(f"/api/previous-options/{GAME.slug}").json()["rules"]
        assert line.ask("set-options", options=rules["options"])["type"] == "done"
        line.find("room", lambda room: room["options"] == rules["options"])
    assert visitor().get(f"/api/previous-options/{GAME.slug}").status_code == 401
    assert host.get("/api/previous-options/no-such-game").status_code == 404
    other = visitor()
    other.open_room("Other")
    assert other.get(f"/api/previous-options/{GAME.slug}").json() == {"rules": []}
