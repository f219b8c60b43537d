#pragma once

#include <map>
#include <string>
#include <vector>

#include "crawl/signpost_choice.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// Picks the links of one page out of the quads that a link set has become: those with
/// its URL as context, and no others (signposting.md §6).
class LinksetWatch {
 public:
  explicit LinksetWatch(std::string context) : context_(std::move(context)) {}

  void see(const QuadBatch& batch);
  [[nodiscard]] std::vector<Signpost> signposts() const;

 private:
  std::string context_;
  std::vector<Signpost> links_;
  std::map<std::string, std::string, std::less<>> types_;  ///< by target
};

}  // namespace semsite
