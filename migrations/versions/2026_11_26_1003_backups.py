"""Backups that were taken, and those that came back in a check."""

from alembic import op

revision: str = "1003"
down_revision: str | None = "1002"


def upgrade() -> None:
    op.execute("""
        CREATE TABLE backups (
            checksum BYTEA NOT NULL,
            taken_at TIMESTAMP WITH TIME ZONE NOT NULL,
            size BIGINT NOT NULL,
            checked_at TIMESTAMP WITH TIME ZONE,
            CONSTRAINT pk_backups PRIMARY KEY (checksum),
            CONSTRAINT ck_backups_checksum_has_32_bytes CHECK (octet_length(checksum) = 32)
        )
    """)


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
