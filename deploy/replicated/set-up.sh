#!/bin/bash
# Makes this Debian machine one of three that keep the database, or one that asks them. Run it on each:
#
#   set-up.sh database NAME FILE   PostgreSQL, Patroni and etcd; NAME is this machine's in FILE
#   set-up.sh proxy FILE           HAProxy, beside each server of the product; prints the addresses
#
# FILE is the same on all machines, readable by root alone:
#
#   NODES='one=10.0.0.11 two=10.0.0.12 three=10.0.0.13'
#   POSTGRES_PASSWORD=... REPLICATION_PASSWORD=... OWNER_PASSWORD=... SERVER_PASSWORD=...   openssl rand -hex 24 each
#   BACKUPS='repo1-type=s3 repo1-s3-bucket=...'   see docs/replication.md
#
# The machines talk in the clear: give them a network of their own, such as WireGuard's.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/configs.sh"

usage() { sed -n '2,14s/^# \{0,1\}//p' "$0"; exit 2; }

read_file() {
  PASSWORDS=$(realpath "$1")
  [ "$(stat -c %a "$PASSWORDS")" = 600 ] || { echo "chmod 600 $1: it has passwords." >&2; exit 1; }
  . "$PASSWORDS"
}

install_packages() {
  # Patroni makes the database; Debian's own would have its port.
  mkdir -p /etc/postgresql-common
  grep -qs '^create_main_cluster' /etc/postgresql-common/createcluster.conf ||
    echo 'create_main_cluster = false' >>/etc/postgresql-common/createcluster.conf
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

database() {
  local name=$1 home=/var/lib/postgresql/unblock
  address_of "$name" >/dev/null
  install_packages postgresql patroni python3-etcd etcd-server pgbackrest curl
  etcd_settings "$name" /var/lib/etcd/unblock >/etc/default/etcd
  mkdir -p "$home"
  backup_settings "$home" >/etc/pgbackrest.conf
  create_database >/etc/patroni/create-database
  patroni_settings "$name" "$home" /etc/patroni/create-database /etc/pgbackrest.conf >/etc/patroni/config.yml
  chmod 640 /etc/pgbackrest.conf /etc/patroni/config.yml
  chmod 750 /etc/patroni/create-database
  chown postgres:postgres /etc/pgbackrest.conf /etc/patroni/config.yml /etc/patroni/create-database "$home"
  chmod 700 "$home"
  # Only the primary's backup counts; the others find that they are none.
  cat >/etc/cron.d/unblock-backup <<END
17 2 * * * postgres curl --silent --fail --output /dev/null http://$(address_of "$name"):8008/primary && pgbackrest --stanza=unblock backup
END
  systemctl enable etcd patroni
  # It waits for a second machine, so it may not be waited for.
  systemctl restart --no-block etcd
  systemctl restart --no-block patroni
}

proxy() {
  install_packages haproxy
  haproxy_settings >/etc/haproxy/haproxy.cfg
  systemctl enable haproxy
  systemctl restart haproxy
  addresses
}

case ${1:-} in
  database) [ $# = 3 ] || usage; read_file "$3"; database "$2" ;;
  proxy) [ $# = 2 ] || usage; read_file "$2"; proxy ;;
  *) usage ;;
esac
