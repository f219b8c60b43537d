#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crawl/page_task.hpp"
#include "discover/signposting.hpp"
#include "markup/link_header.hpp"
#include "state/page_table.hpp"

namespace semsite {

/// Has any of these links a relation of the FAIR Signposting Profile? Then they are data
/// of the page. Others, such as `alternate` or ResourceSync's `duplicate`, leave it an
/// ordinary page.
[[nodiscard]] bool are_signposts(const std::vector<Signpost>& links);
/// Do they lead to what a page is about, or to what belongs to it? `license`, `author`
/// and `type` lead nowhere.
[[nodiscard]] bool lead_on(const std::vector<Signpost>& links);

/// A page to ask for, because a signpost leads there.
struct SignpostPage {
  std::string url;
  PageTask task;
  /// What would come later is not needed once this has given something.
  bool is_hope = false;
};
struct SignpostPages {
  std::vector<SignpostPage> pages;
  bool page_itself = false;    ///< the landing page is to be read, too
  std::uint64_t left_out = 0;  ///< targets that are too many
};

/// What is to be asked for next, after `trail`: descriptions and other targets, link
/// sets, or the header of the landing page; nothing that is known to be no RDF. What is
/// asked for if that comes to nothing (another form of a description, the next less cheap
/// step) stands in the tasks. `page`: URL that the landing page is asked for by, which
/// may lead to `trail.page`.
[[nodiscard]] SignpostPages pages_of(const SignpostTrail& trail,
                                     std::span<const std::string> follow,
                                     const std::string& page);

/// A page for the table, with what is asked for in its place.
[[nodiscard]] PageTable::Link link_to(const SignpostPage& page, std::uint32_t depth);
/// The task of a page in the table: only link sets need to know what comes after them.
[[nodiscard]] std::string row_task(const PageTask& task);
[[nodiscard]] std::vector<PageTable::Fallback> fallbacks_of(const PageTask& task);
/// Another form of a link set, which says the same: it is asked for when this one cannot
/// be read, and is no fallback for when it names nothing. Nothing if there is none.
[[nodiscard]] std::optional<SignpostPage> next_form(const PageTask& task);
/// What comes in the place of a link set that names nothing.
[[nodiscard]] std::vector<PageTask::Instead> behind_other_forms(const PageTask& task);

/// What a link set says of one resource leads to.
struct LinksetPages {
  std::string context;  ///< as `linkset_context` has it
  std::vector<SignpostPage> pages;
};

/// The name by which a link set and those who name it speak of a resource.
[[nodiscard]] std::string linkset_context(std::string_view url);

/// Gathers the links of one link set: a landing page, its items and its metadata have
/// their own there, and so may have those of many pages (signposting.md §6).
class LinksetWatch {
 public:
  /// `follow`: relations whose targets are wanted.
  explicit LinksetWatch(std::span<const std::string> follow) : follow_(follow) {}

  void add(const HeaderLink& link, const std::string& base, const std::string& context);

  /// Was there any link, of whatever relation?
  [[nodiscard]] bool is_linkset() const { return is_linkset_; }
  /// For each resource that has links: what is to be asked for, now that the link set at
  /// `url` has been read. No more than 100,000 pages, those for `first` before others.
  [[nodiscard]] std::vector<LinksetPages> next(const std::string& url,
                                               const std::string& first);
  /// Pages that were too many, once `next` has been called.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  std::span<const std::string> follow_;
  std::vector<Signpost> links_;
  bool is_linkset_ = false;
  std::uint64_t left_out_ = 0;
};

}  // namespace semsite
