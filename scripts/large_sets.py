#!/usr/bin/env python3
"""A file of many todos as one change set: proposed, shown, applied, asked again, taken back.

    python3 scripts/large_sets.py target/release/countersign 50000

Of each step: status, time, processor time of the server, what it answered, and the most memory that it held meanwhile
(Linux; the peak is set back before each step).
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

TOKEN = "t" * 32


class Server:
    def __init__(self, binary, folder):
        env = dict(os.environ, COUNTERSIGN_TOKEN=TOKEN)
        command = [binary, "serve", "--port", "0", "--json", "--data", folder]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True)
        url = json.loads(self.process.stdout.readline())["url"]
        self.base = "/".join(url.split("/")[:3])

    def seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def peak(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM"))

    def call(self, step, method, path, body=None, key=None):
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as refs:
            refs.write("5")
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method, headers=headers)
        used, began = self.seconds(), time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=4000) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            status, text = refused.code, refused.read()
        took, used = time.monotonic() - began, self.seconds() - used
        print(f"| {step} | {status} | {took:.1f} s | {used:.1f} s | {len(text) / 1e6:.1f} MB | {self.peak()} MB |", flush=True)
        return status, json.loads(text)

    def apply(self, step, change_set, key):
        sign = [{"item": item["n"], "digest": item["digest"]} for item in change_set["items"]]
        path, body = f"/api/change-sets/{change_set['id']}/apply", {"digest": change_set["digest"], "sign": sign}
        status, answer = self.call(step, "POST", path, body, key)
        if status == 409:
            body["confirm"] = answer["details"]["token"]
            status, answer = self.call(f"{step}, confirmed", "POST", path, body, key)
        assert status == 200, answer
        again, same = self.call(f"{step}, asked again under its key", "POST", path, body, key)
        assert again == 200 and same == answer
        return answer


def main():
    binary, many = sys.argv[1], int(sys.argv[2])
    todos = [
        {
            "title": f"Call number {n} about invoice {n * 7}",
            "notes": "a note of some length" if n % 4 == 0 else "",
            "scheduled_for": f"2027-{n % 12 + 1:02}-{n % 28 + 1:02}",
        }
        for n in range(many)
    ]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(binary, folder)
        try:
            print("| step | status | time | processor | answer | peak |\n|---|---|---|---|---|---|")
            file = {"name": "todos.json", "text": json.dumps(todos)}
            _, change_set = server.call("import", "POST", "/api/import", file)
            server.call("show", "GET", f"/api/change-sets/{change_set['id']}")
            done = server.apply("apply", change_set, "once")
            _, undo = server.call("undo", "POST", f"/api/ledger/{done['entry']}/undo", {})
            server.apply("apply of the undo", undo, "back")
            files = [os.path.join(folder, name) for name in os.listdir(folder)]
            print(f"\nfiles: {sum(os.path.getsize(file) for file in files if os.path.isfile(file)) / 1e6:.0f} MB")
        finally:
            server.process.terminate()
            server.process.wait()


main()
