"""What is printed, run and compared: every noise with its options, every function, and the recipes of the gallery."""
import re
import subprocess
from dataclasses import dataclass
from itertools import product
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
ALL = (1, 2, 3, 4)

# What becomes of the places of a case's noises where there are no doubles.
KEPT = "kept"    # they stay multiples of 2^-24: the library's bits, however far out
MOVED = "moved"  # by multiples of 2^-24, and times whole numbers: the library's bits where its doubles have room for both
ROUNDED = "rounded"  # to a float's fraction: nearly the library's values
JUMPING = "jumping"  # the same, of what jumps or is steep: any value


@dataclass(frozen=True)
class Case:
    source: str
    dims: int = 2          # 0: as many as the recipe's view has
    is_quick: bool = False
    places: str = KEPT
    name: str = ""         # of a recipe's file
    knobs: tuple = ()      # (name, value)
    seed: int = 0
    results: tuple = ()    # of several, (name, field of the struct); then the source's last line is one of them

    def source_of(self, result):
        """The recipe of one of the results alone."""
        return "\n".join([*self.source.splitlines()[:-1], result]) if result else self.source

    @property
    def footprint(self):
        """The distance between samples, where automatic octaves ask for one; else 0."""
        return 2.0 ** -7 if "octaves: auto" in self.source else 0.0

    @property
    def title(self):
        return self.name or f"{self.source} in {self.dims}D"


# ---- noises --------------------------------------------------------------------------------------------

def listed(pattern):
    """What a pattern finds in the list of functions."""
    return re.findall(pattern, (TOP / "src" / "functions.def").read_text("utf-8"), re.M)


def noises():
    """(expression, dimensions, whether it is of the quick ones)"""
    flat = ("gabor", "phasor")
    yield from ((f"{name}()", dims, False) for name, dims in product(listed(r"^NOISE\((\w+)"), ALL)
                if name != "scatter" and (name not in flat or dims == 2))
    yield from perlins()
    yield from evolutions()
    yield from waves()
    yield from values()
    yield from simplexes()
    yield from cells()
    for dims in ALL:
        periods = ", ".join("3579"[:dims])
        yield "white()", dims, dims == 2
        yield "white(seed: 7)", dims, False
        yield f"white(period: {periods})", dims, dims == 3
        for noise in ("perlin", "value", "cells"):
            yield f"{noise}(period: {periods})", dims, dims == 2
            yield f"{noise}(seed: -3)", dims, False
        yield "simplex(period: 12)", dims, dims == 3
        yield "simplex(seed: 1e15)", dims, False


def perlins():
    interps = ["linear", "cosine", "hermite", "quintic", "wavelet"]
    gradients = ["default", "edges", "axes", "diagonal", "circle", "uniform"]
    for dims, interp in product(ALL, interps):
        yield f"perlin(interp: {interp})", dims, dims == 1 or interp == "quintic"
    for dims, gradient in product(ALL, gradients[1:]):
        yield f"perlin(gradients: {gradient})", dims, dims == 2
    for dims, options in product(ALL, ["hash: perlin2002", "hash: table", "raw: 1", "period: 5"]):
        yield f"perlin({options})", dims, dims == 3
        yield f"perlin({options}, interp: hermite)", dims, False
    for dims in (2, 3):
        for interp, gradient in product(interps, gradients):
            yield f"perlin(interp: {interp}, gradients: {gradient}, seed: 5)", dims, False


def evolutions():
    for dims, options in product((2, 3), ["evolution: 0.3", "evolution: unit(value())", "evolution: 0.7, interp: wavelet",
                                          "evolution: 0.2, period: 5"]):
        yield f"perlin({options})", dims, options == "evolution: 0.3"


def waves():
    for give in ("value", "phase", "intensity"):
        yield f"gabor(give: {give}, frequency: 2)", 2, give == "value"
    for give in ("phase", "sine", "intensity"):
        yield f"phasor(give: {give}, frequency: 2, orientation: 30)", 2, give == "sine"
    for options in ["spread: 60", "impulses: 3", "period: 4, 5", "frequency: 1 + unit(value()), orientation: 90*perlin()"]:
        yield f"gabor({options})", 2, options == "spread: 60"
        yield f"slope(phasor(give: sine, {options}))", 2, False


