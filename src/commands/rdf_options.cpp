#include "commands/rdf_options.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <optional>

#include "base/counts.hpp"
#include "commands/values.hpp"
#include "crawl/older_quads.hpp"
#include "report/console.hpp"

namespace semsite {
namespace {

template <typename Use>
struct Word {
  std::string_view text;
  Use use;
};
constexpr std::array<Word<OlderRdfRules>, 3> kVersions{{
    {"1.2", {}},
    {"1.2-basic", {.triple_terms = TripleTermUse::encode}},
    {"1.1", {.triple_terms = TripleTermUse::encode, .directions = DirectionUse::i18n}},
}};
constexpr std::array<Word<TripleTermUse>, 4> kTripleTerms{{
    {"encode", TripleTermUse::encode},
    {"reify", TripleTermUse::reify},
    {"drop", TripleTermUse::drop},
    {"fail", TripleTermUse::fail},
}};
constexpr std::array<Word<DirectionUse>, 2> kDirections{{
    {"i18n", DirectionUse::i18n},
    {"drop", DirectionUse::drop},
}};

template <typename Use, std::size_t count>
std::optional<Use> read_word(const GivenOptions& given, const std::string& option,
                             const std::array<Word<Use>, count>& words) {
  if (!given.has(option)) return std::nullopt;
  const std::string text = given.text(option);
  std::vector<std::string> known;
  for (const Word<Use>& word : words) {
    if (word.text == text) return word.use;
    known.emplace_back(word.text);
  }
  refuse_word("--" + option, text, known);
}

}  // namespace

OlderRdfWish read_rdf_options(const GivenOptions& given) {
  OlderRdfWish out;
  if (const auto version = read_word(given, "rdf", kVersions)) {
    out.triple_terms = version->triple_terms;
    out.directions = version->directions;
  }
  if (const auto use = read_word(given, "triple-terms", kTripleTerms))
    out.triple_terms = use;
  if (const auto use = read_word(given, "direction", kDirections)) out.directions = use;
  return out;
}

/// JSON-LD has none (JSON-LD 1.1 §8), and nodes as JSON lines are JSON-LD.
bool lacks_triple_terms(const FormOptions& form) {
  const bool is_nodes = form.format == OutputFormat::jsonld ||
                        (form.format == OutputFormat::ndjson && !form.table);
  return is_nodes &&
         form.older.triple_terms.value_or(TripleTermUse::keep) == TripleTermUse::keep;
}

OlderRdfRules older_rdf_rules(const FormOptions& form) {
  return {.triple_terms = lacks_triple_terms(form)
                              ? TripleTermUse::drop
                              : form.older.triple_terms.value_or(TripleTermUse::keep),
          .directions = form.older.directions.value_or(DirectionUse::keep),
          .drops_graphs = form.format == OutputFormat::ntriples ||
                          form.format == OutputFormat::turtle || form.table.has_value()};
}

std::vector<OlderRdfNote> older_rdf_notes(const FaultCounts& faults,
                                          const FormOptions& form) {
  constexpr std::string_view kOne = "statement with a triple term";
  constexpr std::string_view kMany = "statements with triple terms";
  const bool is_form = lacks_triple_terms(form);
  struct Sentence {
    std::string_view code, one, many, verb_one, verb_many, rest;
    bool is_loss;
  };
  const Sentence sentences[] = {
      {kTripleTermLeftOut, kOne, kMany, "was", "were",
       is_form ? "left out: JSON-LD has no triple terms (write .trig or .nq, which have; "
                 "or --triple-terms encode)"
               : "left out",
       is_form},
      {kTripleTermEncoded, kOne, kMany, "is", "are",
       "written in the basic encoding (rdf:PropositionForm)", false},
      {kTripleTermReified, kOne, kMany, "is", "are", "written as rdf:Statement", false},
      {kDirectionChanged, "text", "texts", "has", "have",
       form.older.directions == DirectionUse::drop
           ? "lost the base direction"
           : "the base direction in the datatype (https://www.w3.org/ns/i18n#)",
       false},
      {kAmbiguousReifier, "statement", "statements", "is", "are",
       "of what reifies several triples: rdf:Statement does not tell whose subject, "
       "predicate and object belong together (--triple-terms encode does)",
       true},
      {kPropositionForm, "blank node", "blank nodes", "is", "are",
       "called rdf:PropositionForm by the data itself, in a graph where triple terms "
       "were encoded: nobody can tell them apart",
       true},
  };
  std::vector<OlderRdfNote> out;
  for (const Sentence& one : sentences) {
    const auto found = faults.find(one.code);
    if (found == faults.end()) continue;
    out.push_back(
        {.code = one.code,
         .text = fmt::format(
             "{} {} [{}]",
             count_of(found->second, fmt::format("{} {}", one.one, one.verb_one),
                      fmt::format("{} {}", one.many, one.verb_many)),
             one.rest, one.code),
         .is_loss = one.is_loss});
  }
  return out;
}

void tell_older_rdf(const OlderRdfNote& note, const std::string& source,
                    Console& console) {
  const std::string message = fmt::format("{}: {}", source, note.text);
  const About about{.code = note.code, .source = source};
  if (note.is_loss) {
    console.warning(message, about);
    note_loss(message);
  } else {
    console.info(message, about);
  }
}

namespace {

OptionGroup rdf_rows(std::string_view version) {
  return {.name = "rdf",
          .heading = "RDF 1.2",
          .rows = {
              {.name = "rdf", .value = "1.2|1.2-basic|1.1", .does = version},
              {.name = "triple-terms",
               .value = "encode|reify|drop|fail",
               .does = "as blank nodes (the basic encoding), as rdf:Statement, not at "
                       "all, or stop"},
              {.name = "direction",
               .value = "i18n|drop",
               .does = "of texts: in a datatype, or not at all"},
          }};
}

}  // namespace

OptionGroup output_rdf_rows() {
  return rdf_rows(
      "what is written (default 1.2: as read); 1.2-basic has no triple terms, 1.1 no "
      "directions either");
}

OptionGroup store_rdf_rows() {
  return rdf_rows("what the store gets (default: it is asked what it takes)");
}

}  // namespace semsite
