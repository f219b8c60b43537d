#pragma once

#include <cstdint>
#include <string>

#include "crawl/document_folder.hpp"
#include "crawl/retrieve.hpp"

namespace semsite {

/// What came of a document that was to be kept as a file.
struct KeptDocument {
  std::uint64_t bytes = 0;
  std::string sha256;         ///< hexadecimal
  std::string code, problem;  ///< why it was not kept; empty if it was
  Cause cause = Cause::other;
  std::string wall;    ///< a wall against robots answered in its place
  std::string begins;  ///< first line of what came, if that was not kept
};

/// Keeps the body of `got` in `folder` as the document at `url`, unless a wall, a page or
/// nothing at all came in its place. Throws RunError only.
[[nodiscard]] KeptDocument keep_document(Retrieved& got, const std::string& url,
                                         DocumentFolder& folder);

}  // namespace semsite
