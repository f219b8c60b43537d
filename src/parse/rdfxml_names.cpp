#include "parse/rdfxml_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

struct Range {
  char32_t first, last;
};

/// XML 1.0 (fifth edition) §2.3, NameStartChar without the colon.
constexpr std::array<Range, 15> kNameStart{{{'A', 'Z'},
                                            {'_', '_'},
                                            {'a', 'z'},
                                            {0xC0, 0xD6},
                                            {0xD8, 0xF6},
                                            {0xF8, 0x2FF},
                                            {0x370, 0x37D},
                                            {0x37F, 0x1FFF},
                                            {0x200C, 0x200D},
                                            {0x2070, 0x218F},
                                            {0x2C00, 0x2FEF},
                                            {0x3001, 0xD7FF},
                                            {0xF900, 0xFDCF},
                                            {0xFDF0, 0xFFFD},
                                            {0x10000, 0xEFFFF}}};
/// What NameChar adds.
constexpr std::array<Range, 5> kNameRest{
    {{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}};

bool in(char32_t c, const auto& ranges) {
  return std::ranges::any_of(
      ranges, [c](const Range& range) { return c >= range.first && c <= range.last; });
}

}  // namespace

RdfName rdf_name(std::string_view local) {
  using enum RdfName;
  static constexpr std::array<std::pair<std::string_view, RdfName>, 16> kNames{
      {{"RDF", rdf},
       {"Description", description},
       {"ID", id},
       {"about", about},
       {"nodeID", node_id},
       {"resource", resource},
       {"parseType", parse_type},
       {"datatype", datatype},
       {"annotation", annotation},
       {"annotationNodeID", annotation_node_id},
       {"version", version},
       {"li", li},
       {"type", type},
       {"aboutEach", withdrawn},
       {"aboutEachPrefix", withdrawn},
       {"bagID", withdrawn}}};
  for (const auto& [name, meaning] : kNames)
    if (name == local) return meaning;
  return other;
}

RdfName rdf_meaning(const XmlName& name) {
  return name.namespace_ == kRdf ? rdf_name(name.local) : RdfName::other;
}

std::string written(const XmlName& name) {
  if (name.prefix.empty()) return excerpt(name.local);
  return fmt::format("{}:{}", excerpt(name.prefix), excerpt(name.local));
}

bool may_be_node(RdfName name) {
  return name == RdfName::other || name == RdfName::description ||
         name == RdfName::type || name == RdfName::version;
}

bool may_be_property(RdfName name) {
  return name == RdfName::other || name == RdfName::li || name == RdfName::type ||
         name == RdfName::version;
}

bool is_ncname(std::string_view text) {
  bool first = true;
  while (!text.empty()) {
    const Utf8Char c = decode_utf8(text);
    if (c.length == 0) return false;
    if (!in(c.code_point, kNameStart) && (first || !in(c.code_point, kNameRest)))
      return false;
    first = false;
    text.remove_prefix(c.length);
  }
  return !first;
}

bool is_language_tag(std::string_view text) {
  bool first = true;
  for (;;) {
    const std::size_t dash = text.find('-');
    const std::string_view part = text.substr(0, dash);
    if (part.empty()) return false;
    for (const char c : part)
      if (!is_letter(c) && (first || c < '0' || c > '9')) return false;
    if (dash == std::string_view::npos) return true;
    text.remove_prefix(dash + 1);
    first = false;
  }
}

bool is_xml_space(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace semsite
