#include "serve/search_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "index/index_key.hpp"
#include "index/ntriple_query.hpp"

namespace semsite {
namespace {

/// A field: the name of its parameter, what it is called, and an example.
struct Field {
  std::string_view name, label, example;
};

constexpr std::array<Field, 9> kMentions{
    {{"uri", "IRI that is mentioned", "http://example.org/id/7"},
     {"property", "Property", "http://xmlns.com/foaf/0.1/name"},
     {"value", "… with the value (text or IRI)", "Ada Lovelace"},
     {"class", "Class of a thing in it", "http://xmlns.com/foaf/0.1/Person"},
     {"term", "Words, in any place", "river bridge"},
     {"namespace", "An IRI that begins with", "http://example.org/id/"},
     {"mentions-host", "An IRI of the host", "www.example.org"},
     {"identified-by", "Value that identifies something", "mailto:ada@example.org"},
     {"nq", "Triples like (N-Triple query)", "* foaf:name \"Ada\""}}};

constexpr std::array<Field, 6> kFilters{
    {{"host", "Host of the document", "www.example.org"},
     {"in-dataset", "Dataset", "example.co.uk"},
     {"in-format", "Format it was read as", "TURTLE"},
     {"language", "Language of texts", "de"},
     {"since", "Indexed since", "2026-11-01, last_week"},
     {"until", "Indexed until", "2026-11-30"}}};

struct Choice {
  std::string_view value, label;
};
constexpr std::array<Choice, 4> kPlaces{{{"", "anywhere"},
                                         {"subject", "as subject"},
                                         {"predicate", "as property"},
                                         {"object", "as object"}}};
constexpr std::array<Choice, 2> kSorts{{{"", "best first"}, {"date", "newest first"}}};

void write_field(HtmlWriter& html, const Field& field, const UrlQuery& asked) {
  const std::string id = "f-" + std::string{field.name};
  html.open("div").element("label", field.label, {{"for", id}});
  html.empty("input", {{"id", id},
                       {"name", field.name},
                       {"value", asked.text(field.name), WrittenAttribute::Form::exact},
                       {"placeholder", field.example},
                       {"autocomplete", "off"},
                       {"spellcheck", "false"}});
  html.close();
}

void write_choice(HtmlWriter& html, const Field& field, std::span<const Choice> choices,
                  const UrlQuery& asked) {
  const std::string id = "f-" + std::string{field.name};
  html.open("div").element("label", field.label, {{"for", id}});
  html.open("select", {{"id", id}, {"name", field.name}});
  for (const Choice& choice : choices) {
    if (asked.text(field.name) == choice.value) {
      html.element("option", choice.label, {{"value", choice.value}, {"selected", ""}});
    } else {
      html.element("option", choice.label, {{"value", choice.value}});
    }
  }
  html.close().close();
}

/// How many of the ways beside the one box were used.
std::size_t used_ways(const UrlQuery& asked) {
  const auto given = [&](const Field& field) { return asked.has(field.name); };
  return static_cast<std::size_t>(std::ranges::count_if(kMentions, given) +
                                  std::ranges::count_if(kFilters, given)) +
         (asked.has("sort") ? 1U : 0U);
}

/// What the form has no field for: conditions of a link, and second ones of a name.
void write_rest(HtmlWriter& html, const UrlQuery& asked) {
  UrlQuery first;
  for (const auto& [name, value] : asked.all()) {
    if (name == "page" || name == "format" || name == "field") continue;
    const auto is_named = [&name = name](const Field& field) {
      return field.name == name;
    };
    const bool has_field = name == "q" || name == "place" || name == "sort" ||
                           std::ranges::any_of(kMentions, is_named) ||
                           std::ranges::any_of(kFilters, is_named);
    if (has_field && !first.has(name)) {
      first.add(name, value);
      continue;
    }
    html.empty("input", {{"type", "hidden"},
                         {"name", name, WrittenAttribute::Form::exact},
                         {"value", value, WrittenAttribute::Form::exact}});
  }
}

}  // namespace

void write_search_form(HtmlWriter& html, const UrlQuery& asked, OtherWays ways) {
  const std::size_t used = used_ways(asked);
  html.open(
      "form",
      {{"class", "ask"}, {"action", "/search"}, {"method", "get"}, {"role", "search"}});
  html.element("label", "Words, \"phrases\", AND, OR, NOT and ( )", {{"for", "q"}});
  html.open("div", {{"class", "box"}});
  html.empty("input", {{"id", "q"},
                       {"name", "q"},
                       {"type", "search"},
                       {"value", asked.text("q"), WrittenAttribute::Form::exact},
                       {"autocomplete", "off"},
                       {"autocapitalize", "none"},
                       {"spellcheck", "false"}});
  html.element("button", "Search", {{"type", "submit"}}).close();
  if (used > 0 && ways == OtherWays::as_used) {
    html.open("details", {{"class", "more"}, {"open", ""}});
  } else {
    html.open("details", {{"class", "more"}});
  }
  html.element("summary",
               used > 0 ? fmt::format("More ways to ask ({} in use)", used)
                        : "More ways to ask: IRI, property and value, class, filters");
  html.open("fieldset").element("legend", "Documents with");
  html.open("div", {{"class", "fields"}});
  for (const Field& field : kMentions) {
    write_field(html, field, asked);
    if (field.name == "uri")
      write_choice(html, {"place", "… standing", ""}, kPlaces, asked);
  }
  html.close().close();
  html.open("fieldset").element("legend", "Only those");
  html.open("div", {{"class", "fields"}});
  for (const Field& field : kFilters) write_field(html, field, asked);
  write_choice(html, {"sort", "Order", ""}, kSorts, asked);
  html.close().close();
  html.element("button", "Search", {{"type", "submit"}, {"class", "again"}});
  html.close();
  write_rest(html, asked);
  html.close();
}

namespace {

constexpr std::string_view kOwnNames[] = {"q",          "nq",    "fq",
                                          "sortbydate", "field", "format"};
/// Bounds the work that one URL can ask for.
constexpr std::size_t kMostConditions = 50;

bool is_search_field(std::string_view name) {
  return name != "query-time" &&
         std::ranges::find(kSearchFields, name) != kSearchFields.end();
}

/// One `fq` of Sindice's API.
QueryNode filter_query(const std::string& filter, std::int64_t now) {
  const std::size_t colon = filter.find(':');
  const std::string name = filter.substr(0, colon);
  std::string value{trim(colon == std::string::npos
                             ? std::string_view{}
                             : std::string_view{filter}.substr(colon + 1))};
  if (value.size() > 1 && value.starts_with('"') && value.ends_with('"'))
    value = value.substr(1, value.size() - 2);
  if (value.empty())
    throw UsageError{fmt::format(
        "fq {}: no filter; say domain:, class:, predicate:, format: or date: and a value",
        excerpt(filter))};
  if (name == "class") return class_query(value);
  if (name == "predicate") return property_query(value);
  if (name == "format") return fact_query(fact_kind::format, {value});
  if (name == "date") return date_query(value, {}, now);
  if (name == "domain") {
    // A host; or the domain above it, which is what most datasets are called.
    QueryNode out{.kind = QueryKind::any_of};
    out.children.push_back(fact_query(fact_kind::host, {value}));
    out.children.push_back(fact_query(fact_kind::dataset, {lower_ascii(value)}));
    return out;
  }
  throw UsageError{
      fmt::format("fq {}: no filter is called so; there are domain:, class:, predicate:, "
                  "format: and date:",
                  excerpt(filter))};
}

}  // namespace

SearchRequest read_search_parameters(const UrlQuery& query, std::int64_t now,
                                     double seconds) {
  SearchRequest out{.seconds = seconds};
  std::vector<QueryNode>& parts = out.query.children;
  SearchFields fields;
  std::size_t conditions = 0;
  for (const auto& [name, value] : query.all()) {
    if (is_search_field(name)) fields[name].push_back(value);
    ++conditions;
    if (name == "q") parts.push_back(parse_query(value));
    if (name == "fq") parts.push_back(filter_query(value, now));
    if (name == "nq") parts.push_back(parse_ntriple_query(value));
  }
  if (conditions > kMostConditions)
    throw UsageError{
        fmt::format("more than {} parameters; ask for less", kMostConditions)};
  read_search_fields(fields, now, out);
  if (query.text("sortbydate") == "1") out.newest_first = true;
  check_request(out);
  return out;
}

void check_parameter_names(const UrlQuery& query) {
  std::vector<std::string> names{std::begin(kOwnNames), std::end(kOwnNames)};
  for (const std::string_view name : kSearchFields)
    if (is_search_field(name)) names.emplace_back(name);
  for (const auto& [name, value] : query.all()) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const auto near = nearest(name, names);
    throw UsageError{fmt::format(
        "{}: no parameter is called so{}; there are {}", excerpt(name),
        near ? fmt::format(" (did you mean {}?)", *near) : "", fmt::join(names, ", "))};
  }
  if (query.has("format") && query.text("format") != "json")
    throw UsageError{"format: only json is given"};
}

std::string web_message(std::string_view message) {
  std::string out;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const bool starts = i == 0 || message[i - 1] == ' ' || message[i - 1] == '(';
    if (starts && message.substr(i).starts_with("--") && i + 2 < message.size() &&
        message[i + 2] >= 'a' && message[i + 2] <= 'z')
      ++i;
    else
      out += message[i];
  }
  return out;
}

}  // namespace semsite
