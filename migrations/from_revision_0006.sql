-- The rows of revision 0006, in the schema before_1_0, as the tables of version 1.0 hold them.
-- Run by app/ops/bring_over.py, one statement after another. Lines of the server's own chat are
-- left out: nothing tells whom they name.

INSERT INTO accounts (id, name, skeleton, kind, admin, password_hash, created_at,
    suspended_until, suspension_reason)
SELECT old.id, old.name, coalesce(computed.skeleton, old.skeleton), old.kind, old.admin,
    old.password_hash, old.created, old.suspended_until, old.suspended_why
FROM before_1_0.accounts AS old
LEFT JOIN computed_skeletons AS computed ON computed.account_id = old.id;

INSERT INTO sessions (id, account_id, token_hash, created_at, last_seen_at, user_agent)
SELECT id, account_id, token_hash, created, last_seen, user_agent FROM before_1_0.sessions;

INSERT INTO device_transfers (session_id, token_hash, room_id, expires_at)
SELECT session_id, token_hash, room_id, ends FROM before_1_0.handovers;

INSERT INTO audit_log (number, done_at, admin_id, action, subject, reason, hash)
OVERRIDING SYSTEM VALUE
SELECT number, at, admin_id, action, subject, reason,
    coalesce(hash, sha256('pecking-order/audit/1'))
FROM before_1_0.audit_log ORDER BY number;

INSERT INTO rooms (id, code, live, secret, game, listed, stage, match_id, people, state,
    state_version, epoch, created_at, updated_at)
SELECT id, code, live, secret, game, listed, stage, pg_temp.match_uuid(match_id), people,
    room, 1, epoch, created, updated
FROM before_1_0.rooms;

INSERT INTO chat_lines (number, room_id, account_id, name, text, said_at)
OVERRIDING SYSTEM VALUE
SELECT number, room_id, person, name, text, at FROM before_1_0.chat_lines
WHERE person IS NOT NULL ORDER BY number;

INSERT INTO matches (id, room_id, code, game, rules_version, options, seats, ranked, state,
    epoch, ply, started_at, ended_at, outcome, stop_reason, void_reason, secret)
SELECT pg_temp.match_uuid(id), room_id, code, game, rules_version, options, seats, ranked, state,
    epoch, ply, started, ended, outcome, stop_reason, void_reason,
    coalesce(secret, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
FROM before_1_0.matches;

INSERT INTO places (match_id, seat, account_id, bot, name, finish, points)
SELECT pg_temp.match_uuid(match_id), seat, account_id, bot, name, finish, points
FROM before_1_0.places;

INSERT INTO entries
    (match_id, ply, month, epoch, seat, body, command, recorded_at, hash)
SELECT matches.id, old.ply, matches.month, old.epoch, old.seat, old.body, old.command, old.at,
    coalesce(old.hash, computed.hash)
FROM before_1_0.entries AS old JOIN matches ON matches.id = pg_temp.match_uuid(old.match_id)
LEFT JOIN computed_hashes AS computed
    ON computed.match_id = old.match_id AND computed.ply = old.ply
ORDER BY matches.month, matches.id, old.ply;

INSERT INTO standings
    (match_id, deal, seat, account_id, game, rank, ranked_seats, points, ended_at)
SELECT pg_temp.match_uuid(match_id), deal, seat, account_id, game, rank, sat, points, at
FROM before_1_0.standings;

INSERT INTO totals (account_id, game, deals, best, last, salary, matches, won)
SELECT account_id, game, deals, best, last, salary, matches, won FROM before_1_0.earnings;

INSERT INTO ratings (game, account_id, mu, sigma, matches, updated_at)
SELECT game, account_id, mu, sigma, matches, updated FROM before_1_0.ratings;

INSERT INTO rating_inputs (number, match_id, game, ranking, counted) OVERRIDING SYSTEM VALUE
SELECT number, pg_temp.match_uuid(match_id), game, ranking, counted FROM before_1_0.rating_inputs
ORDER BY number;

INSERT INTO reports (number, filed_at, account_id, kind, moment_at, room_id, match_id, step,
    said, noted, closed_at, closed_by, answer)
OVERRIDING SYSTEM VALUE
SELECT old.number, old.at, old.account_id, old.kind, coalesce(entry.at, old.at), old.room_id,
    pg_temp.match_uuid(old.match_id), old.step, old.said, old.noted, old.closed, old.closed_by,
    old.answer
FROM before_1_0.reports AS old LEFT JOIN before_1_0.entries AS entry
    ON entry.match_id = old.match_id AND entry.ply = old.step
ORDER BY old.number;

SELECT setval(pg_get_serial_sequence('audit_log', 'number'), max(number))
FROM audit_log HAVING max(number) > 0;

SELECT setval(pg_get_serial_sequence('chat_lines', 'number'), max(number))
FROM chat_lines HAVING max(number) > 0;

SELECT setval(pg_get_serial_sequence('rating_inputs', 'number'), max(number))
FROM rating_inputs HAVING max(number) > 0;

SELECT setval(pg_get_serial_sequence('reports', 'number'), max(number))
FROM reports HAVING max(number) > 0;
