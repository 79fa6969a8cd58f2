using System;
using System.Text;

namespace Burl
{
    /// Texts to and from C: UTF-8, ended by a byte 0.
    internal static unsafe class Text
    {
        const int ShortestBuffer = 256;

        [ThreadStatic] static byte[] buffer;

        /// A text for C, which the caller keeps: null stays null.
        internal static byte[] ToC(string what, string text)
        {
            if (text == null) return null;
            var bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Write(what, text, bytes);
            return bytes;
        }

        /// The same in this thread's buffer, where it lasts until the next one: nothing is allocated for short texts.
        internal static byte[] ToBuffer(string what, string text)
        {
            if (text == null) throw new ArgumentNullException(what);
            int size = Encoding.UTF8.GetByteCount(text) + 1;
            if (buffer == null || buffer.Length < size) buffer = new byte[Math.Max(size, ShortestBuffer)];
            Write(what, text, buffer);
            return buffer;
        }

        static void Write(string what, string text, byte[] bytes)
        {
            int zero = text.IndexOf('\0');
            if (zero >= 0) throw new BurlException(Status.Argument, what + " has no character 0, as it has at " + zero);
            bytes[Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0)] = 0;
        }

        /// What C's text says; null for a null pointer.
        internal static string Of(byte* text)
        {
            if (text == null) return null;
            int length = 0;
            while (text[length] != 0) length++;
            return length == 0 ? "" : Encoding.UTF8.GetString(text, length);
        }
    }
}
