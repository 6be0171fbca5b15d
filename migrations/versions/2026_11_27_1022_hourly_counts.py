"""The most people and tables at one time, hour by hour."""

from alembic import op

revision: str = "1022"
down_revision: str | None = "1021"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE hourly_counts (
            hour TIMESTAMP WITH TIME ZONE NOT NULL,
            people INTEGER NOT NULL,
            tables INTEGER NOT NULL,
            CONSTRAINT pk_hourly_counts PRIMARY KEY (hour),
            CONSTRAINT ck_hourly_counts_no_fewer_than_none CHECK (people >= 0 AND tables >= 0)
        )
        """
    )


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
