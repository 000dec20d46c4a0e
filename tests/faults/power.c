/* Loaded before the C library, it writes down what a program does to the files of one folder ($POWER_FOLDER), so that a
   test can tell what a disk may hold after a loss of power: power.py. Syncs take a while, as they do on a disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int ours(const char *path) {
    const char *folder = getenv("POWER_FOLDER");
    size_t length = folder ? strlen(folder) : 0;
    return length && !strncmp(path, folder, length) && (!path[length] || path[length] == '/') && !strstr(path, "-shm");
}

static int named(int fd, char *path) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, 4095);
    path[length > 0 ? length : 0] = 0;
    return length > 0 && ours(path);
}

/* One line of text, then the bytes. */
static void note(const char *what, const char *path, int64_t offset, int64_t length, const void *data) {
    char head[4400];
    int size = snprintf(head, sizeof head, "%s %lld %lld %s\n", what, (long long)offset, (long long)length, path);
    struct iovec parts[2] = {{head, size}, {(void *)data, data ? length : 0}};
    pthread_mutex_lock(&lock);
    int fd = REAL(open)(getenv("POWER_LOG"), O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (fd < 0 || writev(fd, parts, 2) < 0) _exit(99);
    close(fd);
    pthread_mutex_unlock(&lock);
}

#define WRITES(name, type)                                                                                             \
    ssize_t name(int fd, const void *data, size_t length, type offset) {                                               \
        char path[4096];                                                                                               \
        if (named(fd, path)) note("write", path, offset, length, data);                                                \
        return REAL(name)(fd, data, length, offset);                                                                   \
    }
WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t length) {
    char path[4096];
    if (named(fd, path)) note("write", path, lseek(fd, 0, SEEK_CUR), length, data);
    return REAL(write)(fd, data, length);
}

#define CUTS(name, type)                                                                                               \
    int name(int fd, type length) {                                                                                    \
        char path[4096];                                                                                               \
        if (named(fd, path)) note("cut", path, length, 0, NULL);                                                       \
        return REAL(name)(fd, length);                                                                                 \
    }
CUTS(ftruncate, off_t)
CUTS(ftruncate64, off64_t)

#define SYNCS(name)                                                                                                    \
    int name(int fd) {                                                                                                 \
        char path[4096];                                                                                               \
        int mine = named(fd, path);                                                                                    \
        if (mine) usleep(20000);                                                                                       \
        int result = REAL(name)(fd);                                                                                   \
        if (mine && result == 0) note("sync", path, 0, 0, NULL);                                                       \
        return result;                                                                                                 \
    }
SYNCS(fsync)
SYNCS(fdatasync)

int unlink(const char *path) {
    if (ours(path)) note("unlink", path, 0, 0, NULL);
    return REAL(unlink)(path);
}

#define OPENS(name)                                                                                                    \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;                                        \
        va_end(more);                                                                                                  \
        if (flags & O_CREAT && ours(path) && access(path, F_OK) != 0) note("create", path, 0, 0, NULL);                \
        return REAL(name)(path, flags, mode);                                                                          \
    }
OPENS(open)
OPENS(open64)
