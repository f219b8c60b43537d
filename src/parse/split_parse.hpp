#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

#include "parse/measured.hpp"
#include "parse/syntax.hpp"

namespace semsite {

struct SplitParse {
  const Syntax& syntax;
  ByteSource& bytes;
  std::shared_ptr<const Document> document;
  Diagnostics& diagnostics;
  Measured measured;     ///< what the document is, and how much may come of it
  unsigned workers = 1;  ///< threads, the caller's included
  std::stop_token stop;
  const ParseSettings& settings = kDefaultParseSettings;
  const LinkTaker* links = nullptr;  ///< see ParseJob
  const PageWatch* watch = nullptr;  ///< see ParseJob
  /// Returns when what is made can be written at once, and does not wait for other
  /// documents; empty: it always can. See LargeTurn.
  std::function<void()> ready{};
};

/// Parses a document of any syntax and hands every batch to `taker`, which is called from
/// up to `workers` threads at once, with legal terms only: whatever a parser let through,
/// a statement with an IRI or a tag that N-Quads cannot have is a fault here. Small
/// documents never leave the calling thread. Throws what the splitter, a parser or
/// `taker` threw first; no thread is left behind.
void parse_document(const SplitParse& job, const std::function<void(QuadBatch)>& taker);

}  // namespace semsite
