# The settings of one machine of a replicated PostgreSQL: etcd, Patroni, and HAProxy for those who ask it.
# Sourced by set-up.sh and trial.sh, which say where the files go. It needs:
#   NODES     name=address of each of the three machines
#   PASSWORDS a file with POSTGRES_PASSWORD, REPLICATION_PASSWORD, OWNER_PASSWORD, SERVER_PASSWORD
#   BACKUPS   pgBackRest's settings of the place for backups, each without spaces

# The newest PostgreSQL of this machine.
postgres_programs() {
  ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1
}

address_of() {
  local node
  for node in $NODES; do [ "${node%%=*}" = "$1" ] && echo "${node#*=}" && return; done
  echo "$1 is none of: $NODES" >&2
  return 1
}

# etcd_settings NAME FOLDER: what etcd reads from its environment.
etcd_settings() {
  local address cluster='' node
  address=$(address_of "$1")
  for node in $NODES; do cluster="$cluster,${node%%=*}=http://${node#*=}:2380"; done
  cat <<END
ETCD_NAME=$1
ETCD_DATA_DIR=$2
ETCD_INITIAL_CLUSTER=${cluster#,}
ETCD_INITIAL_CLUSTER_STATE=new
ETCD_INITIAL_CLUSTER_TOKEN=unblock
ETCD_INITIAL_ADVERTISE_PEER_URLS=http://$address:2380
ETCD_LISTEN_PEER_URLS=http://$address:2380
ETCD_ADVERTISE_CLIENT_URLS=http://$address:2379
ETCD_LISTEN_CLIENT_URLS=http://$address:2379
ETCD_ENABLE_V2=true
END
}

# patroni_settings NAME FOLDER CREATE BACKUP: FOLDER is PostgreSQL's, CREATE the program that makes our
# database, BACKUP the file of backup_settings.
#
# Nothing that was acknowledged is lost: each change waits for one standby, and only that one can become
# the primary. A primary that is not heard of for `ttl` seconds is replaced.
#
# By etcd's second API: by the third, Patroni 3.0 (Debian 12) makes a primary that wakes up after a pause
# the primary again, beside the new one, and what that one had acknowledged is lost.
patroni_settings() {
  local address hosts='' node
  address=$(address_of "$1")
  for node in $NODES; do hosts="$hosts,${node#*=}:2379"; done
  . "$PASSWORDS"
  cat <<END
scope: unblock
name: $1
restapi: { listen: '$address:8008', connect_address: '$address:8008' }
etcd: { hosts: '${hosts#,}' }
bootstrap:
  dcs:
    ttl: 10
    loop_wait: 2
    retry_timeout: 3
    # A primary that crashed is replaced at once, not waited for.
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 200
        wal_level: replica
        hot_standby: 'on'
        # A long read on a standby is not ended by what the primary cleans up.
        hot_standby_feedback: 'on'
        wal_log_hints: 'on'
        wal_keep_size: 512MB
        # A standby or a client that is gone says nothing.
        wal_sender_timeout: 5s
        wal_receiver_timeout: 5s
        tcp_keepalives_idle: 5
        tcp_keepalives_interval: 2
        tcp_keepalives_count: 3
        archive_mode: 'on'
        archive_timeout: 60
        archive_command: 'pgbackrest --config=$4 --stanza=unblock archive-push %p'
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
  post_bootstrap: $3
postgresql:
  listen: '$address:5432'
  connect_address: '$address:5432'
  data_dir: $2/data
  bin_dir: $(postgres_programs)
  pgpass: $2/pgpass
  basebackup: [{ checkpoint: fast }]
  authentication:
    superuser: { username: postgres, password: '$POSTGRES_PASSWORD' }
    replication: { username: replicator, password: '$REPLICATION_PASSWORD' }
  parameters: { unix_socket_directories: '$2', password_encryption: scram-sha-256 }
  pg_hba:
    - local all postgres peer
    - host replication replicator all scram-sha-256
    - host all all all scram-sha-256
END
}

# backup_settings FOLDER: where pgBackRest finds PostgreSQL, and where it keeps what is written.
backup_settings() {
  printf '[global]\n'
  printf '%s\n' $BACKUPS
  cat <<END
repo1-retention-full=14
start-fast=y
archive-async=n
log-level-console=warn
log-level-file=off
lock-path=$1
[unblock]
pg1-path=$1/data
pg1-socket-path=$1
END
}

# create_database: a program for Patroni, which gives it the address of a new primary.
create_database() {
  . "$PASSWORDS"
  cat <<END
#!/bin/sh
set -e
psql --quiet --set ON_ERROR_STOP=1 "\$1" <<SQL
create role unblock login createrole password '$OWNER_PASSWORD';
create database unblock owner unblock;
grant set on parameter session_replication_role to unblock;
SQL
END
}

# haproxy_settings: changes go to the primary by port 5000, reads that may be late to a standby by 5001.
# Each machine is asked what it is. One that stops being the primary loses its connections, so that nobody
# waits on them.
haproxy_settings() {
  local node servers='' checks='check port 8008'
  for node in $NODES; do servers="$servers
  server ${node%%=*} ${node#*=}:5432 $checks"; done
  cat <<END
global
  maxconn 4000
defaults
  mode tcp
  timeout connect 2s
  timeout check 1s
  timeout client 1h
  timeout server 1h
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
frontend changes
  bind ${BIND:-127.0.0.1}:5000
  default_backend primary
frontend reads
  bind ${BIND:-127.0.0.1}:5001
  use_backend standbys if { nbsrv(standbys) gt 0 }
  default_backend primary
backend primary
  option httpchk OPTIONS /primary$servers
backend standbys
  balance leastconn
  option httpchk OPTIONS /replica?lag=16MB$servers
END
}

# addresses: the settings of the product that lead to this database by HAProxy.
addresses() {
  . "$PASSWORDS"
  cat <<END
DATABASE_OWNER_URL=postgres://unblock:$OWNER_PASSWORD@127.0.0.1:5000/unblock
DATABASE_URL=postgres://unblock_server:$SERVER_PASSWORD@127.0.0.1:5000/unblock
DATABASE_READ_URL=postgres://unblock_server:$SERVER_PASSWORD@127.0.0.1:5001/unblock
END
}
