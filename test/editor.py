#!/usr/bin/env python3
"""For test_editor: a client of burl lsp, which speaks the protocol over pipes, and burl format.  Each mode prints what is
wrong, or "fine".

    editor.py BURL MODE SOURCE

SOURCE is burl's source folder.  Places are counted here once more: lines, and UTF-16 units by Python's own encoder.
"""
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

BURL, MODE, SOURCE = sys.argv[1], sys.argv[2], Path(sys.argv[3])
wrong = 0


def check(is_right, *what):
    global wrong
    if not is_right:
        wrong += 1
        if wrong < 20:
            print(*what)


# ---- the client ----------------------------------------------------------------------------------

class Client:
    def __init__(self, greet=True):
        self.process = subprocess.Popen([BURL, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number, self.version, self.shown = 0, 0, {}
        if greet:
            self.about = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
            self.tell("initialized", {})

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message).encode() if isinstance(message, dict) else message
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self):
        length = None
        while (line := self.process.stdout.readline()) != b"\r\n":
            if not line:
                return None
            length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def tell(self, method, parameters):
        self.send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def answer(self, number):
        """What comes with that id; diagnostics on the way are kept."""
        while (message := self.read()) is not None:
            if message.get("method") == "textDocument/publishDiagnostics":
                self.shown[message["params"]["uri"]] = message["params"]
            elif message.get("id") == number:
                return message
        return None

    def ask_whole(self, method, parameters):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        return self.answer(self.number)

    def ask(self, method, parameters):
        message = self.ask_whole(method, parameters)
        check(message and "result" in message, method, message)
        return message.get("result") if message else None

    def open(self, uri, text):
        self.version += 1
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "burl", "version": self.version,
                                                           "text": text}})

    def change(self, uri, changes):
        self.version += 1
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.version},
                                             "contentChanges": changes})

    def close(self, uri):
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri):
        """Those of the newest version."""
        while self.shown.get(uri, {}).get("version") != self.version:
            message = self.read()
            if message is None:
                return None
            if message.get("method") == "textDocument/publishDiagnostics":
                self.shown[message["params"]["uri"]] = message["params"]
        return self.shown[uri]["diagnostics"]

    def at(self, method, uri, text, offset, **more):
        return self.ask_whole("textDocument/" + method,
                              {"textDocument": {"uri": uri}, "position": position(text, offset), **more})

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        check(self.process.wait(20) == 0, "exit code", self.process.returncode)


LINE_END = re.compile(r"\r\n|\n|\r")


