#!/bin/sh
# Draws the passwords of compose.yaml and writes them into secrets/, for their owner alone, with
# .env, which says who that is. Does nothing to what is there already.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
draw() {
  head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'
}
[ -s secrets/postgres_password ] || draw > secrets/postgres_password
[ -s secrets/store_user ] || printf %s semsite > secrets/store_user
[ -s secrets/store_password ] || draw > secrets/store_password
printf '*:*:*:semsite:%s\n' "$(cat secrets/postgres_password)" > secrets/pgpass
printf '[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n' \
  "$(cat secrets/store_user)" "$(cat secrets/store_password)" > secrets/aws_credentials
[ -e .env ] || printf 'UID=%s\nGID=%s\n' "$(id -u)" "$(id -g)" > .env
