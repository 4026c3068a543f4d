#!/bin/sh
# backup.sh create: database and files into a new directory of /backups. backup.sh restore NAME: from there, in place of what is
# here; the servers have to be stopped. The keys in secrets/ are in no backup.
set -eu
PGPASSWORD=$(cat /run/secrets/database-password)
export PGPASSWORD PGHOST=database PGUSER=agent PGDATABASE=agent

fail() { echo "backup: $*" >&2 && exit "${code:-1}"; }

create() {
  rm -rf /backups/*.unfinished
  name=agent-$(date -u +%Y%m%dT%H%M%SZ)
  mkdir "/backups/$name.unfinished"
  # Files after the database: a row whose file is missing would be a loss, a file without its row is none.
  pg_dump --format=custom --file="/backups/$name.unfinished/database.dump"
  # 1: a file came or went meanwhile, which those of the database are not.
  tar -C /data --xattrs --xattrs-include='user.*' -cf "/backups/$name.unfinished/store.tar" . || [ $? -eq 1 ]
  (cd "/backups/$name.unfinished" && sha256sum database.dump store.tar >SHA256SUMS)
  mv "/backups/$name.unfinished" "/backups/$name"
  echo "$name"
}

restore() {
  case $1 in '' | */*) fail "'$1' is no name of a backup" ;; esac
  (cd "/backups/$1" && sha256sum --quiet -c SHA256SUMS) || fail "$1 is damaged, or not there"
  others=$(psql -Atc "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
  [ "$others" -eq 0 ] || fail "the servers use the database: stop server-1 and server-2 first"
  # All of it goes first, also what a newer version has made; half of it is not taken for the whole.
  {
    echo 'DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION pg_database_owner; GRANT USAGE ON SCHEMA public TO PUBLIC;'
    pg_restore --no-owner --file=- "/backups/$1/database.dump" || echo 'SELECT 1/0;'
  } | psql -q --single-transaction -v ON_ERROR_STOP=1 >/dev/null
  find /data -mindepth 1 -delete
  tar -C /data --xattrs --xattrs-include='user.*' --no-same-owner -xf "/backups/$1/store.tar"
  echo "$1 is restored: start the servers"
}

case ${1:-} in
  create) create ;;
  restore) restore "${2:-}" ;;
  *) code=2 fail "create, or restore NAME" ;;
esac
