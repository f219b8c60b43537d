#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Linked data under some prefixes: which page to fetch next. Starts from seeds, takes in
/// the IRIs that the data names, asks for each document once (fragments cut off). Pure.
class LinkWalk {
 public:
  /// At most `max_pages` documents are asked for.
  LinkWalk(std::vector<std::string> prefixes, std::uint64_t max_pages);

  /// Notes the document `url` for later, wherever it lies, if it is new.
  void seed(std::string_view url);

  /// Notes `iri` for later, if it lies under a prefix and is new.
  void offer(std::string_view iri);

  /// The next document's URL, or nothing when none is left or the bound is reached.
  [[nodiscard]] std::optional<std::string> next();

  /// Documents were left out because of `max_pages`.
  [[nodiscard]] bool cut_short() const { return cut_short_; }
  [[nodiscard]] std::uint64_t asked() const { return asked_; }

 private:
  std::vector<std::string> prefixes_;
  std::uint64_t max_pages_;
  std::set<std::string, std::less<>> seen_;
  std::deque<std::string> waiting_;
  std::uint64_t asked_ = 0;
  bool cut_short_ = false;
};

}  // namespace semsite
