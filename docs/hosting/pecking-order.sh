#!/bin/sh
# Runs a command of the server with its settings and as its account: pecking-order doctor
# Copy to /usr/local/sbin/pecking-order.
set -eu
[ "$(id -u)" -eq 0 ] || exec sudo "$0" "$@"

set -a
PECKING_ORDER_DATA_DIR=/var/lib/pecking-order
PECKING_ORDER_ARCHIVE_DIR=/var/lib/pecking-order/archive
[ ! -e /etc/pecking-order.env ] || . /etc/pecking-order.env
set +a
cd /opt/pecking-order
exec setpriv --reuid=pecking-order --regid=pecking-order --init-groups \
  .venv/bin/python -m app "$@"
