/* Threads where there is one: none can be begun, which burl's commands take as a reason to do all themselves, and what
 * guards against others does nothing. */
#ifndef BURL_WASI_PTHREAD_H
#define BURL_WASI_PTHREAD_H

#include <errno.h>

#define pthread_t int /* macros, as wasi-libc declares types of these names, without functions */
#define pthread_mutex_t int
#define pthread_cond_t int
#define pthread_once_t int
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_COND_INITIALIZER 0
#define PTHREAD_ONCE_INIT 0
#define pthread_create(thread, attributes, run, arg) ((void)(thread), (void)(run), (void)(arg), EAGAIN)
#define pthread_join(thread, result) ((void)(thread), 0)
#define pthread_mutex_init(mutex, attributes) ((void)(mutex), 0)
#define pthread_mutex_destroy(mutex) ((void)(mutex), 0)
#define pthread_mutex_lock(mutex) ((void)(mutex), 0)
#define pthread_mutex_unlock(mutex) ((void)(mutex), 0)
#define pthread_cond_init(condition, attributes) ((void)(condition), 0)
#define pthread_cond_destroy(condition) ((void)(condition), 0)
#define pthread_cond_wait(condition, mutex) ((void)(condition), (void)(mutex), 0) /* nobody else changes it */
#define pthread_cond_broadcast(condition) ((void)(condition), 0)
#define pthread_once(once, run) (*(once) ? 0 : (*(once) = 1, (run)(), 0))
#define pthread_sigmask(how, set, old) ((void)(how), (void)(set), (void)(old), 0)

#endif
