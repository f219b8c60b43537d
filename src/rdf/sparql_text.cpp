#include "rdf/sparql_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/ascii.hpp"
#include "base/byte_scan.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_check.hpp"
#include "rdf/term_text.hpp"

namespace semsite {
namespace {

bool is_bracketed_iri(std::string_view term) {
  return term.size() > 2 && term.front() == '<' && term.back() == '>' &&
         is_legal_iri(term.substr(1, term.size() - 2));
}

bool is_label(std::string_view term) {
  return term.starts_with("_:") && term.size() > 2 &&
         std::ranges::all_of(term.substr(2),
                             [](char c) { return is_alphanumeric(c) || c == '_'; });
}

/// Between quotes: nothing that must be escaped stands there without its backslash.
bool is_escaped_text(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (text[i] == '\\') {
      if (++i == text.size()) return false;
    } else if (LiteralStop::test(byte)) {
      return false;
    }
  }
  return true;
}

bool is_literal(std::string_view term) {
  if (!term.starts_with('"')) return false;
  const std::size_t quote = term.rfind('"');
  if (quote == 0 || !is_escaped_text(term.substr(1, quote - 1))) return false;
  const std::string_view suffix = term.substr(quote + 1);
  if (suffix.empty()) return true;
  if (suffix.front() == '@') return is_legal_language(suffix.substr(1));
  return suffix.starts_with("^^") && is_bracketed_iri(suffix.substr(2));
}

}  // namespace

void append_sparql(std::string& out, const Term& term, std::string_view scope) {
  std::string text;
  append_term(text, term, scope);
  append_sparql_lines(out, text);
}

std::string sparql_iri(std::string_view iri) {
  std::string out;
  append_sparql(out, iri_term(iri));
  return out;
}

std::string sparql_string(std::string_view text) {
  std::string out;
  append_sparql(out, {.value = text, .kind = TermKind::literal});
  return out;
}

std::string in_sparql_graph(std::string_view graph, std::string_view inner) {
  return graph.empty() ? std::string{inner}
                       : fmt::format("GRAPH {} {{ {} }}", sparql_iri(graph), inner);
}

void append_sparql_lines(std::string& out, std::string_view nquads) {
  while (!nquads.empty()) {
    const std::size_t slash = nquads.find('\\');
    if (slash == std::string_view::npos || slash + 1 == nquads.size()) {
      out += nquads;
      return;
    }
    out += nquads.substr(0, slash + 1);
    const char next = nquads[slash + 1];
    nquads.remove_prefix(slash + 2);
    if (next == 'u') {
      out += "U0000";  // its four digits follow
    } else if (next == '\\' && (nquads.starts_with('u') || nquads.starts_with('U'))) {
      out += nquads.front() == 'u' ? "\\\\U00000075" : "\\\\U00000055";
      nquads.remove_prefix(1);
    } else {
      out += next;
    }
  }
}

std::string sparql_remark(std::string_view text) {
  std::string out = "# ";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += ' ';
    } else {
      out += c == '\\' ? '/' : c;
    }
  }
  return out + '\n';
}

bool is_sparql_term(std::string_view nquads) {
  if (!is_triple_text(nquads))
    return is_bracketed_iri(nquads) || is_label(nquads) || is_literal(nquads);
  // ExprTripleTerm, TripleTermData ::= '<<(' s p o ')>>'   (SPARQL 1.2 §19.8)
  bool good = term_text_length(nquads) == nquads.size();
  each_term_text(nquads, [&](std::string_view part) {
    good = good && (is_bracketed_iri(part) || is_label(part) || is_literal(part));
  });
  return good;
}

}  // namespace semsite
