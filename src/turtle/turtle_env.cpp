#include "turtle/turtle_env.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/quad_check.hpp"

namespace semsite {
namespace {

TurtleProblem syntax_problem(const TurtleLexer& lexer, const TurtleToken& token,
                             std::string_view expected) {
  if (token.kind == TurtleTokenKind::bad) return lexer.problem();
  if (token.kind == TurtleTokenKind::end)
    return {"turtle.syntax",
            fmt::format("the statement ends where {} must stand", expected), token.begin};
  return {"turtle.syntax",
          fmt::format("{} must stand here, not {}", expected,
                      excerpt(lexer.text_of(token), 40)),
          token.begin};
}

struct Resolved {
  std::string iri;
  std::optional<TurtleProblem> problem;
};

/// What the IRI `token` stands for: only a relative one is resolved (Turtle §6.3).
Resolved resolved(const BaseIri& base, std::string_view token) {
  const std::string reference = decode_iri_token(token);
  Resolved out{.iri = has_scheme(reference) ? reference : base.resolve(reference),
               .problem = {}};
  out.problem = iri_problem(out.iri, reference);
  return out;
}

/// What a prefix takes in tables, some of which are copies.
constexpr std::uint64_t kPrefixBytes = 256;

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

TurtleEnv::TurtleEnv(const TurtleEnv& other)
    : before_(other.before_),
      base_(other.base_),
      most_bytes_(other.most_bytes_),
      made_bytes_(other.made_bytes_) {
  if (!other.own_) return;
  before_.push_back(other.own_);
  while (before_.size() > 1) {
    const Prefixes& last = *before_.back();
    const Prefixes& one = *before_[before_.size() - 2];
    if (one.size() > 2 * last.size()) break;
    auto both = std::make_shared<Prefixes>(one);
    for (const auto& [prefix, iri] : last) both->insert_or_assign(prefix, iri);
    before_.pop_back();
    before_.back() = std::move(both);
  }
}

const std::string* TurtleEnv::find(std::string_view prefix) const {
  const auto in = [&](const Prefixes& prefixes) {
    const auto found = prefixes.find(prefix);
    return found == prefixes.end() ? nullptr : &found->second;
  };
  if (own_)
    if (const std::string* const iri = in(*own_)) return iri;
  for (auto part = before_.rbegin(); part != before_.rend(); ++part)
    if (const std::string* const iri = in(**part)) return iri;
  return nullptr;
}

// prefixID ::= '@prefix' PNAME_NS IRIREF '.' ; base ::= '@base' IRIREF '.'
// sparqlPrefix ::= "PREFIX" PNAME_NS IRIREF ; sparqlBase ::= "BASE" IRIREF
// version ::= '@version' VersionSpecifier '.' ; sparqlVersion ::= "VERSION"
// VersionSpecifier
std::optional<TurtleProblem> TurtleEnv::apply_directive(std::string_view statement) {
  if (auto problem = utf8_problem(statement)) return problem;
  TurtleLexer lexer{statement};
  TurtleToken token = lexer.next();
  const std::string_view keyword = lexer.text_of(token);
  const bool with_at = token.kind == TurtleTokenKind::at_word;
  const bool is_prefix =
      with_at ? keyword == "@prefix" : equal_ignoring_case(keyword, "prefix");
  const bool is_base =
      with_at ? keyword == "@base" : equal_ignoring_case(keyword, "base");
  const bool is_version =
      with_at ? keyword == "@version" : equal_ignoring_case(keyword, "version");
  if (!is_prefix && !is_base && !is_version)
    return syntax_problem(lexer, token, "@prefix, @base or @version, in small letters,");
  std::string name;
  if (is_prefix) {
    token = lexer.next();
    name = lexer.text_of(token);
    if (token.kind != TurtleTokenKind::prefixed || name.find(':') + 1 != name.size())
      return syntax_problem(lexer, token, "a prefix with its colon");
    name.pop_back();
  }
  token = lexer.next();
  Resolved said;
  if (is_version) {
    // A hint (Concepts §2.2): it is read, and changes nothing.
    const std::string_view label = lexer.text_of(token);
    if (token.kind != TurtleTokenKind::string ||
        string_inside(label).size() + 2 != label.size())
      return syntax_problem(lexer, token, "a version between single quotes");
  } else {
    if (token.kind != TurtleTokenKind::iri)
      return syntax_problem(lexer, token, "an IRI in <>");
    said = resolved(*base_, lexer.text_of(token));
    made_bytes_ +=
        said.iri.size() - std::min(said.iri.size(), lexer.text_of(token).size());
    // One that is declared again takes the place of the former one.
    if (is_prefix && find(name) == nullptr) made_bytes_ += kPrefixBytes;
    if (made_bytes_ > most_bytes_)
      said.problem = {
          kTooMuch,
          fmt::format("prefixes and bases take more than {} beyond their text "
                      "(--max-page-iris)",
                      human_bytes(most_bytes_)),
          0};
  }
  if (said.problem) {
    said.problem->at = token.begin;
    return said.problem;
  }
  if (with_at) {
    token = lexer.next();
    if (token.kind != TurtleTokenKind::dot) return syntax_problem(lexer, token, "a dot");
  }
  token = lexer.next();
  if (token.kind != TurtleTokenKind::end)
    return syntax_problem(lexer, token, "nothing more");
  if (is_prefix) {
    if (!own_) own_ = std::make_shared<Prefixes>();
    own_->insert_or_assign(std::move(name), std::move(said.iri));
  } else if (is_base) {
    base_ = std::make_shared<const BaseIri>(std::move(said.iri));
  }
  return std::nullopt;
}

std::optional<TurtleProblem> utf8_problem(std::string_view statement) {
  const std::size_t good = valid_utf8_prefix(statement);
  if (good == statement.size()) return std::nullopt;
  return TurtleProblem{"turtle.not-utf8", "the statement holds bytes that are not UTF-8",
                       good};
}

// block ::= triplesOrGraph | wrappedGraph | … | "GRAPH" labelOrSubject wrappedGraph
TurtleGraph read_graph_name(std::string_view statement, const TurtleEnv& env,
                            std::uint64_t offset) {
  TurtleLexer lexer{statement};
  TurtleGraph graph;
  if ((graph.problem = utf8_problem(statement))) return graph;
  TurtleToken token = lexer.next();
  const auto fail = [&](std::string_view expected) {
    graph.problem = syntax_problem(lexer, token, expected);
    return graph;
  };
  if (token.kind == TurtleTokenKind::open_brace) return graph;
  if (token.kind == TurtleTokenKind::word &&
      equal_ignoring_case(lexer.text_of(token), "graph"))
    token = lexer.next();
  const std::string_view text = lexer.text_of(token);
  switch (token.kind) {
    case TurtleTokenKind::iri: {
      graph.kind = TermKind::iri;
      auto [iri, problem] = resolved(env.base(), text);
      graph.value = std::move(iri);
      graph.problem = std::move(problem);
      break;
    }
    case TurtleTokenKind::prefixed: {
      graph.kind = TermKind::iri;
      const std::string name = without_backslashes(text);
      if (!append_expanded(env, name, graph.value))
        graph.problem = undefined_prefix(name);
      break;
    }
    case TurtleTokenKind::blank:
      graph.kind = TermKind::blank;
      graph.value = text.substr(2);
      if (looks_generated(graph.value)) graph.value += '.';
      break;
    case TurtleTokenKind::open_bracket:
      token = lexer.next();
      if (token.kind != TurtleTokenKind::close_bracket) return fail("]");
      graph.kind = TermKind::blank;
      graph.value = generated_label(offset, 0);
      break;
    default:
      return fail("the name of a graph");
  }
  if (graph.problem) {
    graph.problem->at = token.begin;
    return graph;
  }
  token = lexer.next();
  if (token.kind != TurtleTokenKind::open_brace) return fail("{");
  return graph;
}

std::string generated_label(std::uint64_t offset, std::uint64_t index) {
  // Letters and digits only: such a label is written as it is.
  return fmt::format("g{}n{}", offset, index);
}

bool looks_generated(std::string_view label) {
  if (label.size() < 4 || label[0] != 'g') return false;
  const std::size_t middle = label.find('n');
  return middle != std::string_view::npos && all_digits(label.substr(1, middle - 1)) &&
         all_digits(label.substr(middle + 1));
}

bool append_expanded(const TurtleEnv& env, std::string_view name, std::string& out) {
  const std::size_t colon = name.find(':');
  const std::string* space = env.find(name.substr(0, colon));
  if (space == nullptr) return false;
  out += *space;
  out += name.substr(colon + 1);
  return true;
}

TurtleProblem undefined_prefix(std::string_view name) {
  return {"turtle.undefined-prefix",
          fmt::format("the prefix {} of {} is not declared above",
                      name.substr(0, name.find(':') + 1), excerpt(name, 60))};
}

std::optional<TurtleProblem> iri_problem(std::string_view iri,
                                         std::string_view reference) {
  if (!has_colon_without_scheme(reference)) return iri_problem(iri);
  return TurtleProblem{
      "turtle.bad-iri",
      fmt::format(
          "<{}> has a colon in its first segment and no scheme before it, so it is "
          "no IRI and no relative reference (RFC 3986 §4.2)",
          excerpt(reference))};
}

std::optional<TurtleProblem> iri_problem(std::string_view iri) {
  const IriProblem problem = check_iri(iri);
  // RDF's grammars let a bare % pass, and so do we.
  if (problem == IriProblem::none || problem == IriProblem::bad_escape)
    return std::nullopt;
  return TurtleProblem{"turtle.bad-iri", fmt::format("the IRI <{}> {}", excerpt(iri),
                                                     describe(problem, iri))};
}

namespace {

template <typename Word>
std::uint64_t word_at(std::string_view text, std::size_t at) {
  Word word = 0;
  std::memcpy(&word, text.data() + at, sizeof word);
  return word;
}

/// Names are short: the call of memcmp takes longer than the look.
bool is_same(std::string_view a, std::string_view b) {
  const std::size_t size = a.size();
  if (size != b.size()) return false;
  if (size < 8) return a == b;
  for (std::size_t at = 0; at + 8 < size; at += 8)
    if (word_at<std::uint64_t>(a, at) != word_at<std::uint64_t>(b, at)) return false;
  return word_at<std::uint64_t>(a, size - 8) == word_at<std::uint64_t>(b, size - 8);
}

/// A hash of the length and the last bytes, in which names differ most.
std::uint64_t quick_hash(std::string_view text) {
  const std::size_t size = text.size();
  std::uint64_t hash = size;
  if (size >= 8) {
    hash ^= word_at<std::uint64_t>(text, size - 8);
    hash += word_at<std::uint64_t>(text, size >= 16 ? size - 16 : 0) * 31;
  } else if (size >= 4) {
    hash ^= word_at<std::uint32_t>(text, size - 4) << 32U;
    hash += word_at<std::uint32_t>(text, 0) * 31;
  } else {
    for (const char c : text) hash = hash * 31 + static_cast<unsigned char>(c);
  }
  return hash * 0x9E3779B97F4A7C15ULL;
}

}  // namespace

void TurtleTerms::use(const TurtleEnv& env) {
  env_ = &env;
  references_.fill({});
  names_.fill({});
  spaces_.fill({});
}

void TurtleTerms::begin_statement(std::uint64_t offset) {
  offset_ = offset;
  problem_.reset();
}

Term TurtleTerms::fail(TurtleProblem problem) {
  if (!problem_) problem_ = std::move(problem);
  return {};
}

template <std::size_t kSize>
TurtleTerms::Known& TurtleTerms::slot(Cache<kSize>& cache, std::string_view written) {
  static_assert(std::has_single_bit(kSize));
  return cache[(quick_hash(written) >> 56U) % kSize];
}

Term TurtleTerms::iri(std::string_view reference) {
  // Only what is relative is resolved (Turtle §6.3): dot segments of an absolute IRI
  // stay.
  if (reference.starts_with("http://") || reference.starts_with("https://") ||
      has_scheme(reference))
    return {.value = reference, .kind = TermKind::iri, .plain = true, .checked = true};
  Known& known = slot(references_, reference);
  if (known.written == reference && known.term.kind != TermKind::none) return known.term;
  scratch_.clear();
  env_->base().resolve_to(reference, scratch_);
  if (std::optional<TurtleProblem> problem = iri_problem(scratch_, reference))
    return fail(*std::move(problem));
  Term term = iri_term(batch_.keep(scratch_));
  term.plain = true;
  term.checked = is_legal_iri(term.value);
  known = {reference, term};
  return term;
}

/// What `prefix` stands for; null if it is not declared.
const Term* TurtleTerms::space_of(std::string_view prefix) {
  Known& known = slot(spaces_, prefix);
  if (known.written == prefix && known.term.kind != TermKind::none) return &known.term;
  const std::string* space = env_->find(prefix);
  if (space == nullptr) return nullptr;
  known = {prefix, iri_term(*space)};
  known.term.checked = is_legal_iri(*space);
  return &known.term;
}

Term TurtleTerms::prefixed(std::string_view name) {
  Known& known = slot(names_, name);
  if (known.term.kind == TermKind::iri && is_same(known.written, name)) return known.term;
  std::size_t colon = 0;
  while (name[colon] != ':') ++colon;  // a name has one
  const Term* space = space_of(name.substr(0, colon));
  if (space == nullptr) return fail(undefined_prefix(name));
  const std::string_view local = name.substr(colon + 1);
  const std::size_t size = space->value.size() + local.size();
  char* place = batch_.allocate(size);
  std::ranges::copy(space->value, place);
  std::ranges::copy(local, place + space->value.size());
  Term term = iri_term({place, size});
  term.plain = true;
  // All that a local name may hold an IRI may hold, too.
  term.checked = space->checked;
  known = {name, term};
  return term;
}

Term TurtleTerms::labelled(std::string_view label) {
  Term term{.kind = TermKind::blank};
  if (looks_generated(label)) {
    term.value = batch_.keep(std::string{label} + '.');
    return term;
  }
  term.value = label;
  term.plain = std::all_of(label.begin(), label.end(), is_alphanumeric);
  return term;
}

Term TurtleTerms::generated(std::uint64_t number) {
  return {.value = batch_.keep(generated_label(offset_, number)),
          .kind = TermKind::blank,
          .plain = true};
}

Term TurtleTerms::typed_literal(Term text, const Term& type) {
  if (type.value == kXsdString) return text;
  if (type.value == kRdfLangString || type.value == kRdfDirLangString)
    return fail({"turtle.bad-datatype",
                 "rdf:langString and rdf:dirLangString go with a language tag, there is "
                 "none (RDF 1.2 Concepts §3.4)",
                 0});
  text.tag = type.value;
  text.kind = TermKind::typed;
  text.checked = type.checked;
  return text;
}

}  // namespace semsite
