#!/bin/sh
# Saves the database into a folder that keeps the newest files, and copies them elsewhere.
# Settings, as environment variables:
#   BACKUP_DIR   where the files lie
#   BACKUP_KEEP  how many are kept (14)
#   BACKUP_COPY  where rsync copies them to, as in backup@other.example:pecking-order/ (nowhere)
#   PYTHON       the Python of the checkout (.venv/bin/python)
set -eu
umask 077

: "${BACKUP_DIR:?set BACKUP_DIR to the folder of the backups}"
[ -d "$BACKUP_DIR" ] || { echo "BACKUP_DIR=$BACKUP_DIR is no folder." >&2; exit 1; }
cd "$(dirname "$0")/../.."

status=0
"${PYTHON:-.venv/bin/python}" -m app backup --keep "${BACKUP_KEEP:-14}" "$BACKUP_DIR" || status=$?
# 3: the file is saved, and somebody has to look. After a failure nothing is copied or deleted.
if [ -n "${BACKUP_COPY:-}" ] && { [ $status -eq 0 ] || [ $status -eq 3 ]; }; then
  rsync --archive --delete-after --include='*.dump' --exclude='*' "$BACKUP_DIR/" "$BACKUP_COPY"
fi
exit $status
