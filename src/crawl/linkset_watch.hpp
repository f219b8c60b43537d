#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "crawl/signpost_links.hpp"
#include "discover/signposting.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// Picks the links of one page out of the quads that a link set has become: those with
/// its URL as context, and no others (signposting.md §6).
class LinksetWatch {
 public:
  explicit LinksetWatch(std::string context) : context_(std::move(context)) {}

  void see(const QuadBatch& batch);
  /// What is to be asked for, now that the link set at `url` has been read.
  [[nodiscard]] std::vector<SignpostPage> next(const std::string& url,
                                               std::span<const std::string> follow) const;

 private:
  std::string context_;
  std::vector<Signpost> links_;
  std::map<std::string, std::string, std::less<>> types_;  ///< by target
};

}  // namespace semsite
