using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace Burl
{
    // Programs as source text in other languages.
    public sealed unsafe partial class NoiseProgram
    {
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        delegate void Write(IntPtr user, byte* text, UIntPtr length);

        [ThreadStatic] static MemoryStream written; // C writes on the thread that called

        static readonly Write write = Append;
        static readonly IntPtr writePointer = Marshal.GetFunctionPointerForDelegate(write);

        [MonoPInvokeCallback(typeof(Write))]
        static void Append(IntPtr user, byte* text, UIntPtr length)
        {
            for (ulong i = 0; i < (ulong)length; i++) written.WriteByte(text[i]);
        }

        /// <summary>The program, with its seed and knobs, as text that stands alone.</summary>
        public string Code(CodeOptions options)
        {
            written = new MemoryStream();
            Raw.burl_error error;
            using (var said = new Said(options))
            using (var used = handle.Used())
            {
                var c = said.ToC();
                c.write = writePointer;
                BurlException.Check(Raw.burl_code(used, &c, &error), &error);
            }
            return Encoding.UTF8.GetString(written.ToArray());
        }

        /// <summary>The words that text printed with an open seed needs for this seed.</summary>
        public uint[] CodeKeys(CodeOptions options, ulong seed)
        {
            using (var said = new Said(options))
            using (var used = handle.Used())
            {
                var c = said.ToC();
                UIntPtr count;
                BurlException.Check(Raw.burl_code_keys(used, &c, seed, null, UIntPtr.Zero, &count));
                var keys = new uint[(int)count];
                fixed (uint* at = keys) BurlException.Check(Raw.burl_code_keys(used, &c, seed, at, count, &count));
                return keys;
            }
        }

        /// The options with their texts, which stay in place until Dispose.
        sealed class Said : IDisposable
        {
            readonly CodeOptions options;
            readonly GCHandle[] texts = new GCHandle[6];

            internal Said(CodeOptions options)
            {
                this.options = options;
                string[] given = { options.Target, options.Prefix, options.MadeFor, options.Entries, options.Uniforms, options.Style };
                for (int i = 0; i < texts.Length; i++)
                {
                    texts[i] = GCHandle.Alloc(Text.ToC("the text of an option", given[i]), GCHandleType.Pinned);
                }
            }

            internal Raw.burl_code_options ToC()
            {
                return new Raw.burl_code_options
                {
                    struct_size = (UIntPtr)sizeof(Raw.burl_code_options),
                    target = At(0), prefix = At(1), made_for = At(2), entries = At(3), uniforms = At(4),
                    uniform_knobs = options.UniformKnobs ? 1 : 0, exact = options.Exact ? 1 : 0, fast = options.Fast ? 1 : 0,
                    footprint = options.Footprint, style = At(5)
                };
            }

            byte* At(int i)
            {
                return (byte*)texts[i].AddrOfPinnedObject();
            }

            public void Dispose()
            {
                foreach (var text in texts) if (text.IsAllocated) text.Free();
            }
        }
    }
}
