#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/file_io.hpp"
#include "base/mutex.hpp"
#include "reading/parse_settings.hpp"

namespace semsite {

/// The JSON-LD contexts of a run: the latest ones in memory, as many as go into some
/// bytes, the others in a temporary file. Thread-safe.
class ContextStore {
 public:
  using Context = std::shared_ptr<const RemoteContext>;

  explicit ContextStore(std::uint64_t memory_bytes) : memory_bytes_(memory_bytes) {}

  /// The number that `get` finds it by. Throws RunError if it cannot be stored.
  [[nodiscard]] std::size_t put(Context context);
  [[nodiscard]] Context get(std::size_t number);

 private:
  struct Kept {
    Context context;  ///< null: in the file
    std::weak_ptr<const RemoteContext> in_use{};
    std::string url{};
    std::uint64_t offset = 0;
    std::size_t bytes = 0;
  };
  void move_to_file(Kept& kept) SEMSITE_REQUIRES(mutex_);

  const std::uint64_t memory_bytes_;
  Mutex mutex_;
  std::vector<Kept> all_ SEMSITE_GUARDED_BY(mutex_);
  std::deque<std::size_t> in_memory_ SEMSITE_GUARDED_BY(mutex_);  ///< oldest first
  std::uint64_t held_bytes_ SEMSITE_GUARDED_BY(mutex_) = 0;
  Descriptor file_ SEMSITE_GUARDED_BY(mutex_);
  std::uint64_t file_bytes_ SEMSITE_GUARDED_BY(mutex_) = 0;
};

}  // namespace semsite
