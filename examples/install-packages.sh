#!/usr/bin/env bash
# install-packages.sh LIST...: installs the Debian or Ubuntu packages named in the lists
# (one a line, '#' starts a remark). Touches nothing, and needs no network and no rights,
# when all are there.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

missing=()
for package in $(sed 's/#.*//' "$@"); do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "All packages are there."
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "These packages are missing: ${missing[*]}" >&2
    echo "Run this as root, or install sudo." >&2
    exit 1
  }
  as_root=(sudo env DEBIAN_FRONTEND=noninteractive)
fi
echo "Installing ${missing[*]}"
apt=(apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300)
quiet() {
  local log
  log=$(mktemp)
  if "$@" >"$log" 2>&1; then rm -f "$log"; else cat "$log" >&2; rm -f "$log"; return 1; fi
}
quiet timeout 600 "${as_root[@]}" "${apt[@]}" update
quiet timeout 1800 "${as_root[@]}" "${apt[@]}" install --yes --no-install-recommends "${missing[@]}"
