#!/bin/sh
# What the first start needs once the servers are there: an outpost, a key for its workers, and the balancer's authority, which
# workers are to trust. May run again; `setup.sh renew` makes a new key, for a key is good for a year.
set -eu
place=/etc/agent
agent=/opt/agent/agent

# until_it_works SECONDS COMMAND...
until_it_works() {
  left=$1
  shift
  until "$@" >/tmp/last 2>&1; do
    left=$((left - 2))
    if [ "$left" -le 0 ]; then
      echo "setup: in vain: $*" >&2
      cat /tmp/last >&2
      exit 1
    fi
    sleep 2
  done
}

authority() {
  mkdir -p "$place/authority"
  if [ "$AGENT_TLS" = internal ]; then
    cp /balancer/caddy/pki/authorities/local/root.crt "$place/authority/root.crt.new"
    chmod 644 "$place/authority/root.crt.new"
    mv "$place/authority/root.crt.new" "$place/authority/root.crt"
  fi
}

field() { sed -n "s/^$1  *//p"; }

role() {
  "$agent" admin role list | awk '$3 == "workers" { print $1 }' | grep . ||
    "$agent" admin role create workers --type enterprise --permission UseOutpostsMachine | field role_id
}

until_it_works 300 "$agent" health --url "$AGENT_API_URL/readyz"
until_it_works 60 authority

if ! "$agent" worker outpost list | awk -v name="$OUTPOST" '$2 == name { found = 1 } END { exit !found }'; then
  "$agent" worker outpost create "$OUTPOST" >/dev/null
fi

if [ ! -s "$place/token" ] || [ "${1:-}" = renew ]; then
  umask 077
  "$agent" admin service-user create "workers of $OUTPOST, $(date -u +%FT%TZ)" --role "$(role)" | field token >"$place/token.new"
  [ -s "$place/token.new" ] || { echo "setup: no key for workers was made" >&2 && exit 1; }
  mv "$place/token.new" "$place/token"
fi
echo "ready for workers of the outpost $OUTPOST"
