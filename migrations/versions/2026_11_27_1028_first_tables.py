"""The first tables. See first_tables.sql, and docs/data.md for what each is for.

Entries, standings and the audit log are append-only: the database itself refuses anything else.
Migrations after this one only go forward.
"""

from pathlib import Path

from alembic import op

revision: str = "1028"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None

TABLES = Path(__file__).with_name("first_tables.sql")
ONLY_ADDED_TO = ("entries", "entries_default", "standings", "audit_log")


def upgrade() -> None:
    op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    for statement in TABLES.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            op.execute(statement)
    op.execute("CREATE TABLE entries_default PARTITION OF entries DEFAULT")
    op.execute("""
        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '% on % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
        END $$
    """)
    for table in ONLY_ADDED_TO:
        op.execute(f"""
            CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
        """)


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
