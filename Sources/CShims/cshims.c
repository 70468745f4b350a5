// For struct mmsghdr with its calls, and seals.
#define _GNU_SOURCE
#include "cshims.h"

#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/timex.h>
#include <unistd.h>

_Static_assert(sizeof(struct mmsghdr) <= CSHIMS_NOTE_BYTES, "a note has room for the kernel's header");
_Static_assert(offsetof(struct mmsghdr, msg_len) % sizeof(uint32_t) == 0, "the count is aligned");

int cshims_seal(int fd, int all) {
  int size = F_SEAL_SHRINK | F_SEAL_GROW;
  return fcntl(fd, F_ADD_SEALS, all ? size | F_SEAL_WRITE | F_SEAL_SEAL : size);
}

ssize_t cshims_send_noted(int fd, void *note, const void *bytes, size_t count, int passed) {
  struct mmsghdr unkept = {.msg_len = 0};
  struct mmsghdr *header = note ? note : &unkept;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&header->msg_hdr, 0, sizeof header->msg_hdr);
  header->msg_hdr.msg_iov = &part;
  header->msg_hdr.msg_iovlen = 1;
  if (passed >= 0) {
    memset(&control, 0, sizeof control);
    header->msg_hdr.msg_control = &control;
    header->msg_hdr.msg_controllen = sizeof control;
    struct cmsghdr *first = CMSG_FIRSTHDR(&header->msg_hdr);
    first->cmsg_level = SOL_SOCKET;
    first->cmsg_type = SCM_RIGHTS;
    first->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(first), &passed, sizeof passed);
  }
  int sent = sendmmsg(fd, header, 1, MSG_NOSIGNAL);
  return sent == 1 ? (ssize_t)header->msg_len : -1;
}

ssize_t cshims_receive_noted(int fd, void *note, void *bytes, size_t count) {
  struct mmsghdr *header = note;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  memset(&header->msg_hdr, 0, sizeof header->msg_hdr);
  header->msg_hdr.msg_iov = &part;
  header->msg_hdr.msg_iovlen = 1;
  int received = recvmmsg(fd, header, 1, 0, NULL);
  return received == 1 ? (ssize_t)header->msg_len : -1;
}

void cshims_set_note(void *note, uint32_t count) {
  __atomic_store_n(&((struct mmsghdr *)note)->msg_len, count, __ATOMIC_RELEASE);
}

uint32_t cshims_note(const void *note) {
  return __atomic_load_n(&((const struct mmsghdr *)note)->msg_len, __ATOMIC_ACQUIRE);
}

static const int fatal_signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTERM, SIGTRAP};
enum { FATAL_COUNT = sizeof fatal_signals / sizeof *fatal_signals };
static struct sigaction former[FATAL_COUNT];
static uint64_t *volatile fatal_word;

static void note_fatal(int number) {
  uint64_t *word = fatal_word;
  fatal_word = NULL;
  if (word) cshims_store(word, (uint64_t)number);
  for (int i = 0; i < FATAL_COUNT; i++) {
    if (fatal_signals[i] == number) sigaction(number, &former[i], NULL);
  }
  // A fault would come again by itself; a signal that was sent would not.
  raise(number);
}

void cshims_note_fatal_signals(uint64_t *word) {
  int isNew = fatal_word == NULL;
  fatal_word = word;
  if (!word || !isNew) return;
  struct sigaction action = {.sa_handler = note_fatal, .sa_flags = SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < FATAL_COUNT; i++) sigaction(fatal_signals[i], &action, &former[i]);
}

static int forget_code_of(struct dl_phdr_info *object, size_t size, void *total) {
  (void)size;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_W)) continue;
    uintptr_t start = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
    size_t count = object->dlpi_addr + part->p_vaddr + part->p_memsz - start;
    // Code and constants are never written, so nothing is lost with them; what is relocated is in others.
    if (madvise((void *)start, count, MADV_DONTNEED) == 0) *(size_t *)total += count;
  }
  return 0;
}

size_t cshims_forget_code(void) {
  size_t total = 0;
  dl_iterate_phdr(forget_code_of, &total);
  return total;
}

int cshims_clock_is_synchronised(void) {
  struct timex clock = {.modes = 0};
  int state = adjtimex(&clock);
  return state < 0 ? -1 : state != TIME_ERROR && !(clock.status & STA_UNSYNC);
}
