"""Writes docs/http.md from docs/openapi.json and the error codes in the sources.

The same input always gives the same bytes. Fails when a code of the table below is not in the
sources any more, or when the server answers one that the table does not name.
"""
import json
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
document = json.loads((root / "docs/openapi.json").read_text(encoding="utf-8"))
schemas = document["components"]["schemas"]
out = []

# What people look for first comes first; a new tag is added at the end.
TAGS = ["runs", "change sets", "history", "todos", "files", "settings", "compatibility", "about"]

# Codes besides those of a careless request body, which `hint` in crates/core/src/problem.rs lists.
CODES = {
    400: {
        "duplicate_key": "a key stands twice in one JSON object",
        "duplicate_parameter": "a query parameter is given twice",
        "invalid_clarify": "`clarify` is no answer to a question",
        "unterminated_quote": "a quote of the file is never closed; `details` has its line",
        "invalid_after": "`after` is not a number from 0",
        "invalid_edit": "an edit is of exactly one kind, and leaves an operation that can be done",
        "invalid_idempotencyKey": "one key of 1 to 200 printable characters, in the header or in the body",
        "invalid_items": "`items` is empty, or names an item twice",
        "invalid_kind": "no kind of ledger entry",
        "invalid_last_event_id": "`Last-Event-ID` is not the id of an event of this stream",
        "invalid_message": "the message is empty, no text, or longer than 20 000 characters",
        "invalid_mode": "no mode",
        "invalid_session": "`session` is no text",
        "invalid_size": "a number of megabytes out of its bounds",
        "invalid_wanted": "`wanted` is no share from 0.5 to 0.99",
        "invalid_zone": "no IANA time zone",
        "invalid_language": "none of en, de, es, fr and ro",
        "missing_field": "a required field is absent; `details.field` names it",
        "unknown_format": "no file format",
        "unknown_parameter": "a query parameter that this route does not know",
    },
    401: {"unauthorized": "no token, or one that does not fit"},
    403: {
        "cross_site": "called by a page of another site",
        "origin_not_allowed": "called by a page of another origin",
    },
    404: {"not_found": "nothing has that number, or there is no such route"},
    405: {"method_not_allowed": "the route has no such method; `Allow` names those it has"},
    409: {
        "settings_changed": "a setting is another than the change was built on",
        "plan_changed": "the plan document was edited from another version, or something else was shown",
        "decided_elsewhere": "the item has another verdict than was shown: it was decided in another window",
        "already_running": "the commands of this change set run already, or another server has this data folder",
        "already_settled": "the item was applied, undone, or is past deciding",
        "blocked": "the item needs another one first",
        "put_back": "this apply was cut off and put back: sign the items and apply them again",
        "not_expired": "nothing of the change set has expired, so nothing is proposed anew",
        "rewind_behind": "more was done since going back was proposed, and would stay: propose it again",
        "edit_conflict": "a change of a file does not fit what the file holds now",
        "cannot_apply": "signed items cannot be carried out now; `details.items` says why",
        "confirmation_mismatch": "the confirmation is for another change, too old, or used",
        "confirmation_required": "more than 20 deletes or 50 updates, or a file that decides what gets built, installed or run; `details` is `{token, counts, expires_at}`",
        "drifted": "what the item builds on has changed; `details.items` has base, now and proposed",
        "expired": "older than 7 days",
        "invalid_item": "the item has defects and cannot be signed",
        "nothing_to_undo": "nothing there can be taken back",
        "as_before": "all is as it was before that: what it did, it took away again itself",
        "command_ran": "a command did it: what commands do to files is not taken back",
        "broken_ledger": "the ledger is broken; it does not replace the todos as they are",
        "stale": "the change set is not what was shown; `details.change_set` is what it is now",
        "stale_item": "the item is not what was shown",
        "stale_question": "the question is no longer open",
        "undo_conflict": "later changes are in the way; `details` is `{drift, in_the_way, keeps, deletes}`: `keeps` says whether anything would be taken back where they are kept, `deletes` names what goes",
    },
    408: {"body_stalled": "no more of the body came for 20 seconds; nothing was done"},
    413: {"body_too_large": "the body is longer than this route takes"},
    415: {"unsupported_media_type": "the body is not declared as JSON"},
    421: {"host_not_allowed": "called under another host name"},
    422: {"idempotency_mismatch": "the key was used for another request"},
    500: {
        "corrupt_database": "the database cannot be read",
        "data_unwritable": "a file in the data folder cannot be written",
        "damaged": "what only the ledger makes cannot be read; `countersign rebuild --write` makes it anew where the ledger is whole",
        "database_cut": "a file of the database was cut or overwritten while it was in use; nothing of the request was stored, and the todos can still be exported",
        "database_replaced": "a file of the database was removed or replaced while it was in use; nothing has been changed, and what was stored can still be exported",
        "foreign_database": "the file is a database of another program; nothing was written to it",
        "interrupted": "the work was cut off; repeat it with the same idempotency key",
        "missing_entries": "entries that were written are missing: a file was lost, or an earlier copy was put in place",
        "in_the_way": "something that is no usable file is where a file of the database has to be",
        "needs_recovery": "files of a change set are changed in part, or the record of it is not stored; it is ended by itself as soon as that can be",
        "newer_database": "the database was written by a newer version",
        "no_randomness": "the system gives no random numbers",
        "no_numbers": "all numbers of todos are given",
        "old_sqlite": "the SQLite library is older than the pinned one",
        "storage_failed": "the database failed",
        "unreadable": "a stored value cannot be read",
    },
    502: {"assistant_failure": "a run failed (compatibility routes); `detail` is its code"},
    503: {
        "disk_failed": "the disk reported an error; nothing was overwritten, and what was acknowledged before is kept",
        "busy": "another process holds the database; `Retry-After` says when to try again",
        "too_many_files": "the process may not open any more files",
        "read_only": "the data folder cannot be written",
        "too_many_streams": "too many event streams are open",
    },
    504: {"timed_out": "no answer within 30 seconds, or within an hour where a request may be about a great deal (change sets, the ledger, imports, exports, the database as a whole); read again what became of it"},
    507: {"disk_full": "no space left; what was acknowledged before is safe"},
}

