/* A disk that notes what is written and synced, and that fails when it is told to.

   Preloaded into a process, it sees every write, sync, truncation and removal of a file below DISK_FOLDER; the shared
   memory of SQLite (-shm) is no matter of the disk. With DISK_TRACE it appends each of them to that file: its kind, its
   place, and the bytes. disk_fail(nth, times, error) makes writes and syncs fail from the nth on; disk_count() says how
   many there were since. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long first = -1, last = -1, count = 0;
static int failure = 0, trace = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const char *own(const char *path) {
    const char *folder = getenv("DISK_FOLDER");
    size_t length = folder ? strlen(folder) : 0, all = strlen(path);
    if (!length || strncmp(path, folder, length) || path[length] != '/') return NULL;
    if (all > 4 && !strcmp(path + all - 4, "-shm")) return NULL;
    return path + length + 1;
}

static const char *name_of(int fd, char *buffer, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, buffer, size - 1);
    if (length < 0) return NULL;
    buffer[length] = 0;
    return own(buffer);
}

static void note(char kind, const char *name, int64_t offset, const void *data, uint32_t length) {
    const char *file = getenv("DISK_TRACE");
    if (!file) return;
    if (trace < 0) trace = REAL(open)(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    uint16_t size = strlen(name);
    REAL(write)(trace, &kind, 1);
    REAL(write)(trace, &size, sizeof size);
    REAL(write)(trace, &offset, sizeof offset);
    REAL(write)(trace, &length, sizeof length);
    REAL(write)(trace, name, size);
    if (length) REAL(write)(trace, data, length);
}

void disk_fail(long nth, long times, int error) {
    pthread_mutex_lock(&mutex);
    count = 0, first = nth, last = nth + times - 1, failure = error;
    pthread_mutex_unlock(&mutex);
}

long disk_count(void) { return count; }

static int fails(void) {
    count++;
    if (first < 0 || count < first || count > last) return 0;
    errno = failure;
    return 1;
}

#define GUARDED(fd, kind, offset, data, length, call)                                                                  \
    char buffer[4096];                                                                                                 \
    const char *name = name_of(fd, buffer, sizeof buffer);                                                             \
    if (!name) return call;                                                                                            \
    pthread_mutex_lock(&mutex);                                                                                        \
    long done = fails() ? -1 : call;                                                                                   \
    int error = errno;                                                                                                 \
    if (done >= 0) note(kind, name, offset, data, length);                                                             \
    pthread_mutex_unlock(&mutex);                                                                                      \
    errno = error;                                                                                                     \
    return done

ssize_t write(int fd, const void *data, size_t length) { GUARDED(fd, 'A', 0, data, done, REAL(write)(fd, data, length)); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
    GUARDED(fd, 'W', offset, data, done, REAL(pwrite)(fd, data, length, offset));
}
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
    GUARDED(fd, 'W', offset, data, done, REAL(pwrite64)(fd, data, length, offset));
}
int fsync(int fd) { GUARDED(fd, 'S', 0, NULL, 0, REAL(fsync)(fd)); }
int fdatasync(int fd) { GUARDED(fd, 'S', 0, NULL, 0, REAL(fdatasync)(fd)); }
int ftruncate(int fd, off_t size) { GUARDED(fd, 'T', size, NULL, 0, REAL(ftruncate)(fd, size)); }
int ftruncate64(int fd, off64_t size) { GUARDED(fd, 'T', size, NULL, 0, REAL(ftruncate64)(fd, size)); }

int unlink(const char *path) {
    const char *name = own(path);
    int done = REAL(unlink)(path);
    if (name && !done) {
        pthread_mutex_lock(&mutex);
        note('U', name, 0, NULL, 0);
        pthread_mutex_unlock(&mutex);
    }
    return done;
}
