#pragma once
#include <intrin.h>
#include <stddef.h>

#define CONDITION_VARIABLE_INIT {0}
#define INFINITE 0xffffffff
#define InterlockedCompareExchange64 _InterlockedCompareExchange64
#define InterlockedExchangeAdd64 _InterlockedExchangeAdd64
#define SRWLOCK_INIT {0}
#define WINAPI __stdcall

typedef long long LONG64;
typedef unsigned long DWORD;
typedef void *HANDLE;
typedef struct CONDITION_VARIABLE {
    void *pointer;
} CONDITION_VARIABLE;
typedef struct SRWLOCK {
    void *pointer;
} SRWLOCK;

HANDLE CreateThread(void *attributes, size_t stack, DWORD(WINAPI *start)(void *), void *argument, DWORD flags, DWORD *id);
int CloseHandle(HANDLE handle);
int SleepConditionVariableSRW(CONDITION_VARIABLE *c, SRWLOCK *lock, DWORD milliseconds, unsigned long flags);
void AcquireSRWLockExclusive(SRWLOCK *lock);
void ReleaseSRWLockExclusive(SRWLOCK *lock);
void WakeAllConditionVariable(CONDITION_VARIABLE *c);
void WakeConditionVariable(CONDITION_VARIABLE *c);
void YieldProcessor(void);
