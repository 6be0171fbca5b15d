"""Invitations of members to tables of people they played with."""

from alembic import op

revision: str = "1023"
down_revision: str | None = "1022"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE invitations (
            room_id TEXT NOT NULL,
            to_id TEXT NOT NULL,
            from_id TEXT NOT NULL,
            state TEXT DEFAULT 'open' NOT NULL,
            sent_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            CONSTRAINT pk_invitations PRIMARY KEY (room_id, to_id),
            CONSTRAINT ck_invitations_state
                CHECK (state IN ('open', 'accepted', 'declined', 'void')),
            CONSTRAINT ck_invitations_of_somebody_else CHECK (from_id <> to_id),
            CONSTRAINT fk_invitations_room_id FOREIGN KEY (room_id)
                REFERENCES rooms (id) ON DELETE CASCADE,
            CONSTRAINT fk_invitations_to_id FOREIGN KEY (to_id)
                REFERENCES accounts (id) ON DELETE CASCADE,
            CONSTRAINT fk_invitations_from_id FOREIGN KEY (from_id)
                REFERENCES accounts (id) ON DELETE CASCADE
        )
        """
    )
    op.execute("CREATE INDEX ix_invitations_from_id ON invitations (from_id, sent_at)")
    op.execute("CREATE INDEX ix_invitations_to_id ON invitations (to_id, sent_at)")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
