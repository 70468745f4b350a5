// Declarations that Swift cannot reach by importing the C library's own headers, each with its reason.
#ifndef CSHIMS_H
#define CSHIMS_H

#include <stddef.h>
#include <stdint.h>
// Not in Swift's Glibc module at all.
#include <sys/signalfd.h>
#include <sys/socket.h>

// A GNU extension: hidden from Swift's Glibc module.
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);

// The Swift runtime's own demangler (libswiftCore). The caller frees the result.
extern char *swift_demangle(const char *mangled, size_t mangledLength, char *buffer,
                            size_t *bufferSize, uint32_t flags);

// What SO_PEERCRED returns: `struct ucred` is a GNU extension too.
struct cshims_ucred {
  int32_t pid;
  uint32_t uid;
  uint32_t gid;
};

#endif
