#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.hpp"
#include "store/database.hpp"

namespace semsite {

/// What an entry of a sitemap leads to: data of its own, or a page that may hold some.
enum class EntryWorth : std::uint8_t { own_data, plain };

/// The entries of sitemaps, on their way from discovery to the crawls. Thread-safe.
class ListedPages {
 public:
  explicit ListedPages(Database& database) : database_(database) {}
  ListedPages(const ListedPages&) = delete;
  ListedPages& operator=(const ListedPages&) = delete;

  /// `task`: what is to be done with it (crawl/page_task); empty: it is read.
  void add(std::string_view site, EntryWorth worth, std::string_view url,
           std::string_view lastmod, std::string_view task = {});
  void flush();

  struct Entry {
    std::int64_t id = 0;
    std::string url, lastmod, task;
  };
  /// The next entries of `site` behind entry `after` (0: from the first).
  [[nodiscard]] std::vector<Entry> next(std::string_view site, EntryWorth worth,
                                        std::int64_t after, unsigned count);
  /// Entries of `site`.
  [[nodiscard]] std::uint64_t count(std::string_view site, EntryWorth worth);

 private:
  struct Held {
    std::string site, url, lastmod, task;
  };
  void flush_locked() SEMSITE_REQUIRES(mutex_);

  Database& database_;
  Mutex mutex_;
  std::vector<Held> held_ SEMSITE_GUARDED_BY(mutex_);
};

/// URLs of all pages of a state, and those that they led to, of pages that no sitemap
/// lists any more too; some may come twice.
void for_each_document(Database& database,
                       const std::function<void(std::string_view url)>& take);

}  // namespace semsite
