using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace Burl
{
    // Grids, points and bounds.
    public sealed unsafe partial class NoiseProgram
    {
        /// <summary>The grid's samples, [l][k][j][i][channels], the last index running fastest.</summary>
        public float[] Sample(NoiseGrid grid, CancellationToken cancellation = default(CancellationToken),
                              Action<double> progress = null)
        {
            var output = NewArray<float>(Count(grid));
            Sample(grid, output, cancellation, progress);
            return output;
        }

        /// <summary>Fills an array, which must have just as many floats, and allocates nothing. `progress` is told on this thread,
        /// now and then, what is done from 0 to 1. Throws OperationCanceledException where `cancellation` asks for it; part of the
        /// output is written then.</summary>
        public void Sample(NoiseGrid grid, float[] output, CancellationToken cancellation = default(CancellationToken),
                           Action<double> progress = null)
        {
            if (output == null) throw new ArgumentNullException("output");
            fixed (float* at = output) Sample(grid, at, output.LongLength, cancellation, progress);
        }

#if NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER || UNITY_2021_2_OR_NEWER || BURL_SPAN
        /// <summary>The same of memory of any kind.</summary>
        public void Sample(NoiseGrid grid, Span<float> output, CancellationToken cancellation = default(CancellationToken),
                           Action<double> progress = null)
        {
            fixed (float* at = &MemoryMarshal.GetReference(output)) Sample(grid, at, output.Length, cancellation, progress);
        }
#endif

        /// <summary>The same of memory that stays in place, with so many floats.</summary>
        public void Sample(NoiseGrid grid, float* output, long length,
                           CancellationToken cancellation = default(CancellationToken), Action<double> progress = null)
        {
            var said = grid.ToC();
            using (var used = handle.Used())
            {
                if (Product(&said) != length)
                {
                    Check(used, &said);
                    throw new BurlException(Status.Argument, "output has " + length + " floats, and the grid " + Count(grid));
                }
                var status = Watch.Sample(used, &said, output, cancellation, progress);
                if (status == Raw.burl_status.BURL_ARGUMENT) Check(used, &said);
                BurlException.Check(status);
            }
        }

        /// <summary>How many floats a grid has. Throws where it isn't one for the program.</summary>
        public long Count(NoiseGrid grid)
        {
            var said = grid.ToC();
            using (var used = handle.Used()) Check(used, &said);
            long count = Product(&said);
            if (count < 0) throw BurlException.Of(Raw.burl_status.BURL_MEMORY);
            return count;
        }

        static void Check(Raw.burl_program* program, Raw.burl_grid* grid)
        {
            Raw.burl_error error;
            BurlException.Check(Raw.burl_check_grid(program, grid, &error), &error);
        }

        /// How many floats a grid has; -1 where a size is negative, or no number is as large.
        long Product(Raw.burl_grid* grid)
        {
            long count = channels;
            for (int axis = 0; axis < 4; axis++)
            {
                long size = Math.Max(grid->size[axis], 1);
                if (grid->size[axis] < 0 || count > long.MaxValue / size) return -1;
                count *= size;
            }
            return count;
        }

        /// <summary>Which of the grid's blocks lie wholly above a level (1: every sample of the first channel is greater) or not
        /// above it (-1); 0 where neither is proven: [l][k][j][i], size / block, rounded up, along each axis. A block's side of 0 is
        /// the grid's.</summary>
        public sbyte[] Blocks(NoiseGrid grid, Long4 block, double level)
        {
            Count(grid);
            long* sides = stackalloc long[4];
            block.CopyTo(sides);
            if (double.IsNaN(level) || grid.Samples > 1 || Math.Min(Math.Min(block.X, block.Y), Math.Min(block.Z, block.W)) < 0)
            {
                throw new BurlException(Status.Argument,
                                        "a level is a number, a block's side is not negative, and samples is 0 or 1: " + level +
                                        ", " + block.X + " " + block.Y + " " + block.Z + " " + block.W + ", " + grid.Samples);
            }
            var said = grid.ToC();
            long count = 1; // no more than the grid's samples, which are in range
            for (int axis = 0; axis < 4; axis++)
            {
                long size = Math.Max(said.size[axis], 1);
                count *= sides[axis] == 0 ? 1 : size / sides[axis] + (size % sides[axis] == 0 ? 0 : 1);
            }
            var output = NewArray<sbyte>(count);
            using (var used = handle.Used())
            fixed (sbyte* at = output)
            {
                BurlException.Check(Raw.burl_blocks_of(used, &said, sides, level, at));
            }
            return output;
        }

        /// <summary>The points' samples, [points][channels].</summary>
        public float[] Sample(NoisePoints points)
        {
            var output = NewArray<float>(points.X == null ? 0 : points.X.LongLength * channels);
            Sample(points, output);
            return output;
        }

        /// <summary>Fills an array, which must have just as many floats, and allocates nothing.</summary>
        public void Sample(NoisePoints points, float[] output)
        {
            if (output == null) throw new ArgumentNullException("output");
            fixed (float* at = output) Sample(points, at, output.LongLength);
        }

        /// <summary>The same of memory that stays in place, with so many floats.</summary>
        public void Sample(NoisePoints points, float* output, long length)
        {
            using (var used = handle.Used())
            fixed (double* x = points.X, y = points.Y, z = points.Z, w = points.W, time = points.Time)
            {
                long count = CheckedCount(points);
                long floats = count * channels;
                if (length != floats)
                {
                    throw new BurlException(Status.Argument, "output has " + length + " floats, and the points " + floats);
                }
                var said = new Raw.burl_points
                {
                    count = (UIntPtr)(ulong)count, coord0 = x, coord1 = y, coord2 = z, coord3 = w, time = time,
                    footprint = points.Footprint
                };
                if (count == 0) return;
                var status = Raw.burl_sample_points(used, &said, output);
                Raw.burl_error error;
                if (status == Raw.burl_status.BURL_ARGUMENT)
                {
                    BurlException.Check(Raw.burl_check_points(used, &said, &error), &error);
                }
                BurlException.Check(status);
            }
        }

        /// How many points there are: as many coordinates of each dimension of the recipe, and none of the others.
        long CheckedCount(NoisePoints points)
        {
            long count = points.X == null ? 0 : points.X.LongLength;
            Check("X", points.X, dims > 0, count);
            Check("Y", points.Y, dims > 1, count);
            Check("Z", points.Z, dims > 2, count);
            Check("W", points.W, dims > 3, count);
            if (points.Time != null) Check("Time", points.Time, true, count);
            return count;
        }

        static void Check(string name, double[] coordinates, bool isWanted, long count)
        {
            if (!isWanted && coordinates == null) return;
            if (!isWanted) throw new BurlException(Status.Argument, "the recipe's points have no " + name);
            if (coordinates == null) throw new BurlException(Status.Argument, "the recipe's points have " + name + ", too");
            if (coordinates.LongLength == count) return;
            throw new BurlException(Status.Argument,
                                    "X and " + name + " are as many: there are " + count + " and " + coordinates.LongLength);
        }

        /// <summary>The proven bounds of a channel, for every finite point and time.</summary>
        public NoiseRange Bounds(int channel = 0)
        {
            using (var used = handle.Used()) return NoiseRange.Of(Raw.burl_bounds(used, channel));
        }

        /// <summary>The proven bounds of each channel over each region, [regions][channels]: within Bounds(), and closer the smaller
        /// a region is beside the noise's cells.</summary>
        public NoiseRange[] BoundsOver(params NoiseRegion[] regions)
        {
            if (regions == null) throw new ArgumentNullException("regions");
            using (var used = handle.Used())
            {
                var boxes = new Raw.burl_box[regions.Length];
                for (int i = 0; i < boxes.Length; i++)
                {
                    fixed (Raw.burl_box* box = &boxes[i]) Fill(box, regions[i]);
                    fixed (Raw.burl_box* box = &boxes[i]) Check(box, i, dims);
                }
                var output = new Raw.burl_range[regions.Length * channels];
                fixed (Raw.burl_box* from = boxes)
                fixed (Raw.burl_range* to = output)
                {
                    BurlException.Check(Raw.burl_bounds_over(used, from, (UIntPtr)boxes.Length, to));
                }
                return Array.ConvertAll(output, NoiseRange.Of);
            }
        }

        static void Fill(Raw.burl_box* box, NoiseRegion region)
        {
            region.Lo.CopyTo(box->lo);
            region.Hi.CopyTo(box->hi);
            box->t0 = region.From;
            box->t1 = region.To;
        }

        static void Check(Raw.burl_box* box, int number, int dims)
        {
            for (int axis = 0; axis <= dims; axis++)
            {
                double lo = axis < dims ? box->lo[axis] : box->t0, hi = axis < dims ? box->hi[axis] : box->t1;
                if (lo <= hi && !double.IsInfinity(lo) && !double.IsInfinity(hi)) continue;
                throw new BurlException(Status.Argument, "a region goes from a finite number to one that isn't less; number " +
                                        number + " has " + "xyzwt"[axis < dims ? axis : 4] + " from " + lo + " to " + hi);
            }
        }

        static T[] NewArray<T>(long count)
        {
            try
            {
                return new T[count];
            }
            catch (Exception e) when (e is OutOfMemoryException || e is OverflowException)
            {
                throw BurlException.Of(Raw.burl_status.BURL_MEMORY);
            }
        }
    }
}
