#include "sink/older_rdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/term_text.hpp"
#include "rdf/triple_term.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Reifiers and graphs that are remembered.
constexpr std::size_t kMostRemembered = std::size_t{1} << 20U;

constexpr std::string_view kPropositionForm =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#PropositionForm";

/// How a triple term is described, of which only a node is left.
struct Vocabulary {
  std::string_view type, subject, predicate, object;
};
// https://www.w3.org/TR/rdf12-interop/, the basic encoding.
constexpr Vocabulary kEncoding{
    .type = kPropositionForm,
    .subject = "http://www.w3.org/1999/02/22-rdf-syntax-ns#propositionFormSubject",
    .predicate = "http://www.w3.org/1999/02/22-rdf-syntax-ns#propositionFormPredicate",
    .object = "http://www.w3.org/1999/02/22-rdf-syntax-ns#propositionFormObject",
};
constexpr Vocabulary kReification{
    .type = kRdfStatement,
    .subject = kRdfSubject,
    .predicate = kRdfPredicate,
    .object = kRdfObject,
};

/// Behind it the language in lower case, `_`, the direction (JSON-LD 1.1 §4.2.4.1).
constexpr std::string_view kI18n = "https://www.w3.org/ns/i18n#";

bool is_proposition(const Quad& quad) {
  return quad.subject.kind == TermKind::blank && quad.object.kind == TermKind::iri &&
         quad.object.value == kPropositionForm && quad.predicate.value == kRdfType;
}

bool has_direction(const Term& term) {
  bool has = false;
  visit_terms(term, [&](const Term& one) {
    has = has || (one.kind == TermKind::lang && !direction_of(one.tag).empty());
  });
  return has;
}

Term constant(std::string_view iri) {
  return {.value = iri, .kind = TermKind::iri, .plain = true, .checked = true};
}

std::size_t hash_of(std::string_view text) { return text_hash(text); }

}  // namespace

OlderRdf::Counts& OlderRdf::Counts::operator+=(const Counts& more) {
  encoded += more.encoded;
  reified += more.reified;
  left_out += more.left_out;
  directions += more.directions;
  ambiguous += more.ambiguous;
  propositions += more.propositions;
  return *this;
}

/// The quads of one batch.
class OlderRdf::Work {
 public:
  Work(OlderRdf& all, OlderRdfRules rules, QuadBatch& batch)
      : all_(all), rules_(rules), batch_(batch) {}

  Counts run() {
    const std::vector<Quad> quads{batch_.quads().begin(), batch_.quads().end()};
    batch_.truncate(0);
    for (const Quad& quad : quads) add(quad);
    return counts_;
  }

 private:
  void add(Quad quad) {
    if (quad.object.kind == TermKind::triple) return add_triple(quad);
    if (rules_.triple_terms == TripleTermUse::encode && is_proposition(quad))
      counts_.propositions += all_.note_proposition(hash_of(graph_text(quad)));
    quad.object = without_direction(quad.object);
    batch_.add(quad);
  }

  void add_triple(Quad quad) {
    switch (rules_.triple_terms) {
      case TripleTermUse::keep:
        if (has_direction(quad.object)) {
          const std::string text = changed_triple(
              quad.object, [this](const Term& term) { return without_direction(term); });
          quad.object = {.value = batch_.keep(text), .kind = TermKind::triple};
        }
        batch_.add(quad);
        return;
      case TripleTermUse::drop:
        ++counts_.left_out;
        return;
      case TripleTermUse::fail:
        throw RunError{fmt::format(
            "{}: a statement with a triple term, which --triple-terms fail does not let "
            "pass [output.triple-term]: {}",
            batch_.document().name, excerpt(statement_of(quad), 200))};
      case TripleTermUse::encode:
        ++counts_.encoded;
        counts_.propositions += all_.note_encoded(hash_of(graph_text(quad)));
        put_nodes(quad, kEncoding);
        return;
      case TripleTermUse::reify:
        break;
    }
    ++counts_.reified;
    put_nodes(quad, kReification);
  }

