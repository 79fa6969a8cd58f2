"""Reads a file of frames as others do: .webp and .gif by Pillow, .y4m by what its format says.

    frames.py FILE           prints its size, the milliseconds of each frame, and what its head says besides
    frames.py FILE PATTERN   prints how far its frames are from the pictures PATTERN % 0, PATTERN % 1, …:
                             how many there are, the greatest difference, the mean one, and that of the means of
                             squares of 8 x 8 pixels
"""
import struct
import sys

import numpy
from PIL import Image


def read_pillow(path):
    """The frames in RGBA, their milliseconds, and how often they are repeated, 0: for ever."""
    file = Image.open(path)
    frames, times, tables = [], [], 0
    for i in range(file.n_frames):
        file.seek(i)
        file.load()
        times.append(file.info["duration"])
        frames.append(numpy.array(file.convert("RGBA")))
    if path.endswith("gif"):
        tables = sum(bool(flags & 0x80) for flags in frame_flags(open(path, "rb").read()))
    return frames, times, f"repeats {file.info['loop']}, palettes of frames {tables}"


def frame_flags(gif):
    """The flags of each frame's head in a .gif, which is walked block by block to its very end."""
    at = 13 + 3 * 2 ** ((gif[10] & 7) + 1)

    def skip(at):
        while gif[at]:
            at += gif[at] + 1
        return at + 1

    while gif[at] != 0x3B:
        if gif[at] == 0x21:
            at = skip(at + 2)
        else:
            assert gif[at] == 0x2C
            yield gif[at + 9]
            width, height = struct.unpack("<HH", gif[at + 5:at + 9])
            check_codes(gif, at + 11, width * height)
            at = skip(at + 11)
    assert at == len(gif) - 1


def check_codes(gif, at, pixels):
    """Checks that the codes from a block on are those of so many pixels, and that the last of them says so."""
    data = b""
    while gif[at]:
        data += gif[at + 1:at + 1 + gif[at]]
        at += gif[at] + 1
    bits, place, width, lengths, before = int.from_bytes(data, "little"), 0, 9, [], None
    bits = bin(bits)[:1:-1].ljust(8 * len(data), "0")  # the first bit first
    while True:
        code = int(bits[place:place + width][::-1], 2)
        place += width
        if code == 257:
            break
        if code == 256:
            width, lengths, before = 9, [1] * 256 + [0, 0], None
            continue
        if before is not None and len(lengths) < 4096:
            lengths.append(lengths[before] + 1)
        pixels -= lengths[code]
        before = code
        width = min(max(9, len(lengths).bit_length()), 12)
    assert pixels == 0 and len(data) == (place + 7) // 8


def read_y4m(path):
    data = open(path, "rb").read()
    head, data = data.split(b"\n", 1)
    words = head.decode().split()
    assert words[0] == "YUV4MPEG2"
    fields = {word[0]: word[1:] for word in words[1:]}
    width, height = int(fields["W"]), int(fields["H"])
    assert fields["C"] == "444"
    size = 6 + 3 * width * height
    assert len(data) % size == 0
    frames = []
    for at in range(0, len(data), size):
        assert data[at:at + 6] == b"FRAME\n"
        y, u, v = numpy.frombuffer(data, "u1", size - 6, at + 6).reshape(3, height, width).astype(float)
        y, u, v = (y - 16) / 219, (u - 128) / 224, (v - 128) / 224
        red, blue = y + 1.402 * v, y + 1.772 * u
        green = (y - 0.299 * red - 0.114 * blue) / 0.587
        rgb = numpy.clip(numpy.rint(255 * numpy.stack([red, green, blue], -1)), 0, 255)
        frames.append(numpy.dstack([rgb, numpy.full((height, width), 255)]))
    frames_a_second, seconds = map(int, fields["F"].split(":"))
    return frames, [1000 * seconds / frames_a_second] * len(frames), "rate " + fields["F"]


def blocks(difference):
    """How far the means of the squares that fit are from 0, on average; 0 where none fits."""
    height, width = (side // 8 for side in difference.shape[:2])
    if height == 0 or width == 0:
        return 0
    squares = difference[:8 * height, :8 * width].reshape(height, 8, width, 8, -1)
    return numpy.abs(squares.mean(axis=(1, 3))).mean()


def main(path, pattern=None):
    frames, times, about = (read_y4m if path.endswith("y4m") else read_pillow)(path)
    if pattern is None:
        print(f"{frames[0].shape[1]}x{frames[0].shape[0]}, ms", *(f"{time:g}" for time in times), f"{about}")
        return
    differences = numpy.array([frame - numpy.array(Image.open(pattern % i).convert("RGBA")).astype(float)
                               for i, frame in enumerate(frames)])
    print(len(frames), f"{abs(differences).max():g}", f"{abs(differences).mean():g}",
          f"{numpy.mean([blocks(one) for one in differences]):g}")


main(*sys.argv[1:])
