#include "serve/search_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "index/index_key.hpp"
#include "index/ntriple_query.hpp"
#include "index/search_fields.hpp"

namespace semsite {
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
