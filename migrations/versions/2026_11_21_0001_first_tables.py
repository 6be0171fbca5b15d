"""The first tables: people, rooms, matches with their entries, and results.

Entries, standings and the audit log are append-only: the database itself refuses anything else.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None

ADDED_TO_ONLY = ("entries", "standings", "audit_log")


def upgrade() -> None:
    create_people()
    create_rooms()
    create_matches()
    create_results()
    guard()


def downgrade() -> None:
    for table in (
        "rating_inputs", "ratings", "standings", "entries", "places", "matches", "chat_lines",
        "rooms", "audit_log", "sessions", "accounts",
    ):  # fmt: skip
        op.drop_table(table)
    op.execute("DROP FUNCTION refuse_change()")


def create_people() -> None:
    """Accounts, their logins, and what administrators do."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("skeleton", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("admin", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("password_hash", sa.Text()),
        sa.Column(
            "created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("suspended_until", sa.DateTime(timezone=True)),
        sa.Column("suspended_why", sa.Text()),
        sa.CheckConstraint(
            "(kind = 'member') = (password_hash IS NOT NULL)",
            name=op.f("ck_accounts_only_members_have_passwords"),
        ),
        sa.CheckConstraint(
            "kind = 'member' OR NOT admin", name=op.f("ck_accounts_only_members_are_admins")
        ),
        sa.CheckConstraint("kind IN ('guest', 'member', 'gone')", name=op.f("ck_accounts_kind")),
        sa.CheckConstraint(
            "suspended_until IS NULL OR suspended_why IS NOT NULL",
            name=op.f("ck_accounts_suspension_has_a_reason"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
    )
    op.create_index("ix_accounts_created", "accounts", ["created"])
    op.create_index(
        "uq_accounts_skeleton_of_members",
        "accounts",
        ["skeleton"],
        unique=True,
        postgresql_where=sa.text("kind = 'member'"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column(
            "created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column(
            "last_seen", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("user_agent", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_sessions_account_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessions_token_hash")),
    )
    op.create_index(op.f("ix_sessions_account_id"), "sessions", ["account_id"])
    op.create_index(op.f("ix_sessions_last_seen"), "sessions", ["last_seen"])
    op.create_table(
        "audit_log",
        sa.Column("number", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("admin_id", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["admin_id"], ["accounts.id"], name=op.f("fk_audit_log_admin_id")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_audit_log")),
    )
    op.create_index("ix_audit_log_at", "audit_log", ["at"])
    op.create_index("ix_audit_log_subject_at", "audit_log", ["subject", "at"])


def create_rooms() -> None:
    """Rooms and what is said in them."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("live", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("match_id", sa.Text()),
        sa.Column("people", ARRAY(sa.Text()), nullable=False),
        sa.Column("room", JSONB(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "updated", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rooms")),
        sa.UniqueConstraint("secret", name=op.f("uq_rooms_secret")),
    )
    op.create_index(op.f("ix_rooms_match_id"), "rooms", ["match_id"])
    op.create_index("ix_rooms_people", "rooms", ["people"], postgresql_using="gin")
    op.create_index(op.f("ix_rooms_updated"), "rooms", ["updated"])
    op.create_index(
        "uq_rooms_code_of_live", "rooms", ["code"], unique=True, postgresql_where=sa.text("live")
    )
    op.create_table(
        "chat_lines",
        sa.Column("number", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("person", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_chat_lines_room_id")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_chat_lines")),
    )
    op.create_index(op.f("ix_chat_lines_person"), "chat_lines", ["person"])
    op.create_index("ix_chat_lines_room_id_number", "chat_lines", ["room_id", "number"])


def create_matches() -> None:
    """Matches, who sat in them, and every entry."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", JSONB(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("state", sa.Text(), server_default="running", nullable=False),
        sa.Column("epoch", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("ply", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "started", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("ended", sa.DateTime(timezone=True)),
        sa.Column("outcome", JSONB()),
        sa.Column("stop_reason", sa.Text()),
        sa.Column("void_reason", sa.Text()),
        sa.CheckConstraint(
            "(state = 'running') = (ended IS NULL)", name=op.f("ck_matches_ended_unless_running")
        ),
        sa.CheckConstraint(
            "(state = 'voided') = (void_reason IS NOT NULL)",
            name=op.f("ck_matches_voided_has_a_reason"),
        ),
        sa.CheckConstraint(
            "state <> 'finished' OR outcome IS NOT NULL",
            name=op.f("ck_matches_finished_has_an_outcome"),
        ),
        sa.CheckConstraint(
            "state IN ('running', 'finished', 'stopped', 'voided')", name=op.f("ck_matches_state")
        ),
        sa.CheckConstraint("ply >= 0 AND epoch >= 1", name=op.f("ck_matches_fence")),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_matches_room_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        postgresql_with={"fillfactor": 70},
    )
    op.create_index(op.f("ix_matches_code"), "matches", ["code"])
    op.create_index(op.f("ix_matches_game"), "matches", ["game"])
    op.create_index(op.f("ix_matches_room_id"), "matches", ["room_id"])
    op.create_index(
        "ix_matches_running", "matches", ["id"], postgresql_where=sa.text("state = 'running'")
    )
    op.create_index("ix_matches_started", "matches", ["started", "id"])
    op.create_table(
        "places",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account_id", sa.Text()),
        sa.Column("bot", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("finish", sa.Integer()),
        sa.Column("points", sa.Integer()),
        sa.CheckConstraint(
            "(account_id IS NULL) <> (bot IS NULL)", name=op.f("ck_places_person_or_bot")
        ),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_places_account_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_places_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_places")),
    )
    op.create_index("ix_places_account_id", "places", ["account_id", "match_id"])
    op.create_table(
        "entries",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("key", sa.Text()),
        sa.Column("body", JSONB(), nullable=False),
        sa.Column("command", sa.Text()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "kind IN ('played', 'shuffled', 'expired', 'reseated', 'last-deal')",
            name=op.f("ck_entries_kind"),
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_entries_match_id")),
        sa.PrimaryKeyConstraint("match_id", "ply", name=op.f("pk_entries")),
    )
    op.create_index(
        "uq_entries_match_id_command",
        "entries",
        ["match_id", "command"],
        unique=True,
        postgresql_where=sa.text("command IS NOT NULL"),
    )


def create_results() -> None:
    """The results of deals and matches."""
    op.create_table(
        "standings",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account_id", sa.Text()),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("sat", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_standings_account_id")
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_standings_match_id")),
        sa.PrimaryKeyConstraint("match_id", "deal", "seat", name=op.f("pk_standings")),
    )
    op.create_index("ix_standings_account_id", "standings", ["account_id", "game", "at"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column(
            "updated", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_ratings_account_id")
        ),
        sa.PrimaryKeyConstraint("game", "account_id", name=op.f("pk_ratings")),
    )
    op.create_table(
        "rating_inputs",
        sa.Column("number", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("ranking", JSONB(), nullable=False),
        sa.Column("counted", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_rating_inputs_match_id")
        ),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_rating_inputs")),
        sa.UniqueConstraint("match_id", name=op.f("uq_rating_inputs_match_id")),
    )
    op.create_index("ix_rating_inputs_game_number", "rating_inputs", ["game", "number"])
    op.create_index(
        "ix_rating_inputs_uncounted",
        "rating_inputs",
        ["game", "number"],
        postgresql_where=sa.text("NOT counted"),
    )


def guard() -> None:
    """Triggers that keep rows from changing. A restoring or replicating server may still write."""
    op.execute("""
        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '% on % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
        END $$
    """)
    for table in ADDED_TO_ONLY:
        op.execute(f"""
            CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
        """)
