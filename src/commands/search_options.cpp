#include "commands/search_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "commands/values.hpp"
#include "index/search_fields.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

SearchFormat format_of(const std::string& word) {
  if (word == "text") return SearchFormat::text;
  if (word == "json") return SearchFormat::json;
  if (word == "ntriples") return SearchFormat::ntriples;
  refuse_word("--format", word, {"text", "json", "ntriples"});
}

}  // namespace

void read_search_options(const GivenOptions& given, Options& out) {
  out.index.place = given.text("index");
  if (out.index.place.empty())
    throw UsageError{"search needs --index FILE; semsite index builds one"};
  SearchRequest& request = out.search.request;
  // The words as they were given, so that a place in them can be shown.
  if (!out.arguments.empty())
    request.query.children.push_back(
        parse_query(fmt::format("{}", fmt::join(out.arguments, " "))));
  SearchFields fields;
  for (const std::string_view name : kSearchFields)
    if (const std::string field{name}; given.has(field))
      fields.emplace(field, given.texts(field));
  read_search_fields(fields,
                     std::chrono::duration_cast<std::chrono::seconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count(),
                     request);
  if (given.has("query-time"))
    request.seconds = parse_duration(given.text("query-time"), "--query-time");
  out.search.format = format_of(given.text("format", "text"));
  check_request(request);
}

}  // namespace semsite
