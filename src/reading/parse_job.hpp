#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "base/byte_source.hpp"
#include "base/diagnostics.hpp"
#include "markup/html_tree.hpp"
#include "markup/link_header.hpp"
#include "rdf/document.hpp"
#include "rdf/quad_batch.hpp"
#include "rdf/quad_builder.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"

namespace semsite {

class HtmlPage;

/// Somebody who wants to know where a page, or a link set, leads to.
struct LinkTaker {
  enum class Wants : std::uint8_t {
    all,
    of_the_page,  ///< only what `<link>`s say
  };
  /// Told an absolute IRI, and the link that says so.
  std::function<void(std::string_view iri, const PageLink& link)> take{};
  Wants wants = Wants::all;
  /// Told what a page asks of programs that follow links, before its links.
  std::function<void(const RobotsWish& wish)> take_robots{};
  /// Told each link of a link set that says what it is about; references resolve against
  /// `base`, and one without an anchor is about `context`.
  std::function<void(const HeaderLink& link, const std::string& base,
                     const std::string& context)>
      take_stated{};
};

/// Somebody who wants to see some pages as trees.
struct PageWatch {
  /// Told the text of a page, in UTF-8; should be cheap, for most pages need no tree.
  bool (*wants)(std::string_view text) = nullptr;
  std::function<void(const HtmlPage&)> take;
};

/// Everything a parser of a stream needs: bytes in; quads and faults out.
struct ParseJob {
  ByteSource& bytes;
  QuadBuilder& quads;  ///< also names the document
  Diagnostics& diagnostics;
  const Limits& limits;
  const ParseSettings& settings = kDefaultParseSettings;
  const LinkTaker* links = nullptr;  ///< of pages; null: nobody wants to know
  const PageWatch* watch = nullptr;  ///< of pages; may be null
};

/// Reads the whole document. Faulty statements go to `diagnostics` and are passed over;
/// DocumentError when nothing after some point can be read.
using ParseFn = void (*)(const ParseJob&);

/// A part of a document that can be parsed alone, on any thread.
struct Piece {
  Block text;                           ///< whole statements
  std::shared_ptr<const void> context;  ///< what went before: prefixes, open graph
  std::uint64_t sequence = 0;           ///< from 0, without gaps
  std::uint64_t context_bytes = 0;      ///< of text in `context`
};

/// Cuts a document into pieces at statement ends. One thread at a time.
class Splitter {
 public:
  Splitter() = default;
  Splitter(const Splitter&) = delete;
  Splitter& operator=(const Splitter&) = delete;
  virtual ~Splitter() = default;

  /// The next piece, or nothing at the end. Throws DocumentError (truncated source, …)
  /// after every whole piece before it has been given.
  virtual std::optional<Piece> next() = 0;
};

struct SplitJob {
  ByteSource& bytes;
  const Document& document;
  Diagnostics& diagnostics;
  const Limits& limits;
  const ParseSettings& settings = kDefaultParseSettings;
};
using SplitFn = std::unique_ptr<Splitter> (*)(const SplitJob&);

/// Writes a batch before its piece is read to its end; the next batch of the piece has
/// the number behind it.
using HandOnFn = std::function<void(QuadBatch)>;
/// What is held of a piece until then: quads, and bytes of their terms.
inline constexpr std::size_t kHeldQuads = 65'536;
inline constexpr std::uint64_t kHeldTermBytes = 8 * kMiB;

struct PieceJob {
  const Piece& piece;
  QuadBatch& batch;  ///< takes the quads; its number is the first of the piece
  Diagnostics& diagnostics;
  const Limits& limits;
  const ParseSettings& settings = kDefaultParseSettings;
  /// Of a large piece; null: `batch` has room for all.
  const HandOnFn* hand_on = nullptr;
};
using ParsePieceFn = void (*)(const PieceJob&);

}  // namespace semsite
