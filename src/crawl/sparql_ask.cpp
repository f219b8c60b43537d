#include "crawl/sparql_ask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/more_said.hpp"
#include "crawl/sparql_rows.hpp"
#include "fetch/address_policy.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Of an answer that is a list.
constexpr std::size_t kRowsBytes = 16 * 1024 * 1024;
/// Of an answer to a query without LIMIT: far more than a graph has properties.
constexpr std::uint64_t kMostRows = 200'000;
constexpr unsigned kAttempts = 3;

/// Refusals that may be meant for the method or the length of the body.
bool may_want_get(int status) {
  constexpr std::array<int, 9> kRefusals{400, 403, 404, 405, 406, 411, 413, 415, 501};
  return std::ranges::find(kRefusals, status) != kRefusals.end();
}

bool is_page(std::string_view media_type) {
  return media_type.starts_with("text/html") ||
         media_type.starts_with("application/xhtml");
}

}  // namespace

std::string read_text(ByteSource& body, std::size_t limit) {
  std::string out;
  for (Block block = body.read(); !block.empty() && out.size() < limit;
       block = body.read())
    out += block.bytes;
  return out;
}

SparqlFailure failure_of(const Retrieved& got) {
  return {
      .code = got.code,
      .problem = got.problem,
      .refused = got.outcome == Retrieval::robots || got.outcome == Retrieval::refused,
      .cancelled = got.outcome == Retrieval::cancelled};
}

std::string more_of(const Retrieved& got) {
  const std::vector<MoreSaid> said = more_by_header(got, {});
  if (said.empty()) return {};
  return fmt::format("{} is not all of the answer: {}, and that is not followed", got.url,
                     more_text(said.front()));
}

std::string SparqlAsk::more() const {
  const MutexLock lock{mutex_};
  return more_;
}

SparqlAsk::SparqlAsk(Retriever& retriever, std::string endpoint)
    : retriever_(retriever), endpoint_(std::move(endpoint)) {}

Retrieved SparqlAsk::send(SparqlRequest request) {
  const bool loopback = is_loopback_host(host_of(request.url));
  Retrieved got = retriever_.get({.url = std::move(request.url),
                                  .named_by = NamedBy::network(),
                                  .method = std::move(request.method),
                                  .accept = std::move(request.accept),
                                  // The same machine would only compress for itself.
                                  .content_coding = !loopback,
                                  .body = std::move(request.body),
                                  .content_type = std::move(request.content_type),
                                  .progress = true,
                                  .second_try = false});
  attempts_ += got.attempts;
  if (got.head.status != 0) status_ = got.head.status;
  if (got.head.header("server").starts_with("Virtuoso")) virtuoso_ = true;
  return got;
}

Retrieved SparqlAsk::get(std::string_view query, std::string_view accept) {
  const SparqlBy by = by_;
  Retrieved got = send(sparql_request(endpoint_, query, accept, by));
  if (got.outcome == Retrieval::got) settled_ = true;
  if (settled_ || by == SparqlBy::get || got.outcome != Retrieval::http_error ||
      !may_want_get(got.head.status))
    return got;
  Retrieved other = send(sparql_request(endpoint_, query, accept, SparqlBy::get));
  if (other.outcome != Retrieval::got) return got;
  settled_ = true;
  by_ = SparqlBy::get;
  return other;
}

Retrieved SparqlAsk::get_graph(std::string_view store, std::string_view graph) {
  return send({.url = graph_store_url(store, graph),
               .method = "GET",
               .accept = std::string{kTriplesAccept},
               .body = {},
               .content_type = {}});
}

SparqlAsk::Rows SparqlAsk::rows(std::string_view query,
                                std::span<const std::string_view> variables) {
  Rows out;
  std::string before;
  for (unsigned attempt = 1; attempt <= kAttempts; ++attempt) {
    Retrieved got = get(query, kRowsAccept);
    if (got.outcome != Retrieval::got) {
      out.failure = failure_of(got);
      return out;
    }
    if (std::string more = more_of(got); !more.empty()) {
      const MutexLock lock{mutex_};
      more_ = std::move(more);
    }
    std::string text;
    try {
      text = read_text(*got.body, kRowsBytes);
    } catch (const DocumentError& error) {
      out.failure = {.code = error.code(), .problem = error.what()};
      continue;
    }
    const std::optional<std::uint64_t> limit = limit_of(query);
    RowsAnswer answer = read_rows_answer(text, got.head.media_type(), variables,
                                         limit.value_or(kMostRows));
    out.rows = std::move(answer.rows);
    if (answer.is_over && !limit) {
      out.rows.reset();
      out.failure = {.code = "sparql.too-many-rows",
                     .problem = fmt::format("{} answers with more than {} rows",
                                            endpoint_, grouped(kMostRows))};
      return out;
    }
    out.is_over = answer.is_over;
    // Where it was cut does not matter: what was asked for came before.
    if (out.is_over) return out;
    // CSV without its last line end may have been cut off; or this endpoint writes none.
    if (out.rows && (answer.has_end || text.ends_with('\n') || text == before))
      return out;
    out.rows.reset();
    out.failure = {.code = "sparql.no-rows",
                   .problem = is_page(got.head.media_type())
                                  ? fmt::format("{} answers with a web page, so it is no "
                                                "SPARQL endpoint",
                                                endpoint_)
                                  : fmt::format("{} gave no table for an answer; it "
                                                "begins: {}",
                                                endpoint_, excerpt(trim(text))),
                   .no_table = true};
    before = std::move(text);
  }
  return out;
}

std::optional<std::string> SparqlAsk::triples(std::string_view query) {
  for (unsigned attempt = 1; attempt <= kAttempts; ++attempt) {
    Retrieved got = get(query, "application/n-triples, text/plain;q=0.9");
    if (got.outcome != Retrieval::got) return std::nullopt;
    const std::string type = got.head.media_type();
    try {
      std::string text = read_text(*got.body, kRowsBytes);
      if (type == "application/n-triples" || type == "text/plain") return text;
    } catch (const DocumentError&) {
      continue;
    }
  }
  return std::nullopt;
}

}  // namespace semsite
