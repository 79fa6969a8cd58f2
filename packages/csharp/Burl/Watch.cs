using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace Burl
{
    /// What a call that samples asks now and then: whether to go on. C asks on the thread that called, so that thread's own
    /// place has it, and a call allocates nothing.
    internal struct Watch
    {
        CancellationToken cancellation;
        Action<double> progress;
        Exception thrown;

        [ThreadStatic] static Watch current;

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        delegate int Report(IntPtr user, double done);

        static readonly Report report = Asked;
        static readonly IntPtr pointer = Marshal.GetFunctionPointerForDelegate(report);

        /// An exception must not go through C.
        [MonoPInvokeCallback(typeof(Report))]
        static int Asked(IntPtr user, double done)
        {
            try
            {
                if (current.cancellation.IsCancellationRequested) return 1;
                if (current.progress != null) current.progress(done);
                return current.cancellation.IsCancellationRequested ? 1 : 0;
            }
            catch (Exception e)
            {
                current.thrown = e;
                return 1;
            }
        }

        /// Samples under watch; the watch of a call within which this one is made comes back.
        internal static unsafe Raw.burl_status Sample(Raw.burl_program* program, Raw.burl_grid* grid, float* output,
                                                      CancellationToken cancellation, Action<double> progress)
        {
            if (!cancellation.CanBeCanceled && progress == null) return Raw.burl_sample_grid(program, grid, output);
            Watch outer = current;
            current = new Watch { cancellation = cancellation, progress = progress };
            grid->progress = pointer;
            var status = Raw.burl_sample_grid(program, grid, output);
            Exception thrown = current.thrown;
            current = outer;
            if (thrown != null) throw thrown;
            if (status == Raw.burl_status.BURL_CANCELLED) throw new OperationCanceledException(cancellation);
            return status;
        }
    }

    /// Unity, which compiles ahead of time, looks for an attribute of this name at what C calls.
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        internal MonoPInvokeCallbackAttribute(Type type)
        {
        }
    }
}
