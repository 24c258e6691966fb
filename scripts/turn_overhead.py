#!/usr/bin/env python3
"""What the harness adds to a turn: its whole time less the time the model had (bar: 15 ms at 10 000 todos).

usage: turn_overhead.py BINARY [TODOS] [TURNS]

The model is a scripted server that answers at once in the OpenAI format; its time is from the first byte
of a request to the last of the answer. A turn is from POST /api/runs to the end of its event stream.
"""
import http.client, json, os, statistics, subprocess, sys, tempfile, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

binary, todos = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
turns = int(sys.argv[3]) if len(sys.argv) > 3 else 60
calls = []

class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def send(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def do_GET(self):
        self.send("application/json", b'{"object":"list","data":[{"id":"m","object":"model"}]}')

    def do_POST(self):
        began = time.perf_counter()
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = json.dumps({"operations": [], "reply": "There is nothing to change."})
        usage = {"prompt_tokens": 900, "completion_tokens": 20}
        chunks = [{"model": "m", "choices": [{"index": 0, "delta": {"content": said}, "finish_reason": None}]},
                  {"model": "m", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage}]
        if asked.get("stream"):
            body = "".join(f"data: {json.dumps(c)}\n\n" for c in chunks) + "data: [DONE]\n\n"
            self.send("text/event-stream", body.encode())
        else:
            whole = {"model": "m", "choices": [{"message": {"content": said}, "finish_reason": "stop"}], "usage": usage}
            self.send("application/json", json.dumps(whole).encode())
        calls.append((time.perf_counter() - began, sum(len(m["content"]) for m in asked["messages"])))

def cpu(pid):
    """Milliseconds of processor time of all threads, which a busy machine does not stretch much."""
    spent = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/schedstat") as file:
            spent += int(file.read().split()[0])
    return spent / 1e6

model = ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=model.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory() as folder:
    token = "turn-overhead"
    env = {**os.environ, "COUNTERSIGN_TOKEN": token, "COUNTERSIGN_MODEL": "openai:m", "COUNTERSIGN_MODEL_URL": f"http://127.0.0.1:{model.server_port}/v1"}
    server = subprocess.Popen([binary, "serve", "--data", folder, "--port", "0", "--json"],
                              env=env, stdout=subprocess.PIPE, text=True)
    try:
        port = json.loads(server.stdout.readline())["port"]
        line = http.client.HTTPConnection("127.0.0.1", port)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

        def call(method, path, body=None, raw=False):
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            text = answer.read()
            if answer.status >= 400:
                sys.exit(f"{method} {path}: {answer.status} {text[:300]}")
            return text if raw else json.loads(text)

        words = ["dentist", "rent", "passport", "milk", "report", "garden", "invoice", "lighthouse"]
        for n in range(todos):
            call("POST", "/api/todos", {"title": f"{words[n % 8]} {words[n // 8 % 8]} number {n}"})
        ours, spent, theirs, sizes, outcomes = [], [], [], [], {}
        for n in range(turns + 5):
            calls.clear()
            began, before = time.perf_counter(), cpu(server.pid)
            run = call("POST", "/api/runs", {"message": f"already finally move the {words[n % 8]} number {n} somehow after the fair"})
            call("GET", f"/api/runs/{run['run']}/events", raw=True)
            took, after = time.perf_counter() - began, cpu(server.pid)
            state = call("GET", f"/api/runs/{run['run']}")
            if n >= 5 and calls:
                ours.append(1e3 * (took - sum(t for t, _ in calls)))
                spent.append(after - before)
                theirs.append(len(calls))
                sizes.append(max(size for _, size in calls))
            outcomes[state.get("status")] = outcomes.get(state.get("status"), 0) + 1
    finally:
        server.terminate()
        server.wait()
ours.sort()
print(f"{todos} todos, {len(ours)} turns with a model of {turns}, {statistics.mean(theirs):.1f} calls each, ended {outcomes}")
print(f"longest prompt {max(sizes)} characters, about {max(sizes) // 4} tokens")
print(f"overhead p50 {statistics.median(ours):.1f} ms, p95 {ours[int(len(ours) * 0.95)]:.1f} ms, least {ours[0]:.1f} ms")
print(f"processor time of the server p50 {statistics.median(spent):.1f} ms a turn; load of the machine {os.getloadavg()[0]:.1f}")
