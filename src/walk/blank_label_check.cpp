#include "walk/blank_label_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "rdf/sparql_text.hpp"

namespace semsite {
namespace {

constexpr std::size_t kSamples = 10;

/// An answer with so many nodes may have been cut off.
constexpr std::size_t kManyNodes = 400;

/// The triples with a blank subject.
std::vector<BlankSample> blank_lines(std::string_view ntriples) {
  std::vector<BlankSample> out;
  std::set<std::string, std::less<>> labels;
  for (std::string_view line : split(ntriples, '\n')) {
    line = trim(line);
    if (!line.starts_with("_:") || !line.ends_with('.')) continue;
    line.remove_prefix(2);
    line.remove_suffix(1);
    const std::size_t end = line.find_first_of(" \t");
    if (end == std::string_view::npos) continue;
    std::string rest{trim(line.substr(end))};
    // Between terms only: within one, a tab is escaped.
    std::ranges::replace(rest, '\t', ' ');
    const std::size_t space = rest.find(' ');
    BlankSample sample{std::string{line.substr(0, end)}, std::move(rest), labels.size()};
    labels.insert(sample.label);
    // What is put into a query is two terms, whatever an endpoint wrote.
    if (space == std::string::npos) continue;
    const std::string_view predicate = std::string_view{sample.rest}.substr(0, space);
    const std::string_view object = trim(std::string_view{sample.rest}.substr(space));
    if (!predicate.starts_with('<') || !is_sparql_term(predicate) ||
        object.starts_with("_:") || !is_sparql_term(object))
      continue;
    sample.rest = std::string{predicate}.append(" ").append(object);
    out.push_back(std::move(sample));
  }
  return out;
}

}  // namespace

std::vector<BlankSample> blank_samples(std::string_view ntriples) {
  const std::vector<BlankSample> lines = blank_lines(ntriples);
  std::map<std::string, std::size_t, std::less<>> times;
  for (const BlankSample& line : lines) ++times[line.rest];
  std::vector<BlankSample> out;
  std::set<std::string_view> used;
  if (!lines.empty()) used.insert(lines.front().label);
  for (auto line = lines.rbegin(); line != lines.rend() && out.size() < kSamples; ++line)
    if (times[line->rest] == 1 && used.insert(line->label).second) out.push_back(*line);
  return out;
}

std::set<std::string> blank_predicates(std::string_view ntriples) {
  std::set<std::string> out;
  for (const BlankSample& line : blank_lines(ntriples))
    if (const std::size_t end = line.rest.find('>'); end != std::string::npos)
      out.insert(line.rest.substr(0, end + 1));
  return out;
}

std::string blank_check_query(const Partition& graph, const BlankSample& sample) {
  std::string triple = "?s ";
  append_sparql_lines(triple, sample.rest);
  return fmt::format("CONSTRUCT {{ {0} }} WHERE {{ {1} FILTER(isBlank(?s)) }}", triple,
                     in_sparql_graph(graph.graph, triple));
}

LabelVerdict check_label(const BlankSample& sample, std::string_view ntriples) {
  std::set<std::string> labels;
  for (BlankSample& line : blank_lines(ntriples)) labels.insert(std::move(line.label));
  if (labels.empty()) return LabelVerdict::open;
  if (!labels.contains(sample.label))
    return labels.size() < kManyNodes ? LabelVerdict::other : LabelVerdict::open;
  // Among several it may be there by chance, if the nodes of each answer are counted
  // anew; but not if it is behind as many as there are here.
  return labels.size() == 1 || labels.size() <= sample.place ? LabelVerdict::same
                                                             : LabelVerdict::open;
}

}  // namespace semsite
