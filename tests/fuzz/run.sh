#!/usr/bin/env bash
# Fuzzes what reads untrusted bytes: builds every program of this folder (or those that are
# named) with the newest clang that is installed, libFuzzer, AddressSanitizer and UBSan in
# build/fuzz/, and runs each for so many minutes, as many at once as JOBS says (or as there are
# cores). On a bare Debian 12 or newer it installs what it needs. Safe to run again: what a run
# has learnt is kept.
#
#   [JOBS=N] bash tests/fuzz/run.sh MINUTES [NAME...]      NAME: nquads for fuzz_nquads.cpp
#
# Seeds are those of tests/fuzz/corpus/NAME/, words those of tests/fuzz/dict/NAME.dict.
# What is learnt lies in build/fuzz/learnt/NAME/, what is found in build/fuzz/findings/NAME/,
# what a program said in build/fuzz/logs/NAME.log. A program ends at its first finding, and
# the next one goes on. Exit status: 0 nothing was found, 1 something was, 2 it could not run.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

usage() { sed -n '/^# /{s/^# \{0,1\}//;p};/^#$/s/.*//p;/^set/q' "$0" >&2; exit 2; }
[[ ${1:-} =~ ^[1-9][0-9]{0,3}$ ]] || usage
minutes=$1
shift
names=("$@")
jobs=${JOBS:-$(nproc)}
[[ $jobs =~ ^[1-9][0-9]{0,2}$ ]] || usage
if [ ${#names[@]} -eq 0 ]; then
  for file in tests/fuzz/fuzz_*.cpp; do
    name=${file#tests/fuzz/fuzz_}
    names+=("${name%.cpp}")
  done
fi
for name in "${names[@]}"; do
  [ -f "tests/fuzz/fuzz_$name.cpp" ] || { echo "there is no tests/fuzz/fuzz_$name.cpp" >&2; exit 2; }
done

# newest_clang: the name of the newest clang++ of 14 or later that has libFuzzer.
newest_clang() {
  local version
  for version in $(seq 30 -1 14); do
    command -v "clang++-$version" >/dev/null || continue
    [ -n "$(find "/usr/lib/llvm-$version/lib/clang" -name 'libclang_rt.fuzzer*.a' 2>/dev/null)" ] ||
      continue
    echo "clang++-$version"
    return
  done
}

packages=(examples/packages.txt tests/packages.txt)
[ -n "$(newest_clang)" ] || packages+=(tests/fuzz/packages.txt)
bash examples/install-packages.sh "${packages[@]}" || exit 2
compiler=$(newest_clang)
[ -n "$compiler" ] || { echo "no clang with libFuzzer is there: install clang-NN and libclang-rt-NN-dev" >&2; exit 2; }

build=build/fuzz
if command -v ccache >/dev/null; then
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
fi
mkdir -p "$build/logs"
echo "== building with $compiler"
timeout 300 cmake --preset dev -B "$build" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_CXX_FLAGS_DEBUG=-O1 -DSEMSITE_WERROR=OFF -DSEMSITE_PRECOMPILE=ON -DSEMSITE_UNITY=ON \
  -DSEMSITE_FUZZ=ON \
  -DSEMSITE_SANITIZE=address,undefined,fuzzer-no-link -DSEMSITE_SANITIZE_POINTERS=ON \
  >"$build/logs/configure.log" 2>&1 ||
  { tail -n 30 "$build/logs/configure.log" >&2; exit 2; }
timeout 7200 cmake --build "$build" -j "$jobs" --target "${names[@]/#/fuzz_}" \
  >"$build/logs/build.log" 2>&1 || { tail -n 60 "$build/logs/build.log" >&2; exit 2; }

# A library may ask for 4 GiB at once and touch none of it (cpio): here it gets none. What is
# held is bounded by -rss_limit_mb.
export ASAN_OPTIONS=detect_stack_use_after_return=1:allocator_may_return_null=1
ASAN_OPTIONS+=:max_allocation_size_mb=1024
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1:suppressions=$PWD/tests/fuzz/ubsan.supp
# Files of the programs (states, indexes) are small and many.
[ -n "${TMPDIR:-}" ] || ! [ -w /dev/shm ] || export TMPDIR=/dev/shm

# fuzz NAME: runs one program for its time, or until it finds something; says how it went.
fuzz() {
  local name=$1 log=$build/logs/$1.log learnt=$build/learnt/$1 found=$build/findings/$1
  local options=() start=$SECONDS before runs new code
  mkdir -p "$learnt" "$found"
  cp -r "tests/fuzz/corpus/$name/." "$learnt/"
  [ ! -f "tests/fuzz/dict/$name.dict" ] || options+=("-dict=tests/fuzz/dict/$name.dict")
  before=$(find "$found" -type f | wc -l)
  timeout --kill-after=20 $((minutes * 60 + 120)) nice "$build/fuzz_$name" \
    -max_total_time=$((minutes * 60)) -timeout=20 -rss_limit_mb=2048 -max_len=4096 \
    -artifact_prefix="$found/" -print_final_stats=1 "${options[@]}" "$learnt" \
    >"$log" 2>&1 </dev/null
  code=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
  new=$(($(find "$found" -type f | wc -l) - before))
  printf '%-17s %5d s %10d runs %6d a second   %s\n' "$name" $((SECONDS - start)) \
    "${runs:-0}" $((${runs:-0} / (SECONDS > start ? SECONDS - start : 1))) \
    "$([ "$code" -eq 0 ] && echo nothing || echo "status $code, $new in $found, see $log")"
  return $((code != 0))
}

status=0
running=0
for name in "${names[@]}"; do
  if ((running == jobs)); then
    wait -n || status=1
    running=$((running - 1))
  fi
  fuzz "$name" &
  running=$((running + 1))
done
while ((running > 0)); do
  wait -n || status=1
  running=$((running - 1))
done
exit "$status"
