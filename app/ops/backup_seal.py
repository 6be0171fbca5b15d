"""The seal at the end of a backup: when it was made, the end of the audit log, and a checksum.

It is the file's last line. The checksum covers every byte before it, so a byte that changed
anywhere is found. PostgreSQL's programs do not read that far.
"""

from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import msgspec

from app.store.admin.audit_chain import Head

if TYPE_CHECKING:
    from _hashlib import HASH

MARK: Final = b"\npecking-order backup "
MOST: Final = 1024
"""Bytes of the longest seal."""
CHECKSUM_LENGTH: Final = 65
"""Bytes of a checksum in hexadecimal and the end of its line."""
CHUNK: Final = 1 << 20


class NoSeal(Exception):
    """The file does not end in a seal: it was cut short, or is no backup."""


class BrokenSeal(Exception):
    """The file is not as it was saved."""


class Seal(msgspec.Struct, frozen=True):
    """The words of a backup about itself."""

    taken_at: datetime
    audit_head: Head | None
    """The end of the audit log, which the backup contains. None: the log was empty."""


class SealedFile(msgspec.Struct, frozen=True):
    seal: Seal
    checksum: bytes
    size: int
    """Bytes, with the seal."""


def append_seal(file: Path, seal: Seal) -> SealedFile:
    """Ends the file with its seal."""
    with file.open("r+b") as opened:
        digest = _hash(opened, file.stat().st_size)
        line = MARK + msgspec.json.encode(seal) + b" "
        digest.update(line)
        opened.write(line + digest.hexdigest().encode() + b"\n")
    return SealedFile(seal, digest.digest(), file.stat().st_size)


def read_seal(file: Path) -> SealedFile:
    """The seal as it stands there; nothing is checked. Raises NoSeal, BrokenSeal."""
    size = file.stat().st_size
    with file.open("rb") as opened:
        opened.seek(max(0, size - MOST))
        _, mark, line = opened.read().rpartition(MARK)
    if not mark:
        raise NoSeal(f"{file} has no checksum at its end: it was cut short, or is no backup.")
    try:
        written, checksum = line.removesuffix(b"\n").rsplit(b" ", 1)
        seal = msgspec.json.decode(written, type=Seal)
        return SealedFile(seal, bytes.fromhex(checksum.decode()), size)
    except (ValueError, msgspec.DecodeError):
        raise BrokenSeal(f"{file} is damaged: its last line cannot be read.") from None


def verify_seal(file: Path) -> SealedFile:
    """The seal, once every byte before it is read. Raises NoSeal, BrokenSeal."""
    sealed = read_seal(file)
    with file.open("rb") as opened:
        found = _hash(opened, sealed.size - CHECKSUM_LENGTH)
        if opened.read() != sealed.checksum.hex().encode() + b"\n" or (
            found.digest() != sealed.checksum
        ):
            raise BrokenSeal(f"{file} is damaged: its content does not match its checksum.")
    return sealed


def _hash(opened: BinaryIO, left: int) -> "HASH":
    """The hash of that many bytes from the start."""
    digest = sha256()
    while left > 0 and (chunk := opened.read(min(CHUNK, left))):
        digest.update(chunk)
        left -= len(chunk)
    return digest
