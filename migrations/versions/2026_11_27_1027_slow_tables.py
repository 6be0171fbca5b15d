"""Slow tables: matches that sleep, and the people who play in them."""

from alembic import op

revision: str = "1027"
down_revision: str | None = "1026"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE slow_rooms (
            room_id TEXT NOT NULL,
            wakes_at TIMESTAMP WITH TIME ZONE,
            CONSTRAINT pk_slow_rooms PRIMARY KEY (room_id),
            CONSTRAINT fk_slow_rooms_room_id FOREIGN KEY (room_id)
                REFERENCES rooms (id) ON DELETE CASCADE
        )
        """
    )
    op.execute("CREATE INDEX ix_slow_rooms_wakes_at ON slow_rooms (wakes_at)")
    op.execute(
        """
        CREATE TABLE slow_seats (
            room_id TEXT NOT NULL,
            account_id TEXT NOT NULL,
            due TIMESTAMP WITH TIME ZONE,
            CONSTRAINT pk_slow_seats PRIMARY KEY (room_id, account_id),
            CONSTRAINT fk_slow_seats_room_id FOREIGN KEY (room_id)
                REFERENCES slow_rooms (room_id) ON DELETE CASCADE,
            CONSTRAINT fk_slow_seats_account_id FOREIGN KEY (account_id)
                REFERENCES accounts (id)
        )
        """
    )
    op.execute("CREATE INDEX ix_slow_seats_account_id ON slow_seats (account_id)")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
