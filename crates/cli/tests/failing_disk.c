/* A disk that fails for good: from the FAILS_FROMth sync of SQLite's log on, no sync and no write of it succeeds any
   more. What was written before it stays to be read, as it does in the kernel's cache. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int syncs;

static int is_log(int fd) {
    char at[64], path[PATH_MAX];
    snprintf(at, sizeof at, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(at, path, sizeof path);
    return n > 4 && memcmp(path + n - 4, "-wal", 4) == 0;
}

static int is_gone(int begun) { return begun >= atoi(getenv("FAILS_FROM")); }

static int synced(const char *name, int fd) {
    if (is_log(fd) && is_gone(atomic_fetch_add(&syncs, 1) + 1)) {
        errno = EIO;
        return -1;
    }
    return ((int (*)(int))dlsym(RTLD_NEXT, name))(fd);
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }

static ssize_t written(const char *name, int fd, const void *from, size_t size, off_t at) {
    if (is_gone(atomic_load(&syncs)) && is_log(fd)) {
        errno = EIO;
        return -1;
    }
    return ((ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, name))(fd, from, size, at);
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at) { return written("pwrite", fd, from, size, at); }
ssize_t pwrite64(int fd, const void *from, size_t size, off_t at) { return written("pwrite64", fd, from, size, at); }
