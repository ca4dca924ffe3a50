#!/bin/sh
# Makes the secrets that compose.yaml mounts, in ./secrets; what is there already stays. No other account gets into the folder; the files are
# readable, because the accounts within the containers have other numbers.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
chmod 700 secrets
make() {
  [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"
  chmod 444 "secrets/$1"
}
random() { od -An -v -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
make postgres-password "$(random 24)"
make database-url "postgres://toscan:$(cat secrets/postgres-password)@postgres:5432/toscan"
make secret-key "$(random 32)"
make metrics-token "$(random 16)"
