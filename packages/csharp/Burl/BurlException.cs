using System;

namespace Burl
{
    /// <summary>What kind of thing went wrong.</summary>
    public enum Status
    {
        /// <summary>An argument is outside its stated range.</summary>
        Argument = 1,
        /// <summary>Out of memory.</summary>
        Memory,
        /// <summary>The recipe is wrong.</summary>
        Recipe,
        /// <summary>The recipe names a coordinate that it does not have.</summary>
        Dimension,
        /// <summary>A stated limit was passed.</summary>
        Limit,
        /// <summary>An image is not known.</summary>
        File,
        /// <summary>Progress has said so.</summary>
        Cancelled,
        /// <summary>A whole-grid function doesn't suit the grid.</summary>
        Shape
    }

    /// <summary>What went wrong and where. Line and column count from 1, the column in bytes of UTF-8, as Length is, which the
    /// culprit takes; 0: no place. Message has all of it.</summary>
    public sealed unsafe class BurlException : Exception
    {
        /// <summary>The kind.</summary>
        public Status Status { get; }
        /// <summary>What is wrong, without place and hint.</summary>
        public string Reason { get; }
        /// <summary>Empty, or what to do.</summary>
        public string Hint { get; }
        /// <summary>From 1; 0: no place.</summary>
        public int Line { get; }
        /// <summary>In bytes, from 1; 0: no place.</summary>
        public int Column { get; }
        /// <summary>In bytes.</summary>
        public int Length { get; }
        /// <summary>The imported file that the place is in; empty: the recipe.</summary>
        public string File { get; }

        internal BurlException(Status status, string reason, string hint = "", int line = 0, int column = 0, int length = 0,
                               string file = "")
            : base((file == "" ? "" : file + ":") + (line > 0 ? line + ":" + column + ": " : "") + reason + (hint == "" ? "" : ": " + hint))
        {
            Status = status;
            Reason = reason;
            Hint = hint;
            Line = line;
            Column = column;
            Length = length;
            File = file;
        }

        internal static BurlException Of(Raw.burl_error* error)
        {
            return new BurlException((Status)error->status, Text.Of(error->message), Text.Of(error->hint), error->line,
                                     error->column, error->length, Text.Of(error->file));
        }

        internal static BurlException Of(Raw.burl_status status)
        {
            return new BurlException((Status)status, Text.Of(Raw.burl_status_text(status)));
        }

        /// Throws what a call of C says that failed, whose error it may have filled.
        internal static void Check(Raw.burl_status status, Raw.burl_error* error)
        {
            if (status == Raw.burl_status.BURL_OK) return;
            throw error->status == status ? Of(error) : Of(status);
        }

        /// The same of a call that fills none.
        internal static void Check(Raw.burl_status status)
        {
            if (status != Raw.burl_status.BURL_OK) throw Of(status);
        }
    }
}
