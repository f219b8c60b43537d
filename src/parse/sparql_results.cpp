#include "parse/sparql_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "markup/html_charset.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/triple_term.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Of the vocabulary of result sets (kResultSet).
constexpr std::string_view kResultSetClass =
    "http://www.w3.org/2001/sw/DataAccess/tests/result-set#ResultSet";
constexpr std::string_view kResultVariable =
    "http://www.w3.org/2001/sw/DataAccess/tests/result-set#resultVariable";
constexpr std::string_view kSolution =
    "http://www.w3.org/2001/sw/DataAccess/tests/result-set#solution";
constexpr std::string_view kSolutionIndex =
    "http://www.w3.org/2001/sw/DataAccess/tests/result-set#index";
constexpr std::string_view kBinding =
    "http://www.w3.org/2001/sw/DataAccess/tests/result-set#binding";
constexpr std::string_view kVariable =
    "http://www.w3.org/2001/sw/DataAccess/tests/result-set#variable";
constexpr std::string_view kValue =
    "http://www.w3.org/2001/sw/DataAccess/tests/result-set#value";
constexpr std::string_view kBoolean =
    "http://www.w3.org/2001/sw/DataAccess/tests/result-set#boolean";

Term static_term(std::string_view iri) {
  return {.value = iri, .kind = TermKind::iri, .plain = true};
}

bool is_resource(const Term& term) {
  return term.kind == TermKind::iri || term.kind == TermKind::blank;
}

/// Which variable is which term of a statement.
struct StatementColumns {
  std::size_t subject = 0, predicate = 0, object = 0;
  std::optional<std::size_t> graph;
};

std::optional<StatementColumns> statement_columns(const std::vector<std::string>& names) {
  using Names = std::array<std::string_view, 4>;
  constexpr std::array<Names, 2> kFamilies{
      Names{"s", "p", "o", "g"}, Names{"subject", "predicate", "object", "graph"}};
  if (names.size() != 3 && names.size() != 4) return std::nullopt;
  for (const Names& family : kFamilies) {
    std::array<std::size_t, 4> at{};
    for (std::size_t i = 0; i < family.size(); ++i)
      at[i] =
          static_cast<std::size_t>(std::ranges::find(names, family[i]) - names.begin());
    // Names are different, so as many found as there are leaves none over.
    const auto missing = std::ranges::count(at, names.size());
    if (at[0] == names.size() || at[1] == names.size() || at[2] == names.size() ||
        static_cast<std::size_t>(missing) + names.size() != at.size())
      continue;
    StatementColumns out{
        .subject = at[0], .predicate = at[1], .object = at[2], .graph = {}};
    if (missing == 0) out.graph = at[3];
    return out;
  }
  return std::nullopt;
}

/// Makes quads of a result set.
class ResultQuads final : public ResultTaker {
 public:
  explicit ResultQuads(const ParseJob& job) : job_(job), quads_(job.quads) {}

  void variables(const std::vector<std::string>& names) override {
    if (!job_.settings.solutions) columns_ = statement_columns(names);
    if (columns_) return;
    names_ = names;
    add(set(), kRdfType, static_term(kResultSetClass));
    for (const std::string& name : names_) add(set(), kResultVariable, literal(name));
  }

