#!/usr/bin/env bash
# Everything there is to test, on a bare Debian 12 or newer: installs the packages, builds
# the program and the tests, and runs unit tests (also under sanitizers), house rules,
# conformance suites, end-to-end tests and the quickstart. Safe to run again; with the
# packages there it needs no network. Options, for a quicker look:
#   --no-sanitizers   leave out the asan and tsan builds
#   --no-quickstart   leave out examples/quickstart.sh
# and for a longer one:
#   --all             tests with larger numbers (kills, statements, shapes of a document), and UBSan
#                     also at every pointer; without it, the output says what is short of --all
# The last line is `N passed, N failed`; exit code 0 if nothing failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
export GTEST_COLOR=no

sanitizers=yes quickstart=yes pointers=OFF
unset SEMSITE_ALL
for option in "$@"; do
  case $option in
    --no-sanitizers) sanitizers=no ;;
    --no-quickstart) quickstart=no ;;
    --all) pointers=ON; export SEMSITE_ALL=1 ;;
    *) sed -n '2,11p' "$0"; exit 2 ;;
  esac
done

logs=build/logs
mkdir -p "$logs"
passed=0 failed=0
lines=()

# step NAME SECONDS COMMAND...: runs a command with a time bound and keeps its output in
# build/logs/NAME.log; shows the end of it if the command failed. Sets `code`.
step() {
  local name=$1 bound=$2 start=$SECONDS
  shift 2
  printf '== %s\n' "$name"
  timeout --kill-after=20 "$bound" "$@" >"$logs/$name.log" 2>&1 </dev/null
  code=$?
  took=$((SECONDS - start))
  if [ "$code" -ne 0 ]; then
    tail -n 60 "$logs/$name.log"
    [ "$code" -ne 124 ] || echo "$name took longer than $bound s and was ended"
  fi
}

