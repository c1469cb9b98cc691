#!/bin/bash
# A replicated PostgreSQL on this machine, to try what happens when a part of it dies. Each of the three
# "machines" is a network of its own, set up by the same settings as real ones.
#
#   trial.sh up FOLDER             starts all; prints the addresses for the product
#   trial.sh status FOLDER         says who is the primary
#   trial.sh kill|freeze|cut NODE FOLDER   ends, stops or disconnects one, three or all that is left
#   trial.sh mend NODE FOLDER      brings it back
#   trial.sh backup FOLDER         makes one; what is written afterwards is kept as it comes
#   trial.sh restore TIME FOLDER   makes a copy of the database as it was at TIME, and prints its address
#   trial.sh switch NODE FOLDER    makes another one the primary, as before an upgrade of NODE
#   trial.sh down FOLDER           ends all that `up` has started
#
# Needs root, and Debian's packages: apt-get install patroni python3-etcd etcd-server haproxy postgresql pgbackrest curl
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
NODES='one=10.77.0.11 two=10.77.0.12 three=10.77.0.13'
. "$here/configs.sh"

usage() { sed -n '2,15s/^# \{0,1\}//p' "$0"; exit 2; }

space() { echo "unblock-$1"; }

# start NODE PROGRAM COMMAND...: in the network of the node, as a user who may run PostgreSQL; its pid is kept.
start() {
  local node=$1 program=$2
  shift 2
  ip netns exec "$(space "$node")" setsid setpriv --reuid postgres --regid postgres --init-groups \
    "$@" >>"$folder/$node/$program.log" 2>&1 </dev/null &
  echo $! >"$folder/$node/$program.pid"
}

start_node() {
  local node=$1
  start "$node" etcd env $(cat "$folder/$node/etcd.env") etcd
  start "$node" patroni env PATH="$(postgres_programs):$PATH" patroni "$folder/$node/patroni.yml"
}

# Everything that runs in the node's network.
pids_of() { ip netns pids "$(space "$1")" 2>/dev/null || true; }

signal() {
  local pids
  pids=$(pids_of "$2")
  [ -z "$pids" ] || kill "-$1" $pids 2>/dev/null || true
}

add_network() {
  ip link add unblock-trial type bridge
  ip address add 10.77.0.1/24 dev unblock-trial
  ip link set unblock-trial up
  local node name
  for node in $NODES; do
    name=${node%%=*}
    ip netns add "$(space "$name")"
    ip link add "ub-$name" type veth peer name eth0 netns "$(space "$name")"
    ip link set "ub-$name" master unblock-trial up
    ip -n "$(space "$name")" address add "${node#*=}/24" dev eth0
    ip -n "$(space "$name")" link set lo up
    ip -n "$(space "$name")" link set eth0 up
  done
}

remove_network() {
  local node
  for node in $NODES; do
    ip netns delete "$(space "${node%%=*}")" 2>/dev/null || true
    ip link delete "ub-${node%%=*}" 2>/dev/null || true
  done
  ip link delete unblock-trial 2>/dev/null || true
}

up() {
  mkdir -p "$folder"
  chmod 755 "$folder"
  PASSWORDS="$folder/passwords"
  for name in POSTGRES REPLICATION OWNER SERVER; do
    echo "${name}_PASSWORD=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
  done >"$PASSWORDS"
  chmod 600 "$PASSWORDS"
  BACKUPS="repo1-path=$folder/backups"
  install -d -o postgres -g postgres -m 700 "$folder/backups"
  add_network
  local node name
  for node in $NODES; do
    name=${node%%=*}
    mkdir -p "$folder/$name"
    etcd_settings "$name" "$folder/$name/etcd" >"$folder/$name/etcd.env"
    create_database >"$folder/$name/create-database"
    backup_settings "$folder/$name" >"$folder/$name/pgbackrest.conf"
    patroni_settings "$name" "$folder/$name" "$folder/$name/create-database" \
      "$folder/$name/pgbackrest.conf" >"$folder/$name/patroni.yml"
    chmod 700 "$folder/$name" "$folder/$name/create-database"
    chown -R postgres:postgres "$folder/$name"
    start_node "$name"
  done
  haproxy_settings >"$folder/haproxy.cfg"
  setsid haproxy -f "$folder/haproxy.cfg" >"$folder/haproxy.log" 2>&1 </dev/null &
  echo $! >"$folder/haproxy.pid"
  wait_until_replicated
  on_primary pgbackrest stanza-create
  addresses
}

