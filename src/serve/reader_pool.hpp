#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
#include "index/search.hpp"
#include "semsite/errors.hpp"

namespace semsite {

/// What can be seen from outside of the state of an index.
struct IndexState {
  std::string file;          ///< which file it is; another if it was replaced
  std::string tag;           ///< changes with whatever is written; letters and digits
  std::int64_t changed = 0;  ///< seconds since 1970
};

/// The state of the index at `path`; nothing if there is no file. Cheap: it is not
/// opened.
[[nodiscard]] std::optional<IndexState> index_state(const std::string& path);

/// All readers are taken, and none came free in time.
class AllBusy : public RunError {
 public:
  using RunError::RunError;
};

/// Readers of one index for several threads, opened when needed, so many at most; so it
/// also bounds how many questions are answered at once. If the file is replaced, it is
/// opened again. Thread-safe.
class ReaderPool {
 public:
  ReaderPool(std::string path, std::size_t most,
             std::chrono::milliseconds patience = std::chrono::seconds{2});

  /// Asks a reader that nobody else has. Throws AllBusy; RunError if there is no index;
  /// and what `question` throws.
  template <typename Question>
  auto ask(const Question& question) {
    Held held = take();
    try {
      auto answer = question(*held.reader);
      give_back(std::move(held));
      return answer;
    } catch (const UsageError&) {
      give_back(std::move(held));
      throw;
    } catch (const QueryTooLong&) {
      give_back(std::move(held));
      throw;
    } catch (...) {
      held.reader.reset();  // who knows what it has read
      give_back(std::move(held));
      throw;
    }
  }

 private:
  struct Held {
    std::unique_ptr<IndexReader> reader;
    std::string file;
  };
  [[nodiscard]] Held take();
  void give_back(Held held);
  /// Closes the idle readers of other files.
  void drop_others(const std::string& file);

  const std::string path_;
  const std::size_t most_;
  const std::chrono::milliseconds patience_;
  Mutex mutex_;
  Condition freed_;
  std::vector<Held> idle_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t taken_ SEMSITE_GUARDED_BY(mutex_) = 0;
};

}  // namespace semsite
