"""While a call runs: Ctrl-C, progress, other threads, processes that fork."""
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import burl_noise as burl

SLOW = "fbm(cells(), octaves: 12) + fbm(perlin(), octaves: 16)"
# Of this, each call that is interrupted takes several times as long, left alone, as it may after the interrupt.
SLOWER = "fbm(cells(), octaves: 32) + fbm(cells(seed: 1), octaves: 32) + fbm(cells(seed: 2), octaves: 32)"
POINTS = np.linspace(0, 100, 10_000_000)


@pytest.mark.parametrize("threads", [1, None])
@pytest.mark.parametrize("call", [
    lambda program, threads: program.grid((8192, 8192), threads=threads),
    lambda program, threads: program.grid((4096, 4096), samples=4, threads=threads),
    lambda program, threads: program(POINTS, 0.5, threads=threads),
    lambda program, threads: burl.compile("breach(1000*fbm(perlin(), octaves: 4))").grid((3000, 3000), threads=threads),
], ids=["grid", "samples", "points", "breach"])
def test_an_interrupt_stops_it(call, threads):
    """On an idle machine within 15 ms; here within what a busy one may add."""
    sent = []

    def interrupt():
        time.sleep(0.2)
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    sender = threading.Thread(target=interrupt)
    sender.start()
    with pytest.raises(KeyboardInterrupt):
        call(burl.compile(SLOWER), threads)
    assert time.perf_counter() - sent[0] < 3
    sender.join()


def test_progress_is_called_and_stops():
    done = []
    burl.compile(SLOW).grid((512, 512), threads=1, progress=done.append)
    assert done == sorted(done) and done[-1] == 1 and all(0 <= d <= 1 for d in done) and len(done) > 2

    class Enough(Exception):
        pass

    def stop(done):
        if done > 0.1:
            raise Enough(done)

    with pytest.raises(Enough) as caught:
        burl.compile(SLOW).grid((1024, 1024), progress=stop)
    assert caught.value.args[0] < 0.9


def test_a_bar_of_tqdm(capsys):
    pytest.importorskip("tqdm")
    burl.compile(SLOW).grid((256, 256), progress=True)
    assert "100%" in capsys.readouterr().err


def test_a_plain_bar(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    burl.compile(SLOW).grid((256, 256), progress=True)
    shown = capsys.readouterr().err
    assert shown.endswith("]\n") and "\r100 % [" + 40 * "#" in shown


def test_other_threads_run_meanwhile():
    """The interpreter's lock is free while a grid and points are sampled."""
    counted, over = [0], threading.Event()

    def count():
        while not over.is_set():
            counted[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    for call in (lambda: burl.compile(SLOW).grid((600, 600), threads=1), lambda: burl.compile(SLOW)(POINTS[:200_000], 1, threads=1)):
        counted[0] = 0
        begun = time.perf_counter()
        call()
        assert counted[0] > 20 * (time.perf_counter() - begun)
    over.set()
    counter.join()


def test_knobs_turn_while_others_sample():
    """Each grid is that of one seed and one value of the knob, whatever the other threads do."""
    program = burl.compile("param k = 1 [0, 9]\nk + 0*perlin()")
    right = []

    def sample():
        for _ in range(100):
            grid = program.grid((200, 200), threads=2)
            right.append((grid == grid[0, 0]).all() and grid[0, 0] in range(10))

    threads = [threading.Thread(target=sample) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        program["k"] = (program["k"] + 1) % 10
        program.seed = int(program["k"])
    assert len(right) == 400 and all(right)


def test_images_change_while_others_sample():
    program = burl.compile('image("a") + 0*x')
    program.images["a"] = np.zeros((64, 64), np.float32)
    right = []

    def sample():
        for _ in range(60):
            grid = program.grid()
            right.append((grid == grid[0, 0]).all())

    thread = threading.Thread(target=sample)
    thread.start()
    n = 0
    while thread.is_alive():
        n += 1
        program.images["a"] = np.full((64, 64), n, np.float32)
    assert len(right) == 60 and all(right)


def _mean(seed):
    return float(burl.compile(SLOW, seed=seed).grid((256, 256), threads=2).mean())


def test_forked_processes_sample():
    expected = [_mean(seed) for seed in range(4)]  # with threads, before the fork
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(_mean, range(4)).get(timeout=60) == expected


def test_an_interrupt_elsewhere_waits_for_nobody():
    """A signal's handler of the caller's runs while a grid is sampled, and what it raises comes out."""
    def handle(number, frame):
        raise OSError("from the handler")

    before = signal.signal(signal.SIGUSR1, handle)
    try:
        timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGUSR1))
        timer.start()
        with pytest.raises(OSError, match="from the handler"):
            burl.compile(SLOW).grid((8192, 8192))
        timer.join()
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_importing_is_light():
    """numpy is all that it takes along."""
    code = ("import sys, numpy; before = set(sys.modules); import burl_noise; "
            "print(sorted({name.partition('.')[0] for name in set(sys.modules) - before} & "
            "{'dask', 'xarray', 'PIL', 'tqdm', 'ipywidgets', 'pandas'}))")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_a_copy_is_of_one_time():
    """Seed and samples, place and values: of a program that others change."""
    program = burl.compile("param k = 1 [1, 9]\nview 0, 0, k, 1\nfloor(x/k) + 0*perlin()")
    over, wrong = threading.Event(), []

    def change():
        while not over.is_set():
            program.seed = program.seed + 1
            program["k"] = program["k"] % 9 + 1

    def look():
        for _ in range(3000):
            copy = program.copy()
            if copy.seed != 0 and copy != burl.compile(copy.source, seed=copy.seed, knobs={"k": copy["k"]}):
                wrong.append(copy)
            if program.grid((2, 8)).any():  # x/k is below 1 all over the view
                wrong.append("grid")

    threads = [threading.Thread(target=change), *[threading.Thread(target=look) for _ in range(2)]]
    for thread in threads:
        thread.start()
    for thread in threads[1:]:
        thread.join()
    over.set()
    threads[0].join()
    assert not wrong


def test_no_change_is_lost():
    program = burl.compile("param a = 0 [0, 9999]\nparam b = 0 [0, 9999]\na + b")

    def count(name):
        for n in range(300):
            program[name] = n

    threads = [threading.Thread(target=count, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (program["a"], program["b"]) == (299, 299)


@pytest.mark.parametrize("call", ["program(numpy.zeros(3_000_000), 0.5, threads=4)", "program.grid((4096, 4096), threads=4)",
                                  "program.grid((4096, 4096), threads=4, progress=lambda done: None)"])
def test_the_end_while_helpers_work(call):
    """Python ends a thread that wants its lock at the end, and with it goes the stack that helpers read."""
    code = ("import burl_noise as burl, numpy, sys, threading, time\n"
            f"program = burl.compile({SLOW!r})\n"
            "class Slow:\n    def __del__(self): time.sleep(0.5)\n"
            "sys.slow = Slow()\n"
            f"threading.Thread(target=lambda: {call}, daemon=True).start()\n"
            "time.sleep(0.1)")
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_the_end_of_the_interpreter():
    """A thread that still samples when the interpreter ends crashes nothing."""
    code = ("import burl_noise as burl, threading, time\n"
            f"program = burl.compile({SLOW!r})\n"
            "threading.Thread(target=lambda: program.grid((4096, 4096), threads=1), daemon=True).start()\n"
            "time.sleep(0.1)")
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