def pavings():
    for kind in ("stack", "running", "english", "flemish", "herringbone", "basketweave", "pinwheel", "hexagon", "triangle",
                 "rhombille", "cairo"):
        yield f"paving(kind: {kind}, gap: 0.1, round: 0.05)", 2, kind == "herringbone"
        for give in ("value", "x", "y", "id", "angle"):
            yield f"paving(kind: {kind}, give: {give})", 2, give == "value" and kind == "running"


def splatters():
    dome = "max(0, 1 - x*x - 2*y*y)"
    for options in ("size: 0.4", "turn: 360*hash(id(), 1), size: 0.3 + 0.4*hash(id(), 2)", "turn: 30, chance: 0.7, jitter: 0.5",
                    "join: add, period: 3, 5", "join: over, size: 0.2 + 0.2*unit(value())", "smooth: 0.3, jitter: 0",
                    "join: over, order: fract(0.3*x + 0.7*y)"):
        yield f"splatter({dome}, {options})", 2, "id()" in options
    yield f"splatter({dome}*(1 + 0.3*fbm(perlin(x, y, id()), octaves: 2)))", 2, False
    yield f"splatter({dome}, hash(id(), 7) + x*y, join: over)", 2, True
    yield f"splatter({dome}, rgb(unit(perlin(3*x, 3*y)), hash(id(), 7), 0.5))", 2, False
    yield f"slope(splatter({dome}, turn: 360*hash(id(), 1)))", 2, False


def values():
    interps = ["linear", "cosine", "hermite", "quintic", "cubic", "catmull_rom"]
    for dims, interp in product(ALL, interps):
        yield f"value(interp: {interp})", dims, dims == 1
        yield f"value(interp: {interp}, smooth: 1)", dims, dims == 2 and interp in ("quintic", "cubic")
        yield f"value(interp: {interp}, period: 4)", dims, False
    yield "value(hash: wood, period: 8)", 2, True
    yield "value(hash: wood, period: 8, raw: 1, interp: cosine)", 2, False
    for dims, option in product(ALL, ["perlin2002", "elias", "table"]):
        yield f"value(hash: {option})", dims, dims == 2
        yield f"value(hash: {option}, raw: 1, interp: cosine)", dims, False


def simplexes():
    for dims, options in product(ALL, ["", "smooth: 1", "period: 12, smooth: 1"]):
        yield f"simplex({options})", dims, "period" not in options


def turned_simplexes():
    for orient in ("xy", "xz"):
        yield f"simplex(orient: {orient})", 3, True
        yield f"simplex(orient: {orient}, smooth: 1)", 3, False


def cells():
    gives = "f1 f2 f3 f4 f2_f1 edge value id x y z".split()
    metrics = "euclid euclid2 manhattan chebyshev minkowski hybrid".split()
    for dims, give in product(ALL, gives):
        if "xyz".find(give) >= dims:
            continue
        yield f"cells(give: {give})", dims, dims == 2
        yield f"cells(give: {give}, period: 6)", dims, False
    for dims, give, metric in product((1, 2, 3), ("f1", "f2_f1"), metrics[1:]):
        yield f"cells(give: {give}, metric: {metric})", dims, dims == 2 and give == "f2_f1"
    for dims, options in product(ALL, ["jitter: 0", "jitter: 0.5", "jitter: unit(value())", "smooth: 0.3",
                                       "give: value, smooth: 0.7", "sizes: 0.7", "give: edge, sizes: 1",
                                       "metric: minkowski, p: 1.5", "metric: minkowski, p: 4, jitter: 0.7"]):
        yield f"cells({options})", dims, dims == 3 and options == "smooth: 0.3"


# ---- fractals and domains ------------------------------------------------------------------------------

SUMS = "fbm billow turbulence ridged pingpong".split()
FRACTALS = SUMS + "hybrid hetero multifractal swiss jordan".split()


