"""Totals of what people earned, and an index for every search, for many matches."""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | None = None
depends_on: str | None = None

SUMS = """
SELECT account_id, game, sum(deals)::int AS deals, sum(best)::int AS best, sum(last)::int AS last,
    sum(salary)::bigint AS salary,
    sum(matches)::int AS matches, sum(won)::int AS won
FROM (
    SELECT account_id, standings.game, count(*) AS deals, count(*) FILTER (WHERE rank = 1) AS best,
        count(*) FILTER (WHERE rank = sat AND sat > 1) AS last, sum(points) AS salary,
        0 AS matches, 0 AS won
    FROM standings JOIN matches ON matches.id = match_id
    WHERE state <> 'voided' AND account_id IS NOT NULL GROUP BY account_id, standings.game
    UNION ALL
    SELECT account_id, game, 0, 0, 0, 0, count(DISTINCT match_id),
        count(DISTINCT match_id) FILTER (WHERE finish = 1)
    FROM places JOIN matches ON matches.id = match_id
    WHERE state = 'finished' AND finish IS NOT NULL AND account_id IS NOT NULL
    GROUP BY account_id, game
) AS parts GROUP BY account_id, game
"""

COUNTS = ("deals", "best", "last", "matches", "won")


def upgrade() -> None:
    op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    op.create_table(
        "earnings",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        *(
            sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False)
            for name in COUNTS
        ),
        sa.Column("salary", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_earnings_account_id")
        ),
        sa.PrimaryKeyConstraint("account_id", "game", name=op.f("pk_earnings")),
    )
    columns = "account_id, game, deals, best, last, salary, matches, won"
    fill = f"INSERT INTO earnings ({columns}) SELECT {columns} FROM ({SUMS}) AS sums"  # noqa: S608
    op.execute(fill)
    for by in ("salary", "won", "best", "deals"):
        op.create_index(f"ix_earnings_{by}", "earnings", ["game", by])
    op.add_column(
        "ratings",
        sa.Column(
            "ordinal", sa.Double(), sa.Computed("mu - 3 * sigma", persisted=True), nullable=False
        ),
    )
    op.create_index("ix_ratings_ordinal", "ratings", ["game", "ordinal"])
    op.create_index(op.f("ix_ratings_account_id"), "ratings", ["account_id"])
    op.drop_index("ix_standings_account_id", "standings")
    op.create_index(
        "ix_standings_account_id",
        "standings",
        ["account_id", "game", "at", "match_id", "deal", "seat"],
        postgresql_include=["rank", "sat", "points"],
    )
    op.drop_index("ix_matches_game", "matches")
    op.create_index("ix_matches_game", "matches", ["game", "started", "id"])
    op.create_index("ix_matches_state", "matches", ["state", "started", "id"])
    op.create_index(
        "ix_matches_voided", "matches", ["id"], postgresql_where=sa.text("state = 'voided'")
    )
    op.create_index(
        "ix_accounts_suspended",
        "accounts",
        ["created"],
        postgresql_where=sa.text("suspended_why IS NOT NULL"),
    )
    for table in ("accounts", "places"):
        op.create_index(
            f"ix_{table}_name",
            table,
            ["name"],
            postgresql_using="gin",
            postgresql_ops={"name": "gin_trgm_ops"},
        )


def downgrade() -> None:
    for table, index in (
        ("places", "ix_places_name"), ("accounts", "ix_accounts_name"),
        ("accounts", "ix_accounts_suspended"),
        ("matches", "ix_matches_voided"), ("matches", "ix_matches_state"),
        ("matches", "ix_matches_game"),
        ("standings", "ix_standings_account_id"), ("ratings", "ix_ratings_account_id"),
        ("ratings", "ix_ratings_ordinal"),
    ):  # fmt: skip
        op.drop_index(index, table)
    op.create_index("ix_matches_game", "matches", ["game"])
    op.create_index("ix_standings_account_id", "standings", ["account_id", "game", "at"])
    op.drop_column("ratings", "ordinal")
    op.drop_table("earnings")
    op.execute("DROP EXTENSION pg_trgm")
