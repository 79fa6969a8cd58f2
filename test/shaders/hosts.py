"""Has programs run: by a program of this folder (job.h), or in a headless Chromium (browser.html)."""
import http.server
import json
import os
import queue
import subprocess
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
PATIENCE = 300  # seconds without an answer: a program of a large recipe takes a minute to compile on a busy machine


@dataclass(frozen=True)
class Job:
    """Names of files in the working folder, and numbers, as job.h has them."""
    text: str
    rows: str
    values: str
    count: int
    calls: int


@dataclass
class Answers:
    device: str = ""
    none: str = ""                             # why nothing can run so here
    times: dict = field(default_factory=dict)  # seconds to build and to run, by text
    failed: dict = field(default_factory=dict) # what was said, by text

    def take(self, line):
        word, _, rest = line.partition(" ")
        if word == "device":
            self.device = rest
        elif word == "none":
            self.none = rest
        elif word == "ok":
            text, build, run = rest.split()
            self.times[text] = (float(build), float(run))
        elif word == "failed":
            text, _, said = rest.partition(" ")
            self.failed[text] = said

    def left(self, jobs):
        return [job for job in jobs if job.text not in self.times and job.text not in self.failed]


def run(host, jobs, folder, programs):
    """Runs the jobs, beginning again where a program stops in the middle of one: with that one, as a browser may not
    start on a busy machine, and where it stops there again with the next one."""
    answers, again = Answers(), set()
    start = start_browser if host == "browser" else lambda *rest: start_program(programs / host, *rest)
    left = jobs
    while left and not answers.none:
        said = start(left, folder, answers)
        before, left = left, answers.left(jobs)
        if left and not answers.none and left[0].text not in again:  # it stopped at the first that has no answer
            again.add(left[0].text)
        elif left == before or (left and not answers.none):
            answers.failed[left[0].text] = f"what runs it stopped\n{said}"
            left = left[1:]
    return answers


# ---- a program -----------------------------------------------------------------------------------------

NO_CACHES = {"MESA_SHADER_CACHE_DISABLE": "true", "POCL_KERNEL_CACHE": "0"}


def start_program(path, jobs, folder, answers):
    lines, asked = queue.Queue(), "".join(f"{job.text} {job.rows} {job.values} {job.count} {job.calls}\n" for job in jobs)
    with tempfile.TemporaryFile("w+", errors="replace") as errors:
        program = subprocess.Popen([path], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                                   text=True, env=os.environ | NO_CACHES)
        threading.Thread(target=pump, args=(program, asked, lines), daemon=True).start()
        said = listen(program, lines, answers)
        errors.seek(0)
        spread(errors.read(), said, answers)
    return said


def pump(program, asked, lines):
    """Hands a program its jobs and takes what it prints."""
    try:
        program.stdin.write(asked)
        program.stdin.close()
    except BrokenPipeError:
        pass  # it has ended, which listen() will see
    for line in program.stdout:
        lines.put(line.rstrip("\n"))
    lines.put("done")


def spread(errors, said, answers):
    """Gives what was said to the texts that it names at the start of a line."""
    text = None
    for line in errors.splitlines():
        name = line.partition(":")[0]
        text = name if name in answers.failed else text
        if text:
            answers.failed[text] += line + "\n"
    if not answers.device:
        answers.none = errors.strip() or said or "it did not start"


# ---- the browser ---------------------------------------------------------------------------------------

CHROMIUM = ["chromium", "--headless", "--no-first-run", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader",
            "--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist"]


def make_handler(jobs, folder, lines):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = Path(self.path).name
            if self.path == "/":
                body, kind = (HERE / "browser.html").read_bytes(), "text/html"
            elif self.path == "/jobs":
                body, kind = json.dumps([asdict(job) for job in jobs]).encode(), "application/json"
            elif (folder / name).is_file():
                body, kind = (folder / name).read_bytes(), "application/octet-stream"
            else:
                return self.send_error(404)
            self.answer(body, kind)

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/answer":
                lines.put(body.decode())
            else:
                (folder / Path(self.path).name).write_bytes(body)
            self.answer(b"", "text/plain")

        def answer(self, body, kind):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass
    return Handler


def start_browser(jobs, folder, answers):
    lines = queue.Queue()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), make_handler(jobs, folder, lines))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen([*CHROMIUM, *root, f"--user-data-dir={profile}",
                                    f"http://localhost:{server.server_port}/"],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        said = listen(browser, lines, answers)
    server.shutdown()
    server.server_close()
    if not answers.device and not answers.none:
        answers.none = said or "Chromium said nothing"
    return said


# ---- both ----------------------------------------------------------------------------------------------

def listen(process, lines, answers):
    """Takes answers until the last, and ends the process; returns what to say where it stopped before."""
    said, last = "", time.monotonic()
    while time.monotonic() - last < PATIENCE:
        try:
            line = lines.get(timeout=1)
        except queue.Empty:
            if process.poll() is not None:
                said = "it ended"
                break
            continue
        if line == "done":
            break
        answers.take(line)
        last = time.monotonic()
    else:
        said = f"it said nothing for {PATIENCE} seconds"
    process.terminate()
    process.wait()
    return said
