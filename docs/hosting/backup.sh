#!/bin/sh
# Saves the database, keeps the newest files, and copies them elsewhere.
# Settings, as environment variables:
#   BACKUP_DIR   where the files lie
#   BACKUP_KEEP  how many are kept (14)
#   BACKUP_COPY  where rsync copies them to, as in backup@other.example:pecking-order/ (nowhere)
#   PYTHON       the Python of the checkout (.venv/bin/python)
set -eu
umask 077

: "${BACKUP_DIR:?set BACKUP_DIR to the folder of the backups}"
keep=${BACKUP_KEEP:-14}
case $keep in '' | 0 | *[!0-9]*) echo "BACKUP_KEEP=$keep: write a number above 0." >&2; exit 1 ;; esac
cd "$(dirname "$0")/../.."

file=$BACKUP_DIR/$(date -u +%Y-%m-%dT%H%M%SZ).dump
trap 'rm -f "$file.part"' EXIT
"${PYTHON:-.venv/bin/python}" -m app backup "$file.part"
# A file that lost half of its size may be of an empty or a wrong database: nothing old goes for it.
last=$(ls "$BACKUP_DIR"/*.dump 2>/dev/null | tail -n 1)
if [ -n "$last" ] && [ $(($(wc -c <"$file.part") * 2)) -lt "$(wc -c <"$last")" ]; then
  mv "$file.part" "$file.small"
  echo "$file.small is less than half of $last. Look at both; nothing was deleted." >&2
  exit 1
fi
# A file under its final name is always whole.
mv "$file.part" "$file"

# The names sort by time, so the oldest come first.
ls "$BACKUP_DIR"/*.dump | head -n "-$keep" | while IFS= read -r old; do
  rm -- "$old"
done

if [ -n "${BACKUP_COPY:-}" ]; then
  rsync --archive --delete-after --include='*.dump' --exclude='*' "$BACKUP_DIR/" "$BACKUP_COPY"
fi
