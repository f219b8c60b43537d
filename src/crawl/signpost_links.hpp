#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "crawl/page_task.hpp"
#include "discover/signposting.hpp"
#include "state/page_table.hpp"

namespace semsite {

/// Do these links say what a page is about, or what belongs to it? Others, such as
/// `license`, `alternate` or ResourceSync's `duplicate`, leave it an ordinary page.
[[nodiscard]] bool are_signposts(const std::vector<Signpost>& links);

/// Without the links to things that are not known to be RDF: what an object consists of
/// is opened only then (signposting.md §10). Descriptions and link sets stay.
[[nodiscard]] std::vector<Signpost> readable(std::vector<Signpost> links);

/// A page to ask for, because a signpost leads there.
struct SignpostPage {
  std::string url;
  PageTask task;
};

/// What `step` asks for next: descriptions and other targets, link sets, or the header of
/// the landing page `page` first; nothing if it is the page itself.
[[nodiscard]] std::vector<SignpostPage> pages_of(const SignpostStep& step,
                                                 const std::string& page);

}  // namespace semsite