def fractals():
    for function, dims in product(FRACTALS, ALL):
        yield f"{function}(perlin(), octaves: 4)", dims, dims == 2
    for function, options in product(FRACTALS, ["octaves: 2.5", "gain: 0.4", "gain: unit(value())", "lacunarity: 3",
                                                "at: 4", "normalise: 0", "same_seed: 1",
                                                "amplitudes: 0.5, -1, 0.25"]):
        count = "" if "octaves" in options or "amplitudes" in options else ", octaves: 3"
        yield f"{function}(simplex(), {options}{count})", 2, False
    for function, options in product(SUMS, ["weighted_strength: 0.7", "weighted_strength: unit(value())", "damped: 0.5",
                                            "damped: 1, weighted_strength: 1"]):
        yield f"{function}(perlin(), octaves: 3, {options})", 2, options == "damped: 0.5" and function == "fbm"
    for function in ("ridged", "pingpong"):
        yield f"{function}(perlin(), octaves: 4, feedback: 2)", 2, function == "ridged"
        yield f"{function}(simplex(), octaves: 3, feedback: 0.7, weighted_strength: 0.5, damped: 0.3)", 3, False
    yield "multifractal(value(), octaves: 3, offset: 0.7)", 2, False
    yield "swiss(value(), octaves: 4, warp: 0.3)", 3, False
    yield "jordan(simplex(), octaves: 4, warp: perlin(), damp: 2)", 2, False
    yield "d(swiss(perlin(), octaves: 2), x)", 2, False
    for function, options in product(("ridged", "pingpong"), ["offset: 0.8", "sharpness: 3", "sharpness: value()"]):
        yield f"{function}(value(), octaves: 3, {options})", 2, False
    yield "fbm(perlin(), octaves: 10)", 3, True
    yield "fbm(cells(), octaves: 3)", 3, False
    yield "fbm(white(), octaves: 3)", 1, False


def rounded_fractals():
    for function, options in product(FRACTALS, ["lacunarity: 2.17", "at: 0.3"]):
        yield f"{function}(simplex(), {options}, octaves: 3)", 2, False
    yield "fbm(perlin(), octaves: auto)", 2, False


def kept_domains():
    yield from ((text, 2, True) for text in ["at(simplex(), y, x)", "reseed(perlin(), 4)", "perlin(x - 3, y)"])
    yield from ((text, 2, False) for text in [
        "perlin(x)", "perlin(x, y, 0.5)", "white(floor(x), y)", "perlin(perlin(), value())", "tile(simplex(), 6)",
        "tile(cells(), 5, 3)", "tile(perlin(), 7, 0)", "rotate(perlin(), 90)", "t"])
    yield from ((text, 3, False) for text in ["perlin(x, y)", "tile(simplex(), 9)", "tile(cells(), 4, 0, 3)"])
    yield "tile(perlin(), 3)", 1, False
    yield "tile(perlin(), 3, 4, 5, 6)", 4, False


def moved_domains():
    yield from ((text, 2, True) for text in [
        "perlin(2*x + 0.25, y - 3)", "scale(perlin(), 0.5, 4)", "tile(fbm(perlin(), octaves: 3), 4)"])
    yield from ((text, 2, False) for text in [
        "perlin(x, y, t)", "simplex(x + y, x - y)", "cells(x, y, x + y)", "white(floor(3*x), y)",
        "reseed(fbm(cells(), octaves: 2), 9)", "warp(perlin(), t, 2*t)", "loop(perlin(), 4)", "loop(cells(), 2) + loop(value(), 4)",
        "loop(fbm(simplex(), octaves: 3), 12)"])
    yield from ((text, 3, False) for text in ["loop(perlin(), 2)", "shift(fbm(value(), octaves: 3), 0.5, -7, 0.25)"])
    yield from ((text, 1, False) for text in ["perlin(3*x)", "perlin(x, t)", "loop(simplex(), 6)"])


