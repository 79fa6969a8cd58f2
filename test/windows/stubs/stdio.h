#pragma once
#include <stdarg.h>
#include <stddef.h>
int snprintf(char *, size_t, const char *, ...), vsnprintf(char *, size_t, const char *, va_list);
int sscanf(const char *, const char *, ...);
