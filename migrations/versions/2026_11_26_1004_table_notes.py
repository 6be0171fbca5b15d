"""Notes for tables that have yet to take over a change of an account."""

from alembic import op

revision: str = "1004"
down_revision: str | None = "1003"


def upgrade() -> None:
    op.execute("""
        CREATE TABLE table_notes (
            account_id TEXT NOT NULL,
            room_id TEXT NOT NULL,
            number BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL,
            noted_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            CONSTRAINT pk_table_notes PRIMARY KEY (account_id, room_id),
            CONSTRAINT uq_table_notes_number UNIQUE (number),
            CONSTRAINT fk_table_notes_account_id FOREIGN KEY (account_id)
                REFERENCES accounts (id) ON DELETE CASCADE,
            CONSTRAINT fk_table_notes_room_id FOREIGN KEY (room_id)
                REFERENCES rooms (id) ON DELETE CASCADE
        )
    """)
    op.execute("CREATE INDEX ix_table_notes_room_id ON table_notes (room_id)")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