# tally NAME PASSED FAILED: adds a step's tests to the sum. A step that ends with an error
# without naming a failed test (a crash, a time-out) counts as one.
tally() {
  local bad=$3 ran=$2
  if [ "$code" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
  passed=$((passed + ran))
  failed=$((failed + bad))
  lines+=("$(printf '%-22s %6d passed %5d failed %5d s' "$1" "$ran" "$bad" "$took")")
  echo "${lines[-1]}"
}

# last_number PATTERN FILE: the last match of the pattern's group, or 0.
last_number() {
  local found
  found=$(sed -nE "s/$1/\\1/p" "$2" | tail -n 1)
  echo "${found:-0}"
}

# sum_of PATTERN FILE: the sum of all matches of the pattern's group.
sum_of() {
  sed -nE "s/$1/\1/p" "$2" | awk '{ sum += $1 } END { print sum + 0 }'
}

# shares PROGRAM...: runs the unit tests in twice as many processes as there are cores, as some
# wait, each its share of them, and prints what one after another said; 1 if one of them failed.
shares() {
  local i out all=() bad=0 count=$((2 * jobs))
  out=$(mktemp -d)
  for i in $(seq 0 $((count - 1))); do
    GTEST_TOTAL_SHARDS=$count GTEST_SHARD_INDEX=$i "$@" >"$out/$i" 2>&1 &
    all+=($!)
  done
  # A bound that is reached ends this, too: what there is by then is told.
  trap 'cat "$out"/*; rm -rf "$out"; exit 124' TERM
  for i in "${all[@]}"; do wait "$i" || bad=1; done
  cat "$out"/*
  rm -rf "$out"
  return "$bad"
}

# run_gtest NAME SECONDS PROGRAM...: tests that fail are shown, and run once more for themselves,
# as another preset may be built beside them; that counts, and is said. Not so what a
# sanitizer finds.
run_gtest() {
  local name=$1 bound=$2 good bad names one
  shift 2
  step "$name" "$bound" bash -c 'shares "$@"' shares "$@"
  good=$(sum_of '^\[  PASSED  \] ([0-9]+) tests?.*' "$logs/$name.log")
  bad=$(sum_of '^\[  FAILED  \] ([0-9]+) tests?, listed below:.*' "$logs/$name.log")
  if [ "$code" -ne 124 ] && [ "$bad" -gt 0 ]; then
    names=$(sed -nE 's/^\[  FAILED  \] ([^ ]+\.[^ ,]+)(,.*)?$/\1/p' "$logs/$name.log" | sort -u)
    for one in $names; do
      awk -v start="[ RUN      ] $one" -v end="[  FAILED  ] $one" \
        '$0 == start { on = 1 } on { print } index($0, end) == 1 { on = 0 }' "$logs/$name.log"
    done | head -n 200
    if ! grep -q 'Sanitizer\|runtime error:' "$logs/$name.log" &&
      timeout --kill-after=20 "$bound" "$@" --gtest_filter="$(tr '\n' ':' <<<"$names")" \
      >"$logs/$name-again.log" 2>&1 </dev/null &&
      [ "$(last_number '^\[  PASSED  \] ([0-9]+) tests?.*' "$logs/$name-again.log")" -ge "$bad" ]; then
      echo "failed at first and passed alone:" $names
      good=$((good + bad)) bad=0 code=0
    fi
  fi
  tally "$name" "$good" "$bad"
}

run_ctest() {
  local name=$1 bad all
  step "$@"
  bad=$(last_number '.* ([0-9]+) tests? failed out of [0-9]+.*' "$logs/$name.log")
  all=$(last_number '.* failed out of ([0-9]+).*' "$logs/$name.log")
  grep -E 'Skipped|^not checked' "$logs/$name.log" || true
  tally "$name" $((all - bad - $(grep -c '\*\*\*Skipped' "$logs/$name.log"))) "$bad"
}

run_unittest() {
  local name=$1 fails errors
  step "$@"
  fails=$(last_number '^FAILED \(.*failures=([0-9]+).*' "$logs/$name.log")
  errors=$(last_number '^FAILED \(.*errors=([0-9]+).*' "$logs/$name.log")
  grep -E '\.\.\. skipped|passed alone$' "$logs/$name.log" || true
  tally "$name" "$(grep -cE '\.\.\. ok$' "$logs/$name.log")" $((fails + errors))
}

finish() {
  printf '\n== Summary (logs in %s)\n' "$logs"
  printf '%s\n' "${lines[@]}"
  if [ -z "${SEMSITE_ALL:-}" ]; then
    [ "$sanitizers" = no ] || echo "short of --all: UBSan does not look at pointers"
    cat "$logs/conformance.log" "$logs/e2e.log" 2>/dev/null | grep '^short of --all: ' | sort -u
  fi
  grep -hs '^left out: ' "$logs/e2e.log" || true
  printf 'took %d s\n' "$SECONDS"
  printf '%d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" -eq 0 ] || exit 1
  exit 0
}

# must NAME SECONDS COMMAND...: a step without which nothing else can run.
must() {
  local name=$1
  step "$@"
  if [ "$code" -ne 0 ]; then
    tally "$name" 0 1
    finish
  fi
  echo "$name: done in $took s"
}

must packages 2400 bash examples/install-packages.sh examples/packages.txt tests/packages.txt
# What npm installs below build/ needs it. Node.js with npm may be there already, and not from
# Debian.
if ! command -v npm >/dev/null; then
  must node 1200 bash examples/install-packages.sh tests/node-packages.txt
fi

# What comes over the network comes while the program is built.
python3 tests/support/npm.py >"$logs/npm.log" 2>&1 &
npm_packages=$!

if command -v ccache >/dev/null; then
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
fi
jobs=$(nproc)
export jobs
export -f shares

must configure-release 300 cmake --preset release -DSEMSITE_TESTS=ON -DSEMSITE_PRECOMPILE=ON \
  -DSEMSITE_WERROR=ON
must build-release 2400 cmake --build --preset release -j "$jobs"

# build_ahead PRESET...: builds the unit tests with one preset after another, behind what
# follows, which waits a lot.
declare -A ahead=()
build_ahead() {
  local preset before=
  for preset in "$@"; do
    ([ -z "$before" ] || tail --pid="$before" -f /dev/null
      cmake --preset "$preset" -DSEMSITE_TESTS=ON -DSEMSITE_PRECOMPILE=ON \
        -DSEMSITE_SANITIZE_POINTERS="$pointers" &&
        nice -n 19 timeout 3000 cmake --build --preset "$preset" -j "$jobs" \
          --target semsite_tests) >"$logs/ahead-$preset.log" 2>&1 &
    before=$!
    ahead[$preset]=$before
  done
}

[ "$sanitizers" = no ] || build_ahead asan tsan
run_gtest unit-release 600 build/release/semsite_tests
run_ctest lint 300 ctest --test-dir build/release -L 'lint|support' --output-on-failure
run_ctest thread-safety 900 ctest --test-dir build/release -L clang --output-on-failure

step conformance 900 python3 tests/conformance/run.py
conformance=$code
cat "$logs/conformance.log" | grep -v '^FAILED' || true
code=$conformance
run=$(last_number '.*: ([0-9]+) of [0-9]+ passed, .*' "$logs/conformance.log")
optional=$(last_number '.*optional ([0-9]+) of [0-9]+$' "$logs/conformance.log")
tally conformance $((run + optional)) \
  "$(last_number '.* passed, ([0-9]+) failed, .*' "$logs/conformance.log")"

step contexts 600 python3 tests/conformance/contexts.py --program build/release/semsite \
  --tests build/release/semsite_tests
if [ "$code" -eq 77 ]; then
  tail -n 1 "$logs/contexts.log"
else
  tally contexts $((code == 0)) $((code != 0))
fi

step validate 600 python3 tests/conformance/validate.py --program build/release/semsite
if [ "$code" -eq 77 ]; then
  tail -n 1 "$logs/validate.log"
else
  tally validate $((code == 0)) $((code != 0))
fi

run_ctest fuzz-corpora 600 ctest --test-dir build/release -L fuzz --output-on-failure

# The libraries, installed, and programs that know nothing but their headers.
run_unittest api 1200 python3 -m unittest discover -v -s tests/api

export SEMSITE=$PWD/build/release/semsite
wait "$npm_packages" || tail -n 3 "$logs/npm.log"
# Our mappings in another RML engine.
step rml 1800 python3 tests/rml/run.py
if [ "$code" -eq 77 ]; then
  tail -n 1 "$logs/rml.log"
else
  differ=$(last_number '.*, ([0-9]+) differ$' "$logs/rml.log")
  pairs=$(last_number '^rocketrml .*: ([0-9]+) pairs of .*' "$logs/rml.log")
  tally rml $((pairs - differ)) "$differ"
fi

if [ "$quickstart" = yes ]; then
  step quickstart 1200 bash examples/quickstart.sh
  tally quickstart $((code == 0)) $((code != 0))
fi

run_unittest e2e 1800 python3 tests/e2e/run.py

# sanitized PRESET COMMAND...: builds the unit tests with the preset, if they were not built
# ahead, and runs the command.
sanitized() {
  local preset=$1 part
  shift
  local start=$SECONDS
  wait "${ahead[$preset]}" || true # whatever failed fails again, and is shown
  echo "$preset: waited $((SECONDS - start)) s for what was built ahead"
  for part in "configure-$preset 300 cmake --preset $preset -DSEMSITE_TESTS=ON \
-DSEMSITE_PRECOMPILE=ON -DSEMSITE_SANITIZE_POINTERS=$pointers" \
    "build-$preset 3000 cmake --build --preset $preset -j $jobs --target semsite_tests"; do
    # shellcheck disable=SC2086  # a command of plain words
    step $part
    if [ "$code" -ne 0 ]; then
      tally "${part%% *}" 0 1
      return
    fi
    echo "${part%% *}: done in $took s"
  done
  run_gtest "unit-$preset" 1200 "$@"
}

if [ "$sanitizers" = yes ]; then
  export ASAN_OPTIONS=detect_stack_use_after_return=1
  export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
  sanitized asan build/asan/semsite_tests

  # ThreadSanitizer of older compilers cannot bear the wide address randomisation of
  # newer kernels; where it may be turned off, it is.
  fixed_addresses=()
  if setarch "$(uname -m)" --addr-no-randomize true 2>/dev/null; then
    fixed_addresses=(setarch "$(uname -m)" --addr-no-randomize)
  fi
  sanitized tsan "${fixed_addresses[@]}" build/tsan/semsite_tests
fi

finish
