#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/byte_source.hpp"
#include "semsite/limits.hpp"

namespace semsite {

struct XmlName {
  std::string_view local;
  std::string_view prefix;      ///< as written, may be empty
  std::string_view namespace_;  ///< IRI, empty if none (or if the prefix is not declared)
};

struct XmlAttribute {
  XmlName name;
  std::string_view value;  ///< entities resolved
};

struct XmlNamespace {
  std::string_view prefix;  ///< empty = default namespace
  std::string_view iri;
};

/// Where the parser stands, for messages.
class XmlPosition {
 public:
  XmlPosition() = default;
  XmlPosition(const XmlPosition&) = delete;
  XmlPosition& operator=(const XmlPosition&) = delete;
  virtual ~XmlPosition() = default;
  [[nodiscard]] virtual std::uint64_t line() const = 0;
  [[nodiscard]] virtual std::uint64_t column() const = 0;
};

/// What a document says, in order. Views die when the call returns. A handler may throw:
/// the exception passes through the C library and comes out of `read_xml`.
class XmlHandler {
 public:
  XmlHandler() = default;
  XmlHandler(const XmlHandler&) = delete;
  XmlHandler& operator=(const XmlHandler&) = delete;
  virtual ~XmlHandler() = default;

  /// Told before anything else; `position` stays valid until read_xml returns.
  virtual void begin(const XmlPosition& /*position*/) {}
  /// `declared`: the namespace declarations on this very element.
  virtual void start_element(const XmlName& name,
                             std::span<const XmlAttribute> attributes,
                             std::span<const XmlNamespace> declared) = 0;
  virtual void end_element(const XmlName& name) = 0;
  /// May come in several parts; CDATA sections come here too.
  virtual void characters(std::string_view text) = 0;
  virtual void comment(std::string_view) {}
  virtual void processing_instruction(std::string_view /*target*/,
                                      std::string_view /*data*/) {}
  /// The document is not well-formed here. Return true to go on as well as the parser can
  /// (only asked in lenient reading), false to stop.
  virtual bool error(std::string_view /*message*/, std::uint64_t /*line*/,
                     std::uint64_t /*column*/) {
    return false;
  }
};

struct XmlOptions {
  /// Go on after errors of well-formedness: undeclared prefixes, a bare `&`, text after
  /// the end. Off: the first such error ends the document.
  bool lenient = false;
  /// Allow an internal DTD subset with general entities of plain text (RDF/XML files
  /// declare namespaces that way), expanded within the bounds. Never anything external.
  bool internal_entities = false;
  /// Told before reading starts; stays valid until read_xml returns.
  void (*on_position)(void* user, const XmlPosition& position) = nullptr;
  void* user = nullptr;
};

/// Reads a whole document as a stream of events; memory does not grow with it.
///
/// Nothing is ever fetched: no external DTD, entity or XInclude. Throws DocumentError,
/// all with line and column where there is one: "xml.syntax", "xml.encoding" (not
/// readable here), "xml.depth", "xml.entity" (a bomb, markup, or something external),
/// "xml.too-large" for a text, tag or comment above `limits.literal_bytes`, or names,
/// attributes or declarations beyond all use. Errors of lenient reading go to
/// `XmlHandler::error`; the bounds hold there too. May be called from several threads.
void read_xml(ByteSource& bytes, XmlHandler& handler, const Limits& limits,
              const XmlOptions& options = {});

}  // namespace semsite
