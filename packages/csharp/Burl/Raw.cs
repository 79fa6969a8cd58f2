// Written by tools/api from include/*.h.
#pragma warning disable 649 // fields that C alone writes
using System;
using System.Runtime.InteropServices;

namespace Burl
{
    /// <summary>What the headers declare, as it is: include/burl.h is the manual.</summary>
    public static unsafe class Raw
    {
        const string Library = "burl";

        public const string BURL_VERSION = "0.1.0";
        public const int BURL_VERSION_NUMBER = 100;
        public const int BURL_OUTPUT_VERSION = 3;

        public enum burl_status
        {
            BURL_OK, BURL_ARGUMENT, BURL_MEMORY, BURL_RECIPE, BURL_DIMENSION, BURL_LIMIT, BURL_FILE, BURL_CANCELLED, BURL_SHAPE, BURL_STATUS_COUNT
        }

        public enum burl_path_kind
        {
            BURL_POINT, BURL_LINE, BURL_RING
        }

        public enum burl_wanted
        {
            BURL_WHERE, BURL_MOST, BURL_LEAST
        }

        public enum burl_classic_interpolation
        {
            BURL_CLASSIC_LINEAR, BURL_CLASSIC_COSINE, BURL_CLASSIC_CUBIC
        }

        public enum burl_classic_smoothing
        {
            BURL_CLASSIC_ROUGH, BURL_CLASSIC_SMOOTH
        }

