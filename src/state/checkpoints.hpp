#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <thread>

namespace semsite {

/// Brings the write-ahead log of a database to the disk now and then, beside the work: a
/// power cut takes back no more than what was committed since. A frame of the log counts
/// only once its whole transaction is there, so a checkpoint in the midst of one is none
/// the worse. Without a path it does nothing.
class Checkpoints {
 public:
  /// What was committed is on the disk at most so much later.
  static constexpr std::chrono::seconds kTime{5};

  explicit Checkpoints(const std::string& database);

 private:
  static void run(const std::string& log, const std::stop_token& stop);

  std::jthread thread_;
};

}  // namespace semsite
