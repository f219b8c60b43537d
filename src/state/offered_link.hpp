#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace semsite {

/// A page that is asked for if another one comes to nothing. One of which only the
/// header was looked at is asked for again if `task` is empty.
struct PageFallback {
  std::string url, task;
};

/// What a page leads to.
struct OfferedLink {
  std::string url;
  std::uint32_t depth = 0;
  std::string task{};
  std::vector<PageFallback> fallbacks{};  ///< each for the one before, the first for this
  /// Of a link set: the resource that it is named for. Many may name the same.
  std::string named_for{};
  /// Of what a link set names: it is asked for only if the link set was named for this
  /// resource, now or later. Empty: in any case.
  std::string of_resource{};
  /// Of a crawl that goes by such links: it leads from document to document, named by
  /// nobody for programs. (state/page_leads)
  bool is_between_documents = false;
};

}  // namespace semsite