# Said of an item, in its `problems`, and never an answer by itself.
OF_ITEMS = {"content_lost"}

INTRO = """\
# HTTP reference

Every route of the server, with what it takes and answers. Written by `scripts/http_reference.py` from [openapi.json](openapi.json), which a running server also serves at `/api/openapi.json`; do not edit it by hand.

## Conventions

- **Address**: `http://127.0.0.1:4177` unless `countersign serve` says otherwise. The server listens on loopback only, answers to its own host names only, and pages of other origins may not call it.
- **Authorisation**: every route under `/api` wants `Authorization: Bearer <token>` (scripts, terminal; `countersign serve --json` prints it) or the cookie that the one-time address of the page sets. `GET /health` wants none and answers `{"ok": true}`.
- **Bodies** are JSON with `Content-Type: application/json`. A value of another type is refused, never read as one that fits. Unknown fields and unknown query parameters are refused, never ignored, inside `options` of the compatibility routes too.
- **Refusals** have one shape, [ErrorBody](#errorbody): `{error, message, details?, hint?}`. Wherever a route refuses, nothing has been changed; only after 500 and 504 must be read again what became of it. The codes are [below](#error-codes).
- **Idempotency**: where `Idempotency-Key` is taken (or `idempotencyKey` in the body), the same key with the same request is carried out once, ever, and answered alike each time, also after a restart (where something is made or begun: with the same one, as it stands by then); who sends it again while it is under way waits for that answer; with another request it is 422 `idempotency_mismatch`. Neither the key nor `confirm` is a part of what a request asks for, and what it leaves out is what stands for that: with `"mode": "atomic"` and without it, it is one request.
- **Confirmation**: above 20 deletes or 50 updates in one apply the answer is 409 `confirmation_required`. The same request with `confirm` set to `details.token` goes through once; the token is bound to exactly these changes and is good for 10 minutes.
- **Digests** bind what was shown: a decision names the digest of the item, an apply the digest of the set; `was` names the verdict that was shown. What has changed since is refused with 409.
- **Event streams** are server-sent events with numbered ids. Who reconnects with `Last-Event-ID` gets what was missed; `heartbeat {ts}` comes every 10 seconds.
- **Language**: what is said to people is in English, or in German, Spanish, French or Romanian where `Accept-Language` prefers one of them; the setting `language` is the page's and the terminal's, which send it along.
- **Dates** are `YYYY-MM-DD`, times of day `HH:MM`, moments RFC 3339 in UTC.

## Operations

What `operations` lists in [POST /api/change-sets](#post-apichange-sets), [POST /api/edits](#post-apiedits) and the two `llm` routes, at most 10 000 in one request; and in [POST /api/agents/operations](#post-apiagentsoperations), at most 100, each with a `why` if it has one. `"id": "@2"` means the todo that the second operation of the same request makes.

| operation | takes |
|---|---|
| `create` | `title`, and of these what is wanted: `notes`, `scheduledFor`, `timeOfDay`, `dueDate`, `priority`, `status`, `completed`, `estimate`, `labels`, `checklist`, `recurrence` |
| `update` | `id`, and the fields of `create` that change; lists also by `labels_add`, `labels_remove`, `checklist_add`, `checklist_check`, `checklist_uncheck` |
| `delete` | `id` |
| `complete` | `id`, `completed` (true if absent) |
| `set_status` | `id`, `status`, `reason` (needed for blocked and on_hold) |
| `complete_occurrence` | `id`, `occurrenceDate`, `completed` (true if absent) |
| `skip_occurrence` | `id`, `occurrenceDate` |
| `move_occurrence` | `id`, `occurrenceDate`, `to: {date?, time?}` |
| `bulk_update` | `where`, `set` (the fields of `update`) |
| `bulk_complete` | `where`, `completed` (true if absent) |
| `bulk_delete` | `where` |

Items of a change set may also hold operations that only the product itself makes; they are shown, and taken by no route:

| operation | takes |
|---|---|
| `restore` | `id`, `fields`: the fields of a todo as they were before what is undone, or as an imported file says them |
| `revive` | `todo`: a whole todo, which was deleted, or which an imported file holds |
| `make_rule` | `rule`: a standing rule that is proposed |
| `call_tool` | `server`, `tool`, `args`: a call of another program's tool |

What is undone is called "Restore …" or "Bring back …" in labels, what comes from a file "Change …" or "Add …"; `verb` says `add` or `change`.

Only in [POST /api/change-sets](#post-apichange-sets) and [POST /api/agents/operations](#post-apiagentsoperations), since files and commands always wait for a signature; each takes `workspace` too where several are open, and `why`:

| operation | takes |
|---|---|
| `write_file` | `path`, `content` (the whole text; line ends, a byte order mark and whether a line end follows the last line stay as the file has them), `base`, `mode` |
| `edit_file` | `path`, `edit` (search/replace blocks, a unified diff, `*** Begin Patch`, line operations), `format`, `base`, `finish` |
| `delete_file` | `path`, `base` |
| `rename_file` | `path`, `to`, `base` |
| `chmod_file` | `path`, `mode` (a number, or an octal text), `base` |
| `run_command` | `command`, `cwd` |

`base` is the hash the file was read with ([GET /api/workspaces/{workspace}/file](#get-apiworkspacesworkspacefile)); a file that is there cannot be changed without it, and a new one has none. Any operation may name in `needs` the operations of its request, from 1, that must be applied before it or with it.

`where` has one or more of `ids`, `text`, `title_contains`, `scheduled_range {from?, to?}`, `due_range {from?, to?}`, `overdue`, `priority`, `labels`, `completed`, `repeating`, `status`, which must all hold; or `all: true` alone. An empty `where` is refused.
"""


