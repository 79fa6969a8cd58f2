/* flock() is in posix.h. */
