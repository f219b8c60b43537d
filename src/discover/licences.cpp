#include "discover/licences.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "discover/dataset_draft.hpp"

namespace semsite {
namespace {

using Says = DescriptionTerm;
using Kind = LicenceStatement::Kind;
using Node = DescriptionGraph::Node;
using Value = DescriptionGraph::Value;

constexpr std::size_t kMostLicences = 100;
constexpr std::size_t kLongestLicence = 8192;

std::string document_of(const DescriptionGraph& graph, const Value& value) {
  return value.document < graph.documents().size() ? graph.documents()[value.document]
                                                   : std::string{};
}

/// A licence that is a node without an IRI: where it is, or else what it is called.
LicenceStatement described_licence(const DescriptionGraph& graph, Node node) {
  if (const Value* const url = graph.first(node, Says::landing_page);
      url != nullptr && url->kind == Value::Kind::iri)
    return {.value = url->text, .is_iri = true};
  for (const Says term : {Says::title, Says::name, Says::label})
    if (std::string words = text_for_people(graph, node, term); !words.empty())
      return {.value = std::move(words)};
  return {.value = {}};
}

LicenceStatement statement_of(const DescriptionGraph& graph, const Value& value) {
  if (value.kind == Value::Kind::iri) return {.value = value.text, .is_iri = true};
  if (value.kind == Value::Kind::blank) {
    const auto node = graph.node_of(value);
    return node ? described_licence(graph, *node) : LicenceStatement{.value = {}};
  }
  const bool is_datatype = value.tag.find(':') != std::string::npos;
  return {.value = std::string{trim(value.text)},
          .language = is_datatype ? std::string{} : value.tag};
}

void read_from(const DescriptionGraph& graph, Node node, Says term, Kind kind,
               std::vector<LicenceStatement>& out) {
  for (const Value& value : graph.values(node, term)) {
    LicenceStatement one = statement_of(graph, value);
    one.kind = kind;
    one.source = document_of(graph, value);
    add_licence(out, std::move(one));
  }
}

void read_own(const DescriptionGraph& graph, Node node,
              std::vector<LicenceStatement>& out) {
  read_from(graph, node, Says::license, Kind::license, out);
  read_from(graph, node, Says::rights, Kind::rights, out);
}

}  // namespace

std::optional<Kind> licence_kind(std::string_view iri) {
  const auto term = description_term(iri);
  if (term == Says::license) return Kind::license;
  if (term == Says::rights) return Kind::rights;
  return std::nullopt;
}

std::string_view licence_word(const LicenceStatement& one) {
  return one.kind == Kind::license ? "licence" : "rights";
}

void add_licence(std::vector<LicenceStatement>& licences, LicenceStatement one) {
  if (one.value.empty() || one.value.size() > kLongestLicence ||
      licences.size() >= kMostLicences)
    return;
  const bool is_known = std::ranges::any_of(licences, [&](const LicenceStatement& other) {
    return other.kind == one.kind && other.value == one.value &&
           other.is_iri == one.is_iri && other.language == one.language;
  });
  if (!is_known) licences.push_back(std::move(one));
}

void read_licences(const DescriptionGraph& graph, Node node,
                   std::vector<LicenceStatement>& out) {
  read_own(graph, node, out);
  for (const Says term : {Says::distribution, Says::schema_distribution})
    for (const Value& value : graph.values(node, term))
      if (const auto distribution = graph.node_of(value))
        read_own(graph, *distribution, out);
}

void read_signposted_licences(const DescriptionGraph& graph, Node node,
                              std::vector<LicenceStatement>& out) {
  read_from(graph, node, Says::signposted_license, Kind::license, out);
}

}  // namespace semsite
