// Declarations that Swift cannot reach by importing the C library's own headers, each with its reason.
#ifndef CSHIMS_H
#define CSHIMS_H

#include <linux/falloc.h>
#include <linux/memfd.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// Not in Swift's Glibc module at all.
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/types.h>

// A GNU extension: hidden from Swift's Glibc module.
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);

// The Swift runtime's own demangler (libswiftCore). The caller frees the result.
extern char *swift_demangle(const char *mangled, size_t mangledLength, char *buffer,
                            size_t *bufferSize, uint32_t flags);

// Linux's own: hidden from Swift's Glibc module like every GNU extension.
extern int memfd_create(const char *name, unsigned int flags);
extern int fallocate(int fd, int mode, off_t offset, off_t length);

// Nobody can change the size any more; with `all`, nor the content. Returns 0, or -1 with errno.
extern int cshims_seal(int fd, int all);

// Words of memory that outlives the process. The reader is a later process that looks once the writer
// is dead: what the writer's processor executed is there. The compiler must not move the stores.
static inline void cshims_store(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
static inline uint64_t cshims_load(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

// A note is a piece of such memory, aligned to 8 bytes, where the kernel itself writes down how many
// bytes were sent or received: `sendmmsg` and `recvmmsg` store that before they return, so a process that
// is killed during the call leaves a note that is true. The note must be 0 before the call. Both return
// the bytes, or -1 with errno. Without a note, the first just sends; `passed` is a descriptor to send
// along, or -1.
#define CSHIMS_NOTE_BYTES 64
extern ssize_t cshims_send_noted(int fd, void *note, const void *bytes, size_t count, int passed);
extern ssize_t cshims_receive_noted(int fd, void *note, void *bytes, size_t count);
extern void cshims_set_note(void *note, uint32_t count);
extern uint32_t cshims_note(const void *note);

// From now on a signal that ends the program because it went wrong (a trap, a fault, an abort; not
// SIGKILL) first stores its number in `word`, and then does what it did before. NULL ends that.
extern void cshims_note_fatal_signals(uint64_t *word);

// Code and constants of the program and its libraries are not kept in memory for this process: what is needed again comes back from
// the page cache. Returns how many bytes that may have been.
extern size_t cshims_forget_code(void);

// The calling thread is nicer to others, on Linux it alone. The compiler fails on the enumeration that
// `setpriority` takes.
static inline void cshims_stand_behind(int niceness) { (void)setpriority(PRIO_PROCESS, 0, niceness); }

// What SO_PEERCRED returns: `struct ucred` is a GNU extension too.
struct cshims_ucred {
  int32_t pid;
  uint32_t uid;
  uint32_t gid;
};

// Control messages are read and written by macros, which Swift does not import. Both calls carry at
// most 253 descriptors, the kernel's SCM_MAX_FD, and return what sendmsg and recvmsg do.
#define CSHIMS_DESCRIPTORS_MAX 253

union cshims_control {
  char bytes[CMSG_SPACE(CSHIMS_DESCRIPTORS_MAX * sizeof(int))];
  struct cmsghdr header;
};

static inline ssize_t cshims_send_descriptors(int socket, const void *bytes, size_t length,
                                              const int *descriptors, size_t count) {
  union cshims_control control;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > CSHIMS_DESCRIPTORS_MAX) count = CSHIMS_DESCRIPTORS_MAX;
  if (count > 0) {
    memset(&control, 0, sizeof control);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(&control.header), descriptors, count * sizeof(int));
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// `descriptors` has room for CSHIMS_DESCRIPTORS_MAX; `count` is how many came, closed on exec.
static inline ssize_t cshims_receive_descriptors(int socket, void *bytes, size_t length,
                                                 int *descriptors, size_t *count, int flags) {
  union cshims_control control;
  struct iovec part = {.iov_base = bytes, .iov_len = length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                           .msg_controllen = sizeof control};
  *count = 0;
  ssize_t received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    *count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(descriptors, CMSG_DATA(header), *count * sizeof(int));
  }
  return received;
}

// Whether somebody keeps the kernel's clock at the right time: 1, 0, or -1 with errno. The structure has bit fields,
// which Swift does not import.
extern int cshims_clock_is_synchronised(void);

#endif
