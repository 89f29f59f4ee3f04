#!/bin/sh
# Installs what the program is built and tested with from Debian's packages, where it is
# missing. Asks nothing; does nothing when all is there.
set -eu

packages="gcc g++ libc6-dev make git pkg-config libopencv-dev libapriltag-dev chromium"

missing=""
for p in $packages; do
	dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $p"
done

if ! command -v go >/dev/null 2>&1 && ! [ -x /usr/local/go/bin/go ]; then
	echo "setup: Go is missing; install Go 1.26 or newer into /usr/local/go, then run this again" >&2
	exit 1
fi
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
	if ! sudo -n true 2>/dev/null; then
		echo "setup: Debian packages are missing and this user may not install them without a password; run: sudo apt-get install -y$missing" >&2
		exit 1
	fi
	as_root="sudo -n"
fi
echo "setup: installing$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# $missing is a list of words on purpose.
# shellcheck disable=SC2086
if ! { $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } >"$log" 2>&1; then
	cat "$log" >&2
	echo "setup: the packages could not be installed; see above" >&2
	exit 1
fi
