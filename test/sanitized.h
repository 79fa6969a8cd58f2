/* SANITIZED: 1 where AddressSanitizer is in the program, else 0. */
#ifndef BURL_TEST_SANITIZED_H
#define BURL_TEST_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if !defined(SANITIZED)
#define SANITIZED 0
#endif

#endif
