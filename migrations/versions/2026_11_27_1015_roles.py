"""Moderators beside administrators, and notes about people."""

from alembic import op

revision: str = "1015"
down_revision: str | None = "1014"


def upgrade() -> None:
    op.execute("ALTER TABLE accounts ADD COLUMN role TEXT NOT NULL DEFAULT ''")
    op.execute("UPDATE accounts SET role = 'administrator' WHERE admin")
    op.execute("ALTER TABLE accounts DROP COLUMN admin")
    op.execute(
        "ALTER TABLE accounts ADD CONSTRAINT ck_accounts_role CHECK "
        "(role = '' OR kind = 'member' AND role IN ('moderator', 'administrator'))"
    )
    op.execute(
        """
        CREATE TABLE notes (
            number BIGINT GENERATED ALWAYS AS IDENTITY,
            account_id TEXT NOT NULL,
            author_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            read_at TIMESTAMP WITH TIME ZONE,
            CONSTRAINT pk_notes PRIMARY KEY (number),
            CONSTRAINT fk_notes_account_id FOREIGN KEY (account_id) REFERENCES accounts (id),
            CONSTRAINT fk_notes_author_id FOREIGN KEY (author_id) REFERENCES accounts (id)
        )
        """
    )
    op.execute("CREATE INDEX ix_notes_account_id ON notes (account_id, number)")
    op.execute("CREATE INDEX ix_notes_author_id ON notes (author_id)")
    op.execute(
        "CREATE INDEX ix_notes_unread ON notes (account_id) "
        "WHERE kind = 'warning' AND read_at IS NULL"
    )


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
