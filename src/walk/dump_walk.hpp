#pragma once

#include <cstddef>
#include <optional>

#include "plan/access_plan.hpp"

namespace semsite {

/// The order in which the files of one option (dump or fragments) are asked for: pool by
/// pool, in each pool mirror by mirror until one is whole. Pure; the plan outlives it.
class DumpWalk {
 public:
  explicit DumpWalk(const AccessOption& option) : option_(option) {}

  struct Step {
    const Location& location;
    std::size_t pool;
    bool has_backup;  ///< another mirror of this pool may still be tried
  };
  /// What to fetch next; nothing when every pool has been answered for. Mirrors that may
  /// not be fetched are passed over.
  [[nodiscard]] std::optional<Step> next();

  /// How the last step came out.
  void answer(bool good);

  /// Every pool has given a good file.
  [[nodiscard]] bool complete() const { return failed_pools_ == 0 && done(); }
  [[nodiscard]] std::size_t failed_pools() const { return failed_pools_; }

 private:
  [[nodiscard]] bool done() const { return pool_ == option_.pools.size(); }
  [[nodiscard]] std::optional<std::size_t> next_allowed(std::size_t from) const;

  const AccessOption& option_;
  std::size_t pool_ = 0;
  std::size_t mirror_ = 0;
  std::size_t failed_pools_ = 0;
};

}  // namespace semsite
