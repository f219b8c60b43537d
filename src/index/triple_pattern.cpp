#include "index/triple_pattern.hpp"

#include <algorithm>
#include <cstddef>

#include "index/query.hpp"
#include "index/statement_text.hpp"
#include "rdf/term_text.hpp"

namespace semsite {
namespace {

/// Do words and phrases hold among the `tokens` of one literal?
bool holds_in(const QueryNode& node, const std::vector<std::string>& tokens) {
  const auto child_holds = [&](const QueryNode& child) {
    return holds_in(child, tokens) != child.excluded;
  };
  switch (node.kind) {
    case QueryKind::all_of:
      return std::ranges::all_of(node.children, child_holds);
    case QueryKind::any_of:
      return std::ranges::any_of(node.children, child_holds);
    default:
      // Not that of std::ranges, which clang 14 cannot take in.
      return std::search(tokens.begin(), tokens.end(), node.texts.begin(),
                         node.texts.end()) != tokens.end();
  }
}

}  // namespace

bool is_like(std::string_view text, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t wanted = 0;
  // Behind the last `*`, and where what it stands for ends so far.
  std::size_t behind = std::string_view::npos;
  std::size_t end = 0;
  while (at < text.size()) {
    if (wanted < pattern.size() && pattern[wanted] == '*') {
      behind = ++wanted;
      end = at;
    } else if (wanted < pattern.size() && pattern[wanted] == text[at]) {
      ++wanted;
      ++at;
    } else if (behind != std::string_view::npos) {
      wanted = behind;
      at = ++end;
    } else {
      return false;
    }
  }
  while (wanted < pattern.size() && pattern[wanted] == '*') ++wanted;
  return wanted == pattern.size();
}

bool TripleCheck::holds(const TriplePattern& pattern, const StatementText& triple) {
  return holds(pattern.places[0], triple.subject) &&
         holds(pattern.places[1], triple.predicate) &&
         holds(pattern.places[2], triple.object);
}

bool TripleCheck::holds(const TriplePlace& place, std::string_view term) {
  if (place.kind == TriplePlace::Kind::triple) {
    // Its own triple, or that of one in it.
    while (is_triple_text(term)) {
      const StatementText triple = cut_triple_term(term);
      if (holds(*place.inner, triple)) return true;
      term = triple.object;
    }
    return false;
  }
  if (is_triple_text(term) && place.kind != TriplePlace::Kind::any) {
    // A triple term is found by what is in it.
    bool found = false;
    each_term_text(term,
                   [&](std::string_view one) { found = found || holds(place, one); });
    return found;
  }
  switch (place.kind) {
    case TriplePlace::Kind::any:
    case TriplePlace::Kind::triple:
      return true;
    case TriplePlace::Kind::iri:
      return is_iri_text(term) &&
             std::ranges::find(place.iris, iri_in(term)) != place.iris.end();
    case TriplePlace::Kind::like:
      return is_iri_text(term) && std::ranges::any_of(place.iris, [&](const auto& iri) {
               return is_like(iri_in(term), iri);
             });
    case TriplePlace::Kind::text:
      return is_literal_text(term) &&
             holds_in(*place.words, tokenizer_.words(decode_escapes(
                                        cut_literal(term).lexical, decoded_)));
  }
  return false;
}

bool TripleCheck::any_of(std::string_view statements) {
  bool found = false;
  each_line(statements, [&](std::string_view line) {
    if (found) return;
    found = holds(pattern_, cut_statement(line));
  });
  return found;
}

}  // namespace semsite
