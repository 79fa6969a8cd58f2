#pragma once
#include <stddef.h>
void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
void free(void *), abort(void);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
double strtod(const char *, char **);
long strtol(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
int abs(int), atoi(const char *);
long long llabs(long long);
