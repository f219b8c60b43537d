#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/text_hash.hpp"
#include "markup/html_store.hpp"
#include "markup/xml_reader.hpp"

struct _xmlDoc;
struct _xmlNode;
struct _xmlNs;

namespace semsite {

/// Makes a libxml2 document node by node in a store: nothing in it is ever freed alone,
/// so texts and names may be shared with whatever else lies in the store.
class HtmlBuilder {
 public:
  explicit HtmlBuilder(HtmlStore& store);

  /// Static texts, or texts of the store, that end with a zero byte.
  struct Name {
    const char* local;
    ::_xmlNs* name_space = nullptr;
  };

  /// A namespace of that IRI and prefix (empty: the default one), known to the document.
  [[nodiscard]] ::_xmlNs* name_space(std::string_view iri, std::string_view prefix);

  /// The following open, fill and close the element at hand.
  void open(Name name, std::uint64_t line);
  void attribute(Name name, const char* value);
  /// Notes that the element at hand declares `declared` itself.
  void declare(std::span<const XmlNamespace> declared);
  void close();
  void text(const char* text, std::uint64_t line);
  void comment(const char* text, std::uint64_t line);
  /// A comment behind everything in the root element, or behind that.
  enum class Outside : std::uint8_t { body, root };
  void late_comment(const char* text, Outside place);

  /// Elements that are open.
  [[nodiscard]] std::uint32_t depth() const { return depth_; }
  [[nodiscard]] HtmlStore& store() { return store_; }
  [[nodiscard]] ::_xmlDoc* document() { return document_; }

 private:
  void append(::_xmlNode* node, std::uint64_t line);

  HtmlStore& store_;
  ::_xmlDoc* document_;
  ::_xmlNode* parent_ = nullptr;  ///< null: the document itself
  std::uint32_t depth_ = 0;
  std::unordered_map<std::string, ::_xmlNs*, KeyedHash, std::equal_to<>> name_spaces_;
};

/// Memory that the tree of a page takes, which a builder made.
[[nodiscard]] std::uint64_t tree_bytes(const ::_xmlDoc* document);

}  // namespace semsite
