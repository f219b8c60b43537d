#include "rdf/nquads_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace semsite {
namespace {

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// ECHAR and UCHAR as the canonical form has them: BS HT LF FF CR " \ by letter, the
/// other control characters and DEL as \u00XX, everything else native.
void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && c != '"' && c != '\\' && byte != 0x7F) {
      out += c;
      continue;
    }
    out += '\\';
    switch (c) {
      case '\b':
        out += 'b';
        break;
      case '\t':
        out += 't';
        break;
      case '\n':
        out += 'n';
        break;
      case '\f':
        out += 'f';
        break;
      case '\r':
        out += 'r';
        break;
      case '"':
      case '\\':
        out += c;
        break;
      default:
        fmt::format_to(std::back_inserter(out), "u{:04X}", byte);
    }
  }
}

void append_blank(std::string& out, const Term& term, std::string_view scope) {
  out += "_:b";
  out += scope;
  if (term.plain || std::ranges::all_of(term.value, is_alphanumeric)) {
    out += 'x';
    out += term.value;
    return;
  }
  out += 'z';
  for (const char c : term.value) {
    if (is_alphanumeric(c)) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "_{:02X}", static_cast<unsigned char>(c));
    }
  }
}

}  // namespace

void append_term(std::string& out, const Term& term, std::string_view scope) {
  switch (term.kind) {
    case TermKind::none:
      return;
    case TermKind::iri:
      out += '<';
      out += term.value;
      out += '>';
      return;
    case TermKind::blank:
      append_blank(out, term, scope);
      return;
    case TermKind::literal:
    case TermKind::lang:
    case TermKind::typed:
      break;
  }
  out += '"';
  if (term.plain) {
    out += term.value;
  } else {
    append_escaped(out, term.value);
  }
  out += '"';
  if (term.kind == TermKind::lang) {
    out += '@';
    out += term.tag;
  } else if (term.kind == TermKind::typed) {
    out += "^^<";
    out += term.tag;
    out += '>';
  }
}

void append_quad(std::string& out, const Quad& quad, const Document& document) {
  append_term(out, quad.subject, document.scope);
  out += ' ';
  append_term(out, quad.predicate, document.scope);
  out += ' ';
  append_term(out, quad.object, document.scope);
  if (!document.drop_graphs) {
    if (quad.graph.kind != TermKind::none) {
      out += ' ';
      append_term(out, quad.graph, document.scope);
    } else if (!document.graph.empty()) {
      out += " <";
      out += document.graph;
      out += '>';
    }
  }
  out += " .\n";
}

}  // namespace semsite
