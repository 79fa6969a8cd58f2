using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Burl
{
    /// <summary>A compiled recipe. Any number of threads may sample it at once while none changes it: Set, SetSeed, SetImage and
    /// Dispose need it alone. It is freed with its last reference, or at once by Dispose.</summary>
    public sealed unsafe partial class NoiseProgram : IDisposable
    {
        readonly ProgramHandle handle;
        readonly int dims, channels;

        NoiseProgram(Raw.burl_program* program)
        {
            handle = new ProgramHandle(program);
            dims = Raw.burl_dims(program);
            channels = Raw.burl_channels(program);
        }

        /// <summary>Compiles a recipe for so many dimensions, 1 to 4, with seed 0 and every knob at its default.</summary>
        public static NoiseProgram Compile(string recipe, int dims = 2)
        {
            return Compile(recipe, new CompileOptions { Dims = dims });
        }

        /// <summary>The same with options.</summary>
        public static NoiseProgram Compile(string recipe, CompileOptions options)
        {
            if (recipe == null) throw new ArgumentNullException("recipe");
            CheckVersion();
            var text = Encoding.UTF8.GetBytes(recipe + "\0"); // never empty
            fixed (byte* source = text, result = Text.ToC("the name of a result", options.Result),
                   isa = Text.ToC("the name of an instruction set", options.Isa))
            {
                var said = new Raw.burl_options
                {
                    struct_size = (UIntPtr)sizeof(Raw.burl_options),
                    dims = options.Dims,
                    result = result,
                    isa = isa,
                    octave_begin = options.OctaveBegin,
                    octave_end = options.OctaveEnd,
                    derivative_by = options.DerivativeBy
                };
                Raw.burl_error error;
                var program = Raw.burl_compile_with(source, (UIntPtr)(text.Length - 1), &said, &error);
                if (program == null) throw BurlException.Of(&error);
                return new NoiseProgram(program);
            }
        }

        /// Structs may change with the second number of the version.
        static void CheckVersion()
        {
            string library = Version, wanted = Raw.BURL_VERSION;
            if (library.Substring(0, library.LastIndexOf('.')) == wanted.Substring(0, wanted.LastIndexOf('.'))) return;
            throw new BurlException(Status.Argument, "the library that was found is burl " + library +
                                    ", and this package is for burl " + wanted, "take both from the same release");
        }

        /// <summary>An independent copy with the same seed, knobs and images.</summary>
        public NoiseProgram Clone()
        {
            using (var used = handle.Used())
            {
                var program = Raw.burl_clone(used);
                if (program == null) throw BurlException.Of(Raw.burl_status.BURL_MEMORY);
                var clone = new NoiseProgram(program);
                handle.KeepFor(clone.handle);
                return clone;
            }
        }

        /// <summary>Frees the program as soon as no call uses it.</summary>
        public void Dispose()
        {
            handle.Dispose();
        }

        /// <summary>The program for Raw, which has what this class leaves out; it stays this one's to free. Valid while this is
        /// referred to, which GC.KeepAlive after the call says.</summary>
        public Raw.burl_program* Pointer
        {
            get { using (var used = handle.Used()) return used; }
        }

        /// <summary>The version of the library that was found, "0.1.0".</summary>
        public static string Version
        {
            get { return Text.Of(Raw.burl_version()); }
        }

        /// <summary>Changes when any output bit changes.</summary>
        public static int OutputVersion
        {
            get { return Raw.burl_output_version(); }
        }

        // ---- what it is ------------------------------------------------------------------------------

        /// <summary>How many coordinates a point has, 1 to 4.</summary>
        public int Dims
        {
            get { return dims; }
        }

        /// <summary>How many floats a sample has: 1 (a number), 3 (rgb) or 4 (rgba), of several results the sum.</summary>
        public int Channels
        {
            get { return channels; }
        }

        /// <summary>Whether the recipe holds a whole-grid function (erode, breach ...): then points can't be sampled, and a tile is
        /// computed as if it were the whole.</summary>
        public bool NeedsWholeGrid
        {
            get { using (var used = handle.Used()) return Raw.burl_needs_whole_grid(used) != 0; }
        }

        /// <summary>The instruction set that it samples with.</summary>
        public string Isa
        {
            get { using (var used = handle.Used()) return Text.Of(Raw.burl_isa(used)); }
        }

        /// <summary>The corners of the extent that the recipe wants to be shown: x0, y0, ..., x1, y1, ...; empty where it names
        /// none.</summary>
        public double[] GetView()
        {
            double* view = stackalloc double[8];
            using (var used = handle.Used())
            {
                var corners = new double[Raw.burl_view(used, view)];
                for (int i = 0; i < corners.Length; i++) corners[i] = view[i];
                return corners;
            }
        }

        /// <summary>The results, as CompileOptions.Result names them.</summary>
        public NoiseResult[] GetResults()
        {
            using (var used = handle.Used())
            {
                var results = new NoiseResult[Raw.burl_result_count(used)];
                for (int i = 0; i < results.Length; i++)
                {
                    var one = Raw.burl_result_at(used, i);
                    results[i] = new NoiseResult { Name = Text.Of(one.name), First = one.first, Channels = one.channels };
                }
                return results;
            }
        }

        // ---- seed, knobs and images --------------------------------------------------------------------

        /// <summary>The recipe's knobs.</summary>
        public NoiseParam[] GetParams()
        {
            using (var used = handle.Used())
            {
                var knobs = new NoiseParam[Raw.burl_param_count(used)];
                for (int i = 0; i < knobs.Length; i++)
                {
                    var one = Raw.burl_param_at(used, i);
                    knobs[i] = new NoiseParam
                    {
                        Name = Text.Of(one.name), Text = Text.Of(one.text), Value = one.value, Lo = one.lo, Hi = one.hi
                    };
                }
                return knobs;
            }
        }

        /// <summary>Turns a knob; where it throws the program is as before.</summary>
        public void Set(string name, double value)
        {
            Raw.burl_error error;
            using (var used = handle.Used())
            fixed (byte* text = Text.ToBuffer("the name of a knob", name))
            {
                BurlException.Check(Raw.burl_set(used, text, value, &error), &error);
            }
        }

        /// <summary>Sets the recipe's seed; all 64 bits matter. Where it throws the program is as before.</summary>
        public void SetSeed(ulong seed)
        {
            Raw.burl_error error;
            using (var used = handle.Used()) BurlException.Check(Raw.burl_seed_with(used, seed, &error), &error);
        }

        /// <summary>The seed that a text stands for, as in burl --seed.</summary>
        public static ulong SeedOfText(string text)
        {
            fixed (byte* bytes = Text.ToBuffer("the text of a seed", text)) return Raw.burl_seed_of_text(bytes);
        }

        /// <summary>The names of the images that the recipe reads, each once.</summary>
        public string[] GetImageNames()
        {
            using (var used = handle.Used())
            {
                int count = 0;
                while (Raw.burl_image_name(used, count) != null) count++;
                var names = new string[count];
                for (int i = 0; i < count; i++) names[i] = Text.Of(Raw.burl_image_name(used, i));
                return names;
            }
        }

        /// <summary>Gives an image its samples. They are read where they are: the array stays in place until the program is freed or
        /// the image has others. Where it throws the program is as before.</summary>
        public void SetImage(string name, NoiseImage image)
        {
            if (image.Data == null) throw new ArgumentNullException("image.Data");
            int channels = Math.Max(image.Channels, 1);
            if (image.Data.LongLength != (decimal)image.Width * image.Height * channels)
            {
                throw new BurlException(Status.Argument, "the image has " + image.Data.LongLength + " floats, not " +
                                        image.Width + " x " + image.Height + " x " + channels);
            }
            var pinned = GCHandle.Alloc(image.Data, GCHandleType.Pinned);
            bool isKept = false;
            try
            {
                SetImage(name, image, (float*)pinned.AddrOfPinnedObject());
                handle.Keep(name, pinned);
                isKept = true;
            }
            finally
            {
                if (!isKept) pinned.Free();
            }
        }

        void SetImage(string name, NoiseImage image, float* data)
        {
            var field = new Raw.burl_field
            {
                data = data, channels = image.Channels, is_linear = image.IsLinear ? 1 : 0
            };
            field.size[0] = image.Width;
            field.size[1] = image.Height;
            field.origin[0] = image.OriginX;
            field.origin[1] = image.OriginY;
            field.step[0] = image.StepX;
            field.step[1] = image.StepY;
            Raw.burl_error error;
            using (var used = handle.Used())
            fixed (byte* text = Text.ToBuffer("the name of an image", name))
            {
                BurlException.Check(Raw.burl_set_image_with(used, text, &field, &error), &error);
            }
        }
    }
}