def rounded_domains():
    yield from ((text, 2, True) for text in [
        "scale(perlin(), 3)", "shift(cells(), 0.3, -7)", "warp(fbm(perlin(), octaves: 3), 0.4*value(), 0.4*perlin())"])
    yield from ((text, 2, False) for text in [
        "perlin(x/3, y/7)", "value(x*y/1e6, y)", "rotate(perlin(), 30)", "rotate(fbm(cells(), octaves: 2), 90)",
        "distort(perlin(), 0.5)", "distort(simplex(), 0.2, at: 3, seed: 2)", "sphere(perlin())",
        "sphere(fbm(simplex(), octaves: 3), radius: 4)", "cylinder(perlin())", "cylinder(value(), radius: 2)",
        "tile(warp(perlin(), 0.3*value(), 0), 8)", "loop(perlin(), 3)", "shift(simplex(), 0.1*t, 0)", "perlin() * sin(tau*t)",
        "x", "x + 2*y", "fract(x) * fract(y)", "floor(x) % 3 + floor(y) % 2", "x > y ? perlin() : value()", "x % 1.5"])
    yield from ((text, 3, False) for text in [
        "rotate(perlin(), 20, axis: x)", "rotate(simplex(), 45, axis: y)", "warp(perlin(), value(), simplex(), 0.5)", "z",
        "scale(fbm(perlin(), octaves: 2), 2, 3, 5)"])
    yield from ((text, 1, False) for text in ["x", "warp(perlin(), value())"])
    yield from ((text, 4, False) for text in ["x + y + z + w", "warp(simplex(), 1, value())"])


# ---- numbers -------------------------------------------------------------------------------------------

# Arguments: of noise, within a usual range and far beyond it; and numbers at which functions have edges, one a cell.
WIDE = ["perlin()", "3*value()", "0.5 + simplex()", "2*white()", "unit(perlin(seed: 9))"]
EDGES = ["floor(4*white())", "floor(4*white(seed: 1))", "floor(2*white(seed: 2))/2", "round(white(seed: 3))",
         "unit(white(seed: 4))"]
EXTREMES = ["1/floor(2*white())", "30*white(seed: 1)", "1e4*white(seed: 2)", "white(seed: 3)", "white(seed: 4)"]


# Infinities, NaN, and numbers that no cell or float is.
SPECIALS = ["x + 1/0", "x - 1/0", "x + 0/0", "x*(-1/0)", "min(x, 1/0)", "max(perlin(), -1/0)", "log(-4)", "1e300*x",
            "x - 1e300", "d(value(1/0, y), y)", "simplex(x, 0/0)", "scale(perlin(hash: perlin2002), x)",
            "x > y ? 1/0 : 0/0"]


def specials():
    yield from ((text, 2, True) for text in SPECIALS)


def functions_of_numbers():
    """Names and arities, of the list of functions."""
    return [(name, int(arity)) for name, arity in listed(r"^(?:NUMERIC|ARITHMETIC)\((\w+), (\d)")]


def numbers():
    for name, arity in functions_of_numbers():
        yield f"{name}({', '.join(WIDE[:arity])})", 2, True
        yield f"{name}({', '.join(EDGES[:arity])})", 2, False
        yield f"{name}({', '.join(EXTREMES[:arity])})", 2, False
    a, b = "perlin()", "value()"
    for operator in "+ - * / % < <= > >= == != && ||".split():
        yield f"{a} {operator} {b}", 2, operator in ("/", "%")
        yield f"floor(2*{a}) {operator} floor(2*{b})", 2, False
    yield from ((text, 2, False) for text in [
        f"hash({a})", f"hash({a}, floor(4*{b}))", f"hash(floor({a}), {b}, 1, seed: 7)",
        f"hash(-0*{a}, 1/floor({b}), log({b}), 2)",
        f"!floor(2*{a})", f"-{a}", f"{a} > 0 ? {b} : white()", f"mix({a}, {b}, white())", f"length({a}, {b})",
        f"length({a}, {b}, white())", f"dot({a}, {b}, white(), 0.5)", f"unit({a} + {b})",
        f"remap({a}, -1, 1, 3, 7)", f"levels({a}, -0.3, 0.4)", f"terrace({a}, 4)", f"terrace({a}, 5, sharpness: 0.3)",
        f"curve({a}, -1, 0, 0, 0.3, 0.5, 0.9, 1, 1)", f"{a}*{a}", f"pow({a}, 2)", f"pow({a}, 3)",
        f"pow(abs({a}), 0.5)", f"equalise({a} + 0.3*{b})"])


def rounded_numbers():
    for name, arity in functions_of_numbers():
        yield f"{name}({', '.join(['x', 'y', 't', '0.25', '0.5'][:arity])})", 2, False


# ---- derivatives ---------------------------------------------------------------------------------------

