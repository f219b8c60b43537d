#include "vocab/context_facts.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace semsite {
namespace {

using TermMap = std::map<std::string_view, TermFact>;

/// "-" stands for nothing.
std::string_view value(std::string_view word) {
  return word == "-" ? std::string_view{} : word;
}

/// set TERM IRI
TermFact setting(const TableLine& line) {
  assert(line.size() == 3);
  TermFact fact{.term = line[1], .iri_start = line[2]};
  if (line[2] == "null") fact = {.term = line[1], .form = TermForm::null};
  return fact;
}

/// What a line says of all its terms, and where they begin:
/// string IRI-START TERM… | full IRI-START COERCION CONTAINER TERM…
std::pair<TermFact, std::size_t> pattern(const TableLine& line) {
  TermFact fact;
  if (line[0] == "string") {
    fact.iri_start = value(line[1]);
    return {fact, 2};
  }
  assert(line[0] == "full" && line.size() > 4);
  fact.form = TermForm::full;
  fact.iri_start = value(line[1]);
  fact.coercion = value(line[2]);
  fact.container = value(line[3]);
  return {fact, 4};
}

/// A term, or TERM=IRI for one whose IRI does not end in it.
void add(TermMap& terms, const TermFact& pattern, std::string_view word) {
  TermFact fact = pattern;
  const std::size_t equals = word.find('=');
  fact.term = word.substr(0, equals);
  fact.iri_end = fact.term;
  if (equals != std::string_view::npos) {
    fact.iri_start = word.substr(equals + 1);
    fact.iri_end = {};
  }
  terms.insert_or_assign(fact.term, fact);
}

}  // namespace

std::string TermFact::iri() const {
  std::string out{iri_start};
  return out += iri_end;
}

ContextFacts::ContextFacts(std::span<const std::string_view> texts) {
  for (const std::string_view text : texts) {
    for (TableLine& line : table_lines(text)) {
      if (line[0] == "list") {
        lists_.emplace(line.at(1), TableLine{line.begin() + 2, line.end()});
      } else if (line[0] == "context") {
        contexts_.push_back({.name = line.at(1), .urls = {}, .lines = {}});
      } else if (line[0] == "url") {
        contexts_.back().urls.assign(line.begin() + 1, line.end());
      } else {
        contexts_.back().lines.push_back(std::move(line));
      }
    }
  }
}

const ContextFacts::Context* ContextFacts::find(std::string_view name) const {
  const auto found = std::ranges::find(contexts_, name, &Context::name);
  return found == contexts_.end() ? nullptr : &*found;
}

std::vector<TermFact> ContextFacts::terms(const Context& context) const {
  TermMap terms;
  for (const TableLine& line : context.lines) {
    if (line[0] == "set") {
      terms.insert_or_assign(line[1], setting(line));
      continue;
    }
    const auto [fact, first] = pattern(line);
    for (std::size_t i = first; i < line.size(); ++i) {
      if (!line[i].starts_with('+')) {
        add(terms, fact, line[i]);
        continue;
      }
      const auto list = lists_.find(line[i].substr(1));
      assert(list != lists_.end());
      for (const std::string_view word : list->second) add(terms, fact, word);
    }
  }
  std::vector<TermFact> out;
  out.reserve(terms.size());
  for (const auto& [term, fact] : terms) out.push_back(fact);
  return out;
}

}  // namespace semsite