        public struct burl_program
        {
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_error
        {
            public burl_status status;
            public int line;
            public int column;
            public int length;
            public fixed byte message[256];
            public fixed byte hint[192];
            public fixed byte file[64];
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_path
        {
            public long first;
            public long count;
            public long feature;
            public burl_path_kind kind;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_shapes
        {
            public double* vertices;
            public long vertex_count;
            public burl_path* paths;
            public long path_count;
            public byte** names;
            public double* values;
            public int value_count;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_field
        {
            public float* data;
            public fixed long size[2];
            public fixed double origin[2];
            public fixed double step[2];
            public fixed byte reason[192];
            public int channels;
            public int is_linear;
            public burl_shapes* shapes;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_file
        {
            public byte* text;
            public UIntPtr length;
            public UIntPtr most;
            public fixed byte reason[192];
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_options
        {
            public UIntPtr struct_size;
            public int dims;
            public byte* name;
            public byte* result;
            public byte* isa;
            public IntPtr load;
            public IntPtr allocate;
            public IntPtr parallel;
            public void* user;
            public int octave_begin;
            public int octave_end;
            public int derivative_by;
            public IntPtr read;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_param
        {
            public byte* name;
            public byte* text;
            public double value;
            public double lo;
            public double hi;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_result
        {
            public byte* name;
            public int first;
            public int channels;
            public int is_data;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_range
        {
            public double lo;
            public double hi;
            public int may_be_nan;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_box
        {
            public fixed double lo[4];
            public fixed double hi[4];
            public double t0;
            public double t1;
            public fixed ulong reserved[4];
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_search
        {
            public burl_box over;
            public burl_wanted wanted;
            public int limit;
            public double tolerance;
            public long most_boxes;
            public IntPtr progress;
            public void* user;
            public fixed ulong reserved[8];
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_place
        {
            public fixed double at[4];
            public double time;
            public float value;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_found
        {
            public int count;
            public int is_decided;
            public burl_range range;
            public long boxes;
            public double left;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_grid
        {
            public fixed long size[4];
            public fixed long first[4];
            public fixed double origin[4];
            public fixed double step[4];
            public double time;
            public fixed long stride[4];
            public double footprint;
            public int threads;
            public int samples;
            public IntPtr progress;
            public void* user;
            public fixed ulong reserved[8];
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_points
        {
            public UIntPtr count;
            public double* coord0;
            public double* coord1;
            public double* coord2;
            public double* coord3;
            public double* time;
            public double footprint;
            public fixed ulong reserved[4];
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_scattered
        {
            public UIntPtr count;
            public double* x;
            public double* y;
            public double* radius;
            public uint* id;
            public float* chance;
            public float* values;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_scatter
        {
            public fixed double lo[2];
            public fixed double hi[2];
            public double radius;
            public burl_program* radii;
            public fixed double period[2];
            public ulong seed;
            public int candidates;
            public int threads;
            public double time;
            public double footprint;
            public IntPtr take;
            public IntPtr progress;
            public void* user;
            public fixed ulong reserved[8];
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_code_options
        {
            public UIntPtr struct_size;
            public byte* target;
            public byte* prefix;
            public byte* made_for;
            public byte* entries;
            public byte* uniforms;
            public int uniform_knobs;
            public int exact;
            public int fast;
            public double footprint;
            public IntPtr write;
            public void* user;
            public byte* style;
            public int cost;
            public fixed ulong reserved[6];
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_part
        {
            public byte* name;
            public int line;
            public int channels;
            public int takes_arguments;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_material
        {
            public double size;
            public double depth;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_octave
        {
            public double frequency;
            public double share;
            public fixed double shift[4];
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_lattice
        {
            public int dims;
            public int taps;
            public int is_value;
            public byte* interp;
            public fixed double frequency[2];
            public fixed double shift[2];
            public int is_simplex;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_lattice_point
        {
            public double value;
            public fixed double gradient[2];
            public uint hash;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_classic_table256
        {
            public fixed byte entry[256];
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_classic_elias_constants
        {
            public uint a;
            public uint b;
            public uint c;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct burl_classic_table64
        {
            public fixed double entry[4096];
        }

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_status_text(burl_status status);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_status_name(burl_status status);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_program* burl_compile(byte* source, int dims, burl_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_program* burl_compile_with(byte* source, UIntPtr length, burl_options* options, burl_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_program* burl_clone(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_program* burl_ask(burl_program* program, byte* expression, burl_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void burl_free(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_seed(burl_program* program, ulong seed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_seed_with(burl_program* program, ulong seed, burl_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong burl_seed_of_text(byte* text);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_param_count(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_param burl_param_at(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_set(burl_program* program, byte* param, double value, burl_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_image_name(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_field burl_image_at(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_set_image(burl_program* program, byte* name, burl_field* field);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_set_image_with(burl_program* program, byte* name, burl_field* field, burl_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_dims(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_channels(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_result_count(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_result burl_result_at(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_range burl_bounds(burl_program* program, int channel);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_bounds_over(burl_program* program, burl_box* boxes, UIntPtr count, burl_range* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_find(burl_program* program, burl_search* search, burl_place* places, burl_found* found);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_view(burl_program* program, double* view);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_needs_whole_grid(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_isa(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_sample_grid(burl_program* program, burl_grid* grid, float* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_blocks_of(burl_program* program, burl_grid* grid, long* block, double level, sbyte* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_check_grid(burl_program* program, burl_grid* grid, burl_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_sample_points(burl_program* program, burl_points* points, float* @out);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_check_points(burl_program* program, burl_points* points, burl_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_sample_scatter(burl_program* program, burl_scatter* scatter, burl_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_stage_bytes(burl_program* program, burl_grid* grid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_perlin1(ulong seed, double x);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_perlin2(ulong seed, double x, double y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_perlin3(ulong seed, double x, double y, double z);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_perlin4(ulong seed, double x, double y, double z, double w);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_value1(ulong seed, double x);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_value2(ulong seed, double x, double y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_value3(ulong seed, double x, double y, double z);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_value4(ulong seed, double x, double y, double z, double w);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_white1(ulong seed, double x);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_white2(ulong seed, double x, double y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_white3(ulong seed, double x, double y, double z);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_white4(ulong seed, double x, double y, double z, double w);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_simplex1(ulong seed, double x);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_simplex2(ulong seed, double x, double y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_simplex3(ulong seed, double x, double y, double z);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_simplex4(ulong seed, double x, double y, double z, double w);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_fbm2(ulong seed, double x, double y, int octaves, float gain, float lacunarity);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern float burl_fbm3(ulong seed, double x, double y, double z, int octaves, float gain, float lacunarity);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_code(burl_program* program, burl_code_options* options, burl_error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_status burl_code_keys(burl_program* program, burl_code_options* options, ulong seed, uint* keys, UIntPtr room, UIntPtr* count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_version();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_output_version();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_part_count(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_part burl_part_at(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_is_smooth(burl_program* program, int channel);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_material burl_material_of(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_source(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_import_at(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_source_of(byte* source, UIntPtr length, byte* file, UIntPtr* of);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_library_name(int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_library_text(int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_note_count(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_error* burl_note_at(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_function_at(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_param_is_read(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint burl_varies_with(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_repeat_along(burl_program* program, int axis);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_skipped(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_value_count(burl_program* program, uint axes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* burl_stage_at(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_too_fine(burl_program* program, burl_grid* grid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_octave_count(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_octave burl_octave_at(burl_program* program, int index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_lattice burl_lattice_of(burl_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_lattice_point burl_lattice_at(burl_program* program, double i, double j);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_lattice_weight(burl_program* program, double distance);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_fade(double t);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_hermite(double t);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_linear(double a, double b, double t);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_cosine(double a, double b, double t);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_cubic(double v0, double v1, double v2, double v3, double t);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_catmull_rom(double p0, double p1, double p2, double p3, double t);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_slopes1(double a_left, double a_right, double f);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_wavelet(double a, double t);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_wavelets1(double a_left, double a_right, double f);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_planes2(double* g00, double* g10, double* g01, double* g11, double fx, double fy);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_classic_permutation(int i);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_grad3(int hash, double x, double y, double z);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_grad3_table(int hash, double x, double y, double z);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_grad1(int hash, double x);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_grad2(int hash, double x, double y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_grad4(int hash, double x, double y, double z, double w);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_perlin1(double x, int period);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_perlin2(double x, double y, int period);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_perlin3(double x, double y, double z, int period);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_perlin4(double x, double y, double z, double w, int period);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_perlin_octaves3(double x, double y, double z, int octaves, double persistence);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int burl_classic_rand(uint* state);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void burl_classic_table256_fill(burl_classic_table256* table, uint seed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_value2(burl_classic_table256* table, double x, double y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_axes2(burl_classic_table256* table, double x, double y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_value_octaves2(burl_classic_table256* table, double x, double y, int octaves, double persistence);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_axes_octaves2(burl_classic_table256* table, double x, double y, int octaves, double persistence);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint burl_classic_next_prime(uint n);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern burl_classic_elias_constants burl_classic_elias_constants_at(int octave);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_elias_hash(int n, burl_classic_elias_constants* constants);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_elias_smooth1(int i, burl_classic_elias_constants* constants);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_elias_smooth2(int i, int j, burl_classic_elias_constants* constants);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_elias_noise1(double x, burl_classic_interpolation interpolation, burl_classic_smoothing smoothing, burl_classic_elias_constants* constants);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_elias_noise2(double x, double y, burl_classic_interpolation interpolation, burl_classic_smoothing smoothing, burl_classic_elias_constants* constants);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_elias_noise3(double x, double y, double z, burl_classic_interpolation interpolation, burl_classic_elias_constants* constants);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_elias_octaves1(double x, burl_classic_interpolation interpolation, int octaves, double persistence, burl_classic_elias_constants* constants);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_elias_octaves2(double x, double y, burl_classic_interpolation interpolation, int octaves, double persistence, burl_classic_elias_constants* constants);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void burl_classic_table64_fill(burl_classic_table64* table, uint seed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_ring_octave(burl_classic_table64* table, int octave, int frequency, double x, double y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double burl_classic_rings(burl_classic_table64* table, double x, double y, int octaves, double persistence, double count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void burl_classic_rings_rgb(double shade, double* rgb);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void burl_classic_midpoint(int n, uint seed, int levels, int* cells);
    }
}
