#include "discover/dataset_draft.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/url.hpp"
#include "rdf/iri.hpp"

namespace semsite {

void DescriptionNotes::add(std::string_view code, std::string message) {
  constexpr std::size_t kKept = 10;
  ++count;
  if (code == "description.limit" && cut.size() < kKept) cut.push_back(message);
  if (first.size() < kKept)
    first.push_back({.code = std::string{code}, .message = std::move(message)});
}

std::string url_of(const DescriptionGraph& graph, const DescriptionGraph::Value& value) {
  if (value.kind == DescriptionGraph::Value::Kind::blank) return {};
  const std::string_view text = trim(value.text);
  if (text.empty()) return {};
  std::string url{text};
  if (!has_scheme(text)) {
    if (value.document >= graph.documents().size()) return {};
    url = BaseIri{graph.documents()[value.document]}.resolve(text);
  }
  const IriProblem problem = check_iri(url);
  if (problem != IriProblem::none && problem != IriProblem::bad_escape) return {};
  return url;
}

void add_endpoint(DatasetDraft& draft, const DescriptionGraph& graph,
                  const DescriptionGraph::Value& value) {
  std::string url = url_of(graph, value);
  if (url.empty() || draft.said.endpoints.size() >= 100) return;
  const bool known = std::ranges::any_of(
      draft.said.endpoints, [&](const DatasetLocation& one) { return one.url == url; });
  if (known) return;
  DatasetLocation location;
  location.url = std::move(url);
  if (value.document < graph.documents().size())
    location.source = graph.documents()[value.document];
  draft.said.endpoints.push_back(std::move(location));
}

std::string text_for_people(const DescriptionGraph& graph, DescriptionGraph::Node node,
                            DescriptionTerm term) {
  const auto values = graph.values(node, term);
  const DescriptionGraph::Value* best = nullptr;
  const auto is_plain = [](const DescriptionGraph::Value& value) {
    return value.tag.empty() || value.tag.find("://") != std::string::npos ||
           starts_with_ignoring_case(value.tag, "en");
  };
  for (const DescriptionGraph::Value& value : values) {
    if (value.kind != DescriptionGraph::Value::Kind::literal) continue;
    if (best == nullptr || (!is_plain(*best) && is_plain(value))) best = &value;
  }
  return best == nullptr ? std::string{} : std::string{trim(best->text)};
}

void read_standing(const DescriptionGraph& graph, DescriptionGraph::Node node,
                   Distribution& out) {
  using Says = DescriptionTerm;
  out.name = graph.name(node);
  for (const Says term : {Says::title, Says::name, Says::label}) {
    if (!out.title.empty()) break;
    out.title = text_for_people(graph, node, term);
    for (const DescriptionGraph::Value& one : graph.values(node, term))
      if (one.kind == DescriptionGraph::Value::Kind::literal)
        out.titles.try_emplace(one.tag, trim(one.text));
  }
  for (const Says term : {Says::modified, Says::date_modified, Says::issued}) {
    const DescriptionGraph::Value* const date = graph.first(node, term);
    // ISO 8601: what is later is greater, as text.
    if (date != nullptr && out.date.empty()) out.date = trim(date->text);
  }
  if (const auto* const version = graph.first(node, Says::version))
    out.version = trim(version->text);
  if (const auto* const status = graph.first(node, Says::status))
    out.status = lower_ascii(
        trim(status->text)
            .substr(trim(status->text).find_last_of("/#") + 1));  // npos + 1 = 0
  for (const Says term : {Says::replaces, Says::previous_version})
    for (const DescriptionGraph::Value& other : graph.values(node, term))
      out.others.push_back(other.text);
  if (const auto* const by = graph.first(node, Says::is_replaced_by))
    out.replaced_by = by->text;
}

std::string change_frequency(std::string_view text) {
  text = text.substr(text.find_last_of("/#") + 1);  // npos + 1 = 0
  struct Name {
    std::string_view said, ours;
  };
  constexpr std::array kNames{
      Name{"update_cont", "always"}, Name{"cont", "always"},
      Name{"continuous", "always"},  Name{"hourly", "hourly"},
      Name{"daily", "daily"},        Name{"weekly", "weekly"},
      Name{"monthly", "monthly"},    Name{"annual", "yearly"},
      Name{"yearly", "yearly"},      Name{"never", "never"},
      Name{"always", "always"},
  };
  const std::string name = lower_ascii(trim(text));
  for (const Name& one : kNames)
    if (one.said == name) return std::string{one.ours};
  return {};
}

}  // namespace semsite
