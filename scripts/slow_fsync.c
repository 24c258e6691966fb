/* Makes each wait for the disk FSYNC_MS milliseconds longer, for every library of a process alike: how a
   measurement comes out on a disk that takes its time, told on one that does not.

   cc -O2 -shared -fPIC -o /tmp/slow_fsync.so scripts/slow_fsync.c -ldl
   FSYNC_MS=2 LD_PRELOAD=/tmp/slow_fsync.so cargo bench -p countersign-server --bench http -- 10000 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int slowly(const char *name, int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    const char *set = getenv("FSYNC_MS");
    long us = set ? (long)(atof(set) * 1000) : 0;
    struct timespec wait = {us / 1000000, us % 1000000 * 1000};
    nanosleep(&wait, NULL);
    return real(fd);
}

int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
