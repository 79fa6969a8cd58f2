using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Burl
{
    /// A program of C's, and the arrays that it reads where they are: they stay in place until no call uses the program.
    internal sealed unsafe class ProgramHandle : SafeHandle
    {
        readonly Dictionary<string, GCHandle> images = new Dictionary<string, GCHandle>();

        internal ProgramHandle(Raw.burl_program* program) : base(IntPtr.Zero, true)
        {
            SetHandle((IntPtr)program);
        }

        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }

        protected override bool ReleaseHandle()
        {
            Raw.burl_free((Raw.burl_program*)handle);
            foreach (var image in images.Values) image.Free();
            return true;
        }

        /// The program reads `pinned` as its image of this name, and no longer what it read before.
        internal void Keep(string name, GCHandle pinned)
        {
            GCHandle before;
            if (images.TryGetValue(name, out before)) before.Free();
            images[name] = pinned;
        }

        /// The other, a clone, reads the same.
        internal void KeepFor(ProgramHandle other)
        {
            foreach (var image in images) other.Keep(image.Key, GCHandle.Alloc(image.Value.Target, GCHandleType.Pinned));
        }

        internal Use Used()
        {
            return new Use(this);
        }

        /// The program while a call uses it: Dispose() of another thread waits for it.
        internal struct Use : IDisposable
        {
            readonly ProgramHandle owner;

            internal Use(ProgramHandle owner)
            {
                bool isAdded = false;
                this.owner = owner;
                owner.DangerousAddRef(ref isAdded);
            }

            public void Dispose()
            {
                owner.DangerousRelease();
            }

            public static implicit operator Raw.burl_program*(Use use)
            {
                return (Raw.burl_program*)use.owner.handle;
            }
        }
    }
}
