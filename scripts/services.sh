#!/usr/bin/env bash
# PostgreSQL, MariaDB and Redis for the tests: private ports, loopback only, nothing kept.
#   eval "$(scripts/services.sh up)"   starts them unless they run, and prints the export lines of the tests' URLs
#   scripts/services.sh down           stops exactly what "up" started: it asks through the sockets in our own folder
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
state=$root/.tools/services.env

fail() { echo "services: $*" >&2; exit 1; }

# The servers refuse to run as root, and their users may not look into root's folders: hence a temporary folder.
as() { if [ "$(id -u)" = 0 ]; then runuser -u "$1" -- "${@:2}"; else "${@:2}"; fi; }

make_folder() { install -d -m 700 "$folder/$1" && if [ "$(id -u)" = 0 ]; then chown "$2" "$folder/$1"; fi; }

free_port() {
  local port=$1
  while (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}

wait_for() {
  for _ in $(seq 300); do "$@" >/dev/null 2>&1 && return; sleep 0.1; done
  fail "no answer within 30 s to: $*"
}

pg() { as postgres "$(find_postgres)/$1" "${@:2}"; }
my() { "$1" --no-defaults -S "$folder/mariadb/socket" -u root "${@:2}"; }
rd() { redis-cli -s "$folder/redis/socket" "$@"; }

find_postgres() {
  local initdb
  initdb=$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -n 1 || command -v initdb) ||
    fail "no PostgreSQL server found: apt-get install postgresql"
  dirname "$initdb"
}

up_postgres() {
  local port data=$folder/postgres
  port=$(free_port "${PG_PORT:-54321}")
  make_folder postgres postgres
  pg initdb -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  local options="-p $port -c listen_addresses=127.0.0.1 -k $data -c max_connections=200"
  options+=" -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
  pg pg_ctl -D "$data" -o "$options" -l "$data/log" -w start >/dev/null
  pg createdb -h "$data" -p "$port" -U postgres keyhold
  echo "export TEST_POSTGRES_URL=postgres://postgres@127.0.0.1:$port/keyhold" >"$folder/postgres.env"
}

up_mariadb() {
  local port data=$folder/mariadb
  command -v mariadbd >/dev/null || fail "no MariaDB server found: apt-get install mariadb-server"
  port=$(free_port "${MY_PORT:-33061}")
  make_folder mariadb mysql
  as mysql mariadb-install-db --no-defaults --datadir="$data" --auth-root-authentication-method=normal \
    --skip-test-db >/dev/null 2>&1
  as mysql mariadbd --no-defaults --datadir="$data" --socket="$data/socket" --port="$port" --bind-address=127.0.0.1 \
    --skip-name-resolve --max-connections=300 --skip-log-bin \
    --character-set-server=utf8mb4 --collation-server=utf8mb4_general_ci \
    --innodb-flush-log-at-trx-commit=0 --innodb-doublewrite=OFF --innodb-flush-method=nosync \
    >"$folder/mariadb.log" 2>&1 &
  wait_for my mariadb-admin ping
  my mariadb -e "CREATE DATABASE keyhold"
  echo "export TEST_MYSQL_URL=mysql://root@127.0.0.1:$port/keyhold" >"$folder/mariadb.env"
}

up_redis() {
  local port data=$folder/redis
  command -v redis-server >/dev/null || fail "no Redis server found: apt-get install redis-server"
  port=$(free_port "${REDIS_PORT:-63791}")
  mkdir "$data"
  redis-server --port "$port" --bind 127.0.0.1 --unixsocket "$data/socket" --dir "$data" --logfile "$data/log" \
    --save "" --appendonly no --daemonize yes >/dev/null
  wait_for rd ping
  echo "export TEST_REDIS_URL=redis://127.0.0.1:$port" >"$folder/redis.env"
}

up() {
  if is_up; then cat "$state"; return; fi
  down
  folder=$(mktemp -d "${TMPDIR:-/tmp}/keyhold-services.XXXXXX")
  chmod 711 "$folder"
  mkdir -p "$(dirname "$state")"
  echo "export KEYHOLD_SERVICES=$folder" >"$state"
  local service pid pids=()
  for service in postgres mariadb redis; do "up_$service" </dev/null & pids+=($!); done
  for pid in "${pids[@]}"; do wait "$pid" || { down; fail "not all of them started"; }; done
  cat "$folder"/*.env | tee -a "$state"
}

is_up() {
  [ -f "$state" ] || return 1
  folder=$(folder_of_state)
  { pg pg_ctl -D "$folder/postgres" status && my mariadb-admin ping && rd ping; } >/dev/null 2>&1
}

down() {
  [ -f "$state" ] || return 0
  folder=$(folder_of_state)
  # What does not run cannot be stopped, and need not be.
  pg pg_ctl -D "$folder/postgres" -m immediate stop >/dev/null 2>&1 || true
  my mariadb-admin shutdown >/dev/null 2>&1 || true
  rd shutdown nosave >/dev/null 2>&1 || true
  rm -rf "$folder" "$state"
}

folder_of_state() { sed -n 's/^export KEYHOLD_SERVICES=//p' "$state"; }

case ${1:-} in
  up) up ;;
  down) down ;;
  *) fail "usage: scripts/services.sh up|down" ;;
esac
