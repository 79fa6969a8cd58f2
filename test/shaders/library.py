"""The library's own samples, through the shared library: what shader code is held against."""
import ctypes

import numpy as np

MOST_DIMS, TIME_BIT, LONGEST = 4, 16, 256
DIMENSION = 4  # burl_status


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("line", ctypes.c_int), ("column", ctypes.c_int), ("length", ctypes.c_int),
                ("message", ctypes.c_char * LONGEST), ("hint", ctypes.c_char * LONGEST)]


class Points(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), ("coord", ctypes.c_void_p * MOST_DIMS), ("time", ctypes.c_void_p),
                ("footprint", ctypes.c_double), ("reserved", ctypes.c_uint64 * 4)]


class RecipeError(Exception):
    """What the library says of a recipe that it does not compile."""


class Library:
    def __init__(self, path):
        self.calls = ctypes.CDLL(str(path))
        self.calls.burl_compile.restype = ctypes.c_void_p

    def compile(self, source, dims):
        """A program of so many dimensions, or of more where the recipe's view or text asks for them: dims None."""
        for wanted in [dims] if dims else range(2, MOST_DIMS + 1):
            error = Error()
            address = self.calls.burl_compile(source.encode(), wanted, ctypes.byref(error))
            program = Program(self.calls, address) if address else None
            if not program and (dims or error.status != DIMENSION):
                break
            if program and (dims or wanted >= program.view_axes()):
                return program
        raise RecipeError(error.message.decode())


class Program:
    def __init__(self, calls, address):
        self.calls, self.address = calls, ctypes.c_void_p(address)
        self.dims, self.channels = calls.burl_dims(self.address), calls.burl_channels(self.address)
        self.has_time = bool(calls.burl_varies_with(self.address) & TIME_BIT)
        self.needs_whole_grid = bool(calls.burl_needs_whole_grid(self.address))

    def __del__(self):
        self.calls.burl_free(self.address)

    def view_axes(self):
        return self.calls.burl_view(self.address, (ctypes.c_double * (2 * MOST_DIMS))()) // 2

    def set(self, knob, value):
        error = Error()
        if self.calls.burl_set(self.address, knob.encode(), ctypes.c_double(value), ctypes.byref(error)):
            raise RecipeError(error.message.decode())

    def seed(self, seed):
        if self.calls.burl_seed(self.address, ctypes.c_uint64(seed)):
            raise RecipeError(f"seed {seed}")

    def sample(self, at, time, footprint=0.0):
        """float32[count][channels] at the points at[axis][count]."""
        axes = [np.ascontiguousarray(axis, np.float64) for axis in [*at, time]]
        points = Points(count=len(time), time=axes[-1].ctypes.data, footprint=footprint)
        for number, axis in enumerate(axes[:-1]):
            points.coord[number] = axis.ctypes.data
        out = np.empty((len(time), self.channels), np.float32)
        if self.calls.burl_sample_points(self.address, ctypes.byref(points), out.ctypes.data_as(ctypes.c_void_p)):
            raise RecipeError("it could not be sampled")
        return out
