#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// What is to be done with a page of a crawl, as the entry or the link that named it
/// says. Kept in the state as text.
struct PageTask {
  enum class Kind : std::uint8_t {
    read,       ///< asked for and parsed
    signposts,  ///< a landing page whose header may say where its metadata is: HEAD first
    linkset,    ///< links of another page (RFC 9264): read, and followed in its name
    keep,       ///< not RDF: the document itself is wanted, as a file
  } kind = Kind::read;
  /// Of `read`: the part of a page to read; empty = all of it.
  std::string xpath;
  /// Of `linkset`: the page that named it.
  std::string context;
};

/// Empty for a page that is simply read.
[[nodiscard]] std::string write_task(const PageTask& task);
/// What `write_task` wrote.
[[nodiscard]] PageTask read_task(std::string_view text);

}  // namespace semsite
