#!/bin/sh
# Runs a command of the server with its settings and as its account: pecking-order doctor
# Copy to /usr/local/sbin/pecking-order.
set -eu
[ "$(id -u)" -eq 0 ] || exec sudo "$0" "$@"
umask 077

set -a
PECKING_ORDER_DATA_DIR=/var/lib/pecking-order
PECKING_ORDER_ARCHIVE_DIR=/var/lib/pecking-order/archive
[ ! -e /etc/pecking-order.env ] || . /etc/pecking-order.env
PYTHONPATH=/opt/pecking-order
set +a

# -P, for whoever may write to the folder we are in must not choose what is run.
as_server() {
  setpriv --reuid=pecking-order --regid=pecking-order --init-groups \
    /opt/pecking-order/.venv/bin/python -P -m app "$@"
}

# Root opens the files: the account may neither write to root's folders nor read them.
case "${1-} $#" in
'backup 2')
  if [ "$2" != - ] && [ ! -d "$2" ]; then
    trap 'rm -f -- "$2.part"' EXIT
    as_server backup - >"$2.part"
    mv -- "$2.part" "$2"
    echo "Saved to $2."
    exit
  fi
  ;;
restore*)
  for word; do
    shift
    if [ -f "$word" ]; then
      exec <"$word"
      word=-
    fi
    set -- "$@" "$word"
  done
  ;;
esac
as_server "$@"
