#include "serve/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "html/html_writer.hpp"
#include "index/search_json.hpp"
#include "index/statement_text.hpp"
#include "serve/document_page.hpp"
#include "serve/page_frame.hpp"
#include "serve/prefixed_name.hpp"
#include "serve/response.hpp"
#include "serve/result_page.hpp"
#include "serve/search_form.hpp"

namespace semsite {
namespace {

constexpr std::int64_t kDay = 86'400;
constexpr std::uint32_t kNewest = 5;
constexpr std::uint32_t kLargestHtmlPage = 100;

SiteAnswer page_answer(int status, std::string body) {
  SiteAnswer out{
      .status = status, .type = "text/html; charset=utf-8", .body = std::move(body)};
  out.fields.emplace_back("Content-Security-Policy", served_policy());
  out.fields.emplace_back("Referrer-Policy", "no-referrer");
  return out;
}

SiteAnswer json_answer(int status, std::string body) {
  SiteAnswer out{.status = status, .type = "application/json", .body = std::move(body)};
  out.fields.emplace_back("Content-Security-Policy",
                          "default-src 'none'; frame-ancestors 'none'");
  return out;
}

SiteAnswer text_answer(int status, std::string type, std::string body) {
  return {.status = status, .type = std::move(type), .body = std::move(body)};
}

SiteAnswer redirect(std::string target) {
  SiteAnswer out{.status = 303};
  out.fields.emplace_back("Location", std::move(target));
  return out;
}

/// Something went wrong with a request: as a page, or as JSON for programs.
struct RequestFault {
  int status = 400;
  std::string_view heading{};
  std::string message;
  std::optional<std::size_t> position{};  ///< in the query, in bytes from 0
};

SiteAnswer json_fault(const RequestFault& fault) {
  JsonWriter json{1};
  json.object().key("error").object();
  json.member("status", fault.status).member("message", fault.message);
  if (fault.position) json.member("position", std::uint64_t{*fault.position});
  json.end().end();
  return json_answer(fault.status, json.text() + "\n");
}

/// The path and the query of a target.
std::pair<std::string_view, std::string_view> cut_target(std::string_view target) {
  const std::size_t mark = target.find('?');
  if (mark == std::string_view::npos) return {target, {}};
  return {target.substr(0, mark), target.substr(mark + 1)};
}

bool is_named(std::string_view field, std::string_view tag) {
  const std::vector<std::string_view> parts = split(field, ',');
  return std::ranges::any_of(parts,
                             [&](std::string_view part) { return trim(part) == tag; });
}

constexpr std::string_view kRobots = "User-agent: *\nDisallow: /\n";

std::string open_search(const std::string& host) {
  HtmlWriter xml;
  xml.open("OpenSearchDescription", {{"xmlns", "http://a9.com/-/spec/opensearch/1.1/"}});
  xml.element("ShortName", "semsite");
  xml.element("Description", "Documents of an index of Linked Data");
  xml.element("InputEncoding", "UTF-8");
  const std::string site = "http://" + host;
  xml.empty("Url", {{"type", "text/html"},
                    {"template", site + "/search?q={searchTerms}&page={startPage?}"}});
  xml.empty("Url",
            {{"type", "application/json"},
             {"template", site + "/api/search?q={searchTerms}&page={startPage?}"}});
  xml.close();
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + std::move(xml).take() + "\n";
}

}  // namespace

Site::Site(SiteFacts facts)
    : facts_(std::move(facts)), readers_(facts_.index, facts_.readers) {}

SiteAnswer Site::answer(const SiteRequest& request) {
  const auto [raw_path, raw_query] = cut_target(request.target);
  const std::string path = percent_decode(raw_path);
  const UrlQuery query{raw_query};
  const Form form = path.starts_with("/api/") ? Form::json : Form::page;
  const auto failed = [&](const RequestFault& fault) {
    SiteAnswer out =
        form == Form::json
            ? json_fault(fault)
            : page_answer(fault.status, error_page(fault.heading, fault.message, query));
    if (fault.status == 503) out.fields.emplace_back("Retry-After", "2");
    return out;
  };
  // Seen before the index is read: an answer may be newer than its tag, never older.
  // Dates such as `today` change what is found, too.
  const auto state = index_state(facts_.index);
  const std::string tag =
      state ? fmt::format("W/\"{}-{}\"", state->tag, facts_.now() / kDay) : std::string{};
  try {
    SiteAnswer out;
    const bool known =
        request.if_none_match.empty()
            ? state && request.if_modified_since == http_date(state->changed)
            : state && is_named(request.if_none_match, tag);
    out = known ? SiteAnswer{.status = 304} : route(request, path, query);
    if (known || (out.status == 200 && state)) {
      out.fields.emplace_back("ETag", tag);
      out.fields.emplace_back("Last-Modified", http_date(state->changed));
      out.fields.emplace_back("Cache-Control", "no-cache");
    }
    out.fields.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
    return out;
  } catch (const QueryError& error) {
    if (form == Form::json)
      return failed({.message = error.problem(), .position = error.position()});
    return page_answer(400, query_error_page(error, query));
  } catch (const UsageError& error) {
    return failed(
        {.heading = "This cannot be asked", .message = web_message(error.what())});
  } catch (const QueryTooLong& error) {
    return failed({.status = 503,
                   .heading = "The search took too long",
                   .message = web_message(error.what())});
  } catch (const RunError& error) {
    return failed({.status = 503,
                   .heading = "The index cannot be asked now",
                   .message = error.what()});
  }
}

SiteAnswer Site::route(const SiteRequest& request, const std::string& path,
                       const UrlQuery& query) {
  if (path == "/") return start();
  if (path == "/search") return search(query);
  if (path == "/document") return document(query);
  if (path == "/document.nt") return document_text(query);
  if (path == "/api/search") return search_api(query);
  if (path == "/api/document") return document_api(query);
  if (path == "/api/summary") return summary_api();
  if (path == "/opensearch.xml" && !request.host.empty())
    return text_answer(200, "application/opensearchdescription+xml",
                       open_search(request.host));
  if (path == "/robots.txt")
    return text_answer(200, "text/plain; charset=utf-8", std::string{kRobots});
  const std::string message = fmt::format("There is no page {}.", excerpt(path));
  if (path.starts_with("/api/"))
    return json_fault(
        {.status = 404,
         .message = message + " There are /api/search, /api/document, /api/summary."});
  return page_answer(404, error_page("No such page", message, {}));
}

SiteAnswer Site::start() {
  SearchRequest newest{.limit = kNewest, .newest_first = true, .seconds = facts_.seconds};
  newest.query.children.push_back({.kind = QueryKind::dates, .from = 0});
  return readers_.ask([&](IndexReader& reader) {
    return page_answer(200, start_page(reader.summary(), reader.search(newest)));
  });
}

SearchResult Site::found(const UrlQuery& query) {
  const SearchRequest request =
      read_search_parameters(query, facts_.now(), facts_.seconds);
  return readers_.ask([&](IndexReader& reader) { return reader.search(request); });
}

SiteAnswer Site::search(const UrlQuery& query) {
  // Forms send empty fields, too; without them the address can be read and kept.
  UrlQuery asked = query;
  asked.remove_empty();
  if (!asked.has("uri")) asked.remove("place");
  if (asked.all().size() < query.all().size())
    return redirect("/search" + asked.url_text());
  if (asked.all().empty()) {
    HtmlWriter html;
    html.element("h1", "Search");
    write_search_form(html, asked);
    return page_answer(200, served_page("Search – semsite", std::move(html).take()));
  }
  if (const auto limit = parse_uint(asked.text("limit"));
      limit && *limit > kLargestHtmlPage)
    throw UsageError{fmt::format("limit {}: at most {} on a page; /api/search gives {}",
                                 *limit, kLargestHtmlPage, kLargestPage)};
  return page_answer(200, result_page(asked, found(asked)));
}

SiteAnswer Site::search_api(const UrlQuery& query) {
  check_parameter_names(query);
  return json_answer(200, search_json(found(query), [&](std::uint64_t page) {
                       UrlQuery other = query;
                       other.set("page", std::to_string(page));
                       return "/api/search" + other.url_text();
                     }));
}

std::optional<DocumentRecord> Site::record(const UrlQuery& query) {
  const std::string url = query.text("url");
  if (url.empty()) throw UsageError{"which document? Say url=…"};
  return readers_.ask([&](IndexReader& reader) { return reader.document(url); });
}

SiteAnswer Site::document(const UrlQuery& query) {
  std::uint64_t page = 1;
  if (query.has("page")) {
    const auto number = parse_uint(query.text("page"));
    if (!number || *number == 0 || *number > 1'000'000'000)
      throw UsageError{fmt::format("page {}: no page", excerpt(query.text("page")))};
    page = *number;
  }
  const auto found = record(query);
  if (!found) return page_answer(404, unknown_document_page(query.text("url")));
  return page_answer(200, document_page(*found, page));
}

SiteAnswer Site::document_text(const UrlQuery& query) {
  auto found = record(query);
  if (!found) return page_answer(404, unknown_document_page(query.text("url")));
  SiteAnswer out =
      text_answer(200, "application/n-triples", std::move(found->text.statements));
  out.fields.emplace_back("Content-Disposition", "attachment; filename=\"document.nt\"");
  return out;
}

SiteAnswer Site::document_api(const UrlQuery& query) {
  const auto found = record(query);
  if (!found)
    return json_fault({.status = 404,
                       .message = fmt::format("no document has the URL {}",
                                              excerpt(query.text("url"), 300))});
  JsonWriter json{1};
  json.object().key("document");
  write_record(json, *found);
  json.key("explicit_content").array();
  each_line(found->text.statements, [&](std::string_view line) { json.value(line); });
  json.end().end();
  return json_answer(200, json.text() + "\n");
}

SiteAnswer Site::summary_api() {
  const IndexSummary summary =
      readers_.ask([](IndexReader& reader) { return reader.summary(); });
  JsonWriter json{1};
  json.object().member("documents", summary.documents);
  json.member("segments", summary.segments).end();
  return json_answer(200, json.text() + "\n");
}

namespace {

constexpr std::size_t kExamples = 8;

/// Links that ask for `values`, each once.
void write_examples(HtmlWriter& html, std::string_view name, std::string_view parameter,
                    const std::set<std::string>& values) {
  if (values.empty()) return;
  html.open("ul", {{"class", "chips"}}).element("li", name, {{"class", "name"}});
  std::size_t count = 0;
  for (const std::string& value : values) {
    if (++count > kExamples) break;
    html.open("li");
    write_inner_link(html, search_href(parameter, value), prefixed_name(value), value);
    html.close();
  }
  html.close();
}

}  // namespace

std::string start_page(const IndexSummary& summary, const SearchResult& newest) {
  HtmlWriter html;
  html.element("h1", "Search an index of Linked Data");
  write_search_form(html, {});
  html.element("p",
               count_of(summary.documents, "document") + " in " +
                   count_of(summary.segments, "segment") + " of the index.",
               {{"class", "soft"}});
  if (newest.hits.empty()) {
    html.element("p",
                 "The index is empty. semsite index FILE --index PLACE puts documents "
                 "into it.",
                 {{"class", "card"}});
  } else {
    std::set<std::string> classes;
    std::set<std::string> properties;
    std::set<std::string> datasets;
    for (const SearchHit& hit : newest.hits) {
      for (const TermCount& one : hit.record.classes) classes.insert(one.iri);
      for (const TermCount& one : hit.record.properties) properties.insert(one.iri);
      datasets.insert(hit.record.dataset);
    }
    html.element("h2", "Examples").open("div", {{"class", "card"}});
    write_examples(html, "Class", "class", classes);
    write_examples(html, "Property", "property", properties);
    write_examples(html, "Dataset", "in-dataset", datasets);
    html.close();
    html.element("h2", "Indexed last").open("ol", {{"class", "hits"}});
    for (const SearchHit& hit : newest.hits) write_hit(html, hit.record);
    html.close();
  }
  html.open("p", {{"class", "soft small"}}).text("For programs: ");
  html.element("a", "/api/summary", {{"href", "/api/summary"}});
  html.text(", /api/search with the same parameters as the form, /api/document?url=…");
  html.close();
  return served_page("semsite – search", std::move(html).take());
}

namespace {

constexpr std::size_t kShownQuery = 2'000;

/// The query that `error` is about: of `q` or `term` the one in which it stands.
std::string text_of(const QueryError& error, const UrlQuery& asked) {
  const std::string_view what = error.what();
  for (const char* const name : {"q", "term"})
    for (const std::string& text : asked.texts(name))
      if (text.size() >= error.position() && what.find(text) != std::string_view::npos)
        return text;
  return {};
}

}  // namespace

std::string error_page(std::string_view heading, std::string_view message,
                       const UrlQuery& asked) {
  HtmlWriter html;
  html.element("h1", heading);
  html.open("p", {{"class", "card verdict bad"}, {"role", "alert"}});
  html.text(middle_cut(message, kShownQuery)).close();
  write_search_form(html, asked);
  return served_page(std::string{heading} + " – semsite", std::move(html).take());
}

std::string query_error_page(const QueryError& error, const UrlQuery& asked) {
  HtmlWriter html;
  html.element("h1", "The query has a mistake");
  html.open("div", {{"class", "card verdict bad"}, {"role", "alert"}});
  html.element("p", error.problem());
  const std::string text = text_of(error, asked);
  if (!text.empty() && text.size() <= kShownQuery) {
    html.open("pre").text(std::string_view{text}.substr(0, error.position()));
    const std::string_view rest = std::string_view{text}.substr(error.position());
    html.element("mark", rest.empty() ? "⟵ here" : rest).close();
  }
  html.close();
  write_search_form(html, asked);
  return served_page("The query has a mistake – semsite", std::move(html).take());
}

std::string unknown_document_page(std::string_view url) {
  HtmlWriter html;
  html.element("h1", "No such document");
  html.open("div", {{"class", "card verdict fair"}});
  html.open("p").text("The index has no document of the address ");
  html.foreign(middle_cut(url, 300)).text(".").close();
  html.open("p").text("Look for ");
  write_inner_link(html, search_href("uri", url), "documents that mention it");
  html.text(" or ");
  write_inner_link(html, search_href("namespace", url), "IRIs that begin so");
  html.text(".").close().close();
  write_search_form(html, {});
  return served_page("No such document – semsite", std::move(html).take());
}

}  // namespace semsite
