#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct _xmlAttr;
struct _xmlNode;
struct _xmlNs;

namespace semsite {

inline constexpr std::string_view kXhtmlNamespace = "http://www.w3.org/1999/xhtml";
inline constexpr std::string_view kSvgNamespace = "http://www.w3.org/2000/svg";
inline constexpr std::string_view kMathMlNamespace = "http://www.w3.org/1998/Math/MathML";
inline constexpr std::string_view kXmlNamespace = "http://www.w3.org/XML/1998/namespace";

// Reading the nodes of an HtmlPage without the headers of libxml2. All views live as long
// as the page. Null is allowed where a node is asked for, and gives nothing.

/// A text of libxml2, up to its zero byte.
[[nodiscard]] inline std::string_view xml_text(const unsigned char* text) {
  return text == nullptr ? std::string_view{} : reinterpret_cast<const char*>(text);
}

[[nodiscard]] bool is_element(const ::_xmlNode* node);
/// A text or CDATA section.
[[nodiscard]] bool is_text(const ::_xmlNode* node);

[[nodiscard]] bool is_comment(const ::_xmlNode* node);

/// Name without prefix; empty if `node` is no element.
[[nodiscard]] std::string_view local_name(const ::_xmlNode* node);
/// Prefix as written in XML; empty if there is none.
[[nodiscard]] std::string_view prefix_of(const ::_xmlNode* node);
/// Namespace IRI, or empty.
[[nodiscard]] std::string_view namespace_of(const ::_xmlNode* node);
/// An element of the XHTML namespace.
[[nodiscard]] bool is_html(const ::_xmlNode* node);
/// … of that name (lower case).
[[nodiscard]] bool is_html(const ::_xmlNode* node, std::string_view name);

/// The value of an attribute without namespace; nothing if it is absent.
[[nodiscard]] std::optional<std::string_view> attribute(const ::_xmlNode* element,
                                                        std::string_view name);
[[nodiscard]] bool has_attribute(const ::_xmlNode* element, std::string_view name);
/// The value of an attribute in a namespace.
[[nodiscard]] std::optional<std::string_view> attribute(const ::_xmlNode* element,
                                                        std::string_view name_space,
                                                        std::string_view name);
/// The value of `xml:lang`, else of `lang` on HTML elements, else nothing.
[[nodiscard]] std::optional<std::string_view> language(const ::_xmlNode* element);

/// An attribute of any name. In HTML, `xmlns:p` and `xml:lang` are plain names with a
/// colon; in XML, declarations of namespaces are no attributes.
struct HtmlAttribute {
  std::string_view name, prefix, name_space, value;
};
/// All attributes of an element, in order.
class HtmlAttributes {
 public:
  explicit HtmlAttributes(const ::_xmlNode* element);
  [[nodiscard]] std::optional<HtmlAttribute> next();

 private:
  const ::_xmlAttr* next_;
};

/// Namespaces that an element of XML declares itself, in order.
struct HtmlDeclaration {
  std::string_view prefix, iri;
};
class HtmlDeclarations {
 public:
  explicit HtmlDeclarations(const ::_xmlNode* element);
  [[nodiscard]] std::optional<HtmlDeclaration> next();

 private:
  const ::_xmlNs* next_;
};

[[nodiscard]] const ::_xmlNode* parent_element(const ::_xmlNode* node);
[[nodiscard]] const ::_xmlNode* first_child_element(const ::_xmlNode* node);
[[nodiscard]] const ::_xmlNode* next_sibling_element(const ::_xmlNode* node);
/// First child and next sibling of every kind.
[[nodiscard]] const ::_xmlNode* first_child(const ::_xmlNode* node);
[[nodiscard]] const ::_xmlNode* next_sibling(const ::_xmlNode* node);
/// The next element in document order inside `top` (itself excluded): begin with `top`.
/// Null at the end.
[[nodiscard]] const ::_xmlNode* next_element(const ::_xmlNode* node,
                                             const ::_xmlNode* top);

/// The text of one text node, comment or CDATA section.
[[nodiscard]] std::string_view text_of(const ::_xmlNode* node);
/// All text inside `node` in document order (DOM `textContent`).
[[nodiscard]] std::string text_content(const ::_xmlNode* node);
void append_text_content(const ::_xmlNode* node, std::string& out);

/// Line where `node` begins, from 1; 0 = unknown (an element that the text left out).
[[nodiscard]] std::uint64_t line_of(const ::_xmlNode* node);

}  // namespace semsite
