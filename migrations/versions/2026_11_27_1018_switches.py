"""The switches that administrators set while the server runs."""

from alembic import op

revision: str = "1018"
down_revision: str | None = "1017"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE switches (
            number INTEGER NOT NULL,
            version INTEGER NOT NULL,
            state JSONB NOT NULL,
            changed_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            CONSTRAINT pk_switches PRIMARY KEY (number),
            CONSTRAINT ck_switches_is_the_only_row CHECK (number = 1)
        )
        """
    )


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
