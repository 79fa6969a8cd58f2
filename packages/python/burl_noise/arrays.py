"""Grids as arrays of dask and xarray, which hold what is larger than a machine's memory, and coordinates."""
from __future__ import annotations

from typing import Any

import numpy as np

from . import _burl
from .optional import needed
from .place import AXES, Request, coordinates, shape_of, where_of
from .program import Program, check_program


def _chunk(program: Program, axes: int, grid: dict[str, Any], block_info: Any = None) -> Any:
    """The samples of a chunk."""
    place = block_info[None]
    window = place["array-location"][:axes]
    return program.grid(tuple(end - begin for begin, end in window), first=tuple(begin for begin, _ in window), threads=1,
                        whole=place["shape"][:axes], **grid)


def dask_array(program: Program, shape: Any, chunks: Any = "auto", **grid: Any) -> Any:
    """A dask.array of a grid's samples, float32 [y, x] or [y, x, channels], each chunk of which is a window of the whole with
    the whole's bits, computed when it is asked for, on whatever machine dask chooses.

    shape, and extent, edge, origin, step, at, t, samples, footprint: as of Program.grid.
    chunks: as dask has them, for the axes of shape; channels stay together.

    The program is copied as it is now.  Raises RecipeError where the recipe holds a whole-grid function, which has no
    windows; ImportError without dask.
    """
    check_program("dask_array", program)
    for name in ("first", "whole", "out", "threads", "progress", "images"):
        if name in grid:
            raise TypeError(f"dask_array takes no {name}" + "; a slice of the array is a window" * (name in ("first", "whole")))
    da = needed("dask.array", "dask[array]")
    if program.needs_whole_grid:
        program._refuse("a whole-grid function has no chunks, as each sample depends on all: "
                        "dask.array.from_array(program.grid(...)) holds it")
    program = program.copy()
    scene = program._scene()
    whole = shape_of(scene, Request(shape))
    where_of(scene, whole, Request(shape, **grid))  # what is wrong is said now, not by a worker
    size = da.core.normalize_chunks(chunks, whole, dtype=np.float32)
    if program.channels > 1:
        size += ((program.channels,),)
    return da.map_blocks(_chunk, program, len(whole), grid, chunks=size, dtype=np.float32,
                         meta=np.empty((0,) * len(size), np.float32), name=None)


def _channel_names(program: Program) -> list[str]:
    """Of each channel: "height", "normals.r", ...; of one result "r", "g", "b"."""
    results = program.results
    return [f"{result.name}.{colour}" if len(results) > 1 and result.channels > 1 else colour if result.channels > 1
            else result.name for result in results for colour in "rgba"[:result.channels]]


def xarray(program: Program, shape: Any = None, *, chunks: Any = None, **grid: Any) -> Any:
    """An xarray.DataArray of a grid's samples with their coordinates x, y, ..., and the channels' names.

    shape, and the rest: as of Program.grid.  chunks: not None: the samples are a dask array, see dask_array.
    Its attributes say how it was made: recipe, seed, knobs, result, derivative, t, and the output version of burl's bits.
    """
    check_program("xarray", program)
    xr = needed("xarray", "xarray")
    described = program._with_images(grid.get("images"), {}) if chunks is None else program
    place = {name: value for name, value in grid.items() if name in Request._fields}
    named_images = {name: value for name, value in grid.items()
                    if name not in place and name not in ("threads", "progress", "out", "images")}
    if named_images:
        described = described._with_images(named_images, {})
    if shape is None and grid.get("out") is not None:
        shape = grid["out"].shape[:-1] if program.channels > 1 else grid["out"].shape
    request = Request(shape, **place)
    scene = described._scene()
    size = shape_of(scene, request)
    where = where_of(scene, size, request)
    data = program.grid(shape, **grid) if chunks is None else dask_array(program, shape, chunks, **grid)
    dims = [*reversed(AXES[:len(size)])]
    coords: dict[str, Any] = {dim: coordinates(where, AXES.index(dim)) for dim in dims}
    if program.channels > 1:
        dims.append("channel")
        coords["channel"] = _channel_names(program)
    options = program._options
    attributes = {"recipe": program.source, "seed": str(program.seed),
                  "knobs": ", ".join(f"{name}={knob.value!r}" for name, knob in program.knobs.items()),
                  "result": options.result or "", "derivative": options.derivative or "", "t": request.t,
                  "burl_output_version": _burl.output_version}
    names = [result.name for result in program.results]
    return xr.DataArray(data, dims=dims, coords=coords, attrs=attributes, name=names[0] if len(names) == 1 else program.name)
