#!/usr/bin/env bash
# The one test command. Runs everything: format, lints, unit, property, contract, HTTP, crash and
# fault tests, type check, generated files, real browser with axe, and the API fuzzer.
# A part whose tool is missing fails when CI=true, and is named otherwise.
set -uo pipefail
cd "$(dirname "$0")/.."

# In CI the laws draw the same cases every time, so that red means a change; elsewhere they draw new ones.
# What is built once needs no traces for a next build, and no line tables: a failed assertion says its line without them.
if [ "${CI:-}" = true ]; then
  export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-20261122} CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0
fi

passed=0 failed=0 skipped=0
said=$(mktemp) recap=$(mktemp) aside=$(mktemp)
trap 'rm -f "$said" "$recap" "$aside"' EXIT
part() { # part NAME COMMAND…
  local name=$1; shift
  printf '\n== %s\n' "$name"
  local began=$SECONDS
  if "$@" > >(tee "$said") 2>&1; then passed=$((passed + 1)); printf -- '-- %s: passed in %ss\n' "$name" $((SECONDS - began))
  else
    failed=$((failed + 1)); printf -- '-- %s: FAILED in %ss\n' "$name" $((SECONDS - began))
    sleep 1 # nobody waits for tee: what a part left running would hold its pipe open
    { printf '\n== %s: what failed\n' "$name"; telling < "$said"; } >> "$recap"
  fi
}
telling() { # of what a part said, what tells why it failed: the failures of Rust's and Node's tests, the compiler's errors, else its end
  tail -n 20000 | awk '
    /^failures:$/ || /^error/ || /^not ok/ || /^thread .* panicked/ || /^Diff in/ { open = 25 }
    open-- > 0 { print; told++ }
    { last[NR % 40] = $0 }
    END { if (!told) for (i = NR - 39; i <= NR; i++) if (i > 0) print last[i % 40] }' | head -n 300
}
needs() { # needs TOOL NAME: whether the tool is there; fails the part in CI
  if command -v "$1" >/dev/null 2>&1 || [ -e "$1" ]; then return 0; fi
  if [ "${CI:-}" = true ]; then failed=$((failed + 1)); printf '\n== %s: FAILED, %s is missing\n' "$2" "$1"
  else skipped=$((skipped + 1)); printf '\n== %s: NOT RUN, %s is missing (scripts/setup.sh installs it)\n' "$2" "$1"; fi
  return 1
}
beside() { # beside COMMAND…: begins a command that takes what the parts after it leave of the processors
  nice -n 19 "$@" > "$aside" 2>&1 &
  begun=$!
}
told() { # what was begun beside the parts before, to its end
  local how=0
  wait "$begun" || how=$?
  cat "$aside"
  return "$how"
}
limited() { # limited MINUTES COMMAND…: what hangs is ended with all that it started, and fails
  timeout --kill-after=20 "${1}m" "${@:2}"
}
unchanged() { # unchanged PATH COMMAND…: the command leaves the committed file as it is
  local path=$1; shift
  local before; before=$(cat "$path")
  "$@" && [ "$before" = "$(cat "$path")" ] || { echo "$path is not what its generator writes"; return 1; }
}

no_unrun_tests() { # a crate without unit tests in its manifest has none in its source, where nobody would run them
  local manifest found=0
  for manifest in $(grep -rlx 'test = false' --include=Cargo.toml crates); do
    grep -rn '#\[cfg(test)\]\|#\[test\]' "${manifest%Cargo.toml}src" && found=1
  done
  [ "$found" = 0 ]
}

model=$PWD/.models/SmolLM2-135M-Instruct.Q4_1.gguf
if needs "$model" "embedded engine with a real model"; then export COUNTERSIGN_TEST_MODEL=$model; fi

part "no test that nobody runs" no_unrun_tests
part "format" cargo fmt --all --check
part "rust tests, built" cargo test --workspace --locked --no-run
# One cargo at a time has the folder it builds in: the tests, which are built, let go of it within seconds.
beside sh -c 'sleep 20; exec cargo clippy --workspace --all-targets --locked -- -D warnings'
# More threads than processors: what starts programs waits for them half of the time.
part "rust tests" limited 40 cargo test --workspace --locked --no-fail-fast -- --test-threads=4
part "clippy" told
part "openapi document" unchanged docs/openapi.json sh -c 'target/debug/countersign openapi > docs/openapi.json'
part "http reference" unchanged docs/http.md python3 scripts/http_reference.py
part "requirements table" python3 scripts/requirements_check.py

if needs npm "page check"; then
  [ -d web/node_modules ] || npm ci --prefix web --no-audit --no-fund --loglevel=error
  part "page check" npm run --prefix web --silent check
  part "page types" unchanged web/ui/api-types.d.ts npm run --prefix web --silent types
  part "page vendored files" sh -c 'cd web && before=$(find ui/vendor ui/fonts ui/icons.svg -type f | sort | xargs sha256sum) && node tools/vendor.mjs && [ "$before" = "$(find ui/vendor ui/fonts ui/icons.svg -type f | sort | xargs sha256sum)" ]'
  if needs chromium-headless-shell "page in a browser"; then
    part "model server of the page's tests" cargo build --workspace --locked --bin model-server
    part "page in a browser" limited 20 env BIN="$PWD/target/debug/countersign" npm run --prefix web --silent test
  fi
fi
if needs .venv/bin/schemathesis "API fuzzer"; then
  part "API fuzzer" limited 10 bash scripts/fuzz_api.sh
fi

cat "$recap"
printf '\n%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
