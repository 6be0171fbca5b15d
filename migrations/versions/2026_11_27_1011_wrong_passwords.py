"""Wrong passwords, which all processes count together and a restart does not forget."""

from alembic import op

revision: str = "1011"
down_revision: str | None = "1010"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE wrong_passwords (
            key BYTEA NOT NULL,
            count INTEGER NOT NULL,
            last_at TIMESTAMP WITH TIME ZONE NOT NULL,
            full_at TIMESTAMP WITH TIME ZONE NOT NULL,
            lifted_at TIMESTAMP WITH TIME ZONE,
            CONSTRAINT pk_wrong_passwords PRIMARY KEY (key),
            CONSTRAINT ck_wrong_passwords_key_has_32_bytes CHECK (octet_length(key) = 32)
        )
        """
    )
    op.execute("CREATE INDEX ix_wrong_passwords_last_at ON wrong_passwords (last_at)")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