  ResultProblem solution(std::span<const Term> terms) override {
    if (columns_) return add_statement(*columns_, terms);
    const std::string number = std::to_string(++solutions_);
    const std::string label = "s" + number;
    add(set(), kSolution, node(label));
    add(node(label), kSolutionIndex,
        {.value = number, .tag = kXsdInteger, .kind = TermKind::typed, .plain = true});
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (terms[i].kind == TermKind::none) continue;
      const std::string binding = fmt::format("{}v{}", label, i + 1);
      add(node(label), kBinding, node(binding));
      add(node(binding), kVariable, literal(names_[i]));
      add(node(binding), kValue, from_document(terms[i]));
    }
    return {};
  }

  void boolean(bool truth) override {
    add(set(), kBoolean,
        {.value = truth ? "true" : "false",
         .tag = kXsdBoolean,
         .kind = TermKind::typed,
         .plain = true});
  }

 private:
  static Term literal(std::string_view text) {
    return {.value = text, .kind = TermKind::literal};
  }
  static Term node(std::string_view label) {
    return {.value = label, .kind = TermKind::blank, .plain = true};
  }
  static Term set() { return node("r"); }

  /// The nodes of the document have labels that none of the set's own has.
  Term from_document(const Term& term) {
    if (term.kind == TermKind::triple) {
      triple_ =
          changed_triple(term, [&](const Term& part) { return from_document(part); });
      return {.value = triple_, .kind = TermKind::triple};
    }
    if (term.kind != TermKind::blank) return term;
    label_.assign("b").append(term.value);
    return {.value = label_, .kind = TermKind::blank};
  }

  ResultProblem add_statement(const StatementColumns& at, std::span<const Term> terms) {
    const Term graph = at.graph ? terms[*at.graph] : Term{};
    const Quad quad{terms[at.subject], terms[at.predicate], terms[at.object], graph};
    const bool is_predicate =
        quad.predicate.kind == TermKind::iri ||
        (job_.settings.blank_predicates && quad.predicate.kind == TermKind::blank);
    if (quad.subject.kind == TermKind::none || quad.predicate.kind == TermKind::none ||
        quad.object.kind == TermKind::none)
      return {"results.no-statement", "a row with a variable that is not bound"};
    if (!is_resource(quad.subject) || !is_predicate ||
        (graph.kind != TermKind::none && !is_resource(graph)))
      return {"results.no-statement",
              "a subject and a graph are IRIs or blank nodes, a predicate is an IRI"};
    add(quad);
    return {};
  }

  void add(const Term& subject, std::string_view predicate, const Term& object) {
    add({subject, static_term(predicate), object, {}});
  }
  void add(const Quad& quad) {
    quads_.add(
        {kept(quad.subject), kept(quad.predicate), kept(quad.object), kept(quad.graph)});
  }
  Term kept(Term term) {
    term.value = quads_.keep(term.value);
    if (!term.tag.empty()) term.tag = quads_.keep(term.tag);
    return term;
  }

  const ParseJob& job_;
  QuadBuilder& quads_;
  std::optional<StatementColumns> columns_;  ///< nothing: rows are solutions
  std::vector<std::string> names_;
  std::uint64_t solutions_ = 0;
  std::string label_;
  std::string triple_;
};

void parse(const ParseJob& job, ByteSource& bytes, void (*read)(const ResultReading&)) {
  ResultQuads quads{job};
  try {
    read({bytes, quads, job.diagnostics, job.limits});
  } catch (const DocumentError&) {
    job.quads.flush();
    throw;
  }
  job.quads.flush();
}

}  // namespace

void parse_sparql_xml(const ParseJob& job) {
  XmlCharset bytes{job.bytes, charset_of(job.quads.document().media_type)};
  parse(job, bytes, read_results_xml);
}
void parse_sparql_json(const ParseJob& job) { parse(job, job.bytes, read_results_json); }
void parse_sparql_csv(const ParseJob& job) { parse(job, job.bytes, read_results_csv); }
void parse_sparql_tsv(const ParseJob& job) { parse(job, job.bytes, read_results_tsv); }

namespace {

/// Takes `token` and white space before it off; false if it does not stand there.
bool take(std::string_view& text, std::string_view token) {
  const std::string_view rest = trim_left(text);
  if (!rest.starts_with(token)) return false;
  text = rest.substr(token.size());
  return true;
}

}  // namespace

bool begins_sparql_json(std::string_view text) {
  if (!take(text, "{") || !take(text, "\"head\"") || !take(text, ":") || !take(text, "{"))
    return false;
  if (take(text, "\"vars\"")) return take(text, ":") && take(text, "[");
  if (take(text, "\"link\"")) return text.find("\"vars\"") != std::string_view::npos;
  return take(text, "}") && take(text, ",") &&
         (take(text, "\"boolean\"") || take(text, "\"results\""));
}

bool may_be_sparql_json(std::string_view text) {
  return take(text, "{") && (take(text, "\"head\"") || take(text, "\"results\"") ||
                             take(text, "\"boolean\""));
}

bool begins_sparql_tsv(std::string_view text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  return std::ranges::all_of(split(line, '\t'), [](std::string_view field) {
    return field.size() > 1 && field.starts_with('?') &&
           field.find_first_of(" ?<>\"", 1) == std::string_view::npos;
  });
}

}  // namespace semsite