def derivatives():
    smooth = ["perlin()", "perlin(interp: linear)", "perlin(interp: wavelet)", "perlin(interp: cosine)", "value()",
              "value(interp: cubic)", "value(interp: catmull_rom)", "value(smooth: 1)", "simplex()", "simplex(smooth: 1)",
              "cells()", "cells(give: f2_f1)", "cells(give: edge)", "cells(smooth: 0.2)",
              "cells(give: value, smooth: 0.5)", "cells(metric: manhattan)", "cells(metric: hybrid)",
              "cells(metric: minkowski)", "cells(give: x)", "white()", "perlin(period: 5)", "simplex(period: 12)"]
    for noise, dims in product(smooth, ALL):
        yield f"d({noise}, x)", dims, dims == 2 and noise in ("perlin()", "simplex()", "cells()")
    for noise in smooth:
        yield f"slope({noise})", 2, False
    for noise, dims in product((noise for noise in smooth if "cells" not in noise), ALL):
        is_quick = dims == 2 and noise in ("perlin()", "value(smooth: 1)", "simplex()")
        yield f"d(d({noise}, x), x)", dims, is_quick
        yield f"d(d({noise}, x), {'xyzw'[dims - 1]})", dims, False
        yield f"curvature({noise})", dims, False
    for name, arity in functions_of_numbers():
        yield f"d({name}({', '.join(WIDE[:arity])}), y)", 2, False
    yield from ((text, 2, False) for text in [
        "curl(perlin())", "curl(simplex(), give: y)", "slope(cells(jitter: 0.5))", "d(equalise(perlin()), x)"])
    yield "curl(perlin(), give: z)", 3, False
    yield "curl(simplex(), perlin(), value(), give: x)", 3, False


def moved_derivatives():
    yield "slope(fbm(perlin(), octaves: 3))", 2, True
    yield "normal(fbm(perlin(), octaves: 3))", 2, True
    yield "signed(fbm(value(), octaves: 2))", 2, False
    yield "d(perlin(x, y, t), t)", 2, False
    yield "slope(ridged(simplex(), octaves: 2))", 3, False
    yield "curvature(fbm(perlin(), octaves: 3))", 2, True


def rounded_derivatives():
    yield "slope(warp(perlin(), 0.3*value(), 0))", 2, False
    yield "d(x*y, x)", 2, False
    yield "gullies(2*perlin(x/5, y/5), scale: 3, strength: 0.3, octaves: 3, from: -2, to: 2)", 2, True
    yield "slope(gullies(2*perlin(x/5, y/5), scale: 3, strength: 0.3, octaves: 2, from: -2, to: 2))", 2, False
    yield "d(fbm(cells(), octaves: 3, lacunarity: 2.17), x)", 2, False


# ---- colours -------------------------------------------------------------------------------------------

def colours():
    palettes = ("viridis magma inferno plasma cividis batlow oslo lajolla vik roma brocO oleron thermal ice deep "
                "terrain").split()
    for palette in palettes:
        yield f"ramp(unit(perlin()), palette: {palette})", 2, palette == "viridis"
    for space in ("srgb", "linear", "oklab"):
        yield f"ramp(perlin(), #102040, #80a0c0, #fffff0, in: {space})", 2, space != "srgb"
        yield f"mix(#ff8000, #0040ff, unit(simplex()), in: {space})", 2, space == "oklab"
        yield (f"mix(mix(ramp(unit(perlin()), #102040, #fff0c0), #40c020, unit(value()), in: {space}), "
               f"rgb(unit(simplex()), 0.3, y), 0.4, in: {space})", 2, False)
        yield (f"mix(rgba(ramp(perlin(), #102040, #80a0c0, in: {space}), unit(value())), rgba(#ffffc0, 0.4), "
               f"unit(simplex()), in: {space})", 2, False)
    modes = ("multiply screen overlay soft_light hard_light add subtract difference darken lighten dodge burn divide "
             "exclusion").split()
    for mode in modes:
        yield f"mix(unit(perlin()), unit(value()), 0.8, mode: {mode})", 2, mode in ("soft_light", "burn")
        yield f"mix(ramp(unit(perlin()), #102040, #fff0c0), #c06020, 0.8, in: linear, mode: {mode})", 2, mode == "dodge"
    for give in ("r", "g", "b", "a", "grey"):
        yield f"channel(rgba(rgb(unit(perlin()), unit(value()), 0.3), unit(simplex())), give: {give})", 2, give == "grey"
    yield from ((text, 2, True) for text in [
        "rgb(unit(perlin()), unit(value()), 0.25)", "rgba(#40ff80, unit(perlin()))",
        "hsv(perlin(), unit(value()), 0.8)"])
    yield from ((text, 2, False) for text in [
        "normal(perlin(), strength: 3, green: up)", "normal(cells(smooth: 0.2))", "hsv(5*value(), 1, 1)", "#123456",
        "data(perlin(), value(), 0.5)", "data(x, y, 1, perlin())",
        "ramp(value(), -0.5, #000000, 0, #ff0000, 0.7, #ffffff)", "rgb(x, y, t)",
        "mix(rgba(#ff0000, 0.5), rgba(#0000ff, unit(value())), unit(perlin()))", "rgb(1, 0, 0) * perlin() + #101010"])
    yield "normal(perlin())", 3, False


