"""Mutes and blocks: whom an account hears nothing of, and with whom it is not brought together."""

from alembic import op

revision: str = "1007"
down_revision: str | None = "1006"


def upgrade() -> None:
    op.execute("""
        CREATE TABLE mutes (
            account_id TEXT NOT NULL,
            other_id TEXT NOT NULL,
            blocked BOOLEAN NOT NULL,
            since TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            CONSTRAINT pk_mutes PRIMARY KEY (account_id, other_id),
            CONSTRAINT fk_mutes_account_id FOREIGN KEY (account_id)
                REFERENCES accounts (id) ON DELETE CASCADE,
            CONSTRAINT fk_mutes_other_id FOREIGN KEY (other_id)
                REFERENCES accounts (id) ON DELETE CASCADE
        )
    """)
    op.execute("CREATE INDEX ix_mutes_other_id ON mutes (other_id)")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
