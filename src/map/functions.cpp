#include "map/functions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/page_format.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/xsd_lexical.hpp"
#include "vocab/course_types.hpp"
#include "vocab/diwoo_index.hpp"
#include "vocab/link_relations.hpp"
#include "vocab/value_lists.hpp"

// What the functions have in common, then each; docs/mappings.md says what it gives. Its
// arguments come in the order of the table at the end.
namespace semsite::functions {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";

constexpr bool is_white(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Calls `use` with each part of `text` between runs of characters that `separates`.
template <typename Separates, typename Use>
void for_each_part(std::string_view text, Separates separates, Use use) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    at = std::find_if_not(at, end, separates);
    if (at == end) return;
    const char* const part_end = std::find_if(at, end, separates);
    use(std::string_view{at, static_cast<std::size_t>(part_end - at)});
    at = part_end;
  }
}

template <typename Use>
void for_each_word(std::string_view text, Use use) {
  for_each_part(text, is_white, use);
}

/// Passes the values of one call on, but for those beyond all use: an entry may be one
/// long list.
class BoundedValues {
 public:
  static constexpr std::size_t kMost = 1000;

  explicit BoundedValues(FunctionSink& sink) : sink_(sink) {}

  void value(const FunctionValue& value) {
    if (++count_ <= kMost) return sink_.value(value);
    if (count_ == kMost + 1)
      sink_.note("map.too-many-values",
                 "a list of more than 1,000 parts; the rest is left out");
  }

 private:
  FunctionSink& sink_;
  std::size_t count_ = 0;
};

/// A `%` without its digits is let through, as in all quads.
[[nodiscard]] inline bool is_absolute_iri(std::string_view text) {
  const IriProblem problem = check_iri(text);
  return problem == IriProblem::none || problem == IriProblem::bad_escape;
}

// Choices.

bool holds(const FunctionCall& call) {
  return !call.arguments[1].empty() &&
         equal_ignoring_case(call.arguments[1], call.arguments[2]);
}

void first(const FunctionCall& call, FunctionSink& sink) {
  for (const std::string_view one : call.arguments)
    if (!one.empty()) return sink.value({.text = one});
}

void only_if(const FunctionCall& call, FunctionSink& sink) {
  if (holds(call)) sink.value({.text = call.arguments[0]});
}

void unless(const FunctionCall& call, FunctionSink& sink) {
  if (!holds(call)) sink.value({.text = call.arguments[0]});
}

void parts(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view separators =
      call.arguments[1].empty() ? kWhiteSpace : call.arguments[1];
  BoundedValues values{sink};
  const auto separates = [&](char c) {
    return separators.find(c) != std::string_view::npos;
  };
  for_each_part(call.arguments[0], separates, [&](std::string_view part) {
    if (const std::string_view text = trim(part); !text.empty())
      values.value({.text = text});
  });
}

// Courses.

std::string_view format_iri(std::string_view text) {
  switch (page_format(text)) {
    case PageFormat::jsonld:
      return "http://www.w3.org/ns/formats/JSON-LD";
    case PageFormat::rdfa:
      return "http://www.w3.org/ns/formats/RDFa";
    case PageFormat::microdata:
      return "https://html.spec.whatwg.org/multipage/microdata.html";
    case PageFormat::unknown:
      break;
  }
  return {};
}

void course_type(const FunctionCall& call, FunctionSink& sink) {
  const ClassName name = read_class_name(call.arguments[0]);
  if (name.iri.empty()) return;
  if (name.had_slash)
    sink.note("ocx.type-trailing-slash", "<" + excerpt(call.arguments[0]) +
                                             "> is a page; the class is <" + name.iri +
                                             ">, which is taken");
  sink.value({.text = name.iri, .kind = ValueKind::iri});
}

void course_type_text(const FunctionCall& call, FunctionSink& sink) {
  if (!read_class_name(call.arguments[0]).iri.empty()) return;
  sink.note("ocx.unknown-type",
            "\"" + excerpt(call.arguments[0]) +
                "\" is no class of OER Schema or schema.org and no IRI; it is kept as "
                "text");
  sink.value({.text = call.arguments[0]});
}

void markup_format(const FunctionCall& call, FunctionSink& sink) {
  if (const std::string_view iri = format_iri(call.arguments[0]); !iri.empty())
    sink.value({.text = iri, .kind = ValueKind::iri});
}

