namespace Burl
{
    /// <summary>Points: an array of coordinates for each dimension of the recipe, all of the same length.</summary>
    public struct NoisePoints
    {
        /// <summary>x of each point, and so on; those that the recipe doesn't have stay null.</summary>
        public double[] X, Y, Z, W;
        /// <summary>t of each; null: 0.</summary>
        public double[] Time;
        /// <summary>For octaves: auto and pictures with a size, the step along every axis; 0: all octaves, pictures as they
        /// are.</summary>
        public double Footprint;
    }

    /// <summary>What image("name") reads: heights, [Height][Width], NaN where there are none; or a picture,
    /// [Height][Width][Channels].</summary>
    public struct NoiseImage
    {
        /// <summary>The samples, which the program reads where they are.</summary>
        public float[] Data;
        /// <summary>Columns and rows, at most 2^20.</summary>
        public int Width, Height;
        /// <summary>0 or 1: heights; 2: grey and opacity; 3: red, green and blue; 4: with opacity.</summary>
        public int Channels;
        /// <summary>Colours are linear light, not sRGB.</summary>
        public bool IsLinear;
        /// <summary>Sample (i, j) lies at OriginX + i * StepX, OriginY + j * StepY; with steps of 0 the recipe gives it a size,
        /// or it is stretched over whichever grid is sampled.</summary>
        public double OriginX, OriginY, StepX, StepY;
    }

    /// <summary>Lo &lt;= value &lt;= Hi for every sample; infinite where unbounded.</summary>
    public struct NoiseRange
    {
        /// <summary>The bounds.</summary>
        public double Lo, Hi;
        /// <summary>Whether a sample may be none.</summary>
        public bool MayBeNaN;

        internal static NoiseRange Of(Raw.burl_range range)
        {
            return new NoiseRange { Lo = range.lo, Hi = range.hi, MayBeNaN = range.may_be_nan != 0 };
        }
    }

    /// <summary>A box of points and of times; axes that the recipe hasn't don't count.</summary>
    public struct NoiseRegion
    {
        /// <summary>The corners.</summary>
        public Double4 Lo, Hi;
        /// <summary>The times.</summary>
        public double From, To;
    }

    /// <summary>A knob: its name, its text (empty where the recipe gives none), its value now and what it may be, infinite where
    /// the recipe gives no range.</summary>
    public struct NoiseParam
    {
        /// <summary>Name and text.</summary>
        public string Name, Text;
        /// <summary>The value, from Lo to Hi.</summary>
        public double Value, Lo, Hi;
    }

    /// <summary>One of the results that a program computes, and which of the channels are its own.</summary>
    public struct NoiseResult
    {
        /// <summary>As CompileOptions.Result has it; of the last line "result".</summary>
        public string Name;
        /// <summary>The channels from First on.</summary>
        public int First, Channels;
    }

    /// <summary>How to compile; what is left out is the default.</summary>
    public struct CompileOptions
    {
        /// <summary>1 to 4: how many of x y z w a point has; 0: 2.</summary>
        public int Dims;
        /// <summary>A named part to compute instead of the last line, or several, "height, normals", whose channels lie one behind
        /// the other then.</summary>
        public string Result;
        /// <summary>No better instruction set than this: "sse2" "avx2" "avx512" "neon" "scalar".</summary>
        public string Isa;
        /// <summary>Of each sum of octaves these alone, from Begin to below End; 0, 0: all.</summary>
        public int OctaveBegin, OctaveEnd;
        /// <summary>1 to 4: each result's derivative by x, y, z or w in its place; 5: by t; 0: itself.</summary>
        public int DerivativeBy;
    }

    /// <summary>How to print a program as source text (docs/shaders.md); what is left out is the default.</summary>
    public struct CodeOptions
    {
        /// <summary>"glsl" "glsles" "wgsl" "hlsl" "msl" "opencl" "cuda" "c".</summary>
        public string Target;
        /// <summary>What the text is to be pasted into, complete: "shadertoy" "godot" "godot-spatial" "unity" "three" "p5" "unreal"; it
        /// chooses target and entries.</summary>
        public string MadeFor;
        /// <summary>Of every name that the text declares; null: "burl".</summary>
        public string Prefix;
        /// <summary>The functions to print, by the form of their coordinates: "cell", "p", "d", with commas between.</summary>
        public string Entries;
        /// <summary>What stays open, with commas between: "seed", "t", "footprint", and knobs by their names.</summary>
        public string Uniforms;
        /// <summary>Every knob is open that may vary while the text runs; barriers where the language has no other way to the
        /// library's bits; the target may fuse products with sums.</summary>
        public bool UniformKnobs, Exact, Fast;
        /// <summary>For octaves: auto, the step between samples, above 0.</summary>
        public double Footprint;
        /// <summary>"exact", "fast" or "lean"; null: as Exact and Fast say, and lean with MadeFor.</summary>
        public string Style;
    }
}
