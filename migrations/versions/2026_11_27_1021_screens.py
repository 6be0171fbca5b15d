"""Screens that show a table, for as long as somebody who plays there allows."""

from alembic import op

revision: str = "1021"
down_revision: str | None = "1020"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE screens (
            id TEXT NOT NULL,
            token_hash BYTEA NOT NULL,
            code TEXT NOT NULL,
            session_id TEXT,
            room_id TEXT,
            expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
            CONSTRAINT pk_screens PRIMARY KEY (id),
            CONSTRAINT uq_screens_token_hash UNIQUE (token_hash),
            CONSTRAINT uq_screens_code UNIQUE (code),
            CONSTRAINT ck_screens_token_hash_has_32_bytes CHECK (octet_length(token_hash) = 32),
            CONSTRAINT ck_screens_allowed_for_a_room
                CHECK ((session_id IS NULL) = (room_id IS NULL)),
            CONSTRAINT fk_screens_session_id FOREIGN KEY (session_id)
                REFERENCES sessions (id) ON DELETE CASCADE
        )
        """
    )
    op.execute("CREATE INDEX ix_screens_session_id ON screens (session_id)")
    op.execute("CREATE INDEX ix_screens_room_id ON screens (room_id)")
    op.execute("CREATE INDEX ix_screens_expires_at ON screens (expires_at)")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
