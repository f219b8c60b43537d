#pragma once

#include <cstdint>
#include <span>
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
/// is opened only then (signposting.md §10). Descriptions and link sets stay, if they can
/// be asked for.
[[nodiscard]] std::vector<Signpost> readable(std::vector<Signpost> links);

/// A page to ask for, because a signpost leads there.
struct SignpostPage {
  std::string url;
  PageTask task;
  /// What would come later is not needed once this has given something.
  bool is_hope = false;
};

/// What is to be asked for next, after `trail`: descriptions and other targets, link
/// sets, or the header of the landing page; nothing if it is that page itself. What is
/// asked for if that comes to nothing (the next best description, the next less cheap
/// step) stands in the tasks. `page`: URL that the landing page is asked for by, which
/// may lead to `trail.page`.
[[nodiscard]] std::vector<SignpostPage> pages_of(const SignpostTrail& trail,
                                                 std::span<const std::string> follow,
                                                 const std::string& page);

/// A page for the table, with what is asked for in its place.
[[nodiscard]] PageTable::Link link_to(const SignpostPage& page, std::uint32_t depth);
/// The task of a page in the table: only link sets need to know what comes after them.
[[nodiscard]] std::string row_task(const PageTask& task);
[[nodiscard]] std::vector<PageTable::Fallback> fallbacks_of(const PageTask& task);

}  // namespace semsite