void markup_format_text(const FunctionCall& call, FunctionSink& sink) {
  if (!format_iri(call.arguments[0]).empty()) return;
  sink.note("ocx.unknown-format",
            "the format \"" + excerpt(call.arguments[0]) +
                "\" is none of JSON-LD, Microdata and RDFa; it is kept as text");
  sink.value({.text = call.arguments[0]});
}

// Documents.

void node(const FunctionCall& call, FunctionSink& sink) {
  if (call.arguments[0].empty()) return sink.value({.text = call.node});
  std::string label{call.node};
  label += '-';
  label += call.arguments[0];
  sink.value({.text = label});
}

void document_url(const FunctionCall& call, FunctionSink& sink) {
  if (!call.document.url.empty())
    sink.value({.text = call.document.url, .kind = ValueKind::iri});
}

void document_language(const FunctionCall& call, FunctionSink& sink) {
  if (!call.document.language.empty()) sink.value({.text = call.document.language});
}

void index_url(const FunctionCall& call, FunctionSink& sink) {
  if (!call.document.index_url.empty())
    sink.value({.text = call.document.index_url, .kind = ValueKind::iri});
}

void index_category(const FunctionCall& call, FunctionSink& sink) {
  const std::string category = diwoo_index_name(call.document.index_url).category;
  if (!category.empty()) sink.value({.text = category, .kind = ValueKind::iri});
}

void index_category_text(const FunctionCall& call, FunctionSink& sink) {
  const DiwooIndexName index = diwoo_index_name(call.document.index_url);
  if (index.of_documents && index.category.empty() && call.arguments[0].empty() &&
      call.arguments[1].empty())
    sink.value({.text = "onbekend"});
}

void index_document(const FunctionCall& call, FunctionSink& sink) {
  if (diwoo_index_name(call.document.index_url).of_documents)
    sink.value({.text = call.arguments[0]});
}

// Files.

constexpr std::string_view kHexBinary = "http://www.w3.org/2001/XMLSchema#hexBinary";
constexpr std::string_view kNonNegative =
    "http://www.w3.org/2001/XMLSchema#nonNegativeInteger";