# ---- recipes -------------------------------------------------------------------------------------------

WORDS = 80  # a recipe
QUICK_RECIPES = {"clouds.burl", "marble.burl", "islands.burl"}


RESULTS = {
    ("height", "normal_map", "albedo", "roughness"): """h = fbm(perlin(), octaves: 3)
height = 0.5 + 0.5*h
normal_map = normal(height, strength: 0.2)
albedo = mix(#343b45, #c9a377, height)
roughness = 0.9 - 0.3*h*cells()
height""",
    ("sin", "float", "made", "tone"): """tone = perlin()
sin = tone*tone
float = tone + 1
made = slope(tone)
sin""",
}


def several():
    """Recipes of several results; the fields of words that languages reserve have another name."""
    for number, (names, source) in enumerate(RESULTS.items()):
        fields = tuple((name, name + "_result" * (name in ("sin", "float", "made"))) for name in names)
        yield Case(source, 2, True, MOVED, f"results {number}", results=fields)


def recipes():
    for path in [*sorted((TOP / "recipes").glob("*.burl")), *sorted((TOP / "recipes" / "published").glob("*.burl"))]:
        yield Case(path.read_text("utf-8"), 0, path.name in QUICK_RECIPES, ROUNDED, str(path.relative_to(TOP)))


SHAPES = [
    "circle(1)", "ring(1, 0.3)", "arc(1, 250, 0.2)", "pie(1.2, 280)", "cut_circle(1.2, 0.4)", "vesica(1.2, 0.6)",
    "moon(1.2, 0.5, 1)", "heart(2)", "egg(0.9, 0.3)", "ellipse(3, 1.6)", "half_plane(30)", "box(2, 1)",
    "rounded_box(2, 1.2, 0.3)", "cross(2.4, 0.8)", "capsule(-1, -0.5, 1, 0.7, 0.3)",
    "triangle(-1, 1, 1, 0.6, 0.3, -1.1)", "trapezoid(1, 2, 1.4)", "parallelogram(1.8, 1.2, 0.4)", "rhombus(2.4, 1.4)",
    "star(5, 1.3, 0.6)", "hexagon(1.2)", "repeated(smooth_union(circle(0.3), box(1, 0.2), 0.1), 2, 2)",
    "length(d(star(5, 1.3, 0.6), x), d(heart(2), y))"]
PATTERNS = ["checker(x, y)", "rings(0.7)", "spiral(2, 0.5)", "polka(0.2)", "truchet()",
            "wave(x, sine) + wave(y, triangle)"]
LAID = ["weave(denim, 0.9)", "weave_id(5421, 0.8)", "weave_along(plain, 0.8) + weave_across(plain, 0.8)",
        "ashlar(2, 0.8, 0.5, 0.1)", "ashlar_id(2, 0.8, 0.5)", "planks(3, 0.9) + planks_along(3, 0.9)",
        "scales(0.5) + scales_edge(0.5)", "scales_id(0.2)"]


