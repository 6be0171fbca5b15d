"""Recovery codes of members."""

from alembic import op

revision: str = "1019"
down_revision: str | None = "1018"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE recovery_codes (
            account_id TEXT NOT NULL,
            code_hash BYTEA NOT NULL,
            made_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            CONSTRAINT pk_recovery_codes PRIMARY KEY (account_id),
            CONSTRAINT fk_recovery_codes_account_id FOREIGN KEY (account_id)
                REFERENCES accounts (id),
            CONSTRAINT uq_recovery_codes_code_hash UNIQUE (code_hash),
            CONSTRAINT ck_recovery_codes_code_hash_has_32_bytes
                CHECK (octet_length(code_hash) = 32)
        )
        """
    )


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
