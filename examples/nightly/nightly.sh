#!/usr/bin/env bash
# Brings a SPARQL store to what a site says now: to be run once a night, always in the same folder.
#
#   bash nightly.sh https://example.org/ http://localhost:7878/                   Oxigraph
#   bash nightly.sh https://example.org/ http://localhost:8890/ --user dba:dba    Virtuoso
#
# What follows the store are options of `semsite load`. Options of `semsite fetch`, such as --only dump, come
# from FETCH_OPTIONS, one word each. Exit status: 0 the store is what the output is, and that has everything; 1
# something is missing, the messages say what; more: nothing is as it should be, and the next night tries again.
set -u
case ${1:-}+${2:-} in
  http*://*+http*://*) ;;
  *) echo "usage: nightly.sh SITE STORE [options of semsite load]; both are URLs" >&2; exit 2 ;;
esac
site=$1 store=$2
shift 2
semsite=${SEMSITE:-semsite}

# Graphs with the names of pages: of these a list of changes tells the blank nodes, too.
# shellcheck disable=SC2086
"$semsite" fetch "$site" -o site.nq --changes changes.ru --graph source ${FETCH_OPTIONS:-}
fetched=$?
[ "$fetched" -le 1 ] || exit "$fetched"

follow() { "$semsite" load site.nq --changes changes.ru --to "$store" "$@"; }
follow "$@"
loaded=$?
# The store missed a list (2), or could not be told of all (1): it gets each graph anew.
if [ "$loaded" -eq 1 ] || [ "$loaded" -eq 2 ]; then
  follow --replace "$@"
  loaded=$?
fi
exit $((loaded > fetched ? loaded : fetched))
