"""The portrait that an account has chosen."""

from alembic import op

revision: str = "1009"
down_revision: str | None = "1008"


def upgrade() -> None:
    op.execute("""
        ALTER TABLE accounts ADD COLUMN portrait TEXT DEFAULT '' NOT NULL,
            ADD CONSTRAINT ck_accounts_portrait_is_a_code
                CHECK (portrait ~ '^([a-z][0-9][0-9]s?)?$')
    """)


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
