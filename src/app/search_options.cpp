#include "app/search_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "app/values.hpp"
#include "base/errors.hpp"
#include "index/index_key.hpp"

namespace semsite {
namespace {

std::uint32_t count_of(const GivenOptions& given, const char* name,
                       std::uint32_t otherwise) {
  if (!given.has(name)) return otherwise;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(
      parse_count(given.text(name), fmt::format("--{}", name)), 1'000'000'000));
}

std::uint8_t places_of(const GivenOptions& given) {
  const std::string place = given.text("place", "any");
  if (place == "any") return 0xFF;
  if (place == "subject") return uri_place::subject;
  if (place == "predicate") return uri_place::predicate;
  if (place == "object") return uri_place::object;
  throw UsageError{
      fmt::format("--place {}: choose one of subject, predicate, object, any", place)};
}

std::size_t word_of(const GivenOptions& given, const char* name,
                    const std::vector<std::string>& words) {
  if (!given.has(name)) return 0;
  const auto found = std::ranges::find(words, given.text(name));
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  throw UsageError{fmt::format("--{} {}: choose one of {}", name, given.text(name),
                               fmt::join(words, ", "))};
}

/// The words as they were given, so that a place in them can be shown.
std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

void read_search_options(const GivenOptions& given, Options& out) {
  out.index.place = given.text("index");
  if (out.index.place.empty())
    throw UsageError{"search needs --index FILE; semsite index builds one"};
  SearchRequest& request = out.search.request;
  std::vector<QueryNode>& parts = request.query.children;
  if (!out.arguments.empty()) parts.push_back(parse_query(joined(out.arguments)));
  for (const std::string& words : given.texts("term"))
    parts.push_back(parse_query(words));
  const std::uint8_t places = places_of(given);
  for (const std::string& iri : given.texts("uri"))
    parts.push_back(uri_query(iri, places));
  if (given.has("place") && !given.has("uri"))
    throw UsageError{"--place says where --uri stands; give that, too"};
  for (const std::string& prefix : given.texts("namespace"))
    parts.push_back(namespace_query(prefix));
  for (const std::string& host : given.texts("mentions-host"))
    parts.push_back(host_query(host));
  // The n-th value is that of the n-th property.
  const std::vector<std::string> properties = given.texts("property");
  const std::vector<std::string> values = given.texts("value");
  if (values.size() > properties.size())
    throw UsageError{"--value without --property: which property has it?"};
  for (std::size_t i = 0; i < properties.size(); ++i)
    parts.push_back(i < values.size() ? pair_query(properties[i], values[i])
                                      : property_query(properties[i]));
  for (const std::string& value : given.texts("identified-by"))
    parts.push_back(identified_query(value));
  for (const std::string& iri : given.texts("class")) parts.push_back(class_query(iri));
  for (const auto& [name, kind] :
       {std::pair{"host", fact_kind::host}, std::pair{"in-dataset", fact_kind::dataset},
        std::pair{"in-format", fact_kind::format},
        std::pair{"language", fact_kind::language}})
    if (given.has(name)) parts.push_back(fact_query(kind, given.texts(name)));
  if (given.has("since") || given.has("until"))
    parts.push_back(date_query(given.text("since"), given.text("until"),
                               std::chrono::duration_cast<std::chrono::seconds>(
                                   std::chrono::system_clock::now().time_since_epoch())
                                   .count()));
  request.page = count_of(given, "page", request.page);
  request.limit = count_of(given, "limit", request.limit);
  request.newest_first = word_of(given, "sort", {"rank", "date"}) == 1;
  if (given.has("query-time"))
    request.seconds = parse_duration(given.text("query-time"), "--query-time");
  constexpr SearchFormat kFormats[] = {SearchFormat::text, SearchFormat::json,
                                       SearchFormat::ntriples};
  out.search.format = kFormats[word_of(given, "format", {"text", "json", "ntriples"})];
  check_request(request);
}

}  // namespace semsite
