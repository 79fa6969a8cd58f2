// The lines of test/bindings/values.c, by this package: hashes of what recipes give, texts, and errors with their places.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Burl;

static class Values
{
    const int NX = 64, NY = 48;

    static readonly NoiseGrid plain = new NoiseGrid(new Long4(NX, NY), new Double4(0.5, -3), new Double4(1.0 / 64, 1.0 / 32));

    static void PrintHash(string name, IEnumerable<byte> data)
    {
        ulong hash = 0xCBF29CE484222325;
        foreach (byte one in data) hash = (hash ^ one) * 0x100000001B3;
        Console.WriteLine(name + " " + hash.ToString("x16"));
    }

    static void PrintFloats(string name, params float[] data)
    {
        PrintHash(name, data.SelectMany(BitConverter.GetBytes));
    }

    static void PrintDoubles(string name, params double[] data)
    {
        PrintHash(name, data.SelectMany(BitConverter.GetBytes));
    }

    static void PrintError(string name, Action wrong)
    {
        try
        {
            wrong();
            Console.WriteLine(name + ": no error");
        }
        catch (BurlException e)
        {
            Console.WriteLine(name + ": " + e.Status.ToString().ToUpperInvariant() + " " + e.Line + ":" + e.Column + ":" +
                              e.Length + " " + e.Reason + "|" + e.Hint);
        }
    }

    static void Grids()
    {
        var clouds = NoiseProgram.Compile("fbm(perlin(), octaves: 8)");
        PrintFloats("grid", clouds.Sample(plain));
        var tile = plain.Tile(new Long4(1000, -7), new Long4(5, 3));
        PrintFloats("tile", clouds.Sample(tile));
        tile.Samples = 3;
        tile.Threads = 1;
        PrintFloats("samples", clouds.Sample(tile));
        PrintFloats("points", clouds.Sample(new NoisePoints { X = new[] { 0.5, 3.25, -1e9 }, Y = new[] { 1, 2, 0.125 } }));
        PrintHash("blocks", clouds.Blocks(plain, new Long4(8, 8), 0.2).Select(one => (byte)one));
        var bounds = clouds.Bounds();
        PrintDoubles("bounds", bounds.Lo, bounds.Hi);
        var over = clouds.BoundsOver(new NoiseRegion { Hi = new Double4(0.25, 0.125) },
                                     new NoiseRegion { Lo = new Double4(7, -2), Hi = new Double4(7.5, -1), From = 1, To = 2 });
        PrintDoubles("bounds over", over[0].Lo, over[0].Hi, over[1].Lo, over[1].Hi);

        var four = NoiseProgram.Compile("view -1, -2, 3, 4\nrgb(perlin(x, y, z, w), t, 0.5)", 4);
        var deep = new NoiseGrid(new Long4(4, 3, 2, 2), new Double4(), new Double4(0.3, 0.3, 0.3, 0.3)) { Time = 0.75 };
        PrintFloats("four dimensions", four.Sample(deep));
        PrintDoubles("view", four.GetView());
    }

    static void Knobs()
    {
        var sea = NoiseProgram.Compile("param waves = 0.5 [0, 1] \"Höhe\"\nparam free = 3\nwaves*simplex(x, y, t) + free");
        sea.Set("waves", 0.8);
        sea.SetSeed(NoiseProgram.SeedOfText("a text"));
        foreach (var one in sea.GetParams())
        {
            Console.WriteLine("knob " + one.Name + " \"" + one.Text + "\"");
            PrintDoubles("knob", one.Value, one.Lo, one.Hi);
        }
        PrintFloats("knobs", sea.Sample(plain));
        var points = new NoisePoints { X = new[] { 0.5, 3.25 }, Y = new double[] { 1, 2 }, Time = new double[] { 0, 7 } };
        PrintFloats("times", sea.Sample(points));
        PrintError("a knob outside its range", () => sea.Set("waves", 1.5));
        PrintError("no such knob", () => sea.Set("wave", 1));
    }

    static void Images()
    {
        var heights = Enumerable.Range(0, NX * NY).Select(i => (float)(i * 37 % 101)).ToArray();
        var picture = Enumerable.Range(0, 12).Select(i => (float)i / 12).ToArray();
        var drained = NoiseProgram.Compile("flow(breach(image(\"dem\")))");
        var image = new NoiseImage { Data = heights, Width = NX, Height = NY };
        drained.SetImage("dem", image);
        Console.WriteLine("image " + drained.GetImageNames().Single());
        PrintFloats("heights", drained.Sample(plain));
        PrintError("no such image", () => drained.SetImage("den", image));
        image.StepX = 30;
        PrintError("half a step", () => drained.SetImage("dem", image));

        var floor = NoiseProgram.Compile("tile(image(\"wood\", give: rgb, size: 2, wrap: repeat), 4)");
        floor.SetImage("wood", new NoiseImage { Data = picture, Width = 2, Height = 2, Channels = 3, IsLinear = true });
        PrintFloats("picture", floor.Sample(plain));
    }

    static void Results()
    {
        var both = NoiseProgram.Compile("height = perlin()\nnormals = normal(height)\nheight",
                                        new CompileOptions { Result = "height, normals" });
        foreach (var one in both.GetResults()) Console.WriteLine("result " + one.Name + " " + one.First + " " + one.Channels);
        PrintFloats("results", both.Sample(plain));
        var slope = new CompileOptions { DerivativeBy = 1, OctaveBegin = 1, OctaveEnd = 3 };
        PrintFloats("derivative", NoiseProgram.Compile("fbm(perlin(), octaves: 8)", slope).Sample(plain));
    }

    static void Code()
    {
        var noise = NoiseProgram.Compile("fbm(perlin(), octaves: 4)");
        var options = new CodeOptions { Target = "wgsl", Prefix = "sky", Uniforms = "seed" };
        PrintHash("code", Encoding.UTF8.GetBytes(noise.Code(options)));
        PrintHash("keys", noise.CodeKeys(options, 12345678901234567890).SelectMany(BitConverter.GetBytes));
        options.Target = "basic";
        PrintError("no such target", () => noise.Code(options));
    }

    static void Mistakes()
    {
        PrintError("an option", () => NoiseProgram.Compile("1 +\n  fbm(perlin(), octave: 8)"));
        PrintError("a coordinate", () => NoiseProgram.Compile("perlin(x, y, z)"));
        PrintError("no recipe", () => NoiseProgram.Compile(""));
        PrintError("dimensions", () => NoiseProgram.Compile("perlin()", 5));
        var noise = NoiseProgram.Compile("perlin()");
        var grid = plain;
        grid.Threads = -1;
        PrintError("threads", () => noise.Sample(grid));
        var deep = plain;
        deep.Size.Z = 4;
        PrintError("an axis", () => noise.Sample(deep));
    }

    static void Main()
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        Grids();
        Knobs();
        Images();
        Results();
        Code();
        Mistakes();
        PrintFloats("single", Noise.Perlin(7, 0.3), Noise.Perlin(7, 0.3, 1.7, -2.2, 9.1), Noise.Value(7, 0.3, 1.7),
                    Noise.White(7, 0.3, 1.7, -2.2), Noise.Simplex(7, 0.3, 1.7), Noise.Fbm3(7, 0.3, 1.7, -2.2, 5));
        Console.WriteLine("version " + NoiseProgram.Version + " " + NoiseProgram.OutputVersion);
    }
}
