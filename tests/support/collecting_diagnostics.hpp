#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"

namespace semsite::test {

/// Keeps every fault with copies of its views, for comparison in full.
class CollectingDiagnostics final : public Diagnostics {
 public:
  struct Kept {
    std::string code, message;
    std::uint64_t line = 0, column = 0;
    std::string statement;
    bool skipped = true;
  };

  void report(const Fault& fault) override {
    const std::scoped_lock lock{mutex_};
    faults_.push_back({std::string{fault.code}, fault.message, fault.line, fault.column,
                       std::string{fault.statement}, fault.skipped});
  }

  [[nodiscard]] const std::vector<Kept>& faults() const { return faults_; }
  [[nodiscard]] std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const Kept& fault : faults_) out.push_back(fault.code);
    return out;
  }

 private:
  std::mutex mutex_;
  std::vector<Kept> faults_;
};

}  // namespace semsite::test
