"""The SQL that copies sample matches into a seeded database. Its own tables are in schema bench."""

from typing import Final

from app.store.results.totals import RECOUNT
from bench.seeded_ids import FIRST_MATCH

SETUP: Final = f"""
CREATE SCHEMA bench;
CREATE FUNCTION bench.id(kind text, n bigint) RETURNS text IMMUTABLE LANGUAGE sql AS $$
    SELECT left(translate(encode(sha256(convert_to(kind || n, 'UTF8')), 'base64'), '+/=', '-_'), 22)
$$;
CREATE FUNCTION bench.match_id(n bigint) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
    SELECT (lpad(to_hex({FIRST_MATCH} + n * 60000), 12, '0') || '7' || left(md5('match' || n), 3)
        || 'a' || substr(md5('match' || n), 4, 15))::uuid
$$;
CREATE FUNCTION bench.account(n bigint, seat int, accounts int) RETURNS text
IMMUTABLE LANGUAGE sql AS $$
    SELECT bench.id('account', floor(
        accounts * power((hashtext(n || ':' || seat)::bigint + 2147483648) / 4294967296.0, 2)
    )::bigint)
$$;
CREATE TABLE bench.steps (name text PRIMARY KEY);
CREATE UNLOGGED TABLE bench.samples (
    sample int PRIMARY KEY, game text, rules_version int, options jsonb, seats int, plies int,
    outcome jsonb, hash bytea
);
CREATE UNLOGGED TABLE bench.sample_entries (sample int, ply int, seat int, body jsonb, hash bytea);
CREATE UNLOGGED TABLE bench.sample_standings (
    sample int, deal int, seat int, rank int, ranked_seats int, points int
);
CREATE UNLOGGED TABLE bench.sample_places (sample int, seat int, finish int, points int);
CREATE UNLOGGED TABLE bench.seeded (
    n bigint PRIMARY KEY, id uuid, sample int, started_at timestamptz, state text, whole boolean,
    plies int, people text[]
);
"""
"""Few people play often, many seldom: account 0 sits in one match out of a hundred and more."""

TIDY: Final = """
DROP TABLE bench.samples, bench.sample_entries, bench.sample_standings, bench.sample_places,
    bench.seeded
"""

SEEDED: Final = """
INSERT INTO bench.seeded
SELECT n, bench.match_id(n), sample, $2::timestamptz - ($1 - n) * $3::interval,
    CASE WHEN whole THEN 'finished' WHEN n % 50 = 10 THEN 'stopped' WHEN n % 200 = 7 THEN 'voided'
        ELSE 'finished' END,
    whole, CASE WHEN whole OR $5 = 0 THEN plies ELSE least(plies, $5) END, ARRAY(
        SELECT CASE WHEN seat % 4 <> 3 THEN bench.account(n, seat, $7::int) END
        FROM generate_series(0, seats - 1) AS seat ORDER BY seat
    )
FROM (SELECT n, n % $4 = 1 OR n >= $1 - $8::bigint AS whole
    FROM generate_series(0, $1::bigint - 1) AS n) AS numbers
JOIN bench.samples ON sample = n % $6::bigint
"""

