#!/usr/bin/env bash
# From a bare Debian 12 or 13 to data: installs what is needed, builds semsite, serves the
# example site on loopback, shows what semsite plans for it, fetches its data, and compares
# them with what the site's author knows to be true. Safe to run again; the second time it
# needs no network.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n\033[1m== %s\033[0m\n' "$*"; }
show() { printf '$ %s\n' "$*"; }

say "Packages"
bash examples/install-packages.sh examples/packages.txt

say "Build (build/release/semsite)"
tests_off=()
[ -e build/release/CMakeCache.txt ] || tests_off=(-DSEMSITE_TESTS=OFF)
mkdir -p build
# All that `cmake --install build/release` puts in its place, too.
targets=(semsite semsite_manual semsite_rdf_library semsite_harvest_library)
# Of the build's output, which goes into the log, only how far it is: on a terminal in one line.
how_far() {
  local line step last=
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    step=${BASH_REMATCH[0]}
    if [ -t 1 ]; then
      printf '\r%s ' "$step"
    elif [ "${BASH_REMATCH[1]}" -eq "${BASH_REMATCH[2]}" ] || [ $((BASH_REMATCH[1] % 20)) -eq 0 ]; then
      printf '%s\n' "$step"
    fi
    last=$step
  done
  [ ! -t 1 ] || [ -z "$last" ] || echo
}
built=0
{ timeout 300 cmake --preset release "${tests_off[@]}" &&
  timeout 3000 cmake --build --preset release --target "${targets[@]}"; } 2>&1 |
  tee build/quickstart.log | how_far || built=$?
if [ "$built" -ne 0 ]; then
  tail -n 40 build/quickstart.log
  echo "The build failed; all of its output is in build/quickstart.log." >&2
  exit 1
fi
semsite=build/release/semsite
"$semsite" --version

say "The example site, on loopback"
work=$(mktemp -d)
python3 examples/serve.py >"$work/hosts" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  if grep -qx ready "$work/hosts" || ! kill -0 "$server" 2>/dev/null; then break; fi
  sleep 0.1
done
grep -qx ready "$work/hosts" || { echo "The example server did not start." >&2; exit 1; }
connect=()
while read -r place; do
  if [ "$place" != ready ]; then
    echo "${place%%:*} is at ${place#*:*:}"
    connect+=(--connect-to "$place")
  fi
done <"$work/hosts"

site=http://www.example.com/
say "What would semsite do? Nothing is downloaded yet but robots.txt and sitemaps."
show "semsite plan $site --connect-to ..."
timeout 120 "$semsite" plan "$site" "${connect[@]}"

say "Do it, by dumps"
show "semsite fetch --prefer dump $site -o out.nq --report report.json --report report.html --connect-to ..."
timeout 120 "$semsite" fetch --prefer dump "$site" -o "$work/out.nq" --report "$work/report.json" \
  --report "$work/report.html" "${connect[@]}"

say "The quads ($(wc -l <"$work/out.nq"); here the first five)"
head -n 5 "$work/out.nq"

say "The report (totals)"
python3 - "$work/report.json" <<'PYTHON'
import json, sys
with open(sys.argv[1], encoding="utf-8") as file:
    print(json.dumps(json.load(file)["totals"], indent=2))
PYTHON

say "Is it what the site's author knows to be true?"
if LC_ALL=C sort "$work/out.nq" | diff - <(LC_ALL=C sort examples/expected.nq); then
  cp "$work/out.nq" "$work/report.json" "$work/report.html" build/
  echo "Yes: $(wc -l <examples/expected.nq) quads, all of them the expected ones."
  echo "They are in build/out.nq, the report in build/report.json, and for people in build/report.html."
  say "Now your own site"
  cat <<'NEXT'
export PATH=$PWD/build/release:$PATH   # or, for all users: sudo cmake --install build/release
semsite plan https://your.site/        # what it offers, and what would be fetched
semsite fetch https://your.site/ -o site.nq --report site.html
semsite validate https://your.site/    # what keeps others from getting it
NEXT
else
  echo "No: '<' was got, '>' was expected." >&2
  exit 1
fi
