/* A disk that fails for good: from the FAILS_FROMth sync of SQLite's log on, or from the first one while the file
   FAILS_AFTER begins with "new", no sync and no write of the log succeeds any more. What was written before it stays to
   be read, as it does in the kernel's cache. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int syncs;
static atomic_bool gone;

static int is_log(int fd) {
    char at[64], path[PATH_MAX];
    snprintf(at, sizeof at, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(at, path, sizeof path);
    return n > 4 && memcmp(path + n - 4, "-wal", 4) == 0;
}

static bool fails_now(void) {
    int begun = atomic_fetch_add(&syncs, 1) + 1;
    const char *from = getenv("FAILS_FROM");
    if (from) return begun >= atoi(from);
    char start[3] = "";
    int fd = open(getenv("FAILS_AFTER"), O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, start, sizeof start);
    if (fd >= 0) close(fd);
    return n == 3 && memcmp(start, "new", 3) == 0;
}

static int synced(const char *name, int fd) {
    if (is_log(fd) && fails_now()) atomic_store(&gone, true);
    if (is_log(fd) && atomic_load(&gone)) {
        errno = EIO;
        return -1;
    }
    return ((int (*)(int))dlsym(RTLD_NEXT, name))(fd);
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }

static ssize_t written(const char *name, int fd, const void *from, size_t size, off_t at) {
    if (atomic_load(&gone) && is_log(fd)) {
        errno = EIO;
        return -1;
    }
    return ((ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, name))(fd, from, size, at);
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at) { return written("pwrite", fd, from, size, at); }
ssize_t pwrite64(int fd, const void *from, size_t size, off_t at) { return written("pwrite64", fd, from, size, at); }
