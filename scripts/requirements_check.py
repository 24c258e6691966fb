"""Every requirement number has exactly one honest row in docs/requirements.md.

A row is `| S0-1 | works | `test` | note |`; the state is works, partly or not yet. A row that says
works names at least one test, and every test it names exists in the tree.
"""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
counts = {"S0": 88, "S1": 59, "S2": 28, "S3": 21, "S4": 33, "B": 10, "C": 40, "R": 39}
wanted = [f"{k}-{n}" if k.startswith("S") or k == "B" else f"{k}{n}" for k, top in counts.items() for n in range(1, top + 1)]
wanted.insert(wanted.index("S1-14") + 1, "S1-14a")

files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.rs", "*.mjs", "*.sh"], cwd=root, capture_output=True, text=True, check=True).stdout.split()
source = "\n".join((root / f).read_text(encoding="utf-8") for f in files)

rows, problems = {}, []
for line in (root / "docs/requirements.md").read_text(encoding="utf-8").splitlines():
    cells = [c.strip() for c in line.strip().strip("|").split(" | ")]
    if not re.fullmatch(r"(S\d-\d+a?|[BCR]-?\d+)", cells[0] if cells else ""):
        continue
    if len(cells) != 4:
        problems.append(f"{cells[0]}: {len(cells)} cells instead of 4")
        continue
    number, state, tests, _note = cells
    if number in rows:
        problems.append(f"{number}: two rows")
    rows[number] = state
    if state not in ("works", "partly", "not yet"):
        problems.append(f"{number}: state is {state!r}")
    named = re.findall(r"`([^`]+)`", tests)
    if state == "works" and not named:
        problems.append(f"{number}: works without a test")
    for test in named:
        if test not in source:
            problems.append(f"{number}: there is no test {test!r}")

problems += [f"{n}: no row" for n in wanted if n not in rows]
problems += [f"{n}: not a requirement" for n in rows if n not in wanted]
for p in problems[:40]:
    print(p)
print(f"{len(rows)} rows, {sum(s == 'works' for s in rows.values())} works, {sum(s == 'partly' for s in rows.values())} partly")
sys.exit(1 if problems else 0)
