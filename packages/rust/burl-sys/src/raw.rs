// Written by tools/api from include/*.h.

use std::os::raw::{c_char, c_int, c_uint, c_void};

pub const BURL_VERSION: &str = "0.1.0";
pub const BURL_VERSION_NUMBER: c_int = 100;
pub const BURL_OUTPUT_VERSION: c_int = 3;

pub type burl_status = c_int;
pub const BURL_OK: burl_status = 0;
pub const BURL_ARGUMENT: burl_status = 1;
pub const BURL_MEMORY: burl_status = 2;
pub const BURL_RECIPE: burl_status = 3;
pub const BURL_DIMENSION: burl_status = 4;
pub const BURL_LIMIT: burl_status = 5;
pub const BURL_FILE: burl_status = 6;
pub const BURL_CANCELLED: burl_status = 7;
pub const BURL_SHAPE: burl_status = 8;
pub const BURL_STATUS_COUNT: burl_status = 9;

pub type burl_path_kind = c_int;
pub const BURL_POINT: burl_path_kind = 0;
pub const BURL_LINE: burl_path_kind = 1;
pub const BURL_RING: burl_path_kind = 2;

pub type burl_wanted = c_int;
pub const BURL_WHERE: burl_wanted = 0;
pub const BURL_MOST: burl_wanted = 1;
pub const BURL_LEAST: burl_wanted = 2;

pub type burl_classic_interpolation = c_int;
pub const BURL_CLASSIC_LINEAR: burl_classic_interpolation = 0;
pub const BURL_CLASSIC_COSINE: burl_classic_interpolation = 1;
pub const BURL_CLASSIC_CUBIC: burl_classic_interpolation = 2;

pub type burl_classic_smoothing = c_int;
pub const BURL_CLASSIC_ROUGH: burl_classic_smoothing = 0;
pub const BURL_CLASSIC_SMOOTH: burl_classic_smoothing = 1;

