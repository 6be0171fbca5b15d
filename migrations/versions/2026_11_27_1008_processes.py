"""Several processes on one database: their rows, and which of them runs a room."""

from alembic import op

revision: str = "1008"
down_revision: str | None = "1007"


def upgrade() -> None:
    op.execute("""
        CREATE TABLE processes (
            number INTEGER NOT NULL,
            name TEXT NOT NULL,
            address TEXT NOT NULL,
            build TEXT NOT NULL,
            started_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            CONSTRAINT pk_processes PRIMARY KEY (number)
        )
    """)
    op.execute("ALTER TABLE rooms ADD COLUMN owner INTEGER")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
