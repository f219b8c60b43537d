#include "index/search_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "index/index_key.hpp"
#include "index/ntriple_query.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

class Fields {
 public:
  explicit Fields(const SearchFields& fields) : fields_(fields) {}

  [[nodiscard]] const std::vector<std::string>& all(const char* name) const {
    static const std::vector<std::string> nothing;
    const auto found = fields_.find(name);
    return found == fields_.end() ? nothing : found->second;
  }
  [[nodiscard]] bool has(const char* name) const { return !all(name).empty(); }
  [[nodiscard]] std::string text(const char* name) const {
    return has(name) ? all(name).front() : std::string{};
  }
  [[nodiscard]] std::uint32_t count(const char* name, std::uint32_t otherwise) const {
    if (!has(name)) return otherwise;
    if (const auto number = parse_uint(text(name)))
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(*number, 1'000'000'000));
    throw UsageError{fmt::format("--{} {}: not a whole number", name, text(name))};
  }
  [[nodiscard]] std::size_t word(const char* name,
                                 const std::vector<std::string>& words) const {
    if (!has(name)) return 0;
    const auto found = std::ranges::find(words, text(name));
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    throw UsageError{fmt::format("--{} {}: choose one of {}", name, text(name),
                                 fmt::join(words, ", "))};
  }

 private:
  const SearchFields& fields_;
};

std::uint8_t places_of(const Fields& fields) {
  const std::string place = fields.text("place");
  if (place.empty() || place == "any") return 0xFF;
  if (place == "subject") return uri_place::subject;
  if (place == "predicate") return uri_place::predicate;
  if (place == "object") return uri_place::object;
  throw UsageError{
      fmt::format("--place {}: choose one of subject, predicate, object, any", place)};
}

}  // namespace

void read_search_fields(const SearchFields& given, std::int64_t now,
                        SearchRequest& request) {
  const Fields fields{given};
  std::vector<QueryNode>& parts = request.query.children;
  for (const std::string& words : fields.all("term")) parts.push_back(parse_query(words));
  for (const std::string& query : fields.all("ntriple"))
    parts.push_back(parse_ntriple_query(query));
  const std::uint8_t places = places_of(fields);
  for (const std::string& iri : fields.all("uri"))
    parts.push_back(uri_query(iri, places));
  if (fields.has("place") && !fields.has("uri"))
    throw UsageError{"--place says where --uri stands; give that, too"};
  for (const std::string& prefix : fields.all("namespace"))
    parts.push_back(namespace_query(prefix));
  for (const std::string& host : fields.all("mentions-host"))
    parts.push_back(host_query(host));
  // The n-th value is that of the n-th property.
  const std::vector<std::string>& properties = fields.all("property");
  const std::vector<std::string>& values = fields.all("value");
  if (values.size() > properties.size())
    throw UsageError{"--value without --property: which property has it?"};
  for (std::size_t i = 0; i < properties.size(); ++i)
    parts.push_back(i < values.size() ? pair_query(properties[i], values[i])
                                      : property_query(properties[i]));
  for (const std::string& value : fields.all("identified-by"))
    parts.push_back(identified_query(value));
  for (const std::string& iri : fields.all("class")) parts.push_back(class_query(iri));
  for (const auto& [name, kind] :
       {std::pair{"host", fact_kind::host}, std::pair{"in-dataset", fact_kind::dataset},
        std::pair{"in-format", fact_kind::format},
        std::pair{"language", fact_kind::language}})
    if (fields.has(name)) parts.push_back(fact_query(kind, fields.all(name)));
  if (fields.has("since") || fields.has("until"))
    parts.push_back(date_query(fields.text("since"), fields.text("until"), now));
  request.page = fields.count("page", request.page);
  request.limit = fields.count("limit", request.limit);
  request.newest_first = fields.word("sort", {"rank", "date"}) == 1;
}

}  // namespace semsite
