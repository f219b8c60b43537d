#include "parse/rdfa_literal.hpp"

#include <algorithm>
#include <utility>

#include "markup/html_node.hpp"
#include "markup/html_tags.hpp"
#include "markup/xml_escape.hpp"

namespace semsite {
namespace {

void append_attribute(std::string& out, std::string_view prefix, std::string_view name,
                      std::string_view value) {
  out += ' ';
  if (!prefix.empty()) {
    out += prefix;
    out += ':';
  }
  out += name;
  out += "=\"";
  append_escaped(out, value, kXmlAttributeSpecials);
  out += '"';
}

bool is_declaration(std::string_view name) {
  return name == "xmlns" || name.starts_with("xmlns:");
}

class XmlWriter {
 public:
  XmlWriter(std::span<const LiteralPrefix> prefixes, std::uint64_t most)
      : prefixes_(prefixes), most_(most) {}

  std::string out;

  void children(const _xmlNode* element, std::string_view outer_default, bool top) {
    for (const _xmlNode* at = first_child(element); at != nullptr && out.size() <= most_;
         at = next_sibling(at)) {
      if (is_text(at)) append_escaped(out, text_of(at), kXmlTextSpecials);
      if (is_comment(at)) {
        out += "<!--";
        out += text_of(at);
        out += "-->";
      }
      if (is_element(at)) this->element(at, outer_default, top);
    }
  }

 private:
  void name(const _xmlNode* element) {
    if (const std::string_view prefix = prefix_of(element); !prefix.empty()) {
      out += prefix;
      out += ':';
    }
    out += local_name(element);
  }

  void element(const _xmlNode* at, std::string_view outer_default, bool top) {
    out += '<';
    name(at);
    HtmlAttributes attributes{at};
    while (const auto attribute = attributes.next()) {
      // Names that XML does not have, and declarations, which come below.
      if (is_declaration(attribute->name) || attribute->prefix == "xmlns") continue;
      append_attribute(out, attribute->prefix, attribute->name, attribute->value);
    }
    std::string_view inner_default = outer_default;
    if (prefix_of(at).empty()) {
      inner_default = namespace_of(at);
      if (inner_default != outer_default)
        append_attribute(out, {}, "xmlns", inner_default);
    }
    if (top)
      for (const LiteralPrefix& one : prefixes_)
        append_attribute(out, "xmlns", one.prefix, one.iri);
    HtmlDeclarations declared{at};
    while (const auto one = declared.next())
      if (!one->prefix.empty() && !(top && is_given(one->prefix)))
        append_attribute(out, "xmlns", one->prefix, one->iri);
    if (first_child(at) == nullptr) {
      out += "/>";
      return;
    }
    out += '>';
    children(at, inner_default, false);
    out += "</";
    name(at);
    out += '>';
  }

  [[nodiscard]] bool is_given(std::string_view prefix) const {
    return std::ranges::any_of(
        prefixes_, [&](const LiteralPrefix& one) { return one.prefix == prefix; });
  }

  std::span<const LiteralPrefix> prefixes_;
  std::uint64_t most_;
};

void append_html(const _xmlNode* element, std::string& out, std::uint64_t most) {
  const std::uint32_t facts = is_html(element) ? tag_name(local_name(element)).facts : 0;
  for (const _xmlNode* at = first_child(element); at != nullptr && out.size() <= most;
       at = next_sibling(at)) {
    if (is_text(at)) {
      if ((facts & (tag_is::raw | tag_is::plaintext)) != 0) {
        out += text_of(at);
      } else {
        append_escaped(out, text_of(at), kHtmlTextSpecials);
      }
    } else if (is_comment(at)) {
      out += "<!--";
      out += text_of(at);
      out += "-->";
    } else if (is_element(at)) {
      out += '<';
      out += local_name(at);
      HtmlAttributes attributes{at};
      while (const auto attribute = attributes.next()) {
        out += ' ';
        if (!attribute->prefix.empty()) {
          out += attribute->prefix;
          out += ':';
        }
        out += attribute->name;
        out += "=\"";
        append_escaped(out, attribute->value, kHtmlAttributeSpecials);
        out += '"';
      }
      out += '>';
      if (is_html(at) && (tag_name(local_name(at)).facts & tag_is::empty) != 0) continue;
      append_html(at, out, most);
      out += "</";
      out += local_name(at);
      out += '>';
    }
  }
}

}  // namespace

std::string xml_content(const _xmlNode* element, std::span<const LiteralPrefix> prefixes,
                        std::uint64_t most) {
  XmlWriter writer{prefixes, most};
  writer.children(element, {}, true);
  return std::move(writer.out);
}

std::string html_content(const _xmlNode* element, std::uint64_t most) {
  std::string out;
  append_html(element, out, most);
  return out;
}

}  // namespace semsite
