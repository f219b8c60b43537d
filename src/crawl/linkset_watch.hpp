#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "crawl/signpost_links.hpp"
#include "discover/signposting.hpp"
#include "markup/link_header.hpp"

namespace semsite {

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
