#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "base/mutex.hpp"
#include "crawl/document_folder.hpp"
#include "crawl/entry_targets.hpp"
#include "crawl/graph_claims.hpp"
#include "crawl/held_pages.hpp"
#include "crawl/page_crawl.hpp"
#include "crawl/retrieve.hpp"
#include "crawl/standard_tour.hpp"
#include "report/console.hpp"
#include "report/run_tally.hpp"
#include "state/listed_pages.hpp"
#include "state/page_copies.hpp"
#include "state/run_state.hpp"

namespace semsite {

/// Lets as many pages be parsed at once as there are cores: more would only hold more
/// memory; and bounds what is read of pages that wait for that. Thread-safe.
class ParseSlots {
 public:
  /// `bytes`: of all pages that have been read and not been parsed yet.
  explicit ParseSlots(unsigned count, std::size_t bytes = std::size_t{64} << 20U)
      : free_(count), room_(bytes) {}

  /// May `bytes` more be held? Then `give_back` follows.
  [[nodiscard]] bool hold(std::size_t bytes) {
    const MutexLock lock{mutex_};
    if (bytes > room_) return false;
    room_ -= bytes;
    return true;
  }
  void give_back(std::size_t bytes) {
    const MutexLock lock{mutex_};
    room_ += bytes;
  }

  /// One slot, waited for; given back with the object.
  class Slot {
   public:
    explicit Slot(ParseSlots& slots) : slots_(slots) {
      const MutexLock lock{slots_.mutex_};
      while (slots_.free_ == 0) slots_.changed_.wait(slots_.mutex_);
      --slots_.free_;
    }
    ~Slot() {
      {
        const MutexLock lock{slots_.mutex_};
        ++slots_.free_;
      }
      slots_.changed_.notify_one();
    }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

   private:
    ParseSlots& slots_;
  };

 private:
  Mutex mutex_;
  Condition changed_;
  unsigned free_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t room_ SEMSITE_GUARDED_BY(mutex_);
};

/// One fetch: what getting its sites, datasets and ways has in common, wherever their
/// quads go (`Destination`). References outlive it.
struct Fetch {
  Retriever& retriever;
  Console& console;
  RunState& state;
  ListedPages& listed;
  ParseSlots& slots;
  RunState::Run run;  ///< which of the state's runs this is
  std::stop_token stop;
  PageCrawlRules rules{};
  EntryPolicy entries{};
  GraphClaimRule graph_claims{};
  DocumentFolder* documents = nullptr;  ///< `--documents`
  StandardTour* standard = nullptr;     ///< null: no Standard-Sitemap is followed
  HeldPages* held = nullptr;            ///< pages that came already; null: none
  /// What ends the run before its time: why, once it has; empty before.
  struct Budget {
    std::function<std::string()> reason{};
    std::uint64_t max_bytes = 0;  ///< 0: no bound
  };
  Budget budget{};
  /// Is told the key of each crawl, and each site's entries, that this process comes to.
  /// Thread-safe.
  std::function<void(const std::string& key)> come_to{};
  /// Ends the run early: an output cannot be written. Thread-safe.
  std::function<void()> give_up{};
  RunTally* tally = nullptr;  ///< counts sites and datasets; null: nobody does
  bool several = false;       ///< crawls in this run, which may come to the same pages
  /// Pages are written when all sites have been asked: a crawl that fails or rests may
  /// know an older state of a page than another one.
  bool pages_wait = false;
  PageForms page_forms{};
};

}  // namespace semsite
