/* Preloaded into a command, fails what changes files under $FAULT_FOLDER from call $FAULT_AT on: $FAULT is ENOSPC or EIO,
 * `kill` for death in the middle of a write, or `short` for writes of half of what they are given. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SYSTEM(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int calls;

static int is(const char *fault) { return !strcmp(getenv("FAULT"), fault); }

/* Return whether a call on this path, or on an open file, is to fail. */
static int is_due(const char *path, int fd) {
    char link[32], found[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (!path && readlink(link, found, sizeof found - 1) > 0) path = found;
    return path && !strncmp(path, getenv("FAULT_FOLDER"), strlen(getenv("FAULT_FOLDER"))) &&
           __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) >= atoi(getenv("FAULT_AT"));
}

static int fail(void) {
    if (is("kill")) kill(getpid(), SIGKILL);
    errno = is("EIO") ? EIO : ENOSPC;
    return -1;
}

ssize_t write(int fd, const void *data, size_t size) {
    if (size < 2 || !is_due(NULL, fd)) return SYSTEM(write)(fd, data, size);
    if (is("ENOSPC") || is("EIO")) return fail();
    ssize_t written = SYSTEM(write)(fd, data, size / 2);
    return is("short") ? written : fail();
}

int fsync(int fd) { return is("short") || !is_due(NULL, fd) ? SYSTEM(fsync)(fd) : fail(); }

int rename(const char *from, const char *to) {
    return is("short") || !is_due(to, 0) ? SYSTEM(rename)(from, to) : fail();
}
