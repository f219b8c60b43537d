#include "report/terms_json.hpp"

#include <algorithm>
#include <cstddef>

namespace semsite {
namespace {

constexpr std::size_t kRows = 1000;

void write_counts(JsonWriter& json, std::string_view name, const IriCounts& counts) {
  const std::vector<IriCounts::Row> rows = counts.rows();
  std::uint64_t shown = 0;
  json.key(name)
      .object()
      .member("total", counts.total())
      .member("distinct", std::uint64_t{counts.size()})
      .member("exact", counts.is_exact())
      .member("error", counts.error());
  json.key("top").array();
  for (std::size_t i = 0; i < std::min(rows.size(), kRows); ++i) {
    json.object().member("iri", rows[i].iri).member("count", rows[i].count).end();
    shown += rows[i].count;
  }
  json.end().member("others", counts.total() - shown).end();
}

}  // namespace

void write_terms(JsonWriter& json, const TermCounts& counts) {
  json.object().member("quads", counts.quads);
  write_counts(json, "properties", counts.properties);
  write_counts(json, "classes", counts.classes);
  const std::vector<NamespaceRow> rows = namespaces_of(counts);
  json.key("namespaces").array();
  for (std::size_t i = 0; i < std::min(rows.size(), kRows); ++i)
    json.object()
        .member("iri", rows[i].iri)
        .member("quads", rows[i].quads)
        .member("instances", rows[i].instances)
        .member("properties", rows[i].properties)
        .member("classes", rows[i].classes)
        .end();
  json.end().end();
}

}  // namespace semsite