bool is_hex(std::string_view text) {
  return !text.empty() && text.size() % 2 == 0 &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// `SHA-256` and `sha256` are one.
std::string algorithm_key(std::string_view name) {
  std::string key = lower_ascii(name);
  std::erase(key, '-');
  return key;
}

/// The value of the first checksum of this algorithm in `md5:… sha-256:…` (Z39.99
/// §"hash"). Nothing if there is none.
std::optional<std::string_view> checksum_of(std::string_view hash,
                                            std::string_view algorithm) {
  std::optional<std::string_view> found;
  for_each_word(hash, [&](std::string_view word) {
    const std::size_t colon = word.find(':');
    if (!found && colon != std::string_view::npos &&
        algorithm_key(word.substr(0, colon)) == algorithm_key(algorithm))
      found = word.substr(colon + 1);
  });
  return found;
}

void byte_size(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  if (!parse_uint(text))
    return sink.note(
        "map.bad-number",
        "\"" + excerpt(text) + "\" is no number of bytes; it makes no triple");
  sink.value({.text = text, .kind = ValueKind::literal, .datatype = kNonNegative});
}

void media_type(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  const std::string_view name = trim(text.substr(0, text.find(';')));
  if (name.find('/') == std::string_view::npos)
    sink.note("map.bad-media-type",
              "\"" + excerpt(text) + "\" is no media type such as text/csv; it is kept");
  // Mostly it is as it should be.
  const bool lower =
      std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (lower && name.size() == std::min(text.find(';'), text.size()))
    return sink.value({.text = text});
  std::string made = lower_ascii(name);
  made += text.substr(std::min(text.find(';'), text.size()));
  sink.value({.text = made});
}

void checksum(const FunctionCall& call, FunctionSink& sink) {
  const auto value = checksum_of(call.arguments[0], call.arguments[1]);
  if (value && is_hex(*value))
    sink.value({.text = lower_ascii(*value),
                .kind = ValueKind::literal,
                .datatype = kHexBinary});
}

void checksum_node(const FunctionCall& call, FunctionSink& sink) {
  const auto value = checksum_of(call.arguments[0], call.arguments[1]);
  if (!value) return;
  if (!is_hex(*value))
    return sink.note("map.bad-checksum", "the " + std::string{call.arguments[1]} +
                                             " checksum \"" + excerpt(*value) +
                                             "\" is not hexadecimal; it makes no triple");
  sink.value({.text = std::string{call.node} + algorithm_key(call.arguments[1])});
}

// IRIs.

std::string resolved(std::string_view reference, const DocumentFacts& document) {
  return BaseIri{document.url}.resolve(reference);
}

/// An absolute IRI, with one of the schemes if there are any.
bool is_iri_of(std::string_view text, std::string_view schemes) {
  if (!is_absolute_iri(text)) return false;
  bool found = schemes.empty();
  for_each_word(schemes, [&](std::string_view scheme) {
    found = found || equal_ignoring_case(text.substr(0, text.find(':')), scheme);
  });
  return found;
}

/// A URL, or a path that can only be meant as one: free text such as `zaak 12` or
/// `ZK-2025` is none.
bool looks_like_reference(std::string_view text) {
  if (text.empty() || text.find_first_of(kWhiteSpace) != std::string_view::npos)
    return false;
  if (has_scheme(text)) return is_absolute_iri(text);
  // A path begins with `/`, `./` or `../`; `2024/0911` may be a case number.
  return text.starts_with('/') || text.starts_with("./") || text.starts_with("../");
}

void iri(const FunctionCall& call, FunctionSink& sink) {
  if (is_iri_of(call.arguments[0], call.arguments[1]))
    sink.value({.text = call.arguments[0], .kind = ValueKind::iri});
}

void unless_iri(const FunctionCall& call, FunctionSink& sink) {
  if (!is_iri_of(call.arguments[1], call.arguments[2]))
    sink.value({.text = call.arguments[0]});
}

void iris(const FunctionCall& call, FunctionSink& sink) {
  bool all = true;
  for_each_word(call.arguments[0],
                [&](std::string_view word) { all = all && is_absolute_iri(word); });
  if (!all) return sink.value({.text = call.arguments[0]});
  BoundedValues values{sink};
  for_each_word(call.arguments[0], [&](std::string_view word) {
    values.value({.text = word, .kind = ValueKind::iri});
  });
}

void listed_iri(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view value = call.arguments[0];
  const std::string_view list = call.arguments[1];
  if (!is_absolute_iri(value))
    return sink.note("map.not-an-iri", "\"" + excerpt(value) +
                                           "\" should be an IRI and is none; what is "
                                           "said of it is kept as text");
  if (is_value_list(list) && !is_listed(list, value))
    sink.note("map.not-listed", "<" + excerpt(value) + "> is not in the value list " +
                                    std::string{list} + "; it is kept as written");
  sink.value({.text = value, .kind = ValueKind::iri});
}

void reference(const FunctionCall& call, FunctionSink& sink) {
  if (!looks_like_reference(call.arguments[0])) return;
  const std::string url = resolved(call.arguments[0], call.document);
  if (is_absolute_iri(url)) sink.value({.text = url, .kind = ValueKind::iri});
}

void unless_reference(const FunctionCall& call, FunctionSink& sink) {
  if (!looks_like_reference(call.arguments[1])) sink.value({.text = call.arguments[0]});
}

void other_than(const FunctionCall& call, FunctionSink& sink) {
  const std::string url = resolved(call.arguments[0], call.document);
  if (call.arguments[1].empty() || url != resolved(call.arguments[1], call.document))
    sink.value({.text = url});
}

// Links.

/// True if the word of a `rel` value means `relation`, a name or an IRI.
bool means(std::string_view word, std::string_view relation) {
  if (equal_ignoring_case(word, relation)) return true;
  if (word.find(':') == std::string_view::npos &&
      relation.find(':') == std::string_view::npos)
    return false;
  const LinkRelation left = link_relation(word);
  return !left.iri.empty() && left.iri == link_relation(relation).iri;
}

bool makes_triple(std::string_view word) {
  const RelationKind kind = link_relation(word).kind;
  return kind == RelationKind::registered || kind == RelationKind::extension;
}

/// The second word of the line of `table` that begins with `key`; empty without one.
std::string_view term_in(std::string_view table, std::string_view key) {
  for (std::size_t at = table.find(key); at != std::string_view::npos;
       at = table.find(key, at + 1)) {
    std::size_t before = at;
    while (before > 0 && is_white(table[before - 1]) && table[before - 1] != '\n')
      --before;
    std::string_view rest = table.substr(at + key.size());
    if ((before > 0 && table[before - 1] != '\n') || rest.empty() ||
        !is_white(rest.front()))
      continue;
    rest = trim(rest.substr(0, rest.find('\n')));
    return rest.substr(0, rest.find_first_of(kWhiteSpace));
  }
  return {};
}

/// `namespace` + `key` if that is an absolute IRI, else empty.
std::string property_iri(std::string_view name_space, std::string_view key) {
  if (name_space.empty() || key.empty()) return {};
  std::string joined{name_space};
  joined += key;
  return is_absolute_iri(name_space) && is_absolute_iri(joined) ? joined : std::string{};
}

void relation(const FunctionCall& call, FunctionSink& sink) {
  BoundedValues values{sink};
  std::string_view unknown;
  for_each_word(call.arguments[0], [&](std::string_view word) {
    const LinkRelation found = link_relation(word);
    if (found.kind == RelationKind::registered || found.kind == RelationKind::extension)
      values.value({.text = found.iri, .kind = ValueKind::iri});
    if (found.kind == RelationKind::unknown && unknown.empty()) unknown = word;
  });
  if (!unknown.empty())
    sink.note("map.unknown-relation",
              "\"" + excerpt(unknown) +
                  "\" is no registered link relation and no absolute IRI (RFC 8288 "
                  "§2.1); it makes no triple");
}

void relation_term(const FunctionCall& call, FunctionSink& sink) {
  for_each_word(call.arguments[0], [&](std::string_view word) {
    LinkRelation found = link_relation(word);
    if (found.kind == RelationKind::registered)
      found.iri.remove_prefix(kRelationNamespace.size());
    if (found.iri.empty()) return;
    const std::string_view term = term_in(call.arguments[1], found.iri);
    if (!term.empty()) sink.value({.text = term, .kind = ValueKind::iri});
  });
}

void if_relation(const FunctionCall& call, FunctionSink& sink) {
  bool found = false;
  for_each_word(call.arguments[1], [&](std::string_view word) {
    found = found || (call.arguments[2].empty() ? makes_triple(word)
                                                : means(word, call.arguments[2]));
  });
  if (found) sink.value({.text = call.arguments[0]});
}

void property(const FunctionCall& call, FunctionSink& sink) {
  const std::string iri = property_iri(call.arguments[0], call.arguments[1]);
  if (!iri.empty()) sink.value({.text = iri, .kind = ValueKind::iri});
}

void unless_property(const FunctionCall& call, FunctionSink& sink) {
  if (property_iri(call.arguments[1], call.arguments[2]).empty())
    sink.value({.text = call.arguments[0]});
}

// Literals.

/// The datatype of a date as W3C writes it, empty for a time of day or a duration.
std::string_view date_datatype(std::string_view text) {
  if (text.empty() || text.front() < '0' || text.front() > '9' ||
      (text.size() != 4 && text.find('-') == std::string_view::npos))
    return {};
  const std::string_view type = time_datatype(text);
  return type.ends_with("#time") ? std::string_view{} : type;
}

/// `text` with `:00` behind a time that has no seconds: legal for W3C, not for
/// xsd:dateTime.
std::string with_seconds(std::string_view text) {
  constexpr std::size_t kToMinutes = 16;  // YYYY-MM-DDThh:mm
  std::string whole{text};
  if (whole.size() >= kToMinutes &&
      (whole.size() == kToMinutes || whole[kToMinutes] != ':'))
    whole.insert(kToMinutes, ":00");
  return whole;
}

/// `2025-01-20 08:15:30`, with a blank for the `T`; also before the zone.
std::string without_blanks(std::string_view text) {
  constexpr std::size_t kDate = 10;  // YYYY-MM-DD
  std::string whole{text};
  if (whole.size() > kDate && whole[kDate] == ' ') whole[kDate] = 'T';
  std::erase(whole, ' ');
  return whole;
}

void literal(FunctionSink& sink, std::string_view text, std::string_view datatype) {
  sink.value({.text = text, .kind = ValueKind::literal, .datatype = datatype});
}

void plain(FunctionSink& sink, std::string_view text, std::string_view code,
           std::string_view what) {
  sink.note(code, "\"" + excerpt(text) + "\" is no " + std::string{what} +
                      "; it is kept as text");
  literal(sink, text, kXsdString);
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return equal_ignoring_case(text, word);
  });
}

