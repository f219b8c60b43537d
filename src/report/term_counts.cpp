#include "report/term_counts.hpp"

#include <algorithm>
#include <map>

namespace semsite {

void TermCounts::add(const TermCounts& other) {
  quads += other.quads;
  properties.add(other.properties);
  classes.add(other.classes);
}

void TermCounts::clear() {
  quads = 0;
  properties.clear();
  classes.clear();
}

std::string_view namespace_of(std::string_view iri) {
  for (const char end : {'#', '/', ':'})
    if (const std::size_t at = iri.rfind(end); at != std::string_view::npos)
      return iri.substr(0, at + 1);
  return {};
}

std::vector<NamespaceRow> namespaces_of(const TermCounts& counts) {
  std::map<std::string, NamespaceRow, std::less<>> found;
  for (const IriCounts::Row& row : counts.properties.rows()) {
    NamespaceRow& one = found[std::string{namespace_of(row.iri)}];
    one.quads += row.count;
    ++one.properties;
  }
  for (const IriCounts::Row& row : counts.classes.rows()) {
    NamespaceRow& one = found[std::string{namespace_of(row.iri)}];
    one.instances += row.count;
    ++one.classes;
  }
  std::vector<NamespaceRow> out;
  for (auto& [iri, row] : found) {
    row.iri = iri;
    out.push_back(std::move(row));
  }
  std::ranges::stable_sort(out, [](const NamespaceRow& a, const NamespaceRow& b) {
    return a.quads + a.instances > b.quads + b.instances;
  });
  return out;
}

}  // namespace semsite
