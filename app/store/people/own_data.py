"""Everything that is kept of one person, for the person.

Left out is what others wrote about them in confidence: reports that name them, and private notes of
moderators. So is what became of the invitations that they sent, and with it a block by others. So
are the secrets of logins, and what lasts for minutes.
"""

from typing import Final

from app.store.database.connections import Connection

QUERIES: Final = {
    "account": "SELECT id, name, kind, role, created_at, portrait, learned, suspended_until,"
    " suspension_reason FROM accounts WHERE id = $1",
    "logins": "SELECT created_at, last_seen_at, user_agent FROM sessions WHERE account_id = $1"
    " ORDER BY created_at",
    "notified_browsers": "SELECT split_part(endpoint, '/', 3) AS push_service, made_at"
    " FROM push_subscriptions JOIN sessions ON sessions.id = session_id WHERE account_id = $1"
    " ORDER BY made_at",
    "recovery_code": "SELECT made_at FROM recovery_codes WHERE account_id = $1",
    "muted": "SELECT other_id, accounts.name, blocked, since FROM mutes"
    " JOIN accounts ON accounts.id = other_id WHERE account_id = $1 ORDER BY since",
    "invitations": "SELECT from_id, accounts.name, room_id, sent_at, state FROM invitations"
    " JOIN accounts ON accounts.id = from_id WHERE to_id = $1 AND state <> 'void'"
    " ORDER BY sent_at, room_id",
    "invited": "SELECT to_id, accounts.name, room_id, sent_at FROM invitations"
    " JOIN accounts ON accounts.id = to_id WHERE from_id = $1 ORDER BY sent_at, room_id, to_id",
    "told": "SELECT kind, text, about, written_at, read_at, until, undone_at FROM notes"
    " WHERE account_id = $1 AND kind <> 'private' ORDER BY number",
    "reports": "SELECT number, filed_at, kind, said, noted, closed_at, answer FROM reports"
    " WHERE account_id = $1 ORDER BY number",
    "chat": "SELECT said_at, room_id, name, text, removed_at FROM chat_lines"
    " WHERE account_id = $1 ORDER BY number",
    "rooms": "SELECT id, code, game, created_at FROM rooms WHERE people @> ARRAY[$1::text]"
    " ORDER BY created_at, id",
    "clubs": "SELECT clubs.room_id, clubs.name, joined_at, host_id = $1 AS host FROM clubs"
    " JOIN club_members ON club_members.room_id = clubs.room_id WHERE account_id = $1"
    " ORDER BY joined_at",
    "slow_matches": "SELECT room_id, due FROM slow_seats WHERE account_id = $1 ORDER BY room_id",
    "matches": "SELECT match_id, game, started_at, ended_at, state, seat, name, finish, points"
    " FROM places JOIN matches ON matches.id = match_id WHERE account_id = $1"
    " ORDER BY started_at, match_id, seat",
    "deals": "SELECT match_id, deal, seat, game, rank, ranked_seats, points, ended_at"
    " FROM standings WHERE account_id = $1 ORDER BY ended_at, match_id, deal",
    "totals": "SELECT * FROM totals WHERE account_id = $1 ORDER BY game",
    "ratings": "SELECT * FROM ratings WHERE account_id = $1 ORDER BY game",
}
"""By the name in the file. Each asks for one kind of thing, by the account's id."""
_AS_JSON: Final = "SELECT coalesce(json_agg(one), '[]')::text FROM ({query}) AS one"
LEFT_OUT: Final = {
    "audit_log": "what administrators did, which must stay whole; the deeds themselves are `told`",
    "cases": "how moderators work through reports",
    "club_members": "what concerns the person is in `clubs`",
    "hourly_counts": "numbers of all people together",
    "lifted_waits": "lasts for minutes",
    "password_resets": "a secret that lasts for an hour",
    "table_notes": "lasts for seconds",
}
"""Tables that refer to accounts and are not in the file, with the reason."""


async def of_person(connection: Connection, account_id: str) -> bytes:
    """One JSON object, with a list of things for each kind."""
    parts = []
    for name, query in QUERIES.items():
        found = await connection.fetchval(_AS_JSON.format(query=query), account_id)
        parts.append(f'"{name}": {found}')
    return ("{" + ",\n".join(parts) + "}\n").encode()