def text(value):
    """One line, safe in a table."""
    return " ".join((value or "").split()).replace("|", "\\|")


def name_of(ref):
    return ref.rsplit("/", 1)[1]


def kind(schema):
    """A schema in a few words."""
    if "$ref" in schema:
        name = name_of(schema["$ref"])
        return f"[{name}](#{name.lower()})"
    if "oneOf" in schema or "anyOf" in schema:
        return " or ".join(kind(s) for s in schema.get("oneOf", schema.get("anyOf")))
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(v, ensure_ascii=False)}`" for v in schema["enum"])
    names = schema.get("type", "any")
    names = names if isinstance(names, list) else [names]
    shown = []
    for name in names:
        if name == "array":
            shown.append(f"list of {kind(schema.get('items', {}))}")
        elif name == "object" and isinstance(schema.get("additionalProperties"), dict):
            shown.append(f"object of {kind(schema['additionalProperties'])}")
        elif name == "string" and schema.get("format") in ("date", "date-time"):
            shown.append(schema["format"])
        else:
            shown.append({"any": "any JSON"}.get(name, name))
    return " or ".join(shown)


def fields(schema, prefix=""):
    """Rows (name, kind, required, note) of an object, inner objects with dotted names."""
    required = schema.get("required", [])
    for name, inner in schema.get("properties", {}).items():
        note = inner.get("description", "")
        for part in inner.get("oneOf", []):
            note = note or part.get("description", "")
        if "default" in inner:
            note = f"{note} Default `{json.dumps(inner['default'], ensure_ascii=False)}`.".strip()
        yield prefix + name, kind(inner), name in required, note
        if inner.get("properties"):
            yield from fields(inner, f"{prefix}{name}.")


def table(head, rows):
    out.append("| " + " | ".join(head) + " |")
    out.append("|" + "---|" * len(head))
    out.extend("| " + " | ".join(text(c) for c in row) + " |" for row in rows)
    out.append("")


def field_table(schema):
    rows = [(f"`{n}`", k, "yes" if required else "", note) for n, k, required, note in fields(schema)]
    if rows:
        table(["field", "is", "always", "what"], rows)


def is_object(schema):
    return schema.get("type") == "object" and "properties" in schema


def operation(method, path, op):
    out.append(f"### {method.upper()} {path}")
    out.append("")
    out.append(" ".join(op.get("summary", "").split()))
    if op.get("description"):
        out.append(" ".join(op["description"].split()))
    out.append("")
    parameters = op.get("parameters", [])
    if parameters:
        rows = []
        for p in parameters:
            schema = p.get("schema", {})
            # An absent parameter is absent; that is what "null" means here.
            types = schema.get("type")
            if isinstance(types, list):
                schema = {**schema, "type": [t for t in types if t != "null"]}
            if "oneOf" in schema:
                schema = {**schema, "oneOf": [s for s in schema["oneOf"] if s.get("type") != "null"]}
            note = p.get("description") or schema.get("description", "")
            rows.append((f"`{p['name']}`", p["in"], kind(schema), "yes" if p.get("required") else "", note))
        table(["parameter", "in", "is", "required", "what"], rows)
    body = op.get("requestBody")
    if body:
        for media, content in body["content"].items():
            schema = content.get("schema", {})
            named = schemas.get(name_of(schema["$ref"])) if "$ref" in schema else schema
            what = "object, see above" if schema == {"type": "object"} else kind(schema)
            out.append(f"Body ({media}): {what}")
            out.append("")
            rows = [(f"`{n}`", k, "yes" if required else "", note) for n, k, required, note in fields(named or {})]
            if rows:
                table(["field", "is", "required", "what"], rows)
    for status, answer in op["responses"].items():
        if status == "default":
            continue
        shown = [f"{kind(c.get('schema', {}))} ({media})" for media, c in answer.get("content", {}).items()]
        note = f" — {text(answer['description'])}" if answer.get("description") else ""
        out.append(f"- **{status}**: {' or '.join(shown) or 'no body'}{note}")
    named = re.findall(r"(\d{3})((?:\s+`\w+`,?)+)", " ".join([op.get("summary", ""), op.get("description", "")]))
    codes = [f"{status} `{code}`" for status, group in named for code in re.findall(r"`(\w+)`", group)]
    refused = f", above all {', '.join(codes)}" if codes else ""
    out.append(f"- refused: [ErrorBody](#errorbody){refused}")
    out.append("")


def shape(name, schema):
    out.append(f"### {name}")
    out.append("")
    if schema.get("description"):
        out.append(" ".join(schema["description"].split()))
        out.append("")
    variants = schema.get("oneOf") or schema.get("anyOf")
    if is_object(schema):
        field_table(schema)
    elif schema.get("allOf"):
        out.append("All fields of " + ", ".join(kind(s) for s in schema["allOf"] if "$ref" in s) + ", and:")
        out.append("")
        for part in schema["allOf"]:
            field_table(part)
    elif variants:
        out.append("One of:")
        out.append("")
        for part in variants:
            if is_object(part):
                out.append(f"**{text(part.get('description', '')) or 'An object'}**")
                out.append("")
                field_table(part)
            else:
                note = f": {text(part['description'])}" if part.get("description") else ""
                out.append(f"- {kind(part)}{note}")
        out.append("")
    else:
        out.append(f"Is {kind(schema)}.")
        out.append("")


def sources(*folders):
    files = sorted(f for folder in folders for f in (root / folder).rglob("*.rs"))
    return "\n".join(f.read_text(encoding="utf-8") for f in files)


def body_codes():
    """Code and hint of every defect a body can have, as `hint` has them."""
    lines = (root / "crates/core/src/problem.rs").read_text(encoding="utf-8").split("pub fn hint", 1)[1]
    found = {}
    for codes, hint in re.findall(r'((?:"\w+"(?:\s*\|\s*)?)+)\s*=>\s*\{?\s*("(?:[^"\\]|\\.)*")', lines):
        for code in re.findall(r'"(\w+)"', codes):
            found[code] = json.loads(hint)
    return found


# Where a code is made beside the words that are said of it.
SAID = re.compile(r'(?:Problem::new|Failure::(?:new|bad)|\brefused|\brefuse|\bproblem|\bfailed|\btold)\(\s*(?:StatusCode::\w+,\s*)?&?'
                  r'"([a-z][a-zA-Z]*_[a-zA-Z_]*)"(?:,\s*(?:format!\(\s*)?"((?:[^"\\]|\\.)*)")?')
# The crates whose problems reach a client.
ANSWERING = ["core", "commands", "interchange", "llm", "outputs", "assistant", "agent", "engine", "server"]


def other_codes(known):
    """Codes of single routes and within answers, each with what is said first of it in the sources."""
    found = {}
    for crate in ANSWERING:
        for file in sorted((root / "crates" / crate / "src").rglob("*.rs")):
            code_of = file.read_text(encoding="utf-8").split("mod tests {", 1)[0]
            for code, said in SAID.findall(code_of):
                if code not in known and not found.get(code):
                    said = re.sub(r"\\\n\s*", "", said).replace('\\"', '"')
                    found[code] = re.sub(r"\{[^{}]*\}", "…", said)
    calls = (root / "crates/llm/src/error.rs").read_text(encoding="utf-8")
    for code in re.findall(r'=> "(\w+)"', calls.split("pub fn code", 1)[1].split("pub fn hint", 1)[0]):
        if code not in known and not found.get(code):
            found[code] = "a call of a model that gave no answer"
    return found


def check(known):
    """The codes that cannot be right: gone from the sources, or missing here."""
    fields_of = {name for schema in schemas.values() for name in schema.get("properties", {})}
    text_of = sources("crates/core/src", "crates/engine/src", "crates/interchange/src", "crates/server/src")
    # A field that does not fit is named by its code.
    made = {f"invalid_{name}" for name in fields_of}
    gone = [code for codes in CODES.values() for code in codes if f'"{code}"' not in text_of and code not in made]
    given = set(re.findall(r'Failure::new\(\s*StatusCode::\w+,\s*"(\w+)"', sources("crates/server/src")))
    engine = (root / "crates/engine/src/error.rs").read_text(encoding="utf-8")
    given |= set(re.findall(r'=> "(\w+)"', engine.split("pub fn code", 1)[1].split("pub fn status", 1)[0]))
    return [f"no source answers {c}" for c in gone] + [f"{c} is not in CODES" for c in sorted(given - known)]


def main():
    out.append(INTRO)
    tagged = {}
    for path, item in document["paths"].items():
        for method, op in item.items():
            tagged.setdefault(op.get("tags", ["about"])[0], []).append((method, path, op))
    tags = [t for t in TAGS if t in tagged] + sorted(t for t in tagged if t not in TAGS)
    out.append("## Routes")
    out.append("")
    rows = []
    for tag in tags:
        for method, path, op in tagged[tag]:
            first = " ".join(op.get("summary", "").split()).split(". ")[0].rstrip(".:")
            anchor = re.sub(r"[^a-z0-9_ -]", "", f"{method} {path}".lower()).replace(" ", "-")
            rows.append((f"[{method.upper()} {path}](#{anchor})", first))
    table(["route", "what"], rows)
    for tag in tags:
        out.append(f"## Routes: {tag}")
        out.append("")
        for method, path, op in tagged[tag]:
            operation(method, path, op)
    out.append("## Error codes")
    out.append("")
    careless = {code: hint for code, hint in body_codes().items() if code not in OF_ITEMS}
    rows = [(str(status), f"`{code}`", what) for status, codes in CODES.items() for code, what in sorted(codes.items())]
    table(["status", "code", "when"], rows)
    out.append("Defects of operations, bodies and query parameters are 400 (`id_not_found` is 404 `not_found` where a path names the todo). Each stands by itself, or in `details` with the place (`path`) it was found at:")
    out.append("")
    stated = {code for codes in CODES.values() for code in codes}
    table(["code", "hint"], [(f"`{code}`", hint) for code, hint in sorted(careless.items()) if code not in stated])
    out.append("A field or parameter that does not fit is `invalid_` with its name where nothing above says more. Codes of single routes, of runs and of what waits in a change set, with what is said of them:")
    out.append("")
    others = other_codes(stated | set(careless))
    table(["code", "said"], [(f"`{code}`", said) for code, said in sorted(others.items())])
    out.append("## Shapes")
    out.append("")
    for name in sorted(schemas, key=str.lower):
        shape(name, schemas[name])
    problems = check(stated | set(careless))
    for problem in problems:
        print(problem, file=sys.stderr)
    written = re.sub(r"\n{3,}", "\n\n", "\n".join(out)).rstrip() + "\n"
    (root / "docs/http.md").write_text(written, encoding="utf-8")
    sys.exit(1 if problems else 0)


main()
