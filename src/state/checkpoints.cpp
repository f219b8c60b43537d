#include "state/checkpoints.hpp"

#include <fcntl.h>

#include "base/file_io.hpp"
#include "base/pause.hpp"
#include "semsite/errors.hpp"

namespace semsite {

Checkpoints::Checkpoints(const std::string& database) {
  if (!database.empty())
    thread_ = std::jthread{
        [log = database + "-wal"](const std::stop_token& stop) { run(log, stop); }};
}

void Checkpoints::run(const std::string& log, const std::stop_token& stop) {
  Descriptor file;
  while (pause_for(kTime, stop)) {
    try {
      if (!file.valid()) {
        file = Descriptor{::open(log.c_str(), O_RDONLY | O_CLOEXEC)};  // NOLINT
        if (!file.valid()) continue;
        sync_name(log);
      }
      sync_file(file.get(), log);
    } catch (const RunError&) {
      // A disk that fails shows where the log is written.
    }
  }
}

}  // namespace semsite
