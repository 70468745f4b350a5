/* shim.c - makes the world of one program worse, while it runs.
 *
 * Loaded by LD_PRELOAD. SHIM_CONTROL names a file that is mapped and that the test changes as it likes:
 * the program is killed inside the system call that the countdown ends in, its disk is slow, its wall clock
 * is wrong.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The fields in the order in which support/shim.py writes them. */
struct control {
  int64_t calls;     /* calls that came through here, from the start */
  int64_t countdown; /* the call that ends it kills the program; 0 kills never */
  int64_t after;     /* killed when the call has done its work, not before it */
  int64_t delay;     /* microseconds that each flush to the disk takes longer */
  int64_t shift;     /* microseconds by which the wall clock is wrong */
};

static struct control nothing, *control = &nothing;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("SHIM_CONTROL");
  int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  syscall(SYS_close, file);
  if (mapped != MAP_FAILED) control = mapped;
}

static void die(void) { syscall(SYS_kill, syscall(SYS_getpid), SIGKILL); }

/* True where the program must be killed once the call has done its work. */
static int enter(void) {
  __atomic_add_fetch(&control->calls, 1, __ATOMIC_RELAXED);
  if (__atomic_load_n(&control->countdown, __ATOMIC_RELAXED) <= 0) return 0;
  if (__atomic_sub_fetch(&control->countdown, 1, __ATOMIC_RELAXED) != 0) return 0;
  if (!control->after) die();
  return 1;
}

static void flushSlowly(void) {
  int64_t delay = control->delay;
  struct timespec pause = {delay / 1000000, delay % 1000000 * 1000};
  if (delay > 0) nanosleep(&pause, NULL);
}

#define REAL(result, name, parameters)                      \
  static result(*real) parameters;                          \
  if (!real) real = (result(*) parameters)dlsym(RTLD_NEXT, #name)

#define WRAP(result, name, parameters, arguments) \
  result name parameters {                        \
    REAL(result, name, parameters);               \
    int dies = enter();                           \
    result outcome = real arguments;              \
    if (dies) die();                              \
    return outcome;                               \
  }

#define WRAP_FLUSH(name)           \
  int name(int file) {             \
    REAL(int, name, (int));        \
    int dies = enter();            \
    flushSlowly();                 \
    int outcome = real(file);      \
    if (dies) die();               \
    return outcome;                \
  }

WRAP_FLUSH(fsync)
WRAP_FLUSH(fdatasync)
WRAP(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count))
WRAP(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
WRAP(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at))
WRAP(int, ftruncate, (int file, off_t size), (file, size))
WRAP(int, ftruncate64, (int file, off64_t size), (file, size))
WRAP(int, posix_fallocate, (int file, off_t at, off_t size), (file, at, size))
WRAP(int, posix_fallocate64, (int file, off64_t at, off64_t size), (file, at, size))
WRAP(ssize_t, read, (int file, void *bytes, size_t count), (file, bytes, count))
WRAP(ssize_t, recv, (int file, void *bytes, size_t count, int flags), (file, bytes, count, flags))
WRAP(ssize_t, recvmsg, (int file, struct msghdr *message, int flags), (file, message, flags))
WRAP(int, recvmmsg, (int file, struct mmsghdr *messages, unsigned count, int flags, struct timespec *limit),
     (file, messages, count, flags, limit))
WRAP(ssize_t, send, (int file, const void *bytes, size_t count, int flags), (file, bytes, count, flags))
WRAP(ssize_t, sendmsg, (int file, const struct msghdr *message, int flags), (file, message, flags))
WRAP(int, sendmmsg, (int file, struct mmsghdr *messages, unsigned count, int flags), (file, messages, count, flags))
WRAP(ssize_t, writev, (int file, const struct iovec *parts, int count), (file, parts, count))
WRAP(int, accept4, (int file, struct sockaddr *peer, socklen_t *size, int flags), (file, peer, size, flags))
WRAP(int, epoll_wait, (int file, struct epoll_event *events, int count, int limit), (file, events, count, limit))
WRAP(int, close, (int file), (file))
WRAP(int, unlink, (const char *path), (path))
WRAP(int, rename, (const char *old, const char *new), (old, new))

int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(int, clock_gettime, (clockid_t, struct timespec *));
  int outcome = real(clock, time);
  if (outcome == 0 && clock == CLOCK_REALTIME && control->shift != 0) {
    int64_t now = (int64_t)time->tv_sec * 1000000000 + time->tv_nsec + control->shift * 1000;
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
  }
  return outcome;
}
