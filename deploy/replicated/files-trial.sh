#!/bin/bash
# An object store of three "machines" on this one, to try what happens to files when a machine dies: Ceph,
# each file on all three, and acknowledged once two have it. Each machine is an address of the loopback.
#
#   files-trial.sh up FOLDER                 starts all; prints the settings of the product
#   files-trial.sh status FOLDER             says which machines are up, and whether each has every file
#   files-trial.sh kill|freeze NODE FOLDER   ends or stops one, two or three
#   files-trial.sh mend NODE FOLDER          brings it back
#   files-trial.sh down FOLDER               ends all that `up` has started
#
# Needs Debian's packages: apt-get install ceph-mon ceph-mgr ceph-osd radosgw ceph-common haproxy curl
set -euo pipefail
NODES='one=127.0.0.11 two=127.0.0.12 three=127.0.0.13'
GATEWAY=7480
# Of the gateways together.
PORT=5003
NO_BYTES=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855

usage() { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }

address_of() {
  local node
  for node in $NODES; do [ "${node%%=*}" = "$1" ] && echo "${node#*=}" && return; done
  echo "$1 is none of: $NODES" >&2
  return 1
}

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }

settings() {
  local hosts='' names='' node
  for node in $NODES; do names="$names,${node%%=*}" hosts="$hosts,${node#*=}"; done
  cat <<END
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon_initial_members = ${names#,}
mon_host = ${hosts#,}
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
auth_allow_insecure_global_id_reclaim = false
ms_bind_msgr1 = false
# Every file on each machine; acknowledged once two have it, so that one may be lost.
osd_pool_default_size = 3
osd_pool_default_min_size = 2
osd_pool_default_pg_num = 8
osd_pool_default_pgp_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_update_on_start = false
# A machine that says nothing for six seconds is gone, if one other says so; a leader of the monitors for four.
mon_lease = 2
mon_election_timeout = 2
mon_tick_interval = 2
osd_heartbeat_interval = 2
osd_heartbeat_grace = 6
mon_osd_adjust_heartbeat_grace = false
mon_osd_min_down_reporters = 1
# A trial: small, and all in one folder.
osd_memory_target = 939524096
bluestore_block_size = 4294967296
mon_data_avail_warn = 1
run_dir = $folder
keyring = $folder/keyring
admin_socket = $folder/\$name.asok
pid_file = $folder/\$name.pid
log_file = $folder/\$name.log
crash_dir = $folder/crash
[mon]
mon_data = $folder/mon.\$id
[mgr]
mgr_data = $folder/mgr.\$id
keyring = $folder/mgr.\$id/keyring
[osd]
osd_data = $folder/osd.\$id
keyring = $folder/osd.\$id/keyring
END
}

proxy_settings() {
  local servers='' node
  for node in $NODES; do servers="$servers
  server ${node%%=*} ${node#*=}:$GATEWAY check"; done
  cat <<END
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 1m
  timeout server 1m
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
  # What a machine that died was doing is asked of another; a file is never put half.
  option redispatch
frontend files
  bind 127.0.0.1:$PORT
  default_backend gateways
backend gateways
  option httpchk GET /swift/healthcheck$servers
END
}

ceph_() { timeout 60 ceph -c "$folder/ceph.conf" "$@"; }

# The number of a machine's disk.
disk_of() { case $1 in one) echo 0 ;; two) echo 1 ;; *) echo 2 ;; esac; }

programs_of() { echo "mon.$1 mgr.$1 osd.$(disk_of "$1") client.rgw.$1"; }

make_monitors() {
  local node
  ceph-authtool --create-keyring "$folder/keyring" --gen-key -n mon. --cap mon 'allow *'
  ceph-authtool "$folder/keyring" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  monmaptool --create --fsid "$(sed -n 's/^fsid = //p' "$folder/ceph.conf")" "$folder/monitors"
  for node in $NODES; do monmaptool --addv "${node%%=*}" "[v2:${node#*=}:3300]" "$folder/monitors"; done
  for node in $NODES; do
    mkdir -p "$folder/mon.${node%%=*}"
    ceph-mon -c "$folder/ceph.conf" --mkfs -i "${node%%=*}" --monmap "$folder/monitors" --keyring "$folder/keyring"
    start_monitor "${node%%=*}"
  done
  ceph_ status
}

make_node() {
  local name=$1 disk id
  disk=$(disk_of "$name") id=$(cat /proc/sys/kernel/random/uuid)
  mkdir -p "$folder/mgr.$name" "$folder/osd.$disk" "$folder/rgw.$name"
  ceph_ auth get-or-create "mgr.$name" mon 'allow profile mgr' osd 'allow *' mds 'allow *' >"$folder/mgr.$name/keyring"
  ceph_ osd new "$id" "$disk"
  ceph_ auth get-or-create "osd.$disk" mon 'allow profile osd' mgr 'allow profile osd' osd 'allow *' >"$folder/osd.$disk/keyring"
  ceph_ auth get-or-create "client.rgw.$name" mon 'allow rw' osd 'allow rwx' >"$folder/rgw.$name/keyring"
  ceph-osd -c "$folder/ceph.conf" -i "$disk" --mkfs --osd-uuid "$id"
  ceph_ osd crush add-bucket "$name" host
  ceph_ osd crush move "$name" root=default
  ceph_ osd crush add "osd.$disk" 1.0 "host=$name"
}