void date(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  if (const std::string_view type = date_datatype(text); !type.empty())
    return literal(sink, text, type);
  if (text.size() > 10 && text[10] == 'T') {
    const std::string whole = with_seconds(text);
    if (const std::string_view type = date_datatype(whole); !type.empty())
      return literal(sink, whole, type);
  }
  const std::string whole = with_seconds(without_blanks(text));
  if (const std::string_view type = date_datatype(whole); !type.empty()) {
    sink.note("map.date-repaired", "\"" + excerpt(text) +
                                       "\" is a date with a blank for the \"T\"; it is "
                                       "taken for " +
                                       whole);
    return literal(sink, whole, type);
  }
  plain(sink, text, "map.bad-date", "date as W3C writes it (2025-01-20T08:15:30Z)");
}

void seconds(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  if (!parse_uint(text))
    return plain(sink, text, "map.bad-number", "whole number of seconds");
  literal(sink, "PT" + std::string{text} + "S",
          "http://www.w3.org/2001/XMLSchema#duration");
}

void boolean(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  if (is_one_of(text, {"yes", "true", "1"})) return literal(sink, "true", kXsdBoolean);
  if (is_one_of(text, {"no", "false", "0"})) return literal(sink, "false", kXsdBoolean);
  plain(sink, text, "map.bad-boolean", "yes or no");
}

