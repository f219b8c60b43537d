#include "serve/document_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/text.hpp"
#include "html/html_writer.hpp"
#include "index/search_json.hpp"
#include "index/statement_text.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/term_text.hpp"
#include "serve/page_frame.hpp"
#include "serve/prefixed_name.hpp"
#include "serve/url_query.hpp"

namespace semsite {
namespace {

constexpr std::size_t kShownSources = 10;
constexpr std::size_t kShownClassesOfDocument = 30;

std::string shown_time(std::int64_t seconds) {
  std::string out = utc_timestamp(seconds);  // 2026-11-22T09:00:00Z
  out[10] = ' ';
  out.pop_back();
  return out + " UTC";
}

void write_texts(HtmlWriter& html, std::string_view name,
                 const std::vector<std::string>& texts, std::string_view parameter) {
  if (texts.empty()) return;
  html.element("dt", name).open("dd");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) html.text(", ");
    write_inner_link(html, search_href(parameter, texts[i]), texts[i]);
  }
  html.close();
}

void write_facts(HtmlWriter& html, const DocumentRecord& record) {
  const DocumentText& text = record.text;
  html.open("div", {{"class", "card"}}).open("dl", {{"class", "facts"}});
  html.element("dt", "Address").open("dd").foreign(middle_cut(text.url, 300));
  write_way_out(html, text.url);
  html.close();
  html.element("dt", "Dataset").open("dd");
  write_inner_link(html, search_href("in-dataset", record.dataset), record.dataset);
  html.close();
  html.element("dt", "Size")
      .element("dd", fmt::format("{}, {} as N-Triples", count_of(text.triples, "triple"),
                                 human_bytes(text.bytes)));
  html.element("dt", "Indexed").element("dd", shown_time(record.updated));
  if (record.lastmod)
    html.element("dt", "Changed").element("dd", shown_time(*record.lastmod));
  write_texts(html, "Format", text.formats, "in-format");
  write_texts(html, "Languages", record.languages, "language");
  if (!text.sources.empty()) {
    html.element("dt", "Read from").open("dd");
    for (std::size_t i = 0; i < std::min(kShownSources, text.sources.size()); ++i) {
      html.open("div").foreign(middle_cut(text.sources[i], 300));
      write_way_out(html, text.sources[i]);
      html.close();
    }
    if (text.sources.size() > kShownSources)
      html.text(fmt::format("and {} more", text.sources.size() - kShownSources));
    html.close();
  }
  if (!record.classes.empty()) {
    html.element("dt", "Classes").open("dd").open("ul", {{"class", "chips"}});
    for (std::size_t i = 0; i < std::min(kShownClassesOfDocument, record.classes.size());
         ++i) {
      const TermCount& one = record.classes[i];
      html.open("li");
      write_inner_link(html, search_href("class", one.iri), prefixed_name(one.iri),
                       one.iri);
      if (one.count > 1)
        html.element("span", fmt::format(" × {}", grouped(one.count)),
                     {{"class", "soft small"}});
      html.close();
    }
    html.close().close();
  }
  html.element("dt", "SHA-256").open("dd").element("code", text.checksum).close();
  html.close().close();
}

void write_links(HtmlWriter& html, const std::string& url) {
  html.open("ul", {{"class", "chips"}});
  const auto link = [&](const std::string& href, std::string_view shown) {
    if (href.empty()) return;
    html.open("li").element("a", shown, {{"href", href}}).close();
  };
  const std::string which = UrlQuery{}.add("url", url).url_text();
  link(search_href("uri", url), "Documents that mention it");
  link("/document.nt" + which, "Download N-Triples");
  link("/api/document" + which, "JSON");
  html.close();
}

void write_statement_pages(HtmlWriter& html, const std::string& url, std::uint64_t page,
                           std::uint64_t lines) {
  const std::uint64_t last = (lines + kStatementsOnPage - 1) / kStatementsOnPage;
  if (last <= 1) return;
  const auto link = [&](std::uint64_t other, std::string_view shown) {
    html.element(
        "a", shown,
        {{"href",
          "/document" +
              UrlQuery{}.add("url", url).add("page", std::to_string(other)).url_text()}});
  };
  html.open("nav", {{"class", "pages"}, {"aria-label", "Pages of statements"}});
  if (page > 1) link(std::min(page - 1, last), "← Previous");
  html.element(
      "span", fmt::format("Page {} of {} ({})", page, last, count_of(lines, "statement")),
      {{"class", "soft"}});
  if (page < last) link(page + 1, "Next →");
  html.close();
}

}  // namespace

std::string document_page(const DocumentRecord& record, std::uint64_t page) {
  const DocumentText& text = record.text;
  const std::string title = record.titles.empty()
                                ? middle_cut(text.url, 200)
                                : middle_cut(record.titles.front().value, 200);
  HtmlWriter html;
  html.open("h1").foreign(title).close();
  write_links(html, text.url);
  write_facts(html, record);
  html.element("h2", "Statements");
  if (text.left_out > 0)
    html.element(
        "p",
        fmt::format("The document was too large for the index: {} of its triples are "
                    "counted, but are not here (semsite index --max-document).",
                    grouped(text.left_out)),
        {{"class", "card verdict fair"}});
  const auto lines =
      static_cast<std::uint64_t>(std::ranges::count(text.statements, '\n'));
  const auto shown =
      shown_statements(record, (page - 1) * kStatementsOnPage, kStatementsOnPage);
  if (shown.empty() && page > 1)
    html.element("p", fmt::format("There is no page {}.", page), {{"class", "card"}});
  write_statements(html, shown);
  write_statement_pages(html, text.url, page, lines);
  return served_page(middle_cut(title, 80) + " – semsite", std::move(html).take());
}

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