#[repr(C)]
pub struct burl_program {
    _private: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_error {
    pub status: burl_status,
    pub line: c_int,
    pub column: c_int,
    pub length: c_int,
    pub message: [c_char; 256],
    pub hint: [c_char; 192],
    pub file: [c_char; 64],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_path {
    pub first: i64,
    pub count: i64,
    pub feature: i64,
    pub kind: burl_path_kind,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_shapes {
    pub vertices: *const f64,
    pub vertex_count: i64,
    pub paths: *const burl_path,
    pub path_count: i64,
    pub names: *const *const c_char,
    pub values: *const f64,
    pub value_count: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_field {
    pub data: *const f32,
    pub size: [i64; 2],
    pub origin: [f64; 2],
    pub step: [f64; 2],
    pub reason: [c_char; 192],
    pub channels: c_int,
    pub is_linear: c_int,
    pub shapes: *const burl_shapes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_file {
    pub text: *mut c_char,
    pub length: usize,
    pub most: usize,
    pub reason: [c_char; 192],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_options {
    pub struct_size: usize,
    pub dims: c_int,
    pub name: *const c_char,
    pub result: *const c_char,
    pub isa: *const c_char,
    pub load: Option<unsafe extern "C" fn(user: *mut c_void, file: *const c_char, out: *mut burl_field) -> burl_status>,
    pub allocate: Option<unsafe extern "C" fn(user: *mut c_void, old: *mut c_void, size: usize) -> *mut c_void>,
    pub parallel: Option<unsafe extern "C" fn(user: *mut c_void, n: c_int, job: Option<unsafe extern "C" fn(arg: *mut c_void, i: c_int)>, arg: *mut c_void)>,
    pub user: *mut c_void,
    pub octave_begin: c_int,
    pub octave_end: c_int,
    pub derivative_by: c_int,
    pub read: Option<unsafe extern "C" fn(user: *mut c_void, file: *const c_char, out: *mut burl_file) -> burl_status>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_param {
    pub name: *const c_char,
    pub text: *const c_char,
    pub value: f64,
    pub lo: f64,
    pub hi: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_result {
    pub name: *const c_char,
    pub first: c_int,
    pub channels: c_int,
    pub is_data: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_range {
    pub lo: f64,
    pub hi: f64,
    pub may_be_nan: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_box {
    pub lo: [f64; 4],
    pub hi: [f64; 4],
    pub t0: f64,
    pub t1: f64,
    pub reserved: [u64; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_search {
    pub over: burl_box,
    pub wanted: burl_wanted,
    pub limit: c_int,
    pub tolerance: f64,
    pub most_boxes: i64,
    pub progress: Option<unsafe extern "C" fn(user: *mut c_void, done: f64) -> c_int>,
    pub user: *mut c_void,
    pub reserved: [u64; 8],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_place {
    pub at: [f64; 4],
    pub time: f64,
    pub value: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_found {
    pub count: c_int,
    pub is_decided: c_int,
    pub range: burl_range,
    pub boxes: i64,
    pub left: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_grid {
    pub size: [i64; 4],
    pub first: [i64; 4],
    pub origin: [f64; 4],
    pub step: [f64; 4],
    pub time: f64,
    pub stride: [i64; 4],
    pub footprint: f64,
    pub threads: c_int,
    pub samples: c_int,
    pub progress: Option<unsafe extern "C" fn(user: *mut c_void, done: f64) -> c_int>,
    pub user: *mut c_void,
    pub reserved: [u64; 8],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_points {
    pub count: usize,
    pub coord: [*const f64; 4],
    pub time: *const f64,
    pub footprint: f64,
    pub reserved: [u64; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_scattered {
    pub count: usize,
    pub x: *const f64,
    pub y: *const f64,
    pub radius: *const f64,
    pub id: *const u32,
    pub chance: *const f32,
    pub values: *const f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_scatter {
    pub lo: [f64; 2],
    pub hi: [f64; 2],
    pub radius: f64,
    pub radii: *const burl_program,
    pub period: [f64; 2],
    pub seed: u64,
    pub candidates: c_int,
    pub threads: c_int,
    pub time: f64,
    pub footprint: f64,
    pub take: Option<unsafe extern "C" fn(user: *mut c_void, some: *const burl_scattered) -> c_int>,
    pub progress: Option<unsafe extern "C" fn(user: *mut c_void, done: f64) -> c_int>,
    pub user: *mut c_void,
    pub reserved: [u64; 8],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_code_options {
    pub struct_size: usize,
    pub target: *const c_char,
    pub prefix: *const c_char,
    pub made_for: *const c_char,
    pub entries: *const c_char,
    pub uniforms: *const c_char,
    pub uniform_knobs: c_int,
    pub exact: c_int,
    pub fast: c_int,
    pub footprint: f64,
    pub write: Option<unsafe extern "C" fn(user: *mut c_void, text: *const c_char, length: usize)>,
    pub user: *mut c_void,
    pub style: *const c_char,
    pub cost: c_int,
    pub reserved: [u64; 6],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_part {
    pub name: *const c_char,
    pub line: c_int,
    pub channels: c_int,
    pub takes_arguments: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_material {
    pub size: f64,
    pub depth: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_octave {
    pub frequency: f64,
    pub share: f64,
    pub shift: [f64; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_lattice {
    pub dims: c_int,
    pub taps: c_int,
    pub is_value: c_int,
    pub interp: *const c_char,
    pub frequency: [f64; 2],
    pub shift: [f64; 2],
    pub is_simplex: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_lattice_point {
    pub value: f64,
    pub gradient: [f64; 2],
    pub hash: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_classic_table256 {
    pub entry: [u8; 256],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_classic_elias_constants {
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct burl_classic_table64 {
    pub entry: [f64; 4096],
}

extern "C" {
    pub fn burl_status_text(status: burl_status) -> *const c_char;
    pub fn burl_status_name(status: burl_status) -> *const c_char;
    pub fn burl_compile(source: *const c_char, dims: c_int, error: *mut burl_error) -> *mut burl_program;
    pub fn burl_compile_with(source: *const c_char, length: usize, options: *const burl_options, error: *mut burl_error) -> *mut burl_program;
    pub fn burl_clone(program: *const burl_program) -> *mut burl_program;
    pub fn burl_ask(program: *const burl_program, expression: *const c_char, error: *mut burl_error) -> *mut burl_program;
    pub fn burl_free(program: *mut burl_program);
    pub fn burl_seed(program: *mut burl_program, seed: u64) -> burl_status;
    pub fn burl_seed_with(program: *mut burl_program, seed: u64, error: *mut burl_error) -> burl_status;
    pub fn burl_seed_of_text(text: *const c_char) -> u64;
    pub fn burl_param_count(program: *const burl_program) -> c_int;
    pub fn burl_param_at(program: *const burl_program, index: c_int) -> burl_param;
    pub fn burl_set(program: *mut burl_program, param: *const c_char, value: f64, error: *mut burl_error) -> burl_status;
    pub fn burl_image_name(program: *const burl_program, index: c_int) -> *const c_char;
    pub fn burl_image_at(program: *const burl_program, index: c_int) -> burl_field;
    pub fn burl_set_image(program: *mut burl_program, name: *const c_char, field: *const burl_field) -> burl_status;
    pub fn burl_set_image_with(program: *mut burl_program, name: *const c_char, field: *const burl_field, error: *mut burl_error) -> burl_status;
    pub fn burl_dims(program: *const burl_program) -> c_int;
    pub fn burl_channels(program: *const burl_program) -> c_int;
    pub fn burl_result_count(program: *const burl_program) -> c_int;
    pub fn burl_result_at(program: *const burl_program, index: c_int) -> burl_result;
    pub fn burl_bounds(program: *const burl_program, channel: c_int) -> burl_range;
    pub fn burl_bounds_over(program: *const burl_program, boxes: *const burl_box, count: usize, out: *mut burl_range) -> burl_status;
    pub fn burl_find(program: *const burl_program, search: *const burl_search, places: *mut burl_place, found: *mut burl_found) -> burl_status;
    pub fn burl_view(program: *const burl_program, view: *mut f64) -> c_int;
    pub fn burl_needs_whole_grid(program: *const burl_program) -> c_int;
    pub fn burl_isa(program: *const burl_program) -> *const c_char;
    pub fn burl_sample_grid(program: *const burl_program, grid: *const burl_grid, out: *mut f32) -> burl_status;
    pub fn burl_blocks_of(program: *const burl_program, grid: *const burl_grid, block: *const i64, level: f64, out: *mut i8) -> burl_status;
    pub fn burl_check_grid(program: *const burl_program, grid: *const burl_grid, error: *mut burl_error) -> burl_status;
    pub fn burl_sample_points(program: *const burl_program, points: *const burl_points, out: *mut f32) -> burl_status;
    pub fn burl_check_points(program: *const burl_program, points: *const burl_points, error: *mut burl_error) -> burl_status;
    pub fn burl_sample_scatter(program: *const burl_program, scatter: *const burl_scatter, error: *mut burl_error) -> burl_status;
    pub fn burl_stage_bytes(program: *const burl_program, grid: *const burl_grid) -> f64;
    pub fn burl_perlin1(seed: u64, x: f64) -> f32;
    pub fn burl_perlin2(seed: u64, x: f64, y: f64) -> f32;
    pub fn burl_perlin3(seed: u64, x: f64, y: f64, z: f64) -> f32;
    pub fn burl_perlin4(seed: u64, x: f64, y: f64, z: f64, w: f64) -> f32;
    pub fn burl_value1(seed: u64, x: f64) -> f32;
    pub fn burl_value2(seed: u64, x: f64, y: f64) -> f32;
    pub fn burl_value3(seed: u64, x: f64, y: f64, z: f64) -> f32;
    pub fn burl_value4(seed: u64, x: f64, y: f64, z: f64, w: f64) -> f32;
    pub fn burl_white1(seed: u64, x: f64) -> f32;
    pub fn burl_white2(seed: u64, x: f64, y: f64) -> f32;
    pub fn burl_white3(seed: u64, x: f64, y: f64, z: f64) -> f32;
    pub fn burl_white4(seed: u64, x: f64, y: f64, z: f64, w: f64) -> f32;
    pub fn burl_simplex1(seed: u64, x: f64) -> f32;
    pub fn burl_simplex2(seed: u64, x: f64, y: f64) -> f32;
    pub fn burl_simplex3(seed: u64, x: f64, y: f64, z: f64) -> f32;
    pub fn burl_simplex4(seed: u64, x: f64, y: f64, z: f64, w: f64) -> f32;
    pub fn burl_fbm2(seed: u64, x: f64, y: f64, octaves: c_int, gain: f32, lacunarity: f32) -> f32;
    pub fn burl_fbm3(seed: u64, x: f64, y: f64, z: f64, octaves: c_int, gain: f32, lacunarity: f32) -> f32;
    pub fn burl_code(program: *const burl_program, options: *const burl_code_options, error: *mut burl_error) -> burl_status;
    pub fn burl_code_keys(program: *const burl_program, options: *const burl_code_options, seed: u64, keys: *mut u32, room: usize, count: *mut usize) -> burl_status;
    pub fn burl_version() -> *const c_char;
    pub fn burl_output_version() -> c_int;
    pub fn burl_part_count(program: *const burl_program) -> c_int;
    pub fn burl_part_at(program: *const burl_program, index: c_int) -> burl_part;
    pub fn burl_is_smooth(program: *const burl_program, channel: c_int) -> c_int;
    pub fn burl_material_of(program: *const burl_program) -> burl_material;
    pub fn burl_source(program: *const burl_program) -> *const c_char;
    pub fn burl_import_at(program: *const burl_program, index: c_int) -> *const c_char;
    pub fn burl_source_of(source: *const c_char, length: usize, file: *const c_char, of: *mut usize) -> *const c_char;
    pub fn burl_library_name(index: c_int) -> *const c_char;
    pub fn burl_library_text(index: c_int) -> *const c_char;
    pub fn burl_note_count(program: *const burl_program) -> c_int;
    pub fn burl_note_at(program: *const burl_program, index: c_int) -> *const burl_error;
    pub fn burl_function_at(program: *const burl_program, index: c_int) -> *const c_char;
    pub fn burl_param_is_read(program: *const burl_program, index: c_int) -> c_int;
    pub fn burl_varies_with(program: *const burl_program) -> c_uint;
    pub fn burl_repeat_along(program: *const burl_program, axis: c_int) -> f64;
    pub fn burl_skipped(program: *const burl_program) -> f64;
    pub fn burl_value_count(program: *const burl_program, axes: c_uint) -> c_int;
    pub fn burl_stage_at(program: *const burl_program, index: c_int) -> *const c_char;
    pub fn burl_too_fine(program: *const burl_program, grid: *const burl_grid) -> f64;
    pub fn burl_octave_count(program: *const burl_program) -> c_int;
    pub fn burl_octave_at(program: *const burl_program, index: c_int) -> burl_octave;
    pub fn burl_lattice_of(program: *const burl_program) -> burl_lattice;
    pub fn burl_lattice_at(program: *const burl_program, i: f64, j: f64) -> burl_lattice_point;
    pub fn burl_lattice_weight(program: *const burl_program, distance: f64) -> f64;
    pub fn burl_classic_fade(t: f64) -> f64;
    pub fn burl_classic_hermite(t: f64) -> f64;
    pub fn burl_classic_linear(a: f64, b: f64, t: f64) -> f64;
    pub fn burl_classic_cosine(a: f64, b: f64, t: f64) -> f64;
    pub fn burl_classic_cubic(v0: f64, v1: f64, v2: f64, v3: f64, t: f64) -> f64;
    pub fn burl_classic_catmull_rom(p0: f64, p1: f64, p2: f64, p3: f64, t: f64) -> f64;
    pub fn burl_classic_slopes1(a_left: f64, a_right: f64, f: f64) -> f64;
    pub fn burl_classic_wavelet(a: f64, t: f64) -> f64;
    pub fn burl_classic_wavelets1(a_left: f64, a_right: f64, f: f64) -> f64;
    pub fn burl_classic_planes2(g00: *const f64, g10: *const f64, g01: *const f64, g11: *const f64, fx: f64, fy: f64) -> f64;
    pub fn burl_classic_permutation(i: c_int) -> c_int;
    pub fn burl_classic_grad3(hash: c_int, x: f64, y: f64, z: f64) -> f64;
    pub fn burl_classic_grad3_table(hash: c_int, x: f64, y: f64, z: f64) -> f64;
    pub fn burl_classic_grad1(hash: c_int, x: f64) -> f64;
    pub fn burl_classic_grad2(hash: c_int, x: f64, y: f64) -> f64;
    pub fn burl_classic_grad4(hash: c_int, x: f64, y: f64, z: f64, w: f64) -> f64;
    pub fn burl_classic_perlin1(x: f64, period: c_int) -> f64;
    pub fn burl_classic_perlin2(x: f64, y: f64, period: c_int) -> f64;
    pub fn burl_classic_perlin3(x: f64, y: f64, z: f64, period: c_int) -> f64;
    pub fn burl_classic_perlin4(x: f64, y: f64, z: f64, w: f64, period: c_int) -> f64;
    pub fn burl_classic_perlin_octaves3(x: f64, y: f64, z: f64, octaves: c_int, persistence: f64) -> f64;
    pub fn burl_classic_rand(state: *mut u32) -> c_int;
    pub fn burl_classic_table256_fill(table: *mut burl_classic_table256, seed: u32);
    pub fn burl_classic_value2(table: *const burl_classic_table256, x: f64, y: f64) -> f64;
    pub fn burl_classic_axes2(table: *const burl_classic_table256, x: f64, y: f64) -> f64;
    pub fn burl_classic_value_octaves2(table: *const burl_classic_table256, x: f64, y: f64, octaves: c_int, persistence: f64) -> f64;
    pub fn burl_classic_axes_octaves2(table: *const burl_classic_table256, x: f64, y: f64, octaves: c_int, persistence: f64) -> f64;
    pub fn burl_classic_next_prime(n: u32) -> u32;
    pub fn burl_classic_elias_constants_at(octave: c_int) -> burl_classic_elias_constants;
    pub fn burl_classic_elias_hash(n: i32, constants: *const burl_classic_elias_constants) -> f64;
    pub fn burl_classic_elias_smooth1(i: i32, constants: *const burl_classic_elias_constants) -> f64;
    pub fn burl_classic_elias_smooth2(i: i32, j: i32, constants: *const burl_classic_elias_constants) -> f64;
    pub fn burl_classic_elias_noise1(x: f64, interpolation: burl_classic_interpolation, smoothing: burl_classic_smoothing, constants: *const burl_classic_elias_constants) -> f64;
    pub fn burl_classic_elias_noise2(x: f64, y: f64, interpolation: burl_classic_interpolation, smoothing: burl_classic_smoothing, constants: *const burl_classic_elias_constants) -> f64;
    pub fn burl_classic_elias_noise3(x: f64, y: f64, z: f64, interpolation: burl_classic_interpolation, constants: *const burl_classic_elias_constants) -> f64;
    pub fn burl_classic_elias_octaves1(x: f64, interpolation: burl_classic_interpolation, octaves: c_int, persistence: f64, constants: *const burl_classic_elias_constants) -> f64;
    pub fn burl_classic_elias_octaves2(x: f64, y: f64, interpolation: burl_classic_interpolation, octaves: c_int, persistence: f64, constants: *const burl_classic_elias_constants) -> f64;
    pub fn burl_classic_table64_fill(table: *mut burl_classic_table64, seed: u32);
    pub fn burl_classic_ring_octave(table: *const burl_classic_table64, octave: c_int, frequency: c_int, x: f64, y: f64) -> f64;
    pub fn burl_classic_rings(table: *const burl_classic_table64, x: f64, y: f64, octaves: c_int, persistence: f64, count: f64) -> f64;
    pub fn burl_classic_rings_rgb(shade: f64, rgb: *mut f64);
    pub fn burl_classic_midpoint(n: c_int, seed: u32, levels: c_int, cells: *mut c_int);
}
