// What the package does that the lines of Values.cs don't show. Prints what fails; the last line counts.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading;
using Burl;

static unsafe class Tests
{
    static readonly NoiseGrid grid = new NoiseGrid(new Long4(512, 512), new Double4(), new Double4(1.0 / 64, 1.0 / 64));

    static NoiseProgram Clouds()
    {
        return NoiseProgram.Compile("fbm(perlin(), octaves: 8)");
    }

    static void Is(object wanted, object found)
    {
        if (!Equals(wanted, found)) throw new Exception("is " + found + ", not " + wanted);
    }

    static T Throws<T>(Action wrong) where T : Exception
    {
        try
        {
            wrong();
        }
        catch (T e)
        {
            return e;
        }
        throw new Exception("no " + typeof(T).Name);
    }

    static void ProgressGoesFrom0To1OnTheCallingThread()
    {
        var told = new List<double>();
        int caller = Thread.CurrentThread.ManagedThreadId, others = 0;
        Clouds().Sample(grid, default(CancellationToken), done =>
        {
            told.Add(done);
            if (Thread.CurrentThread.ManagedThreadId != caller) others++;
        });
        Is(0, others);
        Is(0.0, told.First());
        Is(1.0, told.Last());
    }

    static void ATokenCancelsBeforeAndMeanwhile()
    {
        var output = Enumerable.Repeat(7f, 512 * 512).ToArray();
        var source = new CancellationTokenSource();
        Throws<OperationCanceledException>(() => Clouds().Sample(grid, output, source.Token, done => source.Cancel()));
        Is(true, output.Contains(7f));
        var e = Throws<OperationCanceledException>(() => Clouds().Sample(grid, output, source.Token));
        Is(source.Token, e.CancellationToken);
    }

    static void AnExceptionOfProgressIsTheCallers()
    {
        var clouds = Clouds();
        var e = Throws<InvalidOperationException>(() => clouds.Sample(grid, default(CancellationToken), done =>
        {
            throw new InvalidOperationException("no");
        }));
        Is("no", e.Message);
        clouds.Sample(grid);
    }

    /// The watch of the outer call goes on after one within it, which has its own.
    static void ACallWithinProgress()
    {
        var clouds = Clouds();
        int outer = 0, inner = 0;
        clouds.Sample(grid, default(CancellationToken), done =>
        {
            outer++;
            clouds.Sample(grid.Tile(new Long4(), new Long4(4, 4)), default(CancellationToken), within => inner++);
        });
        Is(true, outer >= 2 && inner >= 2 * outer);
    }

