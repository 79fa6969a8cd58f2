/* BURL_API, which stands before every public function.  Who builds a DLL defines BURL_DLL_EXPORT, and who uses one
 * BURL_DLL; a shared library that has burl inside and doesn't show it defines BURL_API as nothing. */
#ifndef BURL_API_H
#define BURL_API_H

#ifndef BURL_API
#if defined(_WIN32) && defined(BURL_DLL_EXPORT)
#define BURL_API __declspec(dllexport)
#elif defined(_WIN32) && defined(BURL_DLL)
#define BURL_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define BURL_API __attribute__((visibility("default")))
#else
#define BURL_API
#endif
#endif

#endif
