"""burl: procedural noise, textures and terrain.  A recipe, a line or a page of text, is compiled once and sampled anywhere,
with the same bits on every machine.

    import burl_noise as burl
    p = burl.compile("fbm(perlin(), octaves: 8)")
    heights = p.grid((1024, 1024), extent=(0, 0, 8, 8))    # float32 [y, x]
    values = p(x, y)                                       # any arrays that broadcast
    p.seed = 7
    p.bounds, p.parts, p.code("glsl")
    burl.figure(p)                                         # in a notebook
"""
try:
    from . import _burl  # noqa: F401
except ImportError as error:
    raise ImportError("burl_noise is not built in this folder: pip install packages/python, and import it from elsewhere") from error
from . import classic
from ._burl import output_version as OUTPUT_VERSION
from ._burl import version as __version__
from .arrays import dask_array, xarray
from .errors import RecipeError
from .images import Image
from .notebook import Figure, figure
from .pictures import picture, pixels
from .program import Bounds, Found, Knob, Lattice, LatticePoint, Note, Octave, Part, Place, Program, Result, Scattered, compile, load, seed_number

__all__ = [
    "Bounds", "Figure", "Found", "Image", "Knob", "Lattice", "LatticePoint", "Note", "OUTPUT_VERSION", "Octave", "Part", "Place", "Program",
    "RecipeError", "Result", "Scattered", "__version__", "classic", "compile", "dask_array", "figure", "load", "picture", "pixels",
    "seed_number", "xarray",
]
