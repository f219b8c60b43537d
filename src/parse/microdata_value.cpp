#include "parse/microdata_value.hpp"

#include <algorithm>
#include <array>

#include "markup/html_node.hpp"
#include "rdf/xsd_lexical.hpp"

namespace semsite {
namespace {

struct UrlElement {
  std::string_view name;
  std::string_view attribute;
};
constexpr std::array kUrlElements{
    UrlElement{"a", "href"},    UrlElement{"area", "href"},   UrlElement{"audio", "src"},
    UrlElement{"embed", "src"}, UrlElement{"iframe", "src"},  UrlElement{"img", "src"},
    UrlElement{"link", "href"}, UrlElement{"object", "data"}, UrlElement{"source", "src"},
    UrlElement{"track", "src"}, UrlElement{"video", "src"},
};

using Kind = MicrodataValue::Kind;

std::optional<MicrodataValue> value_of(std::string_view attribute, Kind kind,
                                       MicrodataBudget& budget) {
  if (!budget.take_bytes(attribute.size())) return std::nullopt;
  return MicrodataValue{.kind = kind, .text = std::string{attribute}};
}

std::optional<MicrodataValue> value_of(std::string_view attribute,
                                       std::string_view datatype,
                                       MicrodataBudget& budget) {
  auto value = value_of(attribute, datatype.empty() ? Kind::text : Kind::typed, budget);
  if (value) value->datatype = datatype;
  return value;
}

/// All text inside `top`. Unlike text_content it pays for each node, as a page may ask
/// for the same text very often.
std::optional<std::string> text_inside(const ::_xmlNode* top, MicrodataBudget& budget) {
  std::string out;
  const ::_xmlNode* node = first_child(top);
  while (node != nullptr) {
    if (!budget.take_step()) return std::nullopt;
    if (is_text(node)) {
      const std::string_view text = text_of(node);
      if (!budget.take_bytes(text.size())) return std::nullopt;
      out += text;
    }
    const ::_xmlNode* next = is_element(node) ? first_child(node) : nullptr;
    while (next == nullptr && node != top) {
      next = next_sibling(node);
      if (next == nullptr) node = parent_element(node);
    }
    node = next;
  }
  return out;
}

}  // namespace

std::optional<MicrodataValue> microdata_value(const ::_xmlNode* element,
                                              MicrodataBudget& budget) {
  // HTML has `content` on meta only; pages and processors use it everywhere.
  if (const auto content = attribute(element, "content"))
    return value_of(*content, Kind::text, budget);
  if (is_html(element)) {
    const std::string_view name = local_name(element);
    const auto* const found = std::ranges::find(kUrlElements, name, &UrlElement::name);
    if (found != kUrlElements.end()) {
      if (const auto url = attribute(element, found->attribute))
        return value_of(*url, Kind::url, budget);
      // A link without a target is its text; what stands in for a film is not its value.
      if (name != "a") return MicrodataValue{};
    }
    if (name == "meta") return MicrodataValue{};
    if (name == "data" || name == "meter")
      if (const auto value = attribute(element, "value"))
        return value_of(*value, number_datatype(*value), budget);
    if (name == "time")
      if (const auto value = attribute(element, "datetime"))
        return value_of(*value, time_datatype(*value), budget);
  }
  std::optional<std::string> text = text_inside(element, budget);
  if (!text) return std::nullopt;
  return MicrodataValue{.text = std::move(*text)};
}

}  // namespace semsite
