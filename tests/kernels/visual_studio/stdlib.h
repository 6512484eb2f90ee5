#pragma once
#include <stddef.h>

int abs(int x);
long long llabs(long long x);
void abort(void);
void free(void *memory);
void qsort(void *items, size_t n, size_t size, int (*compare)(const void *, const void *));
__declspec(restrict) void *calloc(size_t n, size_t size);
__declspec(restrict) void *malloc(size_t size);
__declspec(restrict) void *realloc(void *memory, size_t size);