  /// Puts a node in the place of each triple term of `quad`; that of the outermost one
  /// is, in the classic reification, what reifies it.
  void put_nodes(Quad quad, const Vocabulary& words) {
    std::vector<TripleParts> nest;
    for (Term term = quad.object; term.kind == TermKind::triple;
         term = nest.back().object)
      nest.push_back(parts_of(term));
    nest.back().object = without_direction(nest.back().object);
    // From the innermost outwards: the node of one is in the text that names the next.
    Term node;
    for (std::size_t i = nest.size(); i-- > 0;) {
      TripleParts& parts = nest[i];
      if (i + 1 < nest.size()) parts.object = node;
      const std::string label = label_of(parts, quad);
      const bool is_reified =
          i == 0 && words.type == kRdfStatement && quad.predicate.value == kRdfReifies;
      if (is_reified) {
        if (all_.is_other_triple(hash_of(graph_text(quad) + text_of(quad.subject)),
                                 hash_of(label)))
          ++counts_.ambiguous;
        return describe(quad.subject, parts, quad.graph, words);
      }
      node = {.value = batch_.keep(label), .kind = TermKind::blank};
      if (described_.insert(label).second) describe(node, parts, quad.graph, words);
    }
    quad.object = node;
    batch_.add(quad);
  }

  void describe(const Term& node, const TripleParts& parts, const Term& graph,
                const Vocabulary& words) {
    const auto say = [&](std::string_view predicate, const Term& object) {
      batch_.add({.subject = node,
                  .predicate = constant(predicate),
                  .object = object,
                  .graph = graph});
    };
    say(kRdfType, constant(words.type));
    say(words.subject, parts.subject);
    say(words.predicate, parts.predicate);
    say(words.object, parts.object);
  }

  /// No syntax has a label that begins so.
  [[nodiscard]] std::string label_of(const TripleParts& parts, const Quad& quad) const {
    std::string text = graph_text(quad);
    for (const Term* term : {&parts.subject, &parts.predicate, &parts.object})
      (text += ' ') += text_of(*term);
    std::string room;
    return "-" + short_hash(compared_text(text, room));
  }

  [[nodiscard]] std::string text_of(const Term& term) const {
    std::string out;
    append_term(out, term, batch_.document().scope);
    return out;
  }

  [[nodiscard]] std::string graph_text(const Quad& quad) const {
    if (rules_.drops_graphs || batch_.document().drop_graphs) return {};
    if (quad.graph.kind != TermKind::none) return text_of(quad.graph);
    return batch_.document().graph;
  }

  [[nodiscard]] std::string statement_of(const Quad& quad) const {
    std::string out;
    append_quad(out, quad, batch_.document());
    out.pop_back();  // the end of the line
    return out;
  }

  Term without_direction(const Term& term) {
    if (term.kind != TermKind::lang || rules_.directions == DirectionUse::keep)
      return term;
    const std::string_view direction = direction_of(term.tag);
    if (direction.empty()) return term;
    ++counts_.directions;
    Term out = term;
    if (rules_.directions == DirectionUse::drop) {
      out.tag = language_of(term.tag);
      return out;
    }
    out.kind = TermKind::typed;
    out.tag = batch_.keep(
        fmt::format("{}{}_{}", kI18n, lower_ascii(language_of(term.tag)), direction));
    return out;
  }

  OlderRdf& all_;
  OlderRdfRules rules_;
  QuadBatch& batch_;
  std::unordered_set<std::string> described_;  ///< labels
  Counts counts_;
};

OlderRdfRules OlderRdf::rules() {
  const MutexLock lock{find_mutex_};
  if (!rules_) rules_ = find_();
  return *rules_;
}

OlderRdf::Counts OlderRdf::apply(QuadBatch& batch) {
  const std::span<const Quad> quads = std::as_const(batch).quads();
  if (std::ranges::none_of(quads, [](const Quad& quad) {
        return needs_rdf12(quad.object) || is_proposition(quad);
      }))
    return {};
  const OlderRdfRules rules = this->rules();
  if (!rules.changes_anything()) return {};
  return Work{*this, rules, batch}.run();
}

bool OlderRdf::is_other_triple(std::size_t reifier, std::size_t triple) {
  const MutexLock lock{mutex_};
  const auto known = triple_of_.find(reifier);
  if (known != triple_of_.end()) return known->second != triple;
  if (triple_of_.size() < kMostRemembered) triple_of_.emplace(reifier, triple);
  return false;
}

std::uint64_t OlderRdf::note_encoded(std::size_t graph) {
  const MutexLock lock{mutex_};
  if (encoded_.contains(graph) || encoded_.size() >= kMostRemembered) return 0;
  encoded_.insert(graph);
  const auto found = propositions_.find(graph);
  return found == propositions_.end() ? 0 : found->second;
}

std::uint64_t OlderRdf::note_proposition(std::size_t graph) {
  const MutexLock lock{mutex_};
  // Beyond the bound nobody knows: it may be one of them.
  if (encoded_.contains(graph) || encoded_.size() >= kMostRemembered) return 1;
  if (propositions_.size() < kMostRemembered) ++propositions_[graph];
  return 0;
}

}  // namespace semsite
