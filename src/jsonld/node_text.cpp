#include "jsonld/node_text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/ascii.hpp"
#include "base/hash.hpp"
#include "parse/json_reader.hpp"
#include "parse/json_value.hpp"
#include "rdf/namespaces.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kRdfJson = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON";
constexpr std::string_view kI18n = "https://www.w3.org/ns/i18n#";
/// Deeper JSON stays text.
constexpr std::uint32_t kDeepestJson = 200;

/// Takes the digits at the beginning of `text` off it.
std::string_view take_digits(std::string_view& text) {
  const auto* const end = std::ranges::find_if_not(text, is_digit);
  const std::string_view out =
      text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(out.size());
  return out;
}

/// The JSON number that a valid xsd:integer or xsd:double stands for, without loss; none
/// of INF, NaN, what no double holds, and what is not valid.
std::optional<std::string> json_number(std::string_view text, bool is_double) {
  std::string out;
  if (text.starts_with('-')) out += '-';
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  std::string_view whole = take_digits(text);
  std::string_view fraction;
  bool has_digits = !whole.empty();
  if (is_double && text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
    has_digits = has_digits || !fraction.empty();
  }
  if (!has_digits) return std::nullopt;
  while (whole.size() > 1 && whole.front() == '0') whole.remove_prefix(1);
  out += whole.empty() ? "0" : whole;
  if (!fraction.empty()) {
    out += '.';
    out += fraction;
  }
  if (is_double && !text.empty() && (text.front() == 'e' || text.front() == 'E')) {
    text.remove_prefix(1);
    out += 'E';
    if (text.starts_with('-') || text.starts_with('+')) {
      out += text.front();
      text.remove_prefix(1);
    }
    const std::string_view exponent = take_digits(text);
    if (exponent.empty()) return std::nullopt;
    out += exponent;
  }
  if (!text.empty() || !std::isfinite(json_double(out))) return std::nullopt;
  return out;
}

/// The value as JSON writes it, if the literal is of a type that JSON has.
std::optional<std::string> native_value(const TermParts& literal) {
  if (literal.datatype == kXsdBoolean) {
    if (literal.value == "true" || literal.value == "false")
      return std::string{literal.value};
    return std::nullopt;
  }
  if (literal.datatype == kXsdInteger) return json_number(literal.value, false);
  if (literal.datatype == kXsdDouble) return json_number(literal.value, true);
  return std::nullopt;
}

/// The text of an rdf:JSON literal, read and written again.
std::optional<std::string> json_value(std::string_view text, const JsonLdRules& rules) {
  JsonText copy{text};
  JsonArena arena;
  const JsonReader::Result read = read_json(copy, arena, kDeepestJson);
  if (read.problem.code.empty()) {
    std::string out;
    append_json(out, read.value);
    return out;
  }
  const bool is_json =
      read.problem.code == "json.too-deep" || read.problem.code == "json.number";
  if (!is_json && rules.refuses_bad_json)
    throw DocumentError{"jsonld.invalid-json-literal",
                        "an rdf:JSON literal is no JSON: " + read.problem.message};
  return std::nullopt;
}

struct TaggedText {
  std::string_view language, direction;
};

/// What an IRI of the i18n namespace says: `language_direction`. Languages in capitals
/// would not come back as they are.
std::optional<TaggedText> i18n_parts(std::string_view datatype) {
  if (!datatype.starts_with(kI18n)) return std::nullopt;
  const std::string_view parts = datatype.substr(kI18n.size());
  const std::size_t line = parts.find('_');
  if (line == std::string_view::npos) return std::nullopt;
  const TaggedText out{.language = parts.substr(0, line),
                       .direction = parts.substr(line + 1)};
  const bool is_low = std::ranges::all_of(out.language, [](char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-';
  });
  if (!is_low || (out.direction != "ltr" && out.direction != "rtl")) return std::nullopt;
  return out;
}

void append_member(std::string& out, std::string_view name, std::string_view text) {
  out += ",\"";
  out += name;
  out += "\":";
  append_json_string(out, text);
}

void append_value(std::string& out, const TermParts& literal, const JsonLdRules& rules) {
  out += "{\"@value\":";
  if (rules.native_types) {
    if (const auto native = native_value(literal)) {
      out += *native;
      out += '}';
      return;
    }
  }
  if (literal.datatype == kRdfJson) {
    if (const auto json = json_value(literal.value, rules)) {
      out += *json;
      out += R"(,"@type":"@json"})";
      return;
    }
  }
  append_json_string(out, literal.value);
  const auto tagged = rules.direction == RdfDirection::i18n_datatype
                          ? i18n_parts(literal.datatype)
                          : std::nullopt;
  if (tagged) {
    if (!tagged->language.empty()) append_member(out, "@language", tagged->language);
    append_member(out, "@direction", tagged->direction);
  } else if (!literal.language.empty() || !literal.direction.empty()) {
    if (!literal.language.empty()) append_member(out, "@language", literal.language);
    if (!literal.direction.empty()) append_member(out, "@direction", literal.direction);
  } else if (literal.datatype != kXsdString) {
    append_member(out, "@type", literal.datatype);
  }
  out += '}';
}

}  // namespace

void append_object(std::string& out, const TermParts& object, const JsonLdRules& rules) {
  if (object.type == TermParts::Type::literal) {
    append_value(out, object, rules);
    return;
  }
  out += "{\"@id\":";
  append_json_string(out, object.value);
  out += '}';
}

std::size_t same_node_end(const QuadBatch& batch, std::size_t begin) {
  const auto quads = batch.quads();
  std::size_t end = begin + 1;
  while (end < quads.size() && quads[end].subject == quads[begin].subject &&
         quads[end].graph == quads[begin].graph)
    ++end;
  return end;
}

void append_node(std::string& out, const QuadBatch& batch, std::size_t begin,
                 std::size_t end, const JsonLdRules& rules) {
  const Document& document = batch.document();
  const auto quads = batch.quads();
  std::string label;
  const Term graph = written_graph(quads[begin], document);
  if (graph.kind != TermKind::none) {
    out += "{\"@id\":";
    append_json_string(out, parts_of(graph, document.scope, label).value);
    out += ",\"@graph\":[";
  }
  out += "{\"@id\":";
  append_json_string(out, parts_of(quads[begin].subject, document.scope, label).value);

  // The texts of each property, in the order in which they first come.
  struct Property {
    std::string_view name;
    std::string values;
  };
  std::vector<Property> properties;
  std::unordered_map<std::string_view, std::size_t, KeyedHash, std::equal_to<>> places;
  for (std::size_t i = begin; i < end; ++i) {
    const Quad& quad = quads[i];
    const TermParts object = parts_of(quad.object, document.scope, label);
    const bool is_type = quad.predicate.value == kRdfType && !rules.use_rdf_type &&
                         object.type != TermParts::Type::literal;
    std::string unused;
    const std::string_view name =
        is_type ? std::string_view{"@type"}
                : parts_of(quad.predicate, document.scope, unused).value;
    const auto [place, is_new] = places.try_emplace(name, properties.size());
    if (is_new) properties.push_back({.name = name, .values = {}});
    std::string& values = properties[place->second].values;
    if (!is_new) values += ',';
    if (is_type) {
      append_json_string(values, object.value);
    } else {
      append_object(values, object, rules);
    }
  }
  for (const Property& property : properties) {
    out += ',';
    append_json_string(out, property.name);
    out += ":[";
    out += property.values;
    out += ']';
  }
  out += '}';
  if (graph.kind != TermKind::none) out += "]}";
}

}  // namespace semsite
