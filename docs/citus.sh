#!/bin/sh
# Makes Postgres servers that have the extension citus one cluster, with the three roles of Prumo on each. May be run again at
# any time: what is so already stays as it is, and a node that is new in NODES is added.
#
#   PGUSER=postgres PGPASSWORD=… PGDATABASE=prumo COORDINATOR=coordinator.internal NODES="node-1.internal node-2.internal" \
#   PRUMO_OWNER_PASSWORD=… PRUMO_APP_PASSWORD=… PRUMO_OPS_PASSWORD=… sh docs/citus.sh
#
# Passwords are of letters and digits. Each address may end in :port. Nodes enter each other by what pg_dist_authinfo says, which
# superusers alone may read; for the superuser that runs this it says PGPASSWORD.
set -eu

on() {
  host=${1%:*}
  case $1 in *:*) port=${1##*:} ;; *) port=5432 ;; esac
  shift
  psql -q -v ON_ERROR_STOP=1 -h "$host" -p "$port" "$@"
}

for node in $COORDINATOR $NODES; do
  # In the environment, where no list of processes shows them.
  PGOPTIONS="-c prumo.owner_password=$PRUMO_OWNER_PASSWORD -c prumo.app_password=$PRUMO_APP_PASSWORD -c prumo.ops_password=$PRUMO_OPS_PASSWORD" \
    on "$node" -f "$(dirname "$0")/roles.sql"
  on "$node" <<SQL
set client_min_messages = warning;
create extension if not exists citus;
begin;
delete from pg_dist_authinfo;
insert into pg_dist_authinfo (nodeid, rolename, authinfo) values
  (0, current_user, 'password=$PGPASSWORD'),
  (0, 'prumo_owner', 'password=$PRUMO_OWNER_PASSWORD'),
  (0, 'prumo_app', 'password=$PRUMO_APP_PASSWORD'),
  (0, 'prumo_ops', 'password=$PRUMO_OPS_PASSWORD');
commit;
SQL
done

address() { case $1 in *:*) echo "'${1%:*}', ${1##*:}" ;; *) echo "'$1', 5432" ;; esac; }
on "$COORDINATOR" -c "select citus_set_coordinator_host($(address "$COORDINATOR"))" >/dev/null
for node in $NODES; do on "$COORDINATOR" -c "select citus_add_node($(address "$node"))" >/dev/null; done
