#!/usr/bin/env bash
# The page's tests in a real browser (BIN names the binary). A file in which one fails is run once more,
# alone, and said so: on a busy machine a click can take as long as a long press. What fails twice fails.
set -uo pipefail
cd "$(dirname "$0")/../web"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
npm run --silent test | tee "$log" && exit 0
files=$(sed -n "s#^ *location: '.*/tests/\([a-z-]*\.test\.mjs\):.*#tests/\1#p" "$log" | sort -u)
[ -n "$files" ] || exit 1
printf '\n-- failed at first, run once more:\n%s\n\n' "$files"
# shellcheck disable=SC2086 # names without spaces, one a line
node --test --test-timeout=240000 $files
