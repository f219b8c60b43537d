#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "semsite/sitemap.hpp"

namespace semsite {

/// Which of many datasets has a prefix that a URL begins with: in a time that hardly
/// grows with their number.
class PrefixIndex {
 public:
  /// Of the dataset with this number; of one prefix, the lowest number counts.
  void add(std::string_view prefix, std::size_t dataset);
  void add(const SitemapDataset& dataset, std::size_t number);

  /// The lowest number of a dataset that `url` is under.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view url) const;
  [[nodiscard]] bool covers(std::string_view url) const { return find(url).has_value(); }

 private:
  std::map<std::string, std::size_t, std::less<>> prefixes_;
};

}  // namespace semsite
