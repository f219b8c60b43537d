#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/mutex.hpp"
#include "crawl/retrieve.hpp"

namespace semsite {

/// Pages that came as a crawl asks for them when it was found out what a URL of the
/// user's is: the crawl need not ask again. Few, and not for long. Thread-safe.
class HeldPages {
 public:
  /// `bytes`: of all that are held at once; what is more is asked for twice.
  explicit HeldPages(std::size_t bytes = std::size_t{32} << 20U) : room_(bytes) {}

  /// Takes the page `text`, which came as `got` when `url` was asked for.
  void put(const std::string& url, const Retrieved& got, const std::string& text);
  /// What asking for `url` gives: the page, the first time that it is taken by this name
  /// or by that which `url` redirects to; once it has been taken, that it is elsewhere.
  [[nodiscard]] std::optional<Retrieved> take(const std::string& url);
  /// The run has come to the end of what `url` names.
  void forget(const std::string& url);

 private:
  struct Page {
    Retrieved got{};  ///< without its body
    std::string text{};
    bool is_taken = false;
  };

  Mutex mutex_;
  std::size_t room_ SEMSITE_GUARDED_BY(mutex_);
  /// By the URL that was asked.
  std::map<std::string, Page, std::less<>> pages_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
