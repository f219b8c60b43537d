#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>

#include "semsite/errors.hpp"
#include "semsite/export.hpp"
#include "semsite/fault.hpp"
#include "semsite/limits.hpp"
#include "semsite/quads.hpp"

// RDF in: a document of any syntax, packed or not, becomes quads.
//
//   semsite::read_file("data.ttl.gz", [](const semsite::Quads& some) {
//     for (const semsite::Quad& quad : some.quads) …
//   });
//
// Nothing is asked of the network. The functions may be called from several threads at
// once; nothing is kept between calls.

namespace semsite {

/// How a document is read. What is left alone has the default of `semsite convert`.
struct ReadOptions {
  /// A name of `known_syntaxes()`; empty: told by the first bytes, then `media_type`,
  /// then the name of the file or `name`. Throws UsageError if it is none.
  std::string syntax{};
  std::string
      media_type{};  ///< as sent, with its parameters (`charset` counts); may be empty
  /// What the document is called: its URL or file name. For messages, to tell the syntax
  /// by its suffix, and for the scope of its blank nodes: documents of one name have one,
  /// each without a name has its own in this process. `read_file` has the file's URL.
  std::string name{};
  /// Absolute IRI that relative references are resolved against; empty: `name`, if that
  /// is one, else references stay relative, which are faults.
  std::string base{};
  /// IRI of the graph for triples that name none; empty: the default graph.
  std::string graph{};
  bool strict = false;   ///< faults instead of repairs, where the meaning is plain
  unsigned workers = 1;  ///< threads for one document; 1: the calling thread alone
  Limits limits{};       ///< what a document may cost
  /// Told of each fault, in no order if there are several workers; empty: they are only
  /// counted. From one thread at a time. The fault's texts die when it returns.
  std::function<void(const Fault&)> fault{};
  /// The text of a JSON-LD context that is not built in (schema.org, ActivityStreams and
  /// others are); `url` is absolute. Throw DocumentError if it cannot be had. Empty: no
  /// other context can be had, and a document that needs one is not read.
  std::function<std::string(const std::string& url)> context{};
  /// Ends the reading between two pieces: it is not whole then. What is under way is
  /// handed over still.
  std::stop_token stop{};
};

/// How reading came out.
struct ReadResult {
  /// Every document was read to its end, and no statement was skipped.
  bool is_whole = false;
  /// Of the first document that could not be read to its end: the code of
  /// docs/faults.md, such as "unpack.truncated", and a sentence. Empty if all could.
  std::string code{}, problem{};
  std::uint64_t quads = 0;      ///< handed to the taker
  std::uint64_t skipped = 0;    ///< statements that were passed over
  std::uint64_t documents = 0;  ///< read; more than one if it was an archive
  std::string syntax{};         ///< of the last document; empty: none was recognised
  std::map<std::string, std::uint64_t, std::less<>> faults{};  ///< counts by code
};

/// Reads `bytes`: one document, compressed in any way, or an archive of documents.
///
/// `take` gets all quads of a document in its order, from one thread at a time, some at
/// each call, and never a quad that N-Quads cannot have. Memory does not grow with the
/// document, HTML and RDF in one JSON value apart, which `limits` bound.
///
/// What the bytes say is no exception: `ReadResult` tells. A page of HTML is read as one
/// (see extract.hpp), unless a type or name promises RDF ("document.html").
/// Throws UsageError for an option that is none. What `take` or `fault` throws ends the
/// reading and comes out as it is, whatever it is; so does what `context` throws, but for
/// a DocumentError.
SEMSITE_API ReadResult read(std::string_view bytes, const TakeQuads& take,
                            const ReadOptions& options = {});

/// The same of bytes that `next` gives, in pieces cut anywhere; an empty one is the end.
/// A piece is valid until the next call. What `next` throws comes out as it is; a
/// DocumentError is told in the result. It is called from one thread at a time, which
/// need not be the caller's.
SEMSITE_API ReadResult read(const std::function<std::string_view()>& next,
                            const TakeQuads& take, const ReadOptions& options = {});

/// Not for functions that give strings of their own: these would be gone before they are
/// read.
ReadResult read(const std::function<std::string()>& next, const TakeQuads& take,
                const ReadOptions& options = {}) = delete;

/// The same of a file or pipe. That it cannot be opened is told in the result
/// ("file.open").
SEMSITE_API ReadResult read_file(const std::string& path, const TakeQuads& take,
                                 const ReadOptions& options = {});

}  // namespace semsite