void number(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  const std::string_view type = number_datatype(text);
  if (type == kXsdInteger) return literal(sink, text, kXsdInteger);
  // With an exponent it is no decimal.
  if (!type.empty() && text.find_first_of("eE") == std::string_view::npos)
    return literal(sink, text, kXsdDecimal);
  plain(sink, text, "map.bad-number", "decimal number");
}

}  // namespace
}  // namespace semsite::functions

namespace semsite {
namespace {

using P = FunctionParameter;
constexpr bool kOptional = false;

constexpr std::array kValue{P{"value"}};
constexpr std::array kRel{P{"rel"}};
constexpr std::array kRelationTerm{P{"rel"}, P{"table"}};
constexpr std::array kIfRelation{P{"value"}, P{"rel"}, P{"relation", kOptional}};
constexpr std::array kProperty{P{"namespace"}, P{"key"}};
constexpr std::array kUnlessProperty{P{"value"}, P{"namespace", kOptional},
                                     P{"key", kOptional}};
constexpr std::array kIri{P{"value"}, P{"schemes", kOptional}};
constexpr std::array kUnlessIri{P{"value"}, P{"test", kOptional},
                                P{"schemes", kOptional}};
constexpr std::array kValueAndTest{P{"value"}, P{"test", kOptional}};
constexpr std::array kNode{P{"name", kOptional}};
constexpr std::array kListed{P{"value"}, P{"list", kOptional}};
constexpr std::array kOtherThan{P{"value"}, P{"than", kOptional}};
constexpr std::array kFirst{P{"value", kOptional}, P{"otherwise", kOptional},
                            P{"finally", kOptional}};
constexpr std::array kTwoValues{P{"value", kOptional}, P{"otherwise", kOptional}};
constexpr std::array kCondition{P{"value"}, P{"test", kOptional}, P{"equals"}};
constexpr std::array kParts{P{"value"}, P{"separator", kOptional}};
constexpr std::array kChecksum{P{"hash"}, P{"algorithm"}};

constexpr std::array kFunctions{
    MappingFunction{"boolean", kValue, functions::boolean,
                    "yes, true, 1, no, false, 0 as xsd:boolean; anything else as text, "
                    "with a note."},
    MappingFunction{"byteSize", kValue, functions::byte_size,
                    "A number of bytes as xsd:nonNegativeInteger; nothing, with a note, "
                    "for anything else."},
    MappingFunction{"checksum", kChecksum, functions::checksum,
                    "Of a list like `md5:… sha-256:…` the value of one algorithm, as "
                    "xsd:hexBinary in lower case."},
    MappingFunction{
        "checksumNode", kChecksum, functions::checksum_node,
        "A label for the blank node of that checksum; nothing, with a note, if it "
        "is not hexadecimal."},
    MappingFunction{"courseType", kValue, functions::course_type,
                    "The IRI of a class of OER Schema or schema.org, in any of its "
                    "spellings, or any other absolute IRI."},
    MappingFunction{"courseTypeText", kValue, functions::course_type_text,
                    "The text, with a note, where `courseType` gives nothing."},
    MappingFunction{
        "date", kValue, functions::date,
        "A W3C date as xsd:dateTime, xsd:date, xsd:gYearMonth or xsd:gYear by "
        "its form; anything else as text, with a note."},
    MappingFunction{"documentLanguage",
                    {},
                    functions::document_language,
                    "The xml:lang of the root element of the document."},
    MappingFunction{"documentUrl",
                    {},
                    functions::document_url,
                    "The URL of the document that is mapped."},
    MappingFunction{"first", kFirst, functions::first,
                    "`value`, or `otherwise` if there is none, or `finally`."},
    MappingFunction{"ifRelation", kIfRelation, functions::if_relation,
                    "`value` if the link relations in `rel` hold `relation`; without "
                    "`relation`, if they hold any that makes a triple."},
    MappingFunction{"indexCategory",
                    {},
                    functions::index_category,
                    "The information category that the file name of the sitemap index "
                    "gives, sitemapindex-diwoo-infocat010.xml."},
    MappingFunction{"indexCategoryText", kTwoValues, functions::index_category_text,
                    "`onbekend` if the index is named as one of DiWoo, its name gives no "
                    "category, and there is neither `value` nor `otherwise`."},
    MappingFunction{"indexDocument", kValue, functions::index_document,
                    "`value` if the sitemap index is named as one of DiWoo, which lists "
                    "documents."},
    MappingFunction{"indexUrl",
                    {},
                    functions::index_url,
                    "The URL of the sitemap index that named the document, if known."},
    MappingFunction{"iri", kIri, functions::iri,
                    "`value` if it is an absolute IRI, of one of `schemes` if they are "
                    "given (`http https`)."},
    MappingFunction{"iris", kValue, functions::iris,
                    "Each of the absolute IRIs that `value` lists with spaces between; "
                    "all of `value` if one of them is none."},
    MappingFunction{"listedIri", kListed, functions::listed_iri,
                    "`value` if it is an absolute IRI, with a note if it is none or not "
                    "in the value list `list`."},
    MappingFunction{"markupFormat", kValue, functions::markup_format,
                    "The IRI of JSON-LD, RDFa or Microdata, by name."},
    MappingFunction{"markupFormatText", kValue, functions::markup_format_text,
                    "The text, with a note, where `markupFormat` gives nothing."},
    MappingFunction{"mediaType", kValue, functions::media_type,
                    "A media type with its name in lower case, parameters as written; a "
                    "note if it has no slash."},
    MappingFunction{"node", kNode, functions::node,
                    "A label for the element that the iterator stands at, for blank "
                    "nodes: the same in all maps that stand there. `name` tells several "
                    "of one element apart."},
    MappingFunction{
        "number", kValue, functions::number,
        "A number as xsd:integer or xsd:decimal by its form; anything else as "
        "text, with a note."},
    MappingFunction{
        "onlyIf", kCondition, functions::only_if,
        "`value` if `test` is there and equal to `equals`, whatever the case."},
    MappingFunction{"otherThan", kOtherThan, functions::other_than,
                    "The absolute form of the URL `value`, unless it is that of `than`."},
    MappingFunction{"parts", kParts, functions::parts,
                    "The parts of `value` between `separator`s, by default white space."},
    MappingFunction{"property", kProperty, functions::property,
                    "`namespace` and `key` joined, if that is an absolute IRI."},
    MappingFunction{"reference", kValue, functions::reference,
                    "The absolute form of `value` if it looks like a URL or a path."},
    MappingFunction{"relation", kRel, functions::relation,
                    "The IRI of each link relation in `rel`: registered names, absolute "
                    "IRIs; a note for other words."},
    MappingFunction{"relationTerm", kRelationTerm, functions::relation_term,
                    "From `table`, lines of a link relation and an IRI, the IRI of each "
                    "relation that `rel` holds."},
    MappingFunction{"seconds", kValue, functions::seconds,
                    "A number of seconds as xsd:duration; anything else as text, with a "
                    "note."},
    MappingFunction{"unless", kCondition, functions::unless,
                    "`value` unless `test` is there and equal to `equals`, whatever the "
                    "case."},
    MappingFunction{"unlessIri", kUnlessIri, functions::unless_iri,
                    "`value` unless `iri` gives something for `test` and `schemes`."},
    MappingFunction{"unlessProperty", kUnlessProperty, functions::unless_property,
                    "`value` unless `property` gives something for the same arguments."},
    MappingFunction{"unlessReference", kValueAndTest, functions::unless_reference,
                    "`value` unless `test` looks like a URL or a path."},
};

}  // namespace

std::span<const MappingFunction> mapping_functions() { return kFunctions; }

const MappingFunction* find_mapping_function(std::string_view iri) {
  if (!iri.starts_with(kFunctionNamespace)) return nullptr;
  iri.remove_prefix(kFunctionNamespace.size());
  const auto found =
      std::find_if(kFunctions.begin(), kFunctions.end(),
                   [&](const MappingFunction& one) { return one.name == iri; });
  return found == kFunctions.end() ? nullptr : &*found;
}

}  // namespace semsite
