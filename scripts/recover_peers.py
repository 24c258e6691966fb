"""Runs `countersign recover --batch` and public JSON repairers on the same generated texts.

Prints, per tool: unsafe % (cut texts from which an operation comes out that the text never closed, or
closed otherwise), lost % (cut texts from which a closed operation is missing), exact % and wrong % on
mutated documents (wrong: another value, and nothing says so), and the time per 100 KB.
"""
import argparse, json, pathlib, random, re, subprocess, sys, time

WORDS = ["Buy milk", "call Anna, then Bob", "it's due", "línea 😀", "see http://a.b/c", "", "a \"q\" b", "two\nlines",
         "C:\\temp", "{not json}", "[1, 2]", "# x", "50 %"]


def operation(rng, number):
    made = {"op": rng.choice(["create", "update"]), "id": number, "title": rng.choice(WORDS)}
    if rng.random() < .5:
        made["tags"] = [rng.choice(WORDS) for _ in range(rng.randint(0, 3))]
    if rng.random() < .5:
        made["when"] = {"date": "2026-01-02", "hour": rng.randint(0, 23)}
    return made


def document(rng):
    return {"summary": rng.choice(WORDS), "operations": [operation(rng, i) for i in range(rng.randint(2, 5))]}


def written(rng, value):
    return json.dumps(value, ensure_ascii=False, indent=rng.choice([None, 2]))


TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|-?\d[\d.eE+-]*|true|false|null|\s+')


def mutations(rng, text):
    """One text per kind of damage that leaves no doubt what was meant."""
    tokens = TOKEN.findall(text)

    def at(test):
        found = [i for i, t in enumerate(tokens) if test(i, t)]
        return rng.choice(found)

    def swapped(index, new):
        return "".join(tokens[:index] + new + tokens[index + 1:])

    def is_key(index):
        rest = [t for t in tokens[index + 1:index + 3] if t.strip()]
        return tokens[index][0] == '"' and rest[:1] == [":"]

    yield swapped(at(lambda i, t: t == ","), [" "])
    yield swapped(at(lambda i, t: t == ":"), [" "])
    end = at(lambda i, t: t in "}]" and "".join(tokens[:i]).rstrip()[-1] not in "{[")
    yield swapped(end, [",", tokens[end]])
    key = at(lambda i, t: is_key(i))
    yield swapped(key, [tokens[key][1:-1]])
    yield "".join(f"“{t[1:-1]}”" if t[0] == '"' else t for t in tokens)
    comma = at(lambda i, t: t == ",")
    yield swapped(comma, [", /* note: {x, */"])
    yield "```json\n" + text + "\n```"
    yield "<think>Perhaps {\"operations\": []}?</think>\n" + text
    yield "Here it is:\n\n" + text + "\n\nAnything else?"
    if "'" not in text:
        yield "".join("'" + t[1:-1].replace('\\"', '"') + "'" if t[0] == '"' else t for t in tokens)


def cases(rng, documents):
    cuts, changed = [], []
    for _ in range(documents):
        made = document(rng)
        text = written(rng, made)
        start = text.index("[", text.index('"operations"'))
        ends, at = [], start + 1
        for _ in made["operations"]:
            while text[at] in ", \n":
                at += 1
            _, at = json.JSONDecoder().raw_decode(text, at)
            ends.append(at)
        for cut in sorted(rng.sample(range(start, len(text) - 1), 12)):
            cuts.append((text[:cut], made["operations"][:sum(end <= cut for end in ends)]))
        changed += [(m, made) for m in mutations(rng, text)]
    return cuts, changed


def ours(binary):
    def run(texts):
        lines = "".join(json.dumps({"id": i, "input": t, "schema": None}) + "\n" for i, t in enumerate(texts))
        done = subprocess.run([binary, "recover", "--batch"], input=lines, capture_output=True, text=True, check=True)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        return [(f.get("value"), not f["complete"] or bool(f["dropped"])) for f in found]
    return run


def python_tool(function):
    def one(text):
        try:
            return function(text), False
        except Exception:
            return None, True
    return lambda texts: [one(t) for t in texts]


def node_tool(modules, source):
    program = f"""
const run = (() => {{ {source} }})();
const out = JSON.parse(require('fs').readFileSync(0, 'utf8')).map(t => {{
  try {{ const v = run(t); return [v === undefined ? null : v, false]; }} catch (e) {{ return [null, true]; }} }});
process.stdout.write(JSON.stringify(out));"""

    def run(texts):
        done = subprocess.run(["node", "-e", program], input=json.dumps(texts), capture_output=True, text=True,
                              cwd=modules.parent, check=True)
        return [tuple(pair) for pair in json.loads(done.stdout)]
    return run


def tools(arguments):
    yield "countersign recover", ours(arguments.binary)
    try:
        import json_repair
        yield "json-repair (PyPI)", python_tool(json_repair.loads)
    except ImportError:
        pass
    try:
        import partial_json_parser
        yield "partial-json-parser (PyPI)", python_tool(partial_json_parser.loads)
    except ImportError:
        pass
    modules = arguments.node_modules and pathlib.Path(arguments.node_modules).resolve()
    for name, source in [
        ("jsonrepair", "const {jsonrepair} = require('jsonrepair'); return t => JSON.parse(jsonrepair(t));"),
        ("partial-json", "const {parse} = require('partial-json'); return t => parse(t);"),
        ("best-effort-json-parser",
         "const m = require('best-effort-json-parser'); m.disableErrorLogging && m.disableErrorLogging(); return t => m.parse(t);"),
    ]:
        if modules and (modules / name).is_dir():
            yield f"{name} (npm)", node_tool(modules, source)


def measure(run, cuts, changed):
    unsafe = lost = exact = wrong = 0
    for (value, _), (_, closed) in zip(run([t for t, _ in cuts]), cuts):
        got = value.get("operations") if isinstance(value, dict) else None
        got = got if isinstance(got, list) else []
        unsafe += any(o not in closed for o in got)
        lost += any(o not in got for o in closed)
    for (value, flagged), (_, meant) in zip(run([t for t, _ in changed]), changed):
        exact += value == meant
        wrong += value != meant and not flagged
    big = "{\"operations\": [" + ", ".join("{op: 'create', \"id\": %d, \"title\": \"a line of text\",}" % i for i in range(2000)) + "]"
    begun = time.perf_counter()
    run([""])
    idle = time.perf_counter() - begun
    begun = time.perf_counter()
    run([big] * 10)
    spent = max(time.perf_counter() - begun - idle, 0) / 10 * 1e3 / (len(big) / 1e5)
    share = lambda n, all: f"{100 * n / len(all):6.1f}"
    return share(unsafe, cuts), share(lost, cuts), share(exact, changed), share(wrong, changed), f"{spent:8.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, help="the countersign binary")
    parser.add_argument("--node-modules", help="folder with the npm tools")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=150)
    arguments = parser.parse_args()
    cuts, changed = cases(random.Random(arguments.seed), arguments.documents)
    print(f"{len(cuts)} cut texts, {len(changed)} mutated texts, seed {arguments.seed}")
    print(f"{'':28} {'unsafe %':>8} {'lost %':>8} {'exact %':>8} {'wrong %':>8} {'ms/100KB':>9}")
    for name, run in tools(arguments):
        row = measure(run, cuts, changed)
        print(f"{name:28} " + " ".join(f"{cell:>8}" for cell in row))


if __name__ == "__main__":
    sys.exit(main())
