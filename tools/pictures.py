"""What pictures show: the same for two files that differ in how a PNG, of its own or in an SVG, is filtered and
deflated."""
import base64
import re
import struct
import zlib

EMBEDDED = re.compile(rb'data:image/png;base64,([^"]*)')


def pixels(data):
    """Size, kind and samples of a PNG."""
    at, head, packed = 8, b"", b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + length]
        head, packed = (body if kind == b"IHDR" else head), packed + body * (kind == b"IDAT")
        at += 12 + length
    width, height, depth, colour = struct.unpack_from(">IIBB", head)
    step = {0: 1, 2: 3, 4: 2, 6: 4}[colour] * depth // 8
    raw, stride, rows = zlib.decompress(packed), width * step, []
    above = bytes(stride)
    for y in range(height):
        line = bytearray(raw[y * (stride + 1):(y + 1) * (stride + 1)])
        above = unfilter(line[0], line[1:], above, step)
        rows.append(above)
    return head, rows


def unfilter(kind, line, above, step):
    for i, value in enumerate(line if kind else b""):
        a = line[i - step] if i >= step else 0
        b = above[i]
        c = above[i - step] if i >= step else 0
        p = a + b - c
        paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        line[i] = (value + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
    return bytes(line)


def shown(data, is_svg):
    """Of an SVG its text, and the pixels of the PNGs in it."""
    if not is_svg:
        return pixels(data)
    pieces = EMBEDDED.split(data)  # text, base64, text, ...
    return pieces[::2], [pixels(base64.b64decode(piece)) for piece in pieces[1::2]]


def show_the_same(one, other):
    a, b = one.read_bytes(), other.read_bytes()
    is_read = one.suffix in (".png", ".svg")  # others are the same where their bytes are
    return a == b or is_read and shown(a, one.suffix == ".svg") == shown(b, other.suffix == ".svg")