COLOURS = ["hue(c, 0.3)", "greyscale(c)", "saturation(c, 1.4)", "exposure(contrast(c, 1.5), 0.5)", "gamma(invert(c), 2)",
           "tint(c, #806020)", "height_blend(perlin(), c, value(), #204060, 0.3)"]


def library():
    """burl's own library."""
    for expression in LAID:
        text = f"import burl/cloth\nimport burl/masonry\n{expression}"
        yield Case(text, 2, expression.startswith("ashlar("), JUMPING, expression)
    for expression in COLOURS:
        text = f"import burl/colours\nc = rgb(unit(perlin()), unit(value()), 0.3)\n{expression}"
        yield Case(text, 2, expression.startswith("hue"), JUMPING, expression)
    for expression in SHAPES:
        yield Case(f"import burl/shapes\n{expression}", 2, expression.startswith(("star", "ell")), JUMPING, expression)
    for expression in PATTERNS:
        yield Case(f"import burl/patterns\nimport burl/waves\n{expression}", 2, False, JUMPING, expression)


def others():
    """Knobs that are set, and seeds."""
    knobs = "param a = 1 [0, 4]\nparam o = 3 [1, 8]\na*fbm(perlin(), octaves: o)"
    yield Case(knobs, 2, True, MOVED, "knobs", (("a", 2.5), ("o", 5)))
    for seed in (1, 2 ** 63 + 12345):
        source = "fbm(perlin(), octaves: 2) + cells(seed: 2) + white()"
        yield Case(source, 3, seed > 1, MOVED, f"seed {seed}", (), seed)


GROUPS = [
    (KEPT, [noises, kept_domains, numbers, derivatives, colours]),
    (MOVED, [fractals, moved_domains, moved_derivatives]),
    (ROUNDED, [turned_simplexes, rounded_fractals, rounded_domains, rounded_numbers, rounded_derivatives,
               specials]),
    (JUMPING, [pavings, splatters]),
]


def expressions():
    for places, groups in GROUPS:
        for group in groups:
            yield from (Case(source, dims, is_quick, places) for source, dims, is_quick in group())


def words():
    """Recipes whose parts, which become variables, are called as words of the languages."""
    lines = (TOP / "test" / "reserved.txt").read_text("utf-8").splitlines()
    names = list(dict.fromkeys(name for line in lines if not line.startswith("#") for name in line.split()))
    for first in range(0, len(names), WORDS):
        chosen = names[first:first + WORDS]
        parts = [f"{name} = fract(x + {number}/128)*fract(y)" for number, name in enumerate(chosen)]
        source = "\n".join([*parts, " + ".join(f"{name}*{name}" for name in chosen)])
        yield Case(source, 2, first == 0, ROUNDED, f"words {first}")


def drawn(program):
    """Random recipes, as test/shaders/random_recipes.c prints them."""
    printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    for recipe in printed.split("\0")[:-1]:
        dims, kind, text = recipe.split(" ", 2)
        yield Case(text, int(dims), False, ROUNDED if kind == "calm" else JUMPING)


def functions_at_a_point():
    """The names in the list of functions of those that have code."""
    over_grids, asked_of_others = ("ground_shape", "bevel", "moment", "image", "lines", "areas"), ("scatter",)
    rows = re.findall(r"^(?:NOISE|NUMERIC|ARITHMETIC|FUNCTION)\((\w+), (\w+)",
                      (TOP / "src" / "functions.def").read_text("utf-8"), re.M)
    return [name for name, form in rows if form not in over_grids and name not in asked_of_others]


def check_all_are_called(cases):
    """A function that has code is in a case of its own, not only in recipes."""
    called = {name for case in cases if not case.name for name in re.findall(r"(\w+)\(", case.source)}
    missing = [name for name in functions_at_a_point() if name not in called]
    if missing:
        raise SystemExit(f"cases.py has no case of {', '.join(missing)}")


def all_cases(programs):
    """Each once, quick where any of its like is; programs: the folder of what prints random recipes."""
    found = {}
    written = [*expressions(), *library(), *others()]
    check_all_are_called(written)
    for case in [*written, *several(), *recipes(), *words(), *drawn(programs / "random_recipes")]:
        key = (case.source, case.dims, case.name)
        if key not in found or case.is_quick:
            found[key] = case
    return list(found.values())
