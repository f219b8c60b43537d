#include "serve/statement_list.hpp"

#include <fmt/format.h>

#include <string>

#include "base/text.hpp"
#include "html/html_text.hpp"
#include "index/statement_text.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/term_text.hpp"
#include "serve/page_frame.hpp"
#include "serve/prefixed_name.hpp"

namespace semsite {
namespace {

constexpr std::size_t kShownLiteral = 1'000;

/// `text` as it is between the brackets or quotes, escapes decoded.
std::string plain(std::string_view written) {
  std::string room;
  return std::string{decode_escapes(written, room)};
}

void write_iri(HtmlWriter& html, std::string_view term, std::string_view parameter) {
  const std::string iri = plain(iri_in(term));
  write_inner_link(html, search_href(parameter, iri), prefixed_name(iri),
                   iri + " – documents that mention it");
  write_way_out(html, iri);
}

void write_literal(HtmlWriter& html, std::string_view term) {
  const LiteralText literal = cut_literal(term);
  const std::string text = plain(literal.lexical);
  html.open("span", {{"class", "literal"}})
      .foreign(middle_cut(text, kShownLiteral))
      .close();
  if (text.size() > kShownLiteral)
    html.element(
        "span", fmt::format("cut: {} bytes, whole in the download", grouped(text.size())),
        {{"class", "tag"}});
  if (!literal.language.empty()) {
    html.open("span", {{"class", "tag"}, {"title", "language"}});
    html.text("@").foreign(middle_cut(literal.language, 40)).close();
  } else if (!literal.datatype.empty() && literal.datatype != kXsdString) {
    const std::string datatype = plain(literal.datatype);
    html.open("span", {{"class", "tag"}, {"title", middle_cut(datatype, 400)}});
    html.foreign(prefixed_name(datatype)).close();
  }
}

/// A blank node: its label says only what belongs together in this document.
void write_blank(HtmlWriter& html, std::string_view term) {
  const std::string id =
      "b-" + std::string{term.substr(std::min<std::size_t>(2, term.size()))};
  html.element("a", middle_cut(term, 60), {{"href", "#" + id}, {"title", "blank node"}});
}

void write_subject(HtmlWriter& html, std::string_view term) {
  if (is_iri_text(term)) {
    html.open("h3", {{"class", "subject"}});
    write_iri(html, term, "uri");
    html.close();
    return;
  }
  const std::string id =
      "b-" + std::string{term.substr(std::min<std::size_t>(2, term.size()))};
  html.element("h3", middle_cut(term, 60), {{"class", "subject"}, {"id", id}});
}

}  // namespace

std::vector<std::string_view> shown_statements(const DocumentRecord& record,
                                               std::uint64_t first, std::uint64_t most) {
  std::vector<std::string_view> out;
  const std::string own = "<" + record.text.url + "> ";
  std::uint64_t at = 0;
  const auto take = [&](std::string_view line) {
    if (at++ >= first && out.size() < most) out.push_back(line);
  };
  each_line(record.text.statements, [&](std::string_view line) {
    if (line.starts_with(own)) take(line);
  });
  each_line(record.text.statements, [&](std::string_view line) {
    if (!line.starts_with(own)) take(line);
  });
  return out;
}

void write_statements(HtmlWriter& html, const std::vector<std::string_view>& lines) {
  std::string_view subject;
  std::string_view predicate;
  for (const std::string_view line : lines) {
    const StatementText statement = cut_statement(line);
    if (statement.subject != subject) {
      if (!subject.empty()) html.close().close().close().close();
      subject = statement.subject;
      predicate = {};
      html.open("section", {{"class", "card"}});
      write_subject(html, subject);
      html.open("dl", {{"class", "triples"}});
    }
    if (statement.predicate != predicate) {
      if (!predicate.empty()) html.close().close();
      predicate = statement.predicate;
      const std::string iri = plain(iri_in(predicate));
      html.open("div").open("dt");
      write_inner_link(html, search_href("property", iri),
                       iri == kRdfType ? "a" : prefixed_name(iri), iri);
      html.close().open("dd");
    }
    html.open("div");
    if (is_iri_text(statement.object)) {
      write_iri(html, statement.object, iri_in(predicate) == kRdfType ? "class" : "uri");
    } else if (is_literal_text(statement.object)) {
      write_literal(html, statement.object);
    } else if (is_triple_text(statement.object)) {
      html.element("code", middle_cut(statement.object, 400), {{"title", "triple term"}});
    } else {
      write_blank(html, statement.object);
    }
    html.close();
  }
  if (!subject.empty()) html.close().close().close().close();
}

}  // namespace semsite