    static void ACallAllocatesNothing()
    {
        var clouds = NoiseProgram.Compile("param k = 1 [0, 2]\nk*perlin()");
        var tile = grid.Tile(new Long4(), new Long4(16, 16));
        tile.Threads = 1;
        var output = new float[256];
        var coordinates = new double[256];
        var points = new NoisePoints { X = coordinates, Y = coordinates };
        var token = new CancellationTokenSource().Token;
        Action<double> progress = done => { };
        Action all = () =>
        {
            clouds.Sample(tile, output);
            clouds.Sample(tile, output, token, progress);
            clouds.Sample(points, output);
            clouds.Bounds();
            clouds.Set("k", 1);
        };
        for (int i = 0; i < 100; i++) all();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 100; i++) all();
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Is(0L, allocated);
    }

    static void ThreadsShareAProgram()
    {
        var clouds = Clouds();
        var whole = clouds.Sample(grid);
        var parts = new float[4][];
        var threads = Enumerable.Range(0, 4).Select(n => new Thread(() =>
        {
            var tile = grid.Tile(new Long4(0, 128 * n), new Long4(512, 128));
            tile.Threads = 1;
            parts[n] = clouds.Sample(tile);
        })).ToArray();
        foreach (var thread in threads) thread.Start();
        foreach (var thread in threads) thread.Join();
        Is(true, whole.SequenceEqual(parts.SelectMany(part => part)));
    }

    static void ADisposedProgramThrows()
    {
        var clouds = Clouds();
        clouds.Dispose();
        clouds.Dispose();
        Throws<ObjectDisposedException>(() => clouds.Sample(grid));
    }

    /// Dispose of another thread, or within, waits for the call.
    static void DisposeWaitsForACall()
    {
        var clouds = Clouds();
        var wanted = clouds.Sample(grid);
        var found = clouds.Sample(grid, default(CancellationToken), done => clouds.Dispose());
        Is(true, wanted.SequenceEqual(found));
    }

    /// Only programs know the array, as it was made in a thread that has ended.
    static void AnImageStaysInPlaceForAClone()
    {
        NoiseProgram clone = null;
        float[] wanted = null;
        var maker = new Thread(() =>
        {
            var ground = NoiseProgram.Compile("image(\"ground\")");
            Is(Status.File, Throws<BurlException>(() => ground.Sample(grid)).Status);
            var data = Enumerable.Range(0, 16).Select(i => (float)i).ToArray();
            ground.SetImage("ground", new NoiseImage { Data = data, Width = 4, Height = 4 });
            wanted = ground.Sample(grid);
            clone = ground.Clone();
            ground.Dispose();
        });
        maker.Start();
        maker.Join();
        GC.Collect();
        for (int i = 0; i < 20000; i++) GC.KeepAlive(Enumerable.Repeat(-1f, 100).ToArray()); // where it would have been
        Is(true, wanted.SequenceEqual(clone.Sample(grid)));
    }

    static void ACloneGoesItsOwnWay()
    {
        var one = NoiseProgram.Compile("param k = 1\nk*perlin()");
        one.Set("k", 2);
        var other = one.Clone();
        other.Set("k", 3);
        Is(2.0, one.GetParams()[0].Value);
        Is(3.0, other.GetParams()[0].Value);
    }

    static void MemoryInPlace()
    {
        var wanted = Clouds().Sample(grid);
        var found = new float[512 * 512];
        fixed (float* at = found) Clouds().Sample(grid, at, found.Length);
        Is(true, wanted.SequenceEqual(found));
#if BURL_SPAN
        var room = new float[512 * 512 + 2];
        Clouds().Sample(grid, new Span<float>(room, 1, 512 * 512));
        Is(true, wanted.SequenceEqual(room.Skip(1).Take(512 * 512)));
        Is(0f, room[512 * 512 + 1]);
#endif
    }

    static void RawHasTheRest()
    {
        var clouds = Clouds();
        Is(8, Raw.burl_octave_count(clouds.Pointer));
        Is(2.0, Raw.burl_octave_at(clouds.Pointer, 1).frequency);
        Is(true, Raw.burl_function_at(clouds.Pointer, 0) != null);
        Is(0.5, Raw.burl_classic_fade(0.5));
        GC.KeepAlive(clouds);
    }

    static string Message(Action wrong)
    {
        return Throws<BurlException>(wrong).Message;
    }

    static void WhatCCouldNotSeeIsAnError()
    {
        var noise = NoiseProgram.Compile("perlin()");
        var output = new float[3];
        double[] one = { 0 }, two = { 0, 1 };
        Is("output has 3 floats, and the grid 262144", Message(() => noise.Sample(grid, output)));
        Is("output has 3 floats, and the points 1", Message(() => noise.Sample(new NoisePoints { X = one, Y = one }, output)));
        Is("X and Y are as many: there are 1 and 2", Message(() => noise.Sample(new NoisePoints { X = one, Y = two })));
        Is("X and Time are as many: there are 1 and 2",
           Message(() => noise.Sample(new NoisePoints { X = one, Y = one, Time = two })));
        Is("the recipe's points have Y, too", Message(() => noise.Sample(new NoisePoints { X = one })));
        Is("the recipe's points have X, too", Message(() => noise.Sample(new NoisePoints())));
        Is("the recipe's points have no Z", Message(() => noise.Sample(new NoisePoints { X = one, Y = one, Z = one })));
        Is("the image has 3 floats, not 2 x 2 x 1",
           Message(() => noise.SetImage("a", new NoiseImage { Data = output, Width = 2, Height = 2 })));
        Is("the name of a knob has no character 0, as it has at 1", Message(() => noise.Set("a\0b", 1)));
        Is("a region goes from a finite number to one that isn't less; number 1 has y from 2 to 1",
           Message(() => noise.BoundsOver(new NoiseRegion(), new NoiseRegion { Lo = new Double4(0, 2), Hi = new Double4(1, 1) })));
        Is("a level is a number, a block's side is not negative, and samples is 0 or 1: NaN, 8 8 0 0, 0",
           Message(() => noise.Blocks(grid, new Long4(8, 8), double.NaN)));
        Is("1:9: ", Message(() => NoiseProgram.Compile("perlin()\0")).Substring(0, 5));
        Is("2:17: no option 'octave' in fbm: did you mean 'octaves'?",
           Message(() => NoiseProgram.Compile("1 +\n  fbm(perlin(), octave: 8)")));
        Is(Status.Memory, Throws<BurlException>(() =>
            noise.Sample(new NoiseGrid(new Long4(1 << 26, 1 << 26), new Double4(), new Double4(1, 1)))).Status);
        Throws<ArgumentNullException>(() => NoiseProgram.Compile(null));
        Throws<ArgumentNullException>(() => noise.Set(null, 1));
        Throws<ArgumentNullException>(() => noise.Sample(grid, (float[])null));
        Is(0, noise.Sample(new NoisePoints { X = new double[0], Y = new double[0] }).Length);
    }

    /// What lib/netstandard2.0 may need is there on every platform: the core library.
    static void ItNeedsTheCoreLibraryAlone()
    {
        Is("mscorlib", typeof(NoiseProgram).Assembly.GetReferencedAssemblies().Single().Name);
    }

    static int Main()
    {
        int passed = 0, failed = 0;
        foreach (var test in typeof(Tests).GetMethods(BindingFlags.Static | BindingFlags.NonPublic))
        {
            if (test.GetParameters().Length > 0 || test.ReturnType != typeof(void) || test.Name.Contains("<")) continue;
            try
            {
                test.Invoke(null, null);
                passed++;
            }
            catch (TargetInvocationException e)
            {
                Console.WriteLine(test.Name + ": " + e.InnerException);
                failed++;
            }
        }
        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed > 0 ? 1 : 0;
    }
}
