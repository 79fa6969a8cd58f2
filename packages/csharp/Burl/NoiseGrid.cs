namespace Burl
{
    /// <summary>Whole numbers along x, y, z and w.</summary>
    public struct Long4
    {
        /// <summary>Along each axis.</summary>
        public long X, Y, Z, W;

        /// <summary>Those that are left out are 0.</summary>
        public Long4(long x, long y = 0, long z = 0, long w = 0)
        {
            X = x;
            Y = y;
            Z = z;
            W = w;
        }

        internal unsafe void CopyTo(long* to)
        {
            to[0] = X;
            to[1] = Y;
            to[2] = Z;
            to[3] = W;
        }
    }

    /// <summary>Numbers along x, y, z and w.</summary>
    public struct Double4
    {
        /// <summary>Along each axis.</summary>
        public double X, Y, Z, W;

        /// <summary>Those that are left out are 0.</summary>
        public Double4(double x, double y = 0, double z = 0, double w = 0)
        {
            X = x;
            Y = y;
            Z = z;
            W = w;
        }

        internal unsafe void CopyTo(double* to)
        {
            to[0] = X;
            to[1] = Y;
            to[2] = Z;
            to[3] = W;
        }
    }

    /// <summary>A grid of samples, or a tile of one: sample n of an axis lies at Origin + (First + n) * Step.</summary>
    public struct NoiseGrid
    {
        /// <summary>Samples along each axis; 0 counts as 1.</summary>
        public Long4 Size;
        /// <summary>The index of the first sample: a tile keeps the whole's origin and step.</summary>
        public Long4 First;
        /// <summary>Where sample 0 lies.</summary>
        public Double4 Origin;
        /// <summary>From one sample to the next.</summary>
        public Double4 Step;
        /// <summary>t.</summary>
        public double Time;
        /// <summary>For octaves: auto and pictures with a size, the step along every axis; 0: the grid's own.</summary>
        public double Footprint;
        /// <summary>0: all cores; 1: the caller's alone.</summary>
        public int Threads;
        /// <summary>2 to 16: each sample is the mean of samples x samples around it; 0, 1: one, at its place.</summary>
        public int Samples;

        /// <summary>A grid of which the rest is set by its fields.</summary>
        public NoiseGrid(Long4 size, Double4 origin, Double4 step) : this()
        {
            Size = size;
            Origin = origin;
            Step = step;
        }

        /// <summary>The part of it that begins at sample `first` and has `size`: with the same bits as in the whole.</summary>
        public NoiseGrid Tile(Long4 first, Long4 size)
        {
            NoiseGrid tile = this;
            tile.First = new Long4(First.X + first.X, First.Y + first.Y, First.Z + first.Z, First.W + first.W);
            tile.Size = size;
            return tile;
        }

        internal unsafe Raw.burl_grid ToC()
        {
            var grid = new Raw.burl_grid { time = Time, footprint = Footprint, threads = Threads, samples = Samples };
            Size.CopyTo(grid.size);
            First.CopyTo(grid.first);
            Origin.CopyTo(grid.origin);
            Step.CopyTo(grid.step);
            return grid;
        }
    }
}
