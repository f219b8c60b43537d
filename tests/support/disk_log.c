// Notes what a program writes, brings to the disk and names, in order: LD_PRELOAD this, with
// the path of the notes in DISK_LOG. A line each: `write PATH`, `sync PATH`, or `name FROM` with the
// new name in the next line, `as TO`. What a power cut can break shows in the order.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int notes = -1;

__attribute__((constructor)) static void begin(void) {
  const char* path = getenv("DISK_LOG");
  if (path) notes = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void note(const char* what, const char* path) {
  char line[4200];
  int size = snprintf(line, sizeof line, "%s %s\n", what, path);
  if (notes >= 0 && size > 0 && (size_t)size < sizeof line)
    syscall(SYS_write, notes, line, (size_t)size);
}

static void note_file(const char* what, int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size <= 0 || path[0] != '/' || file == notes) return;
  path[size] = '\0';
  if (strncmp(path, "/dev/", 5) != 0) note(what, path);
}

ssize_t write(int file, const void* bytes, size_t size) {
  note_file("write", file);
  return syscall(SYS_write, file, bytes, size);
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  note_file("write", file);
  return syscall(SYS_writev, file, parts, count);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  note_file("write", file);
  return syscall(SYS_pwrite64, file, bytes, size, at);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
  return pwrite64(file, bytes, size, at);
}

int fsync(int file) {
  int failed = (int)syscall(SYS_fsync, file);
  note_file("sync", file);
  return failed;
}

int fdatasync(int file) {
  int failed = (int)syscall(SYS_fdatasync, file);
  note_file("sync", file);
  return failed;
}

static void note_name(const char* from, const char* to) {
  char* whole = realpath(from, NULL);
  note("name", whole ? whole : from);
  free(whole);
  note("as", to);
}

int rename(const char* from, const char* to) {
  note_name(from, to);
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) {
  note_name(from, to);
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}
