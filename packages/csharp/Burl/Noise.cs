namespace Burl
{
    /// <summary>Single samples with nothing to compile, for few points here and there: the bits of perlin(seed: s) and so on in one
    /// to four dimensions, coordinates in cells, in [-1, 1]. Nothing is allocated.</summary>
    public static class Noise
    {
        /// <summary>perlin(seed: s).</summary>
        public static float Perlin(ulong seed, double x)
        {
            return Raw.burl_perlin1(seed, x);
        }

        /// <summary>perlin(seed: s).</summary>
        public static float Perlin(ulong seed, double x, double y)
        {
            return Raw.burl_perlin2(seed, x, y);
        }

        /// <summary>perlin(seed: s).</summary>
        public static float Perlin(ulong seed, double x, double y, double z)
        {
            return Raw.burl_perlin3(seed, x, y, z);
        }

        /// <summary>perlin(seed: s).</summary>
        public static float Perlin(ulong seed, double x, double y, double z, double w)
        {
            return Raw.burl_perlin4(seed, x, y, z, w);
        }

        /// <summary>value(seed: s).</summary>
        public static float Value(ulong seed, double x)
        {
            return Raw.burl_value1(seed, x);
        }

        /// <summary>value(seed: s).</summary>
        public static float Value(ulong seed, double x, double y)
        {
            return Raw.burl_value2(seed, x, y);
        }

        /// <summary>value(seed: s).</summary>
        public static float Value(ulong seed, double x, double y, double z)
        {
            return Raw.burl_value3(seed, x, y, z);
        }

        /// <summary>value(seed: s).</summary>
        public static float Value(ulong seed, double x, double y, double z, double w)
        {
            return Raw.burl_value4(seed, x, y, z, w);
        }

        /// <summary>white(seed: s).</summary>
        public static float White(ulong seed, double x)
        {
            return Raw.burl_white1(seed, x);
        }

        /// <summary>white(seed: s).</summary>
        public static float White(ulong seed, double x, double y)
        {
            return Raw.burl_white2(seed, x, y);
        }

        /// <summary>white(seed: s).</summary>
        public static float White(ulong seed, double x, double y, double z)
        {
            return Raw.burl_white3(seed, x, y, z);
        }

        /// <summary>white(seed: s).</summary>
        public static float White(ulong seed, double x, double y, double z, double w)
        {
            return Raw.burl_white4(seed, x, y, z, w);
        }

        /// <summary>simplex(seed: s).</summary>
        public static float Simplex(ulong seed, double x)
        {
            return Raw.burl_simplex1(seed, x);
        }

        /// <summary>simplex(seed: s).</summary>
        public static float Simplex(ulong seed, double x, double y)
        {
            return Raw.burl_simplex2(seed, x, y);
        }

        /// <summary>simplex(seed: s).</summary>
        public static float Simplex(ulong seed, double x, double y, double z)
        {
            return Raw.burl_simplex3(seed, x, y, z);
        }

        /// <summary>simplex(seed: s).</summary>
        public static float Simplex(ulong seed, double x, double y, double z, double w)
        {
            return Raw.burl_simplex4(seed, x, y, z, w);
        }

        /// <summary>fbm(perlin(seed: s), octaves: o, gain: g, lacunarity: l).</summary>
        public static float Fbm2(ulong seed, double x, double y, int octaves, float gain = 0.5f, float lacunarity = 2)
        {
            return Raw.burl_fbm2(seed, x, y, octaves, gain, lacunarity);
        }

        /// <summary>The same in three dimensions.</summary>
        public static float Fbm3(ulong seed, double x, double y, double z, int octaves, float gain = 0.5f, float lacunarity = 2)
        {
            return Raw.burl_fbm3(seed, x, y, z, octaves, gain, lacunarity);
        }
    }
}
