// A wall clock that somebody sets during the run: LD_PRELOAD this, with JUMP_AFTER (seconds
// of real time since the start) and JUMP_BY (seconds, may be negative) in the environment.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct timespec real(clockid_t clock) {
  struct timespec now;
  syscall(SYS_clock_gettime, clock, &now);
  return now;
}

static double start;

__attribute__((constructor)) static void begin(void) {
  struct timespec now = real(CLOCK_MONOTONIC);
  start = (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static long jump(void) {
  struct timespec now = real(CLOCK_MONOTONIC);
  double ran = (double)now.tv_sec + (double)now.tv_nsec / 1e9 - start;
  const char* after = getenv("JUMP_AFTER");
  const char* by = getenv("JUMP_BY");
  return after && by && ran >= atof(after) ? atol(by) : 0;
}

int clock_gettime(clockid_t clock, struct timespec* out) {
  *out = real(clock);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) out->tv_sec += jump();
  return 0;
}

int gettimeofday(struct timeval* out, void* zone) {
  (void)zone;
  struct timespec now = real(CLOCK_REALTIME);
  out->tv_sec = now.tv_sec + jump();
  out->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* out) {
  struct timespec now = real(CLOCK_REALTIME);
  time_t seconds = now.tv_sec + jump();
  if (out) *out = seconds;
  return seconds;
}