start_monitor() { ceph-mon -c "$folder/ceph.conf" -i "$1" --public-addr "$(address_of "$1")"; }

# start_node NAME: all but its monitor.
start_node() {
  local address
  address=$(address_of "$1")
  ceph-mgr -c "$folder/ceph.conf" -i "$1" --public-addr "$address"
  ceph-osd -c "$folder/ceph.conf" -i "$(disk_of "$1")" --public-addr "$address"
  radosgw -c "$folder/ceph.conf" -n "client.rgw.$1" --keyring "$folder/rgw.$1/keyring" \
    --rgw-data "$folder/rgw.$1" --rgw-frontends "beast endpoint=$address:$GATEWAY"
}

# pid_of PROGRAM: if it is the one of this folder that runs.
pid_of() {
  local pid
  pid=$(cat "$folder/$1.pid" 2>/dev/null) || return 0
  if grep -qs -F "$folder/" "/proc/$pid/cmdline"; then echo "$pid"; fi
}

signal() {
  local program pid
  for program in $(programs_of "$2"); do
    pid=$(pid_of "$program")
    [ -z "$pid" ] || kill "-$1" "$pid" 2>/dev/null || true
  done
}

wait_for() {
  local try
  for try in $(seq 90); do "$@" && return; sleep 1; done
  echo "Not there after 90 s: $*. See the logs in $folder." >&2
  return 1
}

is_whole() { [ "$(states | grep -c ' up, every file$')" = 3 ]; }

answers() { curl --silent --fail --max-time 5 --output /dev/null "http://127.0.0.1:$PORT/swift/healthcheck"; }

# One line for each machine: whether its disk is up, and whether all files are on all disks.
states() {
  local up groups files=', files to catch up' node
  up=$(ceph_ osd tree up -f json 2>/dev/null)
  groups=$(ceph_ pg stat -f json 2>/dev/null | grep -o '"name":"[^"]*"')
  grep -qv 'active+clean' <<<"$groups" || files=', every file'
  for node in $NODES; do
    if grep -q "\"osd.$(disk_of "${node%%=*}")\"" <<<"$up"; then
      echo "${node%%=*} up$files"
    else
      echo "${node%%=*} down"
    fi
  done
}

up() {
  mkdir -p "$folder"
  settings >"$folder/ceph.conf"
  {
    make_monitors
    local node
    for node in $NODES; do
      make_node "${node%%=*}"
      start_node "${node%%=*}"
    done
  } >"$folder/up.log" 2>&1
  proxy_settings >"$folder/haproxy.cfg"
  setsid haproxy -f "$folder/haproxy.cfg" >"$folder/haproxy.log" 2>&1 </dev/null &
  echo $! >"$folder/haproxy.pid"
  wait_for answers
  local key secret
  key=$(random 10) secret=$(random 20)
  timeout 60 radosgw-admin -c "$folder/ceph.conf" user create --uid unblock --display-name Unblock \
    --access-key "$key" --secret-key "$secret" >>"$folder/up.log" 2>&1
  curl --silent --fail --show-error --aws-sigv4 aws:amz:us-east-1:s3 --user "$key:$secret" \
    --header "x-amz-content-sha256: $NO_BYTES" --request PUT "http://127.0.0.1:$PORT/unblock"
  wait_for is_whole
  cat <<END
FILES_URL=s3://unblock?region=us-east-1&endpoint=http://127.0.0.1:$PORT
AWS_ACCESS_KEY_ID=$key
AWS_SECRET_ACCESS_KEY=$secret
END
}

down() {
  local node pid
  pid=$(pid_of haproxy)
  [ -z "$pid" ] || kill "$pid"
  for node in $NODES; do signal KILL "${node%%=*}"; done
}

command=${1:-}
case $command in
  up | down | status)
    [ $# = 2 ] || usage
    folder=$(realpath -m "$2")
    case $command in
      up) trap 'down' ERR; up ;;
      down) down ;;
      status) states ;;
    esac
    ;;
  kill | freeze | mend)
    [ $# = 3 ] || usage
    address_of "$2" >/dev/null
    folder=$(realpath "$3")
    case $command in
      kill) signal KILL "$2" ;;
      freeze) signal STOP "$2" ;;
      mend)
        signal CONT "$2"
        if [ -z "$(pid_of "mon.$2")" ]; then
          start_monitor "$2" >>"$folder/up.log" 2>&1
          start_node "$2" >>"$folder/up.log" 2>&1
        fi
        ;;
    esac
    ;;
  *) usage ;;
esac
