#include "vocab/link_relations.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "vocab/embedded_tables.hpp"
#include "vocab/term_lines.hpp"

namespace semsite {
namespace {

constexpr std::size_t kLongestName = 32;

/// `schema.DC` and its like say what the prefix of a `meta` name means (DCMI, Expressing
/// Dublin Core in HTML, §3.3): a declaration, no link of the page.
bool is_schema_prefix(std::string_view name) {
  constexpr std::string_view kStart = "schema.";
  return name.size() > kStart.size() && starts_with_ignoring_case(name, kStart);
}

/// From the name in lower case to what it means; hints win over registered names.
class RelationNames {
 public:
  RelationNames() {
    for (const TermLine& line : term_lines(link_relations_table())) {
      if (!line.subject.starts_with(kRelationNamespace)) continue;
      const bool hint = line.object(kRdfType).ends_with("#BrowserHint");
      Entry& entry = names_[line.subject.substr(kRelationNamespace.size())];
      if (!hint) entry.iri = line.subject;
      if (hint) entry.kind = RelationKind::browser_hint;
    }
  }

  [[nodiscard]] LinkRelation find(std::string_view name) const {
    if (is_schema_prefix(name)) return {RelationKind::browser_hint, {}};
    std::array<char, kLongestName> lower{};
    if (name.size() > lower.size()) return {};
    std::transform(name.begin(), name.end(), lower.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const auto found = names_.find(std::string_view{lower.data(), name.size()});
    if (found == names_.end()) return {};
    return {found->second.kind, found->second.iri};
  }

  [[nodiscard]] std::vector<std::string> registered() const {
    std::vector<std::string> out;
    for (const auto& [name, entry] : names_)
      if (!entry.iri.empty()) out.push_back(name);
    std::ranges::sort(out);
    return out;
  }

 private:
  struct Entry {
    RelationKind kind = RelationKind::registered;
    std::string iri;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::unordered_map<std::string, Entry, Hash, std::equal_to<>> names_;
};

const RelationNames& relation_names() {
  static const RelationNames names;
  return names;
}

/// The name in an IRI of IANA, in any of its spellings; empty for another IRI.
std::string_view name_in_iri(std::string_view iri) {
  if (!iri.starts_with("http")) return {};
  for (const std::string_view start :
       {kRelationNamespace,
        std::string_view{"https://www.iana.org/assignments/relation/"},
        std::string_view{"http://www.iana.org/assignments/link-relations/"},
        std::string_view{"https://www.iana.org/assignments/link-relations/"}}) {
    if (!iri.starts_with(start)) continue;
    iri.remove_prefix(start.size());
    if (iri.starts_with('#')) iri.remove_prefix(1);
    return iri;
  }
  return {};
}

}  // namespace

LinkRelation link_relation(std::string_view word) {
  if (word.find(':') == std::string_view::npos) return relation_names().find(word);
  if (const std::string_view name = name_in_iri(word); !name.empty())
    // Who writes the whole IRI means the relation, not a hint.
    if (const LinkRelation named = relation_names().find(name); !named.iri.empty())
      return {RelationKind::registered, named.iri};
  const IriProblem problem = check_iri(word);
  if (problem != IriProblem::none && problem != IriProblem::bad_escape) return {};
  return {RelationKind::extension, word};
}

std::vector<std::string> registered_relations() { return relation_names().registered(); }

}  // namespace semsite
