#include "walk/sparql_partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "rdf/sparql_text.hpp"

namespace semsite {
namespace {

constexpr StoredNames<BlankNodes, 3> kBlankNodes{
    {{{BlankNodes::any, "any"}, {BlankNodes::none, "none"}, {BlankNodes::some, "some"}}}};

/// The predicate's place in a pattern: the only one itself, else a variable.
std::string predicate_of(const Partition& part) {
  return part.predicates.size() == 1 ? sparql_iri(part.predicates[0]) : "?p";
}

std::string filters_of(const Partition& part) {
  std::string out;
  if (part.blanks == BlankNodes::some) out += " FILTER(isBlank(?s) || isBlank(?o))";
  if (part.blanks == BlankNodes::none) out += " FILTER(!isBlank(?s) && !isBlank(?o))";
  for (const PartitionRange& range : part.ranges) {
    if (range.from.empty()) {
      out += fmt::format(" FILTER({})", range.key);
    } else if (range.below.empty()) {
      out += fmt::format(" FILTER({} >= {})", range.key, range.from);
    } else {
      out += fmt::format(" FILTER({0} >= {1} && {0} < {2})", range.key, range.from,
                         range.below);
    }
  }
  return out;
}

/// The group graph pattern of `part`, with `more` at its end.
std::string pattern_of(const Partition& part, std::string_view more = {}) {
  std::string inner;
  if (part.predicates.size() > 1) {
    inner += "VALUES ?p {";
    for (const std::string& one : part.predicates) inner += " " + sparql_iri(one);
    inner += " } ";
  }
  inner += fmt::format("?s {} ?o", predicate_of(part)) + filters_of(part);
  return fmt::format("{{ {}{} }}", in_sparql_graph(part.graph, inner), more);
}

constexpr char kField = '\t';
constexpr char kPiece = '\x1f';

}  // namespace

std::string construct_query(const Partition& part) {
  return fmt::format("CONSTRUCT {{ ?s {} ?o }} WHERE {}", predicate_of(part),
                     pattern_of(part));
}

std::string pairs_query(const Partition& part) {
  return "SELECT ?s ?o WHERE " + pattern_of(part);
}

std::string count_query(const Partition& part, CountOf of) {
  if (of == CountOf::rows)
    return fmt::format("SELECT (COUNT(*) AS ?n) WHERE {}", pattern_of(part));
  const std::string_view variables = part.predicates.size() == 1 ? "?s ?o" : "?s ?p ?o";
  return fmt::format(
      "SELECT (COUNT(*) AS ?n) WHERE {{ {{ SELECT DISTINCT {} WHERE {} }} }}", variables,
      pattern_of(part));
}

std::string predicates_query(const Partition& part) {
  return fmt::format("SELECT ?p (COUNT(*) AS ?n) WHERE {} GROUP BY ?p", pattern_of(part));
}

std::string iri_predicates_query(Partition part) {
  part.ranges.push_back({"isIRI(?s) && isIRI(?o)", {}, {}});
  return predicates_query(part);
}

std::string buckets_query(const Partition& part, std::string_view key) {
  return fmt::format("SELECT ?h (COUNT(*) AS ?n) WHERE {} GROUP BY ?h",
                     pattern_of(part, fmt::format(" BIND({} AS ?h)", key)));
}

std::string subjects_query(const Partition& part, std::uint64_t limit) {
  return fmt::format("SELECT ?s WHERE {} LIMIT {}", pattern_of(part), limit);
}

std::string graphs_query(std::string_view last, std::uint64_t limit) {
  const std::string behind =
      last.empty() ? "" : fmt::format(" FILTER(STR(?g) > {})", sparql_string(last));
  return fmt::format(
      "SELECT ?g (COUNT(*) AS ?n) WHERE {{ GRAPH ?g {{ ?s ?p ?o }}{} }} GROUP BY ?g "
      "ORDER "
      "BY ?g LIMIT {}",
      behind, limit);
}

std::string total_query() {
  return "SELECT (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } }";
}

std::string blank_samples_query(const Partition& part, std::uint64_t limit,
                                const std::set<std::string>& without) {
  Partition sample = part;
  std::string filter = "isBlank(?s) && isLiteral(?o)";
  for (const std::string& predicate : without)
    filter += fmt::format(" && ?p != {}", predicate);
  sample.ranges.push_back({filter, {}, {}});
  return fmt::format("{} LIMIT {}", construct_query(sample), limit);
}

std::string describe_query(std::string_view iri, std::string_view graph) {
  const std::string query = "DESCRIBE " + sparql_iri(iri);
  return graph.empty() ? query : query + " FROM " + sparql_iri(graph);
}

std::string subject_query(std::string_view iri, std::string_view graph) {
  const std::string triple = sparql_iri(iri) + " ?p ?o";
  return fmt::format("CONSTRUCT {{ {} }} WHERE {{ {} }}", triple,
                     in_sparql_graph(graph, triple));
}

std::string graphs_of_query(std::string_view iri, std::uint64_t limit) {
  return fmt::format(
      "SELECT DISTINCT ?g WHERE {{ GRAPH ?g {{ {{ {0} ?p ?o }} UNION "
      "{{ ?s ?p {0} }} }} }} ORDER BY ?g LIMIT {1}",
      sparql_iri(iri), limit);
}

std::string name_of(const Partition& part) {
  std::string out =
      part.graph.empty() ? "default graph" : fmt::format("<{}>", part.graph);
  for (const std::string& one : part.predicates) out += fmt::format(" <{}>", one);
  return out + filters_of(part);
}

std::string write_partition(const Partition& part) {
  std::string out = part.graph + kField;
  out += kBlankNodes.name_of(part.blanks);
  out += kField;
  out += (part.expected ? std::to_string(*part.expected) : "") + kField;
  for (const std::string& one : part.predicates) out += one + kPiece;
  out += kField;
  for (const PartitionRange& range : part.ranges)
    out += range.key + kPiece + range.from + kPiece + range.below + kPiece;
  if (part.pairs) out += kField;
  return out;
}

std::optional<Partition> read_partition(std::string_view line) {
  const std::vector<std::string_view> fields = split(line, kField);
  if (fields.size() != 5 && fields.size() != 6) return std::nullopt;
  const auto blanks = kBlankNodes.find(fields[1]);
  if (!blanks) return std::nullopt;
  Partition out;
  out.pairs = fields.size() == 6;
  out.graph = fields[0];
  out.blanks = *blanks;
  out.expected = parse_uint(fields[2]);
  std::vector<std::string_view> pieces = split(fields[3], kPiece);
  pieces.pop_back();  // each ends with the separator
  for (const std::string_view one : pieces) out.predicates.emplace_back(one);
  pieces = split(fields[4], kPiece);
  pieces.pop_back();
  if (pieces.size() % 3 != 0) return std::nullopt;
  for (std::size_t i = 0; i < pieces.size(); i += 3)
    out.ranges.push_back(
        {std::string{pieces[i]}, std::string{pieces[i + 1]}, std::string{pieces[i + 2]}});
  return out;
}

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
