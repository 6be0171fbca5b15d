"""Clubs: rooms that are kept, and their members."""

from alembic import op

revision: str = "1025"
down_revision: str | None = "1024"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE clubs (
            room_id TEXT NOT NULL,
            host_id TEXT NOT NULL,
            name TEXT NOT NULL,
            weekday INTEGER,
            minute INTEGER,
            zone TEXT,
            founded_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            CONSTRAINT pk_clubs PRIMARY KEY (room_id),
            CONSTRAINT ck_clubs_evening
                CHECK (weekday BETWEEN 0 AND 6 AND minute BETWEEN 0 AND 1439),
            CONSTRAINT ck_clubs_whole_evening CHECK (
                (weekday IS NULL) = (minute IS NULL) AND (weekday IS NULL) = (zone IS NULL)
            ),
            CONSTRAINT fk_clubs_room_id FOREIGN KEY (room_id)
                REFERENCES rooms (id) ON DELETE CASCADE,
            CONSTRAINT fk_clubs_host_id FOREIGN KEY (host_id) REFERENCES accounts (id)
        )
        """
    )
    op.execute("CREATE INDEX ix_clubs_host_id ON clubs (host_id)")
    op.execute(
        """
        CREATE TABLE club_members (
            room_id TEXT NOT NULL,
            account_id TEXT NOT NULL,
            joined_at TIMESTAMP WITH TIME ZONE DEFAULT clock_timestamp() NOT NULL,
            CONSTRAINT pk_club_members PRIMARY KEY (room_id, account_id),
            CONSTRAINT fk_club_members_room_id FOREIGN KEY (room_id)
                REFERENCES clubs (room_id) ON DELETE CASCADE,
            CONSTRAINT fk_club_members_account_id FOREIGN KEY (account_id)
                REFERENCES accounts (id)
        )
        """
    )
    op.execute("CREATE INDEX ix_club_members_account_id ON club_members (account_id)")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