def position(text, offset):
    """Of an offset in characters."""
    before = text[:offset]
    ends = list(LINE_END.finditer(text, 0))
    lines = [m for m in ends if m.end() <= offset]
    start = lines[-1].end() if lines else 0
    return {"line": len(lines), "character": len(before[start:].encode("utf-16-le", "surrogatepass")) // 2}


def offset_of(text, at):
    start = ([0] + [m.end() for m in LINE_END.finditer(text)])[at["line"]]
    offset = start
    while len(text[start:offset].encode("utf-16-le", "surrogatepass")) // 2 < at["character"]:
        offset += 1
    return offset


def apply(text, edits):
    for edit in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
        text = text[:offset_of(text, edit["range"]["start"])] + edit["newText"] + text[offset_of(text, edit["range"]["end"]):]
    return text


def uri_of(path):
    return "file://" + quote(str(Path(path).absolute()))


def recipes():
    return sorted(SOURCE.glob("recipes/**/*.burl"))


def some_of(list_):
    """All of it, or where tests are to be short (BURL_TEST_SCALE) a fifth."""
    return list_[::5] if float(os.environ.get("BURL_TEST_SCALE", 1)) < 1 else list_


# ---- diagnostics ---------------------------------------------------------------------------------

STRING = r'"(?:[^"\\\n]|\\.)*"'


def tried_recipes():
    """The texts of the tests of errors and notes, good and bad, and some that editors make."""
    found = ["a = 1 // é 🙂\nb = nope + \"\U0001F600\"\nb", "// 漢字\nperlin(octvaes: 2) // 🙂", "\ufeffperlin(", "\r\nperlin(\r\n",
             "a = 1\rnope", "fbm(perlin(), octaves: 2, lacunarity: 2, gain: 0)", "", "\n", "param k = 1\nperlin()", "x\n\n  y"]
    for name in ("test_language_errors.c", "test_hints.c", "test_notes.c", "test_import.c"):
        source = (SOURCE / "test" / name).read_text("utf-8")
        for literal in re.findall(rf"{STRING}(?:\s*{STRING})*", source):
            text = "".join(re.findall(STRING, literal)).replace('""', "")
            try:
                found.append(json.loads(text))
            except ValueError:
                pass
    return [text for text in dict.fromkeys(found) if len(text) < 3000]


def said_by_info(text):
    """(line, column, message, hint) of the error or the notes, columns in bytes."""
    Path("said.burl").write_bytes(text.encode())
    path = str(Path("said.burl").absolute())
    run = subprocess.run([BURL, "info", "--json", "--", path], capture_output=True)
    if run.returncode == 0:
        return [(n["line"], n["column"], n["message"], n["hint"]) for n in json.loads(run.stdout)["notes"]]
    lines = run.stderr.decode().split("\n")
    first = re.match(re.escape(path) + r":(\d+):(\d+): (.*)", lines[0])
    if not first:
        return None
    marks = next((line for line in lines[1:] if re.match(r"\s*\^", line)), lines[1] if len(lines) > 1 else "")
    return [(int(first[1]), int(first[2]), first[3], re.sub(r"^\s*\^?~* ?", "", marks))]


def said_by_server(text, list_):
    """The same, from diagnostics."""
    found = []
    for one in list_:
        message, _, hint = one["message"].partition("\n")
        offset = offset_of(text, one["range"]["start"])
        before = text[:offset].removeprefix("\ufeff")
        line = before.count("\n") + 1
        column = len(before[before.rfind("\n") + 1:].encode()) + 1
        check(offset <= offset_of(text, one["range"]["end"]), "range", repr(text), one)
        found.append((line, column, message, hint))
    return found


def diagnostics():
    client, compared = Client(), 0
    uri = uri_of("said.burl")
    known = tried_recipes()
    tried = some_of(known)
    for text in tried:
        expected = said_by_info(text)
        if expected is None or any(not m.isprintable() for _, _, m, h in expected):
            continue
        client.open(uri, text)
        found = said_by_server(text, client.diagnostics(uri))
        check(found == expected, repr(text), found, expected)
        client.close(uri)
        compared += bool(expected)
    check(compared*len(known) > 400*len(tried), "only", compared, "of", len(tried))
    client.end()


# ---- edits ---------------------------------------------------------------------------------------

PIECES = ["\n", "\r\n", " ", "(", ")", "fbm", "é", "🙂", "漢", "// ", '"', "a = ", "#fff", "1.5", ",", "octaves: ", "perlin()",
          "param k = 2\n", "f(a) = a + k\n", "-", "?", ":", "import burl/shapes\n"]


def knowledge(client, uri, text):
    """All that depends on the text alone."""
    asked = [client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}}),
             client.ask("textDocument/documentColor", {"textDocument": {"uri": uri}}),
             client.ask_whole("textDocument/formatting", {"textDocument": {"uri": uri}, "options": {}}).get("result")]
    for at in range(0, len(text) + 1, max(1, len(text) // 12)):
        for method in ("hover", "completion", "definition", "references", "signatureHelp", "prepareRename"):
            message = client.at(method, uri, text, at, context={"includeDeclaration": True})
            asked.append(message.get("result", message.get("error")))
    return asked


def edits():
    random.seed(5)
    client, rounds = Client(), int(40 * float(os.environ.get("BURL_TEST_SCALE", "1"))) + 4
    for round_ in range(rounds):
        text = random.choice(recipes()).read_text("utf-8") if round_ % 2 else ""
        uri = uri_of(f"edited{round_}.burl")
        client.open(uri, text)
        for _ in range(12):
            changes = []
            for _ in range(random.randint(1, 3)):
                a, b = sorted(random.randint(0, len(text)) for _ in range(2))
                b = min(b, a + random.choice([0, 0, 1, 5, 400]))
                if text[a - 1:a + 1] == "\r\n" or text[b - 1:b + 1] == "\r\n":
                    continue
                piece = "".join(random.choices(PIECES, k=random.randint(0, 4)))
                changes.append({"range": {"start": position(text, a), "end": position(text, b)}, "text": piece})
                text = text[:a] + piece + text[b:]
            client.change(uri, changes)
        edited, known = client.diagnostics(uri), knowledge(client, uri, text)
        client.close(uri)
        client.open(uri, text)
        check(edited == client.diagnostics(uri), "diagnostics after edits", repr(text))
        check(known == knowledge(client, uri, text), "answers after edits", repr(text))
        client.close(uri)
    client.end()


# ---- names ---------------------------------------------------------------------------------------

def samples(text):
    Path("bits.burl").write_bytes(text.encode())
    run = subprocess.run([BURL, "render", "bits.burl", "--size", "7x5", "-o", "bits.npy", "-q"], capture_output=True)
    return Path("bits.npy").read_bytes() if run.returncode == 0 else run.stderr


def rename_in(client, uri, text, at, name):
    return client.at("rename", uri, text, at, newName=name)


def rename():
    client, done = Client(), 0
    small = [p for p in recipes() if "materials" in p.parts or "published" in p.parts][::3]
    for path in small:
        text, uri = path.read_text("utf-8"), uri_of(path)
        client.open(uri, text)
        symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        renamed, before = text, samples(text)
        for symbol in symbols:
            if symbol["kind"] in (12, 13):
                client.change(uri, [{"text": renamed}])
                at = offset_of(renamed, next(s for s in client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
                                             if s["name"] == symbol["name"])["selectionRange"]["start"])
                message = rename_in(client, uri, renamed, at, "q_" + symbol["name"])
                check("result" in message, path.name, symbol["name"], message)
                renamed = apply(renamed, message.get("result", {}).get("changes", {}).get(uri, []))
                done += 1
        check(renamed.count("q_") >= len(symbols) - 8, path.name, renamed)
        check(samples(renamed) == before, path.name, "other bits")
        client.close(uri)
    check(done > 60, "only", done)

    # What must be refused, and why; the place is before the mark §.
    uri = uri_of("named.burl")
    Path("wood.burl").write_text("param rings = 3\nboard(u) = fract(rings*u)\n_own = 1\n")
    for marked, name, answer in [
        ("a§b = 1\nab + x", "1a", "is no name"), ("a§b = 1\nab + x", "view", "is no name"),
        ("a§b = 1\nab + x", "z", "is no name"), ("k = 1\nf(§a) = a + k\nf(x) + k", "k", "something else in line 2"),
        ("k§ = 1\nf(a) = a + k\nf(x) + k", "a", "something else in line 2"),
        ("f§(a) = a\nf(x) + fbm(perlin())", "fbm", "something else in line 2"),
        ("a = 1\nb§ = 2\na + b", "a", "something else"), ("fb§m(perlin())", "g", "one of burl's own"),
        ("fbm(perlin(), oct§aves: 2)", "g", "a word of the language"), ("perlin(interp: her§mite)", "g", "a word of the language"),
        ("import \"wood.burl\" as wood\nwood.bo§ard(x)", "g", "defined in wood.burl"), ("x§ + 1", "g", "isn't defined"),
        ("import burl/shapes\ncir§cle(1)", "g", "defined in burl/shapes"), ("a§ = 1\na +", "b", "has an error"),
        ("§ 1 + x", "b", "no name here")]:
        at, text = marked.index("§"), marked.replace("§", "")
        client.open(uri, text)
        message = rename_in(client, uri, text, at, name)
        check(answer in message.get("error", {}).get("message", ""), repr(marked), name, message)
        client.close(uri)

    # What is renamed.
    for marked, name, expected in [
        ("hermite = 2\nperlin(interp: hermite)*her§mite", "q", "q = 2\nperlin(interp: hermite)*q"),
        ("a = 1\na(q) = q\n§a + a(x)", "b", "b = 1\na(q) = q\nb + a(x)"),
        ("a = 1\na(q) = q\na + §a(x)", "b", "a = 1\nb(q) = q\na + b(x)"),
        ("f(a, b) = a*§b\na = 2\nf(a, x)", "c", "f(a, c) = a*c\na = 2\nf(a, x)"),
        ("a = 2\nf(§a) = a\nf(a)", "v", "a = 2\nf(v) = v\nf(a)"),
        ("f(§a) = a\ng(a) = a\nf(x) + g(y)", "v", "f(v) = v\ng(a) = a\nf(x) + g(y)"),
        ("param n§ = 3 [1, 9] \"n\" // n\nfbm(perlin(), octaves: n)", "many",
         "param many = 3 [1, 9] \"n\" // n\nfbm(perlin(), octaves: many)"),
        ("a = x > 0 ? b§b : 1\nbb = 2\na", "q", None),
        ("\ufeff// é 🙂\r\n§ä = 1\r\n1", "q", None),
        ("/* */", "q", None),
        ("b = 1 // 🙂🙂\r\nmin(§b, x) + b", "long", "long = 1 // 🙂🙂\r\nmin(long, x) + long")]:
        at, text = marked.find("§"), marked.replace("§", "")
        client.open(uri, text)
        message = rename_in(client, uri, text, max(at, 0), name)
        if expected:
            check("result" in message and apply(text, message["result"]["changes"][uri]) == expected, repr(marked), message)
        else:
            check("error" in message, repr(marked), message)
        client.close(uri)
    client.end()


def names():
    client, uri = Client(), uri_of("named.burl")
    Path("wood.burl").write_text("param rings = 3\n// é 🙂 boards\n// of oak\nboard(u) = fract(rings*u)\n")
    text = ("import \"wood.burl\" as wood\nimport burl/shapes\nparam k = 2 [1, 3] \"🙂\"\n// what is 🙂 far\nfar = length(x, y)*k\n"
            "f(a) = a*far\nf(wood.board(x)) + mask(circle(1), 0.1) + far // far\n")
    client.open(uri, text)
    check(client.diagnostics(uri) == [], client.shown)

    def where(word, index=0):
        return [m.start() for m in re.finditer(rf"\b{word}\b", text)][index]

    def result(method, at, **more):
        return client.at(method, uri, text, at, **more).get("result")

    def span(word, index=0):
        at = where(word, index)
        return {"start": position(text, at), "end": position(text, at + len(word))}

    check(result("definition", where("far", 2) + 1) == {"uri": uri, "range": span("far", 1)}, result("definition", where("far", 2)))
    there = result("definition", where("board") + 2)
    check(there and there["uri"] == uri_of("wood.burl") and there["range"]["start"] == {"line": 3, "character": 0}, there)
    check(result("definition", where("burl"))["uri"] == uri_of("wood.burl"), "the imported file")
    check(result("definition", where("circle")) is None, "the library has no file")
    uses = result("references", where("far", 1), context={"includeDeclaration": True})
    check([u["range"] for u in uses] == [span("far", i) for i in (1, 2, 3)], uses)
    check(len(result("references", where("far", 1), context={"includeDeclaration": False})) == 2, "without the declaration")
    for word, index, parts in [("far", 2, ["length(x, y)*k", "what is 🙂 far", "a number in [0,", "values computed"]),
                               ("k", 1, ["param k", "a knob, 2 in [1, 3]"]), ("board", 0, ["board(u)", "🙂 boards", "of oak", "wood.burl"]),
                               ("mask", 0, ["burl/shapes"]), ("length", 0, ["length("]), ("a", 1, ["An argument"])]:
        hover = result("hover", where(word, index) + len(word) // 2)
        said = hover["contents"]["value"] if hover else ""
        check(all(p in said for p in parts), word, said)
    symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    check([s["name"] for s in symbols] == ["wood.burl", "burl/shapes", "k", "far", "f"], symbols)

    # A line that defines something ends the brackets that are open above it.
    for open_ in ["a = fbm(perlin(\nb = 2\nc(q) = q\nparam d = 1\nb + c(d)", "a = (\n\nb = (\nc(q, r) = q\nparam d = 1\n"]:
        client.open(uri, open_)
        symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        check([s["name"] for s in symbols] == ["a", "b", "c", "d"], repr(open_), symbols)
        client.close(uri)

    # Every line sees a knob, and a view sees every line.
    for open_, uses in [("view 0, 0, k, 1\na = k*x\nparam k = 2 [0, 3]\na", 3), ("b = a\na = 2\nb", 1), ("view 0, 0, a, 1\na = 2\na", 3)]:
        client.open(uri, open_)
        found = client.at("references", uri, open_, open_.index("k =" if "k" in open_ else "a ="),
                          context={"includeDeclaration": True})["result"]
        check(len(found) == uses, repr(open_), found)
        client.close(uri)

    def labels(marked):
        at, whole = marked.index("§"), marked.replace("§", "")
        client.open(uri, whole)
        items = client.at("completion", uri, whole, at).get("result") or []
        client.close(uri)
        return [i["label"] for i in items]

    listed = json.loads(subprocess.run([BURL, "list", "--json"], capture_output=True, check=True).stdout)
    functions = {f["name"]: f for g in listed for f in g["functions"]}
    for name, f in functions.items():
        if "(" not in f["signature"] or not f["options"]:
            continue
        found = labels(f"{name}(§")
        check(set(o["name"] for o in f["options"]) <= set(found), name, found[:9])
        for o in f["options"]:
            if o["kind"] == "word":
                check(labels(f"{name}(x, {o['name']}: §)") == o["words"], name, o["name"], labels(f"{name}(x, {o['name']}: §)"))
    check("k" in labels("a = §\nparam k = 2\na"), "a knob below")
    found = labels("a = 1\nf(q, r) = q + §\nb = 2\n")
    check({"a", "q", "r", "fbm", "x", "pi"} <= set(found) and not {"b", "f"} & set(found), found[:20])
    check(set(functions) <= set(labels("a = 1\n§\n")), "functions")
    check("param" in labels("a = 1\n§") and "param" not in labels("a = 1 + §"), "keywords")
    check({"wood.board", "wood.rings", "circle"} <= set(labels("import \"wood.burl\" as wood\nimport burl/shapes\na = §")), "imports")
    check(labels("a = 1 // far §") == [] and labels("import \"wo§\"") == [], "prose")
    check(labels("import §")[:1] == ["burl/cloth"], labels("import §")[:3])
    check("cloth" in labels("import burl/§") and "cloth" in labels("import burl/cl§"), labels("import burl/§")[:3])
    check("fbm" not in labels("import burl/§") and "cloth" not in labels("a = burl/§"), "what is no import")
    for value in ["1.§5", "1§", "1e§5", ".§5", "#ab§c", "#§abc", "#abc§", "a*140000 + #12345§6"]:
        check(labels(f"a = {value}") == [], value, labels(f"a = {value}")[:3])

    client.open(uri, "f(a, b) = a + b\nf(x, fbm(perlin(), octaves: 2))")
    whole = "f(a, b) = a + b\nf(x, fbm(perlin(), octaves: 2))"
    signature = client.at("signatureHelp", uri, whole, whole.index(", fbm") + 2)["result"]
    check(signature["signatures"][0]["label"] == "f(a, b)" and signature["activeParameter"] == 1, signature)
    signature = client.at("signatureHelp", uri, whole, whole.index("2))"))["result"]
    check(signature["signatures"][0]["label"] == functions["fbm"]["signature"], signature)
    client.end()


# ---- style and colours ---------------------------------------------------------------------------

def style():
    client, uri = Client(), uri_of("styled.burl")
    text = "// é 🙂\na=image(\"🙂漢\")+#fff+#12AB9f // 🙂 #123\n\n\n\nb =a *2\r\n\"\"\n"
    client.open(uri, text)
    colours = client.ask("textDocument/documentColor", {"textDocument": {"uri": uri}})
    check([text[offset_of(text, c["range"]["start"]):offset_of(text, c["range"]["end"])] for c in colours] == ["#fff", "#12AB9f"],
          colours)
    check(colours[1]["color"] == {"red": 0x12/255, "green": 0xAB/255, "blue": 0x9F/255, "alpha": 1}, colours)
    for one, wanted in [(colours[0], "#fff"), (colours[1], "#12ab9f")]:
        labels = client.ask("textDocument/colorPresentation", {"textDocument": {"uri": uri}, **one})
        check(labels == [{"label": wanted}], labels)
    message = client.ask_whole("textDocument/formatting", {"textDocument": {"uri": uri}, "options": {}})
    styled = "// é 🙂\na = image(\"🙂漢\") + #fff + #12AB9f // 🙂 #123\n\nb = a*2\n\"\"\n"
    check(apply(text, message["result"]) == styled, message)
    client.close(uri)
    for text in ["a=1\n\n\n\n// é 🙂\na+2", "// 🙂\r\n\r\n\r\nx+1\r\n", "x\n", "", "x+1", "\ufeffx +1 \n\n", "a = 1\nx\n\n\n"]:
        Path("styled.burl").write_bytes(text.encode())
        client.open(uri, text)
        message = client.ask_whole("textDocument/formatting", {"textDocument": {"uri": uri}, "options": {}})
        run = subprocess.run([BURL, "format", "-"], input=text.encode(), capture_output=True)
        if run.returncode:
            check("error" in message, repr(text), message, run.stderr)
        else:
            check(apply(text, message["result"]).encode() == run.stdout, repr(text), message, run.stdout)
        client.close(uri)
    client.end()


TOKEN = re.compile(r'"[^"\n]*"|//[^\n]*|#[0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[A-Za-z_][\w.]*|[<>=!]=|&&|\|\||\n|\S')


def tokens(text):
    """With comments, and with the ends of lines, several in a row once."""
    found = [t.strip() if t.startswith("//") else t for t in TOKEN.findall(text.removeprefix("\ufeff"))]
    return [t for i, t in enumerate(found) if t != "\n" or (0 < i < len(found) - 1 and found[i - 1] != "\n")]


def formatted(text, *options):
    return subprocess.run([BURL, "format", *options, "-"], input=text.encode(), capture_output=True)


def jumbled(text):
    """With other blanks and more empty lines; comments behind code lose their column."""
    lines = []
    for line in text.split("\n"):
        found = TOKEN.findall(line)
        blanks = [random.choice(["", " ", "   ", "\t", " \r "]) for _ in found]
        for i in range(1, len(found)):  # what would become one token
            a, b = found[i - 1][-1], found[i][0]
            if (re.match(r"[\w.#]", a) and re.match(r"[\w.]", b)) or a + b in ("==", "<=", ">=", "!=", "&&", "||") or a == b == "/":
                blanks[i] = blanks[i] or " "
            if found[0] == "import" and (a, b) != ("t", "b") and i > 1:  # burl/shapes is one word to the compiler
                blanks[i] = "" if "/" in (found[i], found[i - 1]) else blanks[i]
        lines.append("".join(b + t for b, t in zip(blanks, found)) + random.choice(["", " ", "\t"]))
        lines += [""] * (random.choice([0, 0, 0, 2]) if not line else 0)
    return "\n" * random.randint(0, 2) + "\n".join(lines) + "\n" * random.randint(0, 2)


def without_columns(text):
    return re.sub(r"(?<=\S) +//", " //", text)


def format_():
    random.seed(3)
    changed = lines = 0
    paths = some_of(recipes())
    for path in paths:
        text = path.read_bytes().decode()
        run = formatted(text)
        once = run.stdout.decode()
        check(run.returncode == 0, path.name, run.stderr)
        check(formatted(once).stdout.decode() == once, path.name, "twice is other than once")
        check(tokens(once) == tokens(text), path.name, "other tokens")
        check(not re.search(r"[ \t]\n|\n\n\n|^\n|[^\n]\Z", once), path.name, "blanks at the end of a line, or empty lines")
        other = formatted(jumbled(text))
        check(without_columns(other.stdout.decode()) == without_columns(once), path.name, other.stderr, other.stdout.decode())
        check(formatted(once.replace("\n", "\r\n")).stdout.decode() == once.replace("\n", "\r\n"), path.name, "CRLF")
        changed += sum(a != b for a, b in zip(text.split("\n"), once.split("\n")))
        lines += text.count("\n")
        if "published" in path.parts or "materials" in path.parts:
            check(samples(once) == samples(text), path.name, "other bits")
    if paths == recipes():
        check(changed < 0.04*lines, "lines of recipes/ that have another style:", changed, "of", lines)
    for text, expected in [
        ("a=1*-2 ,", None), ("a = (1", None), ("perlin(\"", None), ("é = 1\n1", None), ("1\n2", None),
        ("view -1,-1 ,( 2),!0\nx", "view -1, -1, (2), !0\nx\n"), ("param k=- 1[ -2,3 ]\"a  b\"//c\nk", "param k = -1 [-2, 3] \"a  b\" //c\nk\n"),
        ("f( a,b )=a ?-b:!a\nf(x ,f( 1,2 ))", "f(a, b) = a ? -b : !a\nf(x, f(1, 2))\n"),
        ("fbm(perlin( ),octaves : x>0?2 : 3,gain:.5)%2", "fbm(perlin(), octaves: x > 0 ? 2 : 3, gain: .5) % 2\n"),
        ("import   \"w.burl\"  as   w\nimport burl / shapes\nw . a", None), ("import burl/shapes\nx", "import burl/shapes\nx\n"),
        ("a =\n\n\n      // why\n  1 +   // one\n\t2\nfile \"w.burl\"\n a  =  1", "a =\n\n  // why\n  1 +   // one\n  2\nfile \"w.burl\"\n a  =  1"),
        ("material height:x ,albedo : #fff", "material height: x, albedo: #fff\n"), ("\ufeff\n\n//a\n x", "\ufeff//a\nx\n"), ("x", "x\n"),
        ("a(q) = q\n", "a(q) = q\n"), ("_=1\n__ = _", "_ = 1\n__ = _\n"), ("a = 1 +\n", None), ("x//a\n//b  \n\n\n//c", "x //a\n//b\n\n//c\n"), ("x /y// 🙂\n", "x/y // 🙂\n"), ("a=1\r\na +1", "a = 1\r\na + 1\r\n")]:
        if expected is not None and text.startswith("a ="):
            text, expected = text.replace("\nfile", "\na\nfile"), expected.replace("\nfile", "\na\nfile")
        run = formatted(text)
        if expected is None:
            check(run.returncode == 1 and not run.stdout and b"standard input:" in run.stderr, repr(text), run)
        else:
            check(run.stdout.decode() == expected, repr(text), repr(run.stdout.decode()), run.stderr)
            check(formatted(text, "--check").returncode == (text != expected), repr(text), "--check")
    # Files.
    Path("good.burl").write_text("x\n")
    Path("other.burl").write_text("x+1")
    Path("bad.burl").write_text("x +")
    run = subprocess.run([BURL, "format", "--check", "good.burl", "other.burl", "bad.burl"], capture_output=True)
    check(run.returncode == 1 and b"other.burl" in run.stderr and b"bad.burl:1:4" in run.stderr and b"good" not in run.stderr, run)
    check(Path("other.burl").read_text() == "x+1", "--check writes")
    before = os.stat("good.burl").st_mtime_ns
    run = subprocess.run([BURL, "format", "good.burl", "bad.burl", "other.burl"], capture_output=True)
    check(run.returncode == 1 and Path("other.burl").read_text() == "x + 1\n" and Path("bad.burl").read_text() == "x +", run)
    check(os.stat("good.burl").st_mtime_ns == before, "a file of that style is written")
    check(subprocess.run([BURL, "format", "nowhere.burl"], capture_output=True).returncode == 1, "a file that isn't there")


# ---- the grammar of colours ----------------------------------------------------------------------

def grammar():
    """The file is what tools/textmate writes of this burl's list; and its patterns find what they should in recipes."""
    run = subprocess.run([sys.executable, str(SOURCE / "tools" / "textmate"), "--burl", BURL, "--check"], capture_output=True)
    check(run.returncode == 0, run.stderr.decode())
    rules = json.loads((SOURCE / "packages" / "textmate" / "burl.tmLanguage.json").read_text("utf-8"))["patterns"]
    functions = re.compile(next(r["match"] for r in rules if r.get("name") == "support.function.burl"))
    choices = next(r["match"] for r in rules if r.get("captures", {}).get("1", {}).get("name") == "support.constant.burl")
    for group in json.loads(subprocess.run([BURL, "list", "--json"], capture_output=True, check=True).stdout):
        for f in group["functions"]:
            match = functions.search(f"a = {f['name']}(x)")
            check("(" not in f["signature"] or (match and match[0] == f["name"]), f["name"])
            for option in f["options"]:
                for word in option.get("words", []):
                    match = re.search(choices, f"f({option['name']}: {word})")
                    check(match and match[1] == word, option["name"], word)


# ---- the protocol --------------------------------------------------------------------------------

def protocol():
    client = Client(greet=False)
    message = client.ask_whole("textDocument/hover", {})
    check(message["error"]["code"] == -32002, message)
    client.tell("textDocument/didOpen", {})
    message = client.ask_whole("initialize", {})
    check(message["result"]["capabilities"]["positionEncoding"] == "utf-16", message)
    check(client.ask_whole("initialize", {})["error"]["code"] == -32600, "initialize twice")
    check(client.ask_whole("textDocument/unknown", {})["error"]["code"] == -32601, "an unknown method")
    check(client.ask_whole("textDocument/hover", {"textDocument": {"uri": "file:///nowhere"}})["error"]["code"] == -32602, "no document")
    for body in [b"{", b"", b"[1, 2]", b"{}", b"\xff\xfe", b"{\"method\": 3}", b"[" * 3000, b"{\"id\": {}, \"method\": \"x\"}",
                 b"{\"id\": 1, \"method\": \"textDocument/hover\", \"params\": [1]}", b"1"]:
        client.send(body)
        message = client.read()
        check(message and message["error"]["code"] in (-32700, -32600, -32602), body[:20], message)
    client.tell("$/cancelRequest", {"id": 7})
    client.tell("$/unknown", None)
    client.send({"jsonrpc": "2.0", "id": 99, "result": None})
    client.send({"jsonrpc": "2.0", "id": "text", "method": "nothing"})
    check(client.answer("text")["error"]["code"] == -32601, "an id that is a text")
    body = json.dumps({"jsonrpc": "2.0", "id": 500, "method": "nothing"}).encode()
    client.send_bytes(b"content-length:%d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n" % len(body))
    for i in range(len(body)):
        client.send_bytes(body[i:i + 1])
    check(client.answer(500)["error"]["code"] == -32601, "a message in pieces")
    uri = uri_of("hostile.burl")
    for bad in [{"contentChanges": 3}, {"contentChanges": [{"text": 3}, 7, {"range": {}, "text": "a"}]},
                {"contentChanges": [{"range": {"start": {"line": 5, "character": -1}, "end": {"line": -5, "character": 1 << 60}}, "text": ""}]}]:
        client.open(uri, "perlin()")
        client.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, **bad})
        check(client.ask_whole("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 1 << 40, "character": 3}}) is not None, bad)
    texts = ["(" * 5000, "a = " * 5000, "f(" * 3000 + ")" * 3000 + " = 1", "\0", "a\0b", "// \ud83d\na = 1 // \udc00", "import " * 100, ":" * 1000, "?:" * 5000, "\"",
             "#", "1e", "x" * 100000, "// " + "🙂" * 1000, "\n" * 10000, "a(b, c) = (\n" * 500, "file \"a.burl\"\n(((", "param", "import \"\"",
             "import \"../wood.burl\"\n1", "import burl/", "wood.", "a.b.c(", "\r" * 500, "\ufeff", "\ufeff\ufeff", "é", "material a: b, c: d\n)",
             "#fff " * 30000, "a=1\n" * 20000, "image(\"/etc/passwd\")", "image(\"../../x.png\")"]
    for text in texts:
        client.open(uri, text)
        client.diagnostics(uri)
        for at in (0, len(text) // 2, len(text)):
            for method in ("hover", "completion", "definition", "references", "signatureHelp", "prepareRename"):
                check(client.at(method, uri, text, at) is not None, method, repr(text[:30]))
            client.at("rename", uri, text, at, newName="q")
        for method in ("formatting", "documentSymbol", "documentColor"):
            check(client.ask_whole("textDocument/" + method, {"textDocument": {"uri": uri}}) is not None, method, repr(text[:30]))
        client.close(uri)
    # What is cut for a message is cut between characters.
    long = "é🙂" * 300
    client.open(uri, f"a = image(\"{long}\") // {long}\na + a")
    for shift in range(4):
        name = "n" * shift + "🙂" * 200
        message = client.at("rename", uri, "a = 1", 0, newName=name)
        check(message and message["error"]["message"].startswith("'" + name[:10]), message)
        check(client.ask_whole("x" * shift + "🙂" * 100, {})["error"]["message"].startswith("there is no method"), "a long method")
        client.open(uri, f"{'b' * shift}a = image(\"{long}\")\n{'b' * shift}a + 1")
        said = client.at("hover", uri, "a = 1", 0)["result"]["contents"]["value"]
        check("é🙂é🙂" in said and "…" in said, said)
    client.close(uri)
    # A change whose range is null is of the whole text, as one without.
    client.open(uri, "a = (")
    client.change(uri, [{"range": None, "text": "x"}])
    check(client.diagnostics(uri) == [], client.shown[uri])
    client.close(uri)
    # A text that is no file reads none.
    Path("wood.burl").write_text("board(u) = u\n")
    for address, is_read in [("untitled:Untitled-1", False), (uri_of("other.burl"), True), ("file:///%00", False)]:
        client.open(address, "import \"wood.burl\"\nboard(x)")
        check((client.diagnostics(address) == []) == is_read, address, client.shown[address])
        client.close(address)
    os.symlink("/etc", "etc")
    client.open(uri, "import \"etc/passwd.burl\"\n1")
    check(len(client.diagnostics(uri)) == 1, "a link out of the folder")
    client.close(uri)
    # An error in an imported file stands at the import, and is gone when the file is mended and saved.
    Path("wood.burl").write_text("board(u) = nope\n")
    client.open(uri, "// 🙂\nimport \"wood.burl\" as wood\nwood.board(x)")
    found = client.diagnostics(uri)
    check(found[0]["message"].startswith("wood.burl:1:12: nothing is called 'nope'") and found[0]["range"]["start"]["line"] == 1, found)
    Path("wood.burl").write_text("board(u) = u\n")
    client.shown.clear()
    client.tell("textDocument/didSave", {"textDocument": {"uri": uri}})
    check(client.diagnostics(uri) == [], client.shown)
    # A message that is too long is passed over.
    client.send_bytes(b"Content-Length: %d\r\n\r\n" % (70 << 20) + b" " * (70 << 20))
    check(client.answer(None)["error"]["code"] == -32600, "a long message")
    check(client.ask("shutdown", None) is None, "shutdown")
    check(client.ask_whole("textDocument/hover", {})["error"]["code"] == -32600, "after shutdown")
    client.tell("exit", None)
    check(client.process.wait(20) == 0, "exit", client.process.returncode)
    for bytes_, code in [(b"", 1), (b"nonsense\r\n\r\n", 1), (b"Content-Length: x\r\n\r\n", 1), (b"Content-Length: 9\r\n\r\n{", 1),
                         (b"\0" * 40000, 1), (b"Content-Length: 99999999999999999999\r\n\r\n", 1)]:
        run = subprocess.run([BURL, "lsp"], input=bytes_, capture_output=True, timeout=20)
        check(run.returncode == code, bytes_[:30], run)
    client = Client()
    client.tell("exit", None)
    check(client.process.wait(20) == 1, "exit without shutdown", client.process.returncode)


{"diagnostics": diagnostics, "edits": edits, "rename": rename, "names": names, "style": style, "format": format_, "grammar": grammar,
 "protocol": protocol}[MODE]()
print("wrong: %d" % wrong if wrong else "fine")