# on_primary PROGRAM WORDS...: pgBackRest there, as PostgreSQL's user.
on_primary() {
  local primary
  primary=$(states | awk '$2 == "primary" { print $1 }')
  ip netns exec "$(space "$primary")" setpriv --reuid postgres --regid postgres --init-groups \
    "$1" --config="$folder/$primary/pgbackrest.conf" --stanza=unblock "${@:2}"
}

restore() {
  local copy="$folder/restored" config
  # What was written in the last minute has not left the primary; this sends it.
  on_primary pgbackrest check
  end_restored
  rm -rf "$copy"
  config="$folder/$(states | awk '$2 == "primary" { print $1 }')/pgbackrest.conf"
  install -d -o postgres -g postgres -m 700 "$copy"
  local as_postgres=(setpriv --reuid postgres --regid postgres --init-groups)
  "${as_postgres[@]}" pgbackrest --config="$config" --stanza=unblock --pg1-path="$copy/data" \
    --type=time "--target=$1" --target-action=promote --archive-mode=off restore
  "${as_postgres[@]}" "$(postgres_programs)/pg_ctl" -D "$copy/data" -l "$copy/postgres.log" --wait --silent \
    -o "-c listen_addresses=127.0.0.1 -c port=5002 -c unix_socket_directories=$copy -c synchronous_standby_names=" start
  . "$folder/passwords"
  echo "postgres://unblock:$OWNER_PASSWORD@127.0.0.1:5002/unblock"
}

# A primary and two standbys, one of them synchronous.
wait_until_replicated() {
  local try
  for try in $(seq 60); do
    [ "$(states | cut -d ' ' -f 2 | sort | tr '\n' ' ')" = 'primary standby synchronous ' ] && return
    sleep 1
  done
  states >&2
  echo "It is not replicated: see the logs in $folder." >&2
  return 1
}

# One line for each node: what it is, or that it does not answer.
states() {
  local node path
  for node in $NODES; do
    local state='no answer'
    for path in primary synchronous asynchronous; do
      if curl --silent --fail --max-time 2 --output /dev/null "http://${node#*=}:8008/$path"; then
        state=${path/asynchronous/standby}
        break
      fi
    done
    echo "${node%%=*} $state"
  done
}

end_restored() {
  local lock="$folder/restored/data/postmaster.pid"
  [ ! -f "$lock" ] || kill -QUIT "$(head -1 "$lock")" 2>/dev/null || true
}

down() {
  local node pid
  if [ -f "$folder/haproxy.pid" ]; then
    pid=$(cat "$folder/haproxy.pid")
    grep -q "$folder/haproxy.cfg" "/proc/$pid/cmdline" 2>/dev/null && kill "$pid" || true
  fi
  end_restored
  for node in $NODES; do
    signal CONT "${node%%=*}"
    signal KILL "${node%%=*}"
  done
  remove_network
}

command=${1:-}
case $command in
  up | down | status | backup)
    [ $# = 2 ] || usage
    folder=$(realpath -m "$2")
    case $command in
      up) trap 'down' ERR; up ;;
      down) down ;;
      status) states ;;
      backup) on_primary pgbackrest backup ;;
    esac
    ;;
  restore)
    [ $# = 3 ] || usage
    folder=$(realpath "$3")
    restore "$2"
    ;;
  kill | freeze | cut | mend | switch)
    [ $# = 3 ] || usage
    address_of "$2" >/dev/null
    folder=$(realpath "$3")
    case $command in
      kill) signal KILL "$2" ;;
      freeze) signal STOP "$2" ;;
      cut) ip link set "ub-$2" down ;;
      switch)
        patronictl -c "$folder/$2/patroni.yml" switchover unblock --master "$2" --force
        ;;
      mend)
        ip link set "ub-$2" up
        signal CONT "$2"
        [ -n "$(pids_of "$2")" ] || start_node "$2"
        ;;
    esac
    ;;
  *) usage ;;
esac
