#include "parse/xml_literal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.hpp"
#include "markup/xml_escape.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

void append_name(std::string& out, const XmlName& name) {
  if (!name.prefix.empty()) {
    out += name.prefix;
    out += ':';
  }
  out += name.local;
}

}  // namespace

void XmlLiteral::begin(std::uint64_t most_bytes) {
  out_.clear();
  most_bytes_ = most_bytes;
  depth_ = 0;
  declared_.clear();
}

void XmlLiteral::check() const {
  if (out_.size() > most_bytes_)
    throw DocumentError{"xml.too-large",
                        fmt::format("an XML literal longer than {} (--max-line)",
                                    human_bytes(most_bytes_))};
}

/// Notes a namespace that has to be declared here (Exclusive C14N §3, rules 2 and 3).
void XmlLiteral::declare(const XmlName& name) {
  if (name.prefix == "xml") return;
  const auto known = std::find_if(
      declared_.rbegin(), declared_.rend(),
      [&](const Declared& declared) { return declared.prefix == name.prefix; });
  if (known == declared_.rend() ? name.prefix.empty() && name.namespace_.empty()
                                : known->iri == name.namespace_)
    return;
  declared_.push_back({std::string{name.prefix}, std::string{name.namespace_}, depth_});
  fresh_.push_back({.prefix = name.prefix, .iri = name.namespace_});
}

void XmlLiteral::start_element(const XmlName& name,
                               std::span<const XmlAttribute> attributes) {
  ++depth_;
  fresh_.clear();
  declare(name);
  sorted_.clear();
  for (const XmlAttribute& attribute : attributes) {
    sorted_.push_back(&attribute);
    // An attribute without a prefix has no namespace, whatever the default is.
    if (!attribute.name.prefix.empty()) declare(attribute.name);
  }
  std::ranges::sort(fresh_, {}, &XmlNamespace::prefix);
  std::ranges::sort(sorted_, {}, [](const XmlAttribute* attribute) {
    return std::tuple{attribute->name.namespace_, attribute->name.local};
  });
  out_ += '<';
  append_name(out_, name);
  for (const XmlNamespace& declared : fresh_) {
    out_ += declared.prefix.empty() ? " xmlns" : " xmlns:";
    out_ += declared.prefix;
    out_ += "=\"";
    append_escaped(out_, declared.iri, kXmlAttributeSpecials);
    out_ += '"';
  }
  for (const XmlAttribute* attribute : sorted_) {
    out_ += ' ';
    append_name(out_, attribute->name);
    out_ += "=\"";
    append_escaped(out_, attribute->value, kXmlAttributeSpecials);
    out_ += '"';
  }
  out_ += '>';
  check();
}

void XmlLiteral::end_element(const XmlName& name) {
  out_ += "</";
  append_name(out_, name);
  out_ += '>';
  while (!declared_.empty() && declared_.back().depth == depth_) declared_.pop_back();
  --depth_;
}

void XmlLiteral::characters(std::string_view text) {
  append_escaped(out_, text, kXmlTextSpecials);
  check();
}

void XmlLiteral::comment(std::string_view text) {
  out_ += "<!--";
  out_ += text;
  out_ += "-->";
  check();
}

void XmlLiteral::processing_instruction(std::string_view target, std::string_view data) {
  out_ += "<?";
  out_ += target;
  if (!data.empty()) {
    out_ += ' ';
    out_ += data;
  }
  out_ += "?>";
  check();
}

}  // namespace semsite
