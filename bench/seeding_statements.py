"""The SQL that copies sample matches into a seeded database."""

from typing import Final

from app.store.totals import RECOUNT

FUNCTIONS: Final = """
CREATE FUNCTION pg_temp.id(kind text, n bigint) RETURNS text IMMUTABLE LANGUAGE sql AS $$
    SELECT left(translate(encode(sha256(convert_to(kind || n, 'UTF8')), 'base64'), '+/=', '-_'), 22)
$$;
CREATE FUNCTION pg_temp.account(n bigint, seat int, accounts int) RETURNS text
IMMUTABLE LANGUAGE sql AS $$
    SELECT pg_temp.id('account', floor(
        accounts * power((hashtext(n || ':' || seat)::bigint + 2147483648) / 4294967296.0, 2)
    )::bigint)
$$;
"""
"""Few people play often, many seldom: account 0 sits in more than one match out of a hundred."""

TABLES: Final = """
CREATE TEMP TABLE models (
    model int PRIMARY KEY, game text, rules_version int, options jsonb, seats int, plies int,
    outcome jsonb
);
CREATE TEMP TABLE model_entries (
    model int, ply int, kind text, seat int, key text, body jsonb, hash bytea
);
CREATE TEMP TABLE model_standings (model int, deal int, seat int, rank int, sat int, points int);
CREATE TEMP TABLE model_places (model int, seat int, finish int, points int);
CREATE TEMP TABLE seeded (
    n bigint PRIMARY KEY, id text, model int, started timestamptz, state text, plies int
);
"""

SEEDED: Final = """
INSERT INTO seeded
SELECT n, pg_temp.id('match', n), model, $2::timestamptz - ($1 - n) * $3::interval,
    CASE WHEN n % 50 = 10 THEN 'stopped' WHEN n % 200 = 7 THEN 'voided' ELSE 'finished' END,
    CASE WHEN n % $4 = 1 THEN plies ELSE least(plies, $5) END
FROM generate_series(0, $1::bigint - 1) AS n JOIN models ON model = n % $6
"""

STEPS: Final[tuple[tuple[str, str], ...]] = (
    (
        "matches",
        """
INSERT INTO matches (id, room_id, code, game, rules_version, options, seats, ranked, state, ply,
    started, ended, outcome, stop_reason,
                     void_reason)
SELECT id, pg_temp.id('room', n % $1), '', game, rules_version, options, seats, false, state,
    seeded.plies, started,
    started + interval '40 minutes', CASE WHEN state <> 'stopped' THEN outcome END,
    CASE WHEN state = 'stopped' THEN 'everybody-left' END,
    CASE WHEN state = 'voided' THEN 'Chosen for it.' END
FROM seeded JOIN models USING (model)
""",
    ),
    (
        "places",
        """
INSERT INTO places (match_id, seat, account_id, bot, name, finish, points)
SELECT seeded.id, seat, accounts.id, CASE WHEN seat % 4 = 3 THEN 'steady' END,
    coalesce(accounts.name, 'Bot ' || seat),
    CASE WHEN state <> 'stopped' THEN finish END, CASE WHEN state <> 'stopped' THEN points END
FROM seeded JOIN model_places USING (model)
LEFT JOIN accounts ON seat % 4 <> 3 AND accounts.id = pg_temp.account(n, seat, $1)
""",
    ),
    (
        "standings",
        """
INSERT INTO standings (match_id, deal, seat, account_id, game, rank, sat, points, at)
SELECT id, deal, seat, CASE WHEN seat % 4 <> 3 THEN pg_temp.account(n, seat, $1) END,
    game, rank, sat, points,
    started + deal * interval '10 minutes'
FROM seeded JOIN models USING (model) JOIN model_standings USING (model)
""",
    ),
    (
        "entries",
        """
INSERT INTO entries (match_id, ply, epoch, kind, seat, key, body, command, at, hash)
SELECT id, ply, 1, kind, seat, key, body, CASE WHEN kind = 'played' THEN 'c-' || ply END,
    started + ply * interval '5 seconds', hash
FROM seeded JOIN model_entries USING (model) WHERE ply < plies
""",
    ),
    (
        "sums",
        f"""
INSERT INTO earnings (account_id, game, deals, best, last, salary, matches, won)
SELECT account_id, game, deals, best, last, salary, matches, won FROM ({RECOUNT}) AS sums
""",
    ),
    (
        "ratings",
        """
INSERT INTO ratings (game, account_id, mu, sigma, matches)
SELECT game, account_id, 25 + 10 * sin(count(*) + length(game)), 2, count(*)
FROM places JOIN matches ON id = match_id
WHERE account_id IS NOT NULL GROUP BY game, account_id
""",
    ),
    (
        "what each match says about strength",
        """
INSERT INTO rating_inputs (match_id, game, ranking, counted)
SELECT id, game, (SELECT jsonb_agg(jsonb_build_array(account_id) ORDER BY finish, seat) FROM places
                  WHERE match_id = id AND account_id IS NOT NULL), true
FROM seeded JOIN models USING (model) WHERE state <> 'stopped'
""",
    ),
    (
        "chat",
        """
INSERT INTO chat_lines (room_id, person, name, text, at)
SELECT pg_temp.id('room', n % $1), pg_temp.id('account', n % $1), 'Player', 'Line ' || n, now()
FROM generate_series(0, 20 * $1 - 1) AS n
""",
    ),
)
"""The parameter of each is the number of accounts, each with a room; or nothing."""
