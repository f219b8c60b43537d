#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/downloads.hpp"
#include "fetch/body.hpp"
#include "fetch/request.hpp"
#include "fetch/transport.hpp"

namespace semsite {

/// Answers a request for a `file:` URL from disk, with the status that HTTP would have:
/// 200 with length and date, 206 from `range_from` on, 416 if that lies behind the end,
/// 404 for what is missing or is a directory (the reason stands in the field
/// `x-semsite-reason`). Never throws itself: head() of the result throws
/// FetchError(file) for a URL on another host or a file that cannot be read.
[[nodiscard]] std::unique_ptr<Body> open_file(const Request& request,
                                              std::shared_ptr<Downloads> downloads);

/// Which files stand for which URLs (`--document-map`).
struct DocumentMap {
  std::map<std::string, std::string> documents;  ///< URL without fragment → path
  std::map<std::string, std::string> prefixes;   ///< start of a URL → folder

  /// The file that stands for `url`, whose fragment does not count; of several prefixes
  /// the longest decides. Nothing if the map says nothing of it, or if the rest of the
  /// URL would lead out of the folder.
  [[nodiscard]] std::optional<std::string> path_of(std::string_view url) const;
  [[nodiscard]] bool empty() const { return documents.empty() && prefixes.empty(); }
};

/// A transport that answers for mapped URLs from disk, with the media type that the
/// file's name says, and hands every other request to `inner`. What the
/// files give counts as come in `downloads`.
[[nodiscard]] std::unique_ptr<Transport> make_mapped_transport(
    std::unique_ptr<Transport> inner, DocumentMap map,
    std::shared_ptr<Downloads> downloads);

}  // namespace semsite
