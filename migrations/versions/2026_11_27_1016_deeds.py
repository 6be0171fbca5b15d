"""Deeds of moderators: silences, removed lines of chat, names that were taken away."""

from alembic import op

revision: str = "1016"
down_revision: str | None = "1015"


def upgrade() -> None:
    op.execute(
        "ALTER TABLE notes ADD COLUMN until TIMESTAMP WITH TIME ZONE, ADD COLUMN about TEXT, "
        "ADD COLUMN skeleton TEXT, ADD COLUMN undone_at TIMESTAMP WITH TIME ZONE"
    )
    op.execute("DROP INDEX ix_notes_unread")
    op.execute(
        "CREATE INDEX ix_notes_unread ON notes (account_id) "
        "WHERE kind IN ('warning', 'name') AND read_at IS NULL"
    )
    op.execute(
        "CREATE INDEX ix_notes_silences ON notes (account_id, until) "
        "WHERE kind = 'silence' AND undone_at IS NULL"
    )
    op.execute(
        "CREATE INDEX ix_notes_taken_names ON notes (skeleton) "
        "WHERE kind = 'name' AND undone_at IS NULL"
    )
    op.execute("ALTER TABLE chat_lines ADD COLUMN removed_at TIMESTAMP WITH TIME ZONE")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
