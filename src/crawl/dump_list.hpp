#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crawl/retrieve.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// The dumps that a Metalink or a server's listing of a folder names.
struct DumpList {
  SitemapDataset said;
  std::string kind;                    ///< "Metalink" or "directory listing"
  std::string problem;                 ///< why it names none
  std::vector<std::string> missing{};  ///< what is of it and cannot be had
  bool is_broken = false;              ///< it could not be read to its end
};

/// Reads a Metalink at hand.
[[nodiscard]] DumpList read_metalink_dumps(Retrieved got, const Limits& limits);

/// Reads a page at hand as a listing; nothing if it is none. `text`: the whole page.
[[nodiscard]] std::optional<DumpList> read_listed_dumps(const std::string& text,
                                                        const Retrieved& got,
                                                        const Limits& limits);

/// A page's bytes, unpacked. Throws DocumentError.
[[nodiscard]] std::string page_bytes_of(std::unique_ptr<ByteSource> body,
                                        const std::string& url, const Limits& limits);

/// Asks for `url`, which a description gives as a dump, if its name is that of a list; a
/// list takes the place of the dump. Nothing if it is none.
[[nodiscard]] std::optional<DumpList> expand_dump(Retriever& retriever,
                                                  const DatasetLocation& dump);

}  // namespace semsite
