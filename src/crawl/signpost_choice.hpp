#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/page_task.hpp"

namespace semsite {

/// A typed link of a page, as its sitemap's entry, its header, its markup or a link set
/// says it (signposting.md §4).
struct Signpost {
  std::string relations;  ///< words; registered ones in lower case
  std::string target;     ///< absolute
  std::string type;       ///< media type; may be empty
};

struct SignpostTarget {
  std::string url;
  PageTask task;
};

/// May a document of this media type (empty = unknown) hold RDF that we read?
[[nodiscard]] bool may_be_rdf(std::string_view media_type);

/// What to ask for of the links of `page`, when the relations of `follow` are wanted: of
/// several `describedby` the one in the RDF syntax that is read best, of other relations
/// every target that is RDF. If nothing of that is there, its link sets, JSON before text
/// (signposting.md §6, §10).
[[nodiscard]] std::vector<SignpostTarget> choose_signposts(
    std::span<const Signpost> signposts, std::span<const std::string> follow,
    std::string_view page);

}  // namespace semsite
