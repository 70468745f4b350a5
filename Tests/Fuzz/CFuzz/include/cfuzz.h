// The entry into libFuzzer for a program that has a `main` of its own.
#ifndef CFUZZ_H
#define CFUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));

#endif
