"""Programs around printed texts: each reads rows (places.py), calls what the texts define and writes the bits of what
the calls give, as test/shaders/job.h has it.  One class a syntax; a language says what it calls things."""
import re
from dataclasses import dataclass

DOUBLE, CELL, FLOAT = "d", "cell", "p"  # the entries, by the names that burl code gives them


@dataclass(frozen=True)
class Call:
    """A function of a printed text."""
    name: str
    entry: str
    channels: int
    has_time: bool
    field: str = ""  # of several results, which of them


class Language:
    """Syntax as GLSL, HLSL, Metal, CUDA and OpenCL share it."""
    has_doubles = True
    head = ""            # in front of the texts; {count} rows of {size} words
    opening = ""         # of the function that handles a row: it sets n and at
    closing = "}\n"
    word = "rows[at + {0}u]"
    value = "values[({call}u * {count}u + n) * 4u + {channel}u]"
    double, real, integer = "", "", ""   # of words
    bits = ""
    results = {}         # the types of results, by channels
    declaration = "const {kind} {name} = {value};"

    def __init__(self, layout, count):
        self.layout, self.count = layout, count

    def vector(self, kind, parts):
        """The type of a vector of kind double, int or float, and its value."""
        raise NotImplementedError

    def fill(self, text):
        return text.replace("{count}", str(self.count)).replace("{size}", str(self.layout.size))

    def words(self, first, count):
        return [self.word.format(first + i) for i in range(count)]

    def declare(self, name, kind, parts):
        kind, value = self.vector(kind, parts)
        return "  " + self.declaration.format(kind=kind, name=name, value=value)

    def arguments(self, calls):
        """Those that the calls take, declared."""
        at, dims = self.layout, self.layout.dims
        words = {"where": (at.doubles, dims), "when": (at.double_time, 1), "cell": (at.cells, dims),
                 "fraction": (at.fractions, dims), "t_cell": (at.time_cell, 1), "t_fraction": (at.time_fraction, 1),
                 "place": (at.floats, dims), "moment": (at.float_time, 1)}
        wanted = {name for call in calls for name in self.given(call)}
        return [self.argument(name, *words[name]) for name in words if name in wanted]

    def argument(self, name, first, count):
        if name in ("where", "when"):
            words = self.words(first, 2 * count)
            return self.declare(name, "double", [self.double.format(*words[i:i + 2]) for i in range(0, 2 * count, 2)])
        kind, form = ("int", self.integer) if name in ("cell", "t_cell") else ("float", self.real)
        return self.declare(name, kind, [form.format(word) for word in self.words(first, count)])

    def zeros(self, texts):
        """Statements that set what texts want to be 0 without the compiler's knowing it."""
        return []

    def given(self, call):
        """The names of a call's arguments."""
        names = {DOUBLE: ["where"], CELL: ["cell", "fraction"], FLOAT: ["place"]}[call.entry]
        times = {DOUBLE: ["when"], CELL: ["t_cell", "t_fraction"], FLOAT: ["moment"]}[call.entry]
        return names + times * call.has_time

    def passed(self, call):
        return ", ".join(self.given(call))

    def invoke(self, call):
        """Statements that leave the result in `v`."""
        kind = self.results[call.channels]
        value = f"{call.name}({self.passed(call)})" + ("." + call.field if call.field else "")
        return self.declaration.format(kind=kind, name="v", value=value)

    def channel(self, call, number):
        return "v" if call.channels == 1 else "v." + "xyzw"[number]

    def call(self, number, call):
        stores = [f"{self.value.format(call=number, count=self.count, channel=c)} = "
                  f"{self.bits.format(self.channel(call, c))};" for c in range(call.channels)]
        return "  { " + " ".join([self.invoke(call), *stores]) + " }"

    def body(self, calls):
        return "\n".join(self.call(number, call) for number, call in enumerate(calls))

    def program(self, texts, calls):
        parts = [self.head, *texts, self.opening, *self.zeros(texts), *self.arguments(calls), self.body(calls),
                 self.closing]
        return self.fill("\n".join(parts))


class Glsl(Language):
    head = """#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Rows { uint rows[]; };
layout(std430, binding = 1) writeonly buffer Values { uint values[]; };
"""
    opening = """void main() {
  const uint n = gl_GlobalInvocationID.x, at = n * {size}u;
  if (n >= {count}u) return;"""
    double, real, integer = "packDouble2x32(uvec2({0}, {1}))", "uintBitsToFloat({0})", "int({0})"
    bits = "floatBitsToUint({0})"
    results = {1: "float", 3: "vec3", 4: "vec4"}
    vectors = {"double": "dvec", "int": "ivec", "float": "vec"}

    def vector(self, kind, parts):
        if len(parts) == 1:
            return kind, parts[0]
        kind = f"{self.vectors[kind]}{len(parts)}"
        return kind, f"{kind}({', '.join(parts)})"


class GlslEs(Glsl):
    has_doubles = False
    head = """#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D rows;
uniform int texels;
uniform uint call;
out uvec4 value;
"""
    opening = """uint word(int i) {
  ivec2 at = ivec2(gl_FragCoord.xy);
  return texelFetch(rows, ivec2(at.x, at.y * texels + i / 4), 0)[i % 4];
}
void main() {
  value = uvec4(0u);"""
    word = "word({0})"
    value = "value[{channel}]"
    declaration = "{kind} {name} = {value};"

    def body(self, calls):
        """One call a draw."""
        cases = [f"  case {number}u: {self.call(number, call)} break;" for number, call in enumerate(calls)]
        return "\n".join(["  switch (call) {", *cases, "  }"])


