"""Refused commands and addresses about a running match, with which every viewer probes."""

from typing import Final

from app.table.model.room import MatchId, RoomId

PROGRAM: Final = {"accept": "application/json"}


def wrong_commands(n: int, match: MatchId, seat: int) -> list[str | bytes]:
    """Commands that are always refused, whoever sends them."""
    seal = f'"attempt":0,"seal":"{"0" * 64}"'
    return [
        f'{{"type":"play","id":"w{n}a","key":"long-ago","move":{{"type":"none"}}}}',
        f'{{"type":"kick","id":"w{n}b","person":"{"x" * 22}"}}',
        f'{{"type":"set-options","id":"w{n}c","options":{{}}}}',
        f'{{"type":"stand-in","id":"w{n}d","seat":{seat},"choice":"without"}}',
        f'{{"type":"start","id":"w{n}e"}}',
        f'{{"type":"seal","id":"w{n}f","match":"{match}","number":900,{seal}}}',
        f'{{"type":"cancel-premove","id":"w{n}g","more":1}}',
        '{"type":"ping"}',
        f'{{"type":"mute","id":"w{n}h","person":"{"x" * 22}","level":"block"}}',
        "no JSON at all",
    ]


def match_addresses(
    room: RoomId, secret: str, match: MatchId, person: str, slug: str
) -> list[tuple[str, dict[str, str]]]:
    """All addresses that have to do with a running match, with headers."""
    steps = f"/api/matches/{match}/steps"
    return [
        (steps, {}), (f"{steps}?seat=0", {}), (f"{steps}?seat=1", {}),
        (f"{steps}?seat=all", {}), (f"{steps}?seat=public&count=3", {}),
        (f"/api/matches/{match}/export", {}), (f"/match/{match}", {}), ("/history", {}),
        (f"/table/{room}", {}),
        (f"/join/{secret}", {}), ("/", {}), ("/api/tables", {}),
        (f"/people/{person}", {}), (f"/leaderboard/{slug}", {}),
        (f"/admin/matches/{match}", {}), ("/admin/matches", {}),
        (f"/admin/people/{person}", {}), ("/admin/audit", {}),
        (f"/api/matches/{match}/shuffles", {}), (f"/match/{match}", PROGRAM),
        (f"/table/{room}/rules", {}), ("/metrics", {}),
        (f"/table/{room}/qr.svg", {}), (f"/api/matches/{match}/receipt", {}),
        ("/readyz", {}), ("/admin/tables", {}),
        (f"/table/{room}/results", {}),
    ]  # fmt: skip
