#!/usr/bin/env bash
# Installs what the whole test command needs beyond Rust: Debian's Chromium, bubblewrap, strace and
# tmux, the page's development packages, and schemathesis. Each step is tried twice; a failure is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

twice() { "$@" || { sleep 5; "$@"; }; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v bwrap >/dev/null || missing+=(bubblewrap)
command -v strace >/dev/null || missing+=(strace)
if [ ${#missing[@]} -gt 0 ]; then
  twice as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive twice as_root apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

twice npm ci --prefix web --no-audit --no-fund --loglevel=error

if ! .venv/bin/schemathesis --version >/dev/null 2>&1; then
  python3 -m venv .venv
  twice .venv/bin/pip install --quiet --disable-pip-version-check -r scripts/requirements.txt
fi