class Wgsl(Language):
    has_doubles = False
    head = """@group(0) @binding(0) var<storage, read> rows: array<u32>;
@group(0) @binding(1) var<storage, read_write> values: array<u32>;
"""
    opening = """@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let n = id.x;
  let at = n * {size}u;
  if (n >= {count}u) { return; }"""
    real, integer, bits = "bitcast<f32>({0})", "bitcast<i32>({0})", "bitcast<u32>({0})"
    results = {1: "f32", 3: "vec3f", 4: "vec4f"}
    declaration = "let {name}: {kind} = {value};"
    vectors = {"int": ("i32", "i"), "float": ("f32", "f")}

    def zeros(self, texts):
        names = re.findall(r"^var<private> (\w+_zero): u32", "\n".join(texts), re.MULTILINE)
        return [f"  {name} = {self.word.format(self.layout.zero)};" for name in names]

    def vector(self, kind, parts):
        scalar, letter = self.vectors[kind]
        if len(parts) == 1:
            return scalar, parts[0]
        return f"vec{len(parts)}{letter}", f"vec{len(parts)}{letter}({', '.join(parts)})"


class Hlsl(Language):
    has_doubles = False  # glslang lacks asuint() of one
    head = """[[vk::binding(0)]] StructuredBuffer<uint> rows : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<uint> values : register(u1);
"""
    opening = """[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
  const uint n = id.x, at = n * {size}u;
  if (n >= {count}u) return;"""
    double, real, integer, bits = "asdouble({0}, {1})", "asfloat({0})", "asint({0})", "asuint({0})"
    results = {1: "float", 3: "float3", 4: "float4"}

    def make(self, kind, parts):
        return f"{kind}({', '.join(parts)})"

    def vector(self, kind, parts):
        if len(parts) == 1:
            return kind, parts[0]
        kind = f"{kind}{len(parts)}"
        return kind, self.make(kind, parts)


class OpenCl(Hlsl):
    has_doubles = True
    head = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    opening = """__kernel void run(__global const uint *rows, __global uint *values) {
  const size_t n = get_global_id(0), at = n * {size}u;"""
    double, real, integer, bits = "as_double((ulong){1} << 32 | {0})", "as_float({0})", "(int){0}", "as_uint({0})"

    def make(self, kind, parts):
        return f"({kind})({', '.join(parts)})"


class Loop(Hlsl):
    has_doubles = True
    """What runs on a processor: a function for a row, and a loop over the rows."""
    head = "#include <stdint.h>\n"
    opening = "static void run_row(const uint32_t *rows, uint32_t *values, uint32_t n) {\n  const uint32_t at = n * {size}u;"
    closing = """}
#ifdef __cplusplus
extern "C"
#endif
void run(const uint32_t *rows, uint32_t *values) {
  for (uint32_t n = 0; n < {count}u; n++) run_row(rows, values, n);
}
"""


class Metal(Loop):
    has_doubles = False
    head = "#include <metal_stdlib>\nusing namespace metal;\n"
    real, integer, bits = "as_type<float>({0})", "(int){0}", "as_type<uint>({0})"


class Cuda(Loop):
    """In CUDA a kernel; as C++, with the names that cuda.h has for it, the loop."""
    double, real, integer = "__hiloint2double((int){1}, (int){0})", "__uint_as_float({0})", "(int){0}"
    bits = "__float_as_uint({0})"
    opening = ("static __device__ void run_row(const uint32_t *rows, uint32_t *values, uint32_t n) {\n"
               "  const uint32_t at = n * {size}u;")
    closing = """}
#if defined(__CUDA__) || defined(__CUDACC__)
extern "C" __global__ void run(const uint32_t *rows, uint32_t *values) {
  const uint32_t n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < {count}u) run_row(rows, values, n);
}
#else
extern "C" void run(const uint32_t *rows, uint32_t *values) {
  for (uint32_t n = 0; n < {count}u; n++) run_row(rows, values, n);
}
#endif
"""

    def make(self, kind, parts):
        return f"make_{kind}({', '.join(parts)})"


class C(Loop):
    """Points are arrays, and colours come through a pointer."""
    double, real, integer, bits = "double_of({0}, {1})", "float_of({0})", "(int32_t){0}", "bits_of({0})"
    head = """#include <stdint.h>
#include <string.h>

__attribute__((unused)) static double double_of(uint32_t low, uint32_t high) {
  const uint64_t bits = (uint64_t)high << 32 | low;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
"""
    types = {"double": "double", "int": "int32_t", "float": "float"}

    def declare(self, name, kind, parts):
        return f"  const {self.types[kind]} {name}[] = {{{', '.join(parts)}}};"

    def passed(self, call):
        singles = ("when", "t_cell", "t_fraction", "moment")
        return ", ".join(f"*{name}" if name in singles else name for name in self.given(call))

    def invoke(self, call):
        if call.field:
            parts = [f"made.{call.field}" + ("." + "xyzw"[c] if call.channels > 1 else "") for c in range(call.channels)]
            return (f"const __auto_type made = {call.name}({self.passed(call)}); "
                    f"const float v[] = {{{', '.join(parts)}}};")
        if call.channels == 1:
            return f"const float v[] = {{{call.name}({self.passed(call)})}};"
        return f"float v[4]; {call.name}({self.passed(call)}, v);"

    def channel(self, call, number):
        return f"v[{number}]"
