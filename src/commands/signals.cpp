#include "commands/signals.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>

#include "base/file_io.hpp"
#include "report/terminal.hpp"

namespace semsite {

SignalWatch::SignalWatch(const std::stop_source& stop) {
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGINT);
  sigaddset(&watched, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &watched, nullptr);
  wake_ = ::eventfd(0, EFD_CLOEXEC);
  const int signals = ::signalfd(-1, &watched, SFD_CLOEXEC);
  watcher_ =
      std::jthread{[stop = std::stop_source{stop}, signals, wake = wake_]() mutable {
        const Descriptor closing{signals};
        for (;;) {
          pollfd ready[2] = {{signals, POLLIN, 0}, {wake, POLLIN, 0}};
          if (::poll(ready, 2, -1) < 0) continue;
          if ((ready[1].revents & POLLIN) != 0) return;
          signalfd_siginfo info{};
          if (::read(signals, &info, sizeof info) != sizeof info) continue;
          if (stop.stop_requested()) {
            // A progress line may stand there, and nobody else will take it away.
            if (can_write_over(STDERR_FILENO))
              (void)!::write(STDERR_FILENO, "\r\x1b[K", 4);
            ::_exit(130);
          }
          stop.request_stop();
        }
      }};
}

SignalWatch::~SignalWatch() {
  const std::uint64_t one = 1;
  (void)!::write(wake_, &one, sizeof one);
  if (watcher_.joinable()) watcher_.join();
  ::close(wake_);
}

}  // namespace semsite
