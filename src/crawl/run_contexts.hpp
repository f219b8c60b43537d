#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/file_io.hpp"
#include "base/mutex.hpp"
#include "crawl/retrieve.hpp"
#include "reading/parse_settings.hpp"
#include "report/statistics.hpp"
#include "semsite/limits.hpp"
#include "state/run_state.hpp"

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

/// Did a context that the document named not come? Then the document is not read as it
/// could be, and must not pass for unchanged.
[[nodiscard]] bool lacks_context(const FaultCounts& faults);

/// Gets the JSON-LD contexts that documents of a run name: each at most once, a failure
/// included, whoever asks for it and how often. However many there are, memory is
/// bounded, and so is what one host may add to a state.
class RunContexts final : public ContextSource {
 public:
  struct Settings {
    bool obey_robots = true;
    Limits limits{};                         ///< `context_bytes` and `contexts`
    RunState* state = nullptr;               ///< keeps them for later runs; may be null
    std::uint64_t host_bytes = 64 * kMiB;    ///< of all contexts of one host in a run
    std::uint64_t memory_bytes = 32 * kMiB;  ///< others wait in a temporary file
  };

  RunContexts(Retriever& retriever, const Clock& clock, Settings settings)
      : retriever_(retriever),
        clock_(clock),
        settings_(settings),
        store_(settings.memory_bytes) {}

  /// Asks for JSON-LD and follows a `Link` to it from what is no JSON (JSON-LD API §9.4,
  /// LoadDocumentCallback). Throws DocumentError("jsonld.remote-context").
  [[nodiscard]] std::shared_ptr<const RemoteContext> get(std::string_view url,
                                                         NamedBy named_by) override;

  struct Looked {
    std::vector<std::string> changed;   ///< URLs of those that are others now
    std::vector<std::string> problems;  ///< why others cannot be had: they stay as had
  };
  /// Asks again for those that earlier runs had, before `begun`: what a server calls
  /// unchanged means something else under another context.
  [[nodiscard]] Looked look_again(RunState::Time begun);

 private:
  using Answer = std::shared_ptr<const RemoteContext>;

  [[nodiscard]] Answer fetch(const std::string& url, NamedBy named_by) const;

  [[nodiscard]] Answer find(const std::string& url, NamedBy named_by);
  /// Throws DocumentError("jsonld.remote-context") when the host of `url` has had its
  /// share.
  void count_bytes(const std::string& url, std::uint64_t bytes);

  Retriever& retriever_;
  const Clock& clock_;
  Settings settings_;
  ContextStore store_;
  Mutex mutex_;
  /// By URL: numbers in the store.
  std::map<std::string, std::shared_future<std::size_t>, std::less<>> answers_
      SEMSITE_GUARDED_BY(mutex_);
  std::map<std::string, std::uint64_t, std::less<>> bytes_of_hosts_
      SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
