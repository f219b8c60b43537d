#pragma once

#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "parse/syntax.hpp"

namespace semsite {

/// What the sender said of a document.
struct SyntaxHints {
  std::string_view media_type;  ///< Content-Type, may be empty
  std::string_view path;        ///< file name or URL path, compression suffix removed
};

/// How a document is to be read, told by its first bytes; hints only decide between
/// syntaxes that the bytes allow (dataset-discovery §10.4: bytes, then type, then
/// suffix).
struct Detected {
  const Syntax* syntax = nullptr;  ///< null: no RDF syntax we read
  std::string_view found;  ///< what the bytes look like: "turtle", "html", "json",
                           ///< "sitemap", "xml", "empty", "binary", "text",
                           ///< "changes" (a list of changes of ours)
  /// What the sender says it is, if no document of `syntax` is one of that.
  const Syntax* said = nullptr;
  /// Of what is no RDF: more bytes of it would say the same.
  bool is_certain = false;
  std::string_view media_type{};  ///< of what is no RDF, if its bytes tell
};
[[nodiscard]] Detected detect_syntax(std::string_view head, const SyntaxHints& hints);

/// How many first bytes detect_syntax likes to see.
inline constexpr std::size_t kDetectBytes = 16 * 1024;

/// The same of `head`, the first bytes of a document that `end` is read from. What breaks
/// off before it shows what it is throws what it broke off with: a few first bytes are no
/// verdict.
[[nodiscard]] Detected detect_syntax(std::string_view head, const BreakNote& end,
                                     const SyntaxHints& hints);

/// Does the name say that it is linked data or an ontology, in a syntax that is read or
/// in one that is not (HDT, RDF/JSON, RDF Thrift, those of OWL)? Compression suffix
/// removed.
[[nodiscard]] bool is_called_data(std::string_view path);

/// Is RDF/XML that begins with `head` a feed of RSS 1.0 or 0.90? That is RDF and a list
/// of pages at once, and as a list of pages it says more.
[[nodiscard]] bool is_rdf_feed(std::string_view head);

/// The root element of an XML or HTML text, as far as its first bytes show it.
struct XmlRoot {
  std::string_view doctype;     ///< name after `<!DOCTYPE`
  std::string_view prefix;      ///< of the root element
  std::string_view local_name;  ///< empty: not reached
  /// The rest of the start tag, with the entities that the document declares.
  std::string attributes;
  std::string name_space;  ///< as declared in the start tag itself

  /// Is `name` among the attributes, as written?
  [[nodiscard]] bool has_attribute(std::string_view name) const;
};
[[nodiscard]] XmlRoot xml_root(std::string_view text);

}  // namespace semsite