STEPS: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "matches",
        "matches",
        """
INSERT INTO matches (id, room_id, code, game, rules_version, options, seats, ranked, state, ply,
    started_at, ended_at, outcome, stop_reason, void_reason, secret, archived_at, archived_hash)
SELECT id, bench.id('room', n % :accounts), '', game, rules_version, options, seats, false, state,
    seeded.plies, started_at, started_at + interval '40 minutes',
    CASE WHEN state <> 'stopped' THEN outcome END,
    CASE WHEN state = 'stopped' THEN 'everybody-left' END,
    CASE WHEN state = 'voided' THEN 'Chosen for it.' END,
    sha256(convert_to('secret' || n, 'UTF8')),
    CASE WHEN NOT whole AND :few = 0 THEN now() END, CASE WHEN NOT whole AND :few = 0 THEN hash END
FROM bench.seeded JOIN bench.samples USING (sample) ORDER BY n
""",
    ),
    (
        "places",
        "places",
        """
INSERT INTO places (match_id, seat, account_id, bot, name, finish, points)
SELECT seeded.id, seat, people[seat + 1], CASE WHEN people[seat + 1] IS NULL THEN 'steady' END,
    CASE WHEN people[seat + 1] IS NULL THEN 'Bot ' || seat
        WHEN people[seat + 1] = bench.id('account', 0) AND n % 300 > 0 THEN 'Former ' || n % 300
        ELSE accounts.name END,
    CASE WHEN state <> 'stopped' THEN finish END, CASE WHEN state <> 'stopped' THEN points END
FROM bench.seeded JOIN bench.sample_places USING (sample)
LEFT JOIN accounts ON accounts.id = people[seat + 1] ORDER BY n
""",
    ),
    (
        "standings",
        "standings",
        """
INSERT INTO standings
    (match_id, deal, seat, account_id, game, rank, ranked_seats, points, ended_at)
SELECT seeded.id, deal, seat, people[seat + 1], game, rank, ranked_seats, points,
    started_at + deal * interval '10 minutes'
FROM bench.seeded JOIN bench.samples USING (sample) JOIN bench.sample_standings USING (sample)
ORDER BY n
""",
    ),
    (
        "the first entries",
        "entries",
        """
INSERT INTO entries (match_id, month, ply, epoch, seat, body, command, recorded_at, hash)
SELECT id, date_trunc('month', started_at AT TIME ZONE 'UTC')::date, ply, 1, seat, body,
    CASE WHEN body ->> 'type' = 'played' THEN 'c-' || ply END,
    started_at + ply * interval '5 seconds', sample_entries.hash
FROM bench.seeded JOIN bench.sample_entries USING (sample)
WHERE NOT whole AND :few > 0 AND ply < plies ORDER BY n
""",
    ),
    (
        "totals",
        "totals",
        f"""
INSERT INTO totals (account_id, game, deals, best, last, salary, matches, won)
SELECT account_id, game, deals, best, last, salary, matches, won FROM ({RECOUNT}) AS sums
""",
    ),
    (
        "ratings",
        "ratings",
        """
INSERT INTO ratings (game, account_id, mu, sigma, matches)
SELECT game, account_id, 20 + hashtext(account_id || game) / 4e8, 2, count(*)
FROM places JOIN matches ON id = match_id
WHERE account_id IS NOT NULL GROUP BY game, account_id
""",
    ),
    (
        "what each match says about strength",
        "rating_inputs",
        """
INSERT INTO rating_inputs (match_id, game, ranking, before, counted)
SELECT id, game, ranking, before, true
FROM bench.seeded JOIN bench.samples USING (sample) CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_array(person) ORDER BY finish, seat) AS ranking,
        jsonb_object_agg(person, jsonb_build_array(25.123456789 + seat, 4.123456789, n)) AS before
    FROM (
        SELECT DISTINCT ON (person) person, coalesce(finish, seats) AS finish, seat
        FROM bench.sample_places AS places CROSS JOIN LATERAL (SELECT people[seat + 1] AS person)
        WHERE places.sample = seeded.sample AND person IS NOT NULL ORDER BY person, finish
    ) AS people
) AS ranked WHERE state <> 'stopped' AND jsonb_array_length(ranking) > 1 ORDER BY n
""",
    ),
    (
        "chat",
        "chat_lines",
        """
INSERT INTO chat_lines (room_id, account_id, name, text, said_at, code, about, arguments)
SELECT bench.id('room', room), CASE WHEN NOT told THEN person END,
    CASE WHEN NOT told THEN 'Player' END,
    CASE WHEN NOT told THEN 'A line of some length, number ' || n END,
    now() - (lines - n) * interval '1 year' / lines,
    CASE WHEN told THEN 'sits-down' END, CASE WHEN told THEN ARRAY[person] END,
    CASE WHEN told THEN jsonb_build_object(
        'named', jsonb_build_array(jsonb_build_object('person', person)), 'value', '') END
FROM (
    SELECT n, n / 20 % :accounts AS room, n % 3 = 2 AS told,
        bench.id('account', n / 20 % :accounts) AS person, :lines AS lines
    FROM generate_series(0, :lines - 1) AS n
) AS said ORDER BY n
""",
    ),
    (
        "reports",
        "reports",
        """
INSERT INTO reports (filed_at, account_id, kind, accused_id, moment_at, room_id, match_id, step,
    said, noted, closed_at, closed_by, answer)
SELECT started_at, bench.id('account', (n + 7) % :accounts), CASE WHEN n % 2 = 0 THEN 'people'
    ELSE 'fault' END, CASE WHEN n % 2 = 0 THEN bench.id('account', n % :accounts) END, started_at,
    bench.id('room', n % :accounts), id, 3, 'Said in report ' || n, '{}',
    CASE WHEN n % 1000 > 0 THEN started_at + interval '1 day' END,
    CASE WHEN n % 1000 > 0 THEN bench.id('account', 2) END,
    CASE WHEN n % 1000 > 0 THEN 'Looked at.' END
FROM bench.seeded WHERE n % 100 = 0 ORDER BY n
""",
    ),
    (
        "cases",
        "cases",
        """
INSERT INTO cases (kind, account_id, report_number, opened_at, due_at, closed_at, closed_by,
    outcome)
SELECT 'report', accused_id, number, filed_at, filed_at - interval '1 day', closed_at, closed_by,
    CASE WHEN closed_at IS NOT NULL THEN 'nothing' END
FROM reports ORDER BY number
""",
    ),
    (
        "cases without a report",
        "cases",
        """
INSERT INTO cases (kind, account_id, about, opened_at, due_at, closed_at, closed_by, outcome)
SELECT kind, bench.id('account', n / 1000 % :accounts), CASE WHEN kind = 'name' THEN 'Server' END,
    started_at, started_at - interval '1 day', CASE WHEN NOT open THEN started_at END,
    CASE WHEN NOT open THEN bench.id('account', 2) END, CASE WHEN NOT open THEN 'nothing' END
FROM (
    SELECT n, started_at, CASE WHEN n % 2000 = 0 THEN 'name' ELSE 'again' END AS kind,
        n % 10000 = 0 AS open
    FROM bench.seeded WHERE n % 1000 = 0
) AS looked_at ORDER BY n
""",
    ),
    (
        "notes",
        "notes",
        """
INSERT INTO notes (account_id, author_id, kind, text, written_at, read_at, until, about, skeleton)
SELECT bench.id('account', person), bench.id('account', 2), kind, 'Written after match ' || n,
    at, CASE WHEN kind IN ('warning', 'name') AND person % 2 = 0 THEN at + interval '1 hour' END,
    CASE WHEN kind IN ('silence', 'suspension') THEN at + interval '7 days' END,
    CASE kind WHEN 'line' THEN '1' WHEN 'name' THEN 'Server' END,
    CASE WHEN kind = 'name' THEN 'server' END
FROM (
    SELECT n, started_at + interval '1 hour' AS at, CASE WHEN n % 1000 = 0 THEN 0
        ELSE n / 200 % :accounts END AS person, (ARRAY[
            'warning', 'private', 'silence', 'line', 'name', 'suspension'
        ])[1 + (n / 200 + n / 2000) % 6] AS kind
    FROM bench.seeded WHERE n % 200 = 0
) AS written ORDER BY n
""",
    ),
    (
        "mutes",
        "mutes",
        """
INSERT INTO mutes (account_id, other_id, blocked)
SELECT bench.id('account', n), bench.id('account', CASE WHEN n % 50 = 0 THEN 0 ELSE n - 1 END),
    n % 2 = 0
FROM generate_series(5, :accounts - 1, 5) AS n
""",
    ),
    (
        "hourly counts",
        "hourly_counts",
        """
INSERT INTO hourly_counts (hour, people, tables)
SELECT date_trunc('hour', now(), 'UTC') - ago * interval '1 hour',
    1000 + 900 * cos(ago * pi() / 12), 300 + 250 * cos(ago * pi() / 12)
FROM generate_series(0, 32 * 24 - 1) AS ago
""",
    ),
)
"""The copies: their names, tables and statements.

`:accounts` is the number of accounts, each with a room, `:few` that of the entries of a match that
is not whole, `:lines` that of the lines of chat.
"""

INDEXES: Final = """
SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
WHERE indrelid = $1::regclass AND NOT indisprimary
AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
"""
