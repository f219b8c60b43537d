#include "crawl/dataset_cover.hpp"

#include <algorithm>
#include <iterator>

#include "base/url.hpp"

namespace semsite {

void PrefixIndex::add(std::string_view prefix, std::size_t dataset) {
  const auto [place, fresh] = prefixes_.try_emplace(std::string{prefix}, dataset);
  if (!fresh) place->second = std::min(place->second, dataset);
}

void PrefixIndex::add(const SitemapDataset& dataset, std::size_t number) {
  for (const LinkedDataPrefix& prefix : dataset.prefixes) add(prefix.prefix, number);
}

// What `url` begins with sorts before it. The last text before it either is such a one,
// or shares its beginning, and then none that is longer than what they share can be.
std::optional<std::size_t> PrefixIndex::find(std::string_view url) const {
  std::optional<std::size_t> out;
  for (std::string_view rest = url;;) {
    auto place = prefixes_.upper_bound(rest);
    if (place == prefixes_.begin()) return out;
    --place;
    const std::string& prefix = place->first;
    const auto shared = static_cast<std::size_t>(
        std::distance(rest.begin(), std::ranges::mismatch(rest, prefix).in1));
    if (shared == prefix.size()) {
      out = std::min(out.value_or(place->second), place->second);
      if (shared == 0) return out;
      rest = rest.substr(0, shared - 1);
    } else {
      rest = rest.substr(0, shared);
    }
  }
}

void DatasetCover::add(const std::vector<DatasetFact>& datasets) {
  for (const DatasetFact& dataset : datasets) {
    for (const auto* locations : {&dataset.said.dumps, &dataset.said.fragments})
      for (const DatasetLocation& location : *locations)
        files_.insert(plain_url(location.url));
    // A sample is one of the resources that the dataset describes.
    for (const std::string& sample : dataset.said.samples)
      files_.insert(plain_url(sample));
    prefixes_.add(dataset.said, 0);
  }
}

bool DatasetCover::holds(std::string_view url) const {
  return files_.contains(plain_url(url)) || prefixes_.covers(url);
}

}  // namespace semsite
