#include "report/changed_quad.hpp"

#include <algorithm>

namespace semsite {
namespace {

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Takes the term at the front of `rest` and the space behind it; empty if there is none.
std::string_view take_term(std::string_view& rest) {
  std::size_t end = 0;
  if (rest.starts_with('"')) {
    end = 1;
    while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
  }
  end = rest.find(' ', end);
  if (end == std::string_view::npos) return {};
  const std::string_view term = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return term;
}

bool is_iri(std::string_view term) {
  return term.size() > 2 && term.front() == '<' && term.back() == '>' &&
         term.find('\\') == std::string_view::npos;
}

bool is_label(std::string_view term) {
  return term.starts_with("_:") && term.size() > 2 &&
         std::ranges::all_of(term.substr(2),
                             [](char c) { return is_alphanumeric(c) || c == '_'; });
}

bool is_literal(std::string_view term) {
  if (!term.starts_with('"')) return false;
  const std::size_t quote = term.rfind('"');
  const std::string_view suffix = term.substr(quote + 1);
  return quote > 0 && (suffix.empty() || suffix.starts_with('@') ||
                       (suffix.starts_with("^^") && is_iri(suffix.substr(2))));
}

}  // namespace

ChangedQuad cut_quad(std::string_view line) {
  ChangedQuad quad;
  quad.line = line;
  std::string_view rest = line;
  quad.subject = take_term(rest);
  quad.predicate = take_term(rest);
  quad.object = take_term(rest);
  if (rest != ".") quad.graph = take_term(rest);
  quad.expressible =
      rest == "." && (is_iri(quad.subject) || is_label(quad.subject)) &&
      is_iri(quad.predicate) &&
      (is_iri(quad.object) || is_label(quad.object) || is_literal(quad.object)) &&
      (quad.graph.empty() || is_iri(quad.graph));
  return quad;
}

void append_sparql_term(std::string& out, std::string_view term) {
  if (!term.starts_with('"')) {
    out += term;
    return;
  }
  for (std::size_t i = 0; i < term.size(); ++i) {
    out += term[i];
    if (term[i] != '\\' || i + 1 == term.size()) continue;
    const char next = term[++i];
    if (next == 'u') {
      out += "U0000";  // its four digits follow
    } else if (next == '\\' && i + 1 < term.size() &&
               (term[i + 1] == 'u' || term[i + 1] == 'U')) {
      out += '\\';
      out += term[++i] == 'u' ? "\\U00000075" : "\\U00000055";
    } else {
      out += next;
    }
  }
}

}  // namespace semsite
