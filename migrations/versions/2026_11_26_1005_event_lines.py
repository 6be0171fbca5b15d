"""Event lines of running matches, for a release whose rules can no longer say them."""

from alembic import op

revision: str = "1005"
down_revision: str | None = "1004"


def upgrade() -> None:
    op.execute("""
        CREATE TABLE event_lines (
            match_id UUID NOT NULL,
            entries INTEGER NOT NULL,
            lines BYTEA NOT NULL,
            CONSTRAINT pk_event_lines PRIMARY KEY (match_id),
            CONSTRAINT fk_event_lines_match_id FOREIGN KEY (match_id)
                REFERENCES matches (id) ON DELETE CASCADE
        )
    """)


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
