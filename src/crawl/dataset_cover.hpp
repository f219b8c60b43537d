#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "discover/site_profile.hpp"

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

/// Which documents belong to the datasets of a site: their dumps and fragments, their
/// samples, and what stands under their prefixes.
class DatasetCover {
 public:
  void add(const std::vector<DatasetFact>& datasets);

  /// Is the document at `url` in one of them?
  [[nodiscard]] bool holds(std::string_view url) const;

 private:
  std::set<std::string, std::less<>> files_;  ///< and samples, plain_url
  PrefixIndex prefixes_;
};

}  // namespace semsite
