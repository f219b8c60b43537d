#include "crawl/sparql_ask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/more_said.hpp"
#include "fetch/address_policy.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/sparql_results.hpp"
#include "rdf/nquads_text.hpp"
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

bool has_endpoint_form(std::string_view page, std::string_view url) {
  if (page.find("name=\"query\"") == std::string_view::npos &&
      page.find("name='query'") == std::string_view::npos)
    return false;
  const std::string lower = lower_ascii(page);
  return lower.find("sparql") != std::string::npos ||
         lower.find("<textarea") != std::string::npos ||
         lower_ascii(url).find("sparql") != std::string::npos;
}

bool misses_query(int status) {
  return status == 400 || status == 405 || status == 406 || status == 411 ||
         status == 415 || status == 422 || status == 500;
}

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
    // A page is no answer that was cut: the same comes again.
    if (is_page(got.head.media_type())) return out;
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

namespace {

/// Puts the values of each solution in the order of the variables that were asked for.
class Rows final : public ResultTaker {
 public:
  Rows(std::span<const std::string_view> wanted, std::uint64_t most)
      : wanted_(wanted), most_(most) {}

  void variables(const std::vector<std::string>& names) override {
    for (const std::string_view name : wanted_)
      places_.push_back(
          static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
    fits_ = names.size() == wanted_.size() &&
            std::ranges::find(places_, names.size()) == places_.end();
  }

  ResultProblem solution(std::span<const Term> terms) override {
    if (!fits_) return {};
    if (rows_.size() >= most_) {
      is_over_ = true;
      throw DocumentError{"sparql.too-many-rows", "more rows than may be"};
    }
    std::vector<std::string>& row = rows_.emplace_back();
    for (const std::size_t place : places_) {
      const Term& term = terms[place];
      std::string& field = row.emplace_back(term.kind == TermKind::blank ? "_:" : "");
      if (term.kind == TermKind::triple) {
        append_term(field, term, {});
      } else {
        field += term.value;
      }
    }
    return {};
  }

  void boolean(bool) override { fits_ = false; }

  [[nodiscard]] bool is_over() const { return is_over_; }
  [[nodiscard]] std::optional<SparqlRows> take() {
    if (!fits_) return std::nullopt;
    return std::move(rows_);
  }

 private:
  std::span<const std::string_view> wanted_;
  std::vector<std::size_t> places_;
  std::uint64_t most_;
  bool fits_ = false;
  bool is_over_ = false;
  SparqlRows rows_;
};

/// Ends the reading at the first thing that is wrong.
class FaultsEndTheAnswer final : public Diagnostics {
 public:
  void report(const Fault& fault) override {
    throw DocumentError{std::string{fault.code}, fault.message};
  }
};

RowsAnswer of_csv(std::optional<SparqlRows> rows, std::uint64_t most) {
  RowsAnswer out{.rows = std::move(rows)};
  if (out.rows && out.rows->size() > most) {
    out.rows->resize(most);
    out.is_over = true;
  }
  return out;
}

}  // namespace

RowsAnswer read_rows_answer(std::string_view text, std::string_view media_type,
                            std::span<const std::string_view> variables,
                            std::uint64_t most) {
  const Detected told = detect_syntax(text, {.media_type = media_type, .path = {}});
  const bool is_json = told.found == "sparql-json";
  if (!is_json && told.found != "sparql-xml")
    return of_csv(read_csv_rows(text, variables, most + 1), most);
  Rows rows{variables, most};
  FaultsEndTheAnswer faults;
  MemorySource bytes{std::string{text}};
  const Limits limits;
  try {
    (is_json ? read_results_json : read_results_xml)({bytes, rows, faults, limits});
  } catch (const DocumentError&) {
    if (!rows.is_over()) return {};
  }
  return {.rows = rows.take(), .has_end = true, .is_over = rows.is_over()};
}

namespace {

/// Answers make a measurement: so many, and of so many rounds of all queries at once.
constexpr unsigned kAnswers = 12;
constexpr unsigned kRounds = 3;
/// Answers after which more queries at once are tried once more.
constexpr unsigned kRest = 100;
/// What more queries at once must bring, of what they would if each were as fast as
/// before.
constexpr double kWorthwhile = 0.25;

}  // namespace

QueryLimit::QueryLimit(unsigned most)
    : most_(std::max(most, 1U)), good_(std::min(most_, 2U)), limit_(good_) {}

void QueryLimit::answered(unsigned at_once, double work, Seconds took) {
  if (good_ == most_) return;
  if (resting_ > 0) {
    --resting_;
    return;
  }
  if (at_once != limit_) return;  // begun under another limit, or alone
  work_ += work;
  took_ += took;
  if (++answers_ < std::max(kAnswers, kRounds * limit_)) return;
  judge(took_.count() > 0 ? limit_ * work_ / took_.count() : 0);
}

void QueryLimit::judge(double speed) {
  if (limit_ == good_) {
    good_speed_ = speed;
    return measure(std::min(good_ * 2, most_));
  }
  const double more = static_cast<double>(limit_) / good_ - 1;
  if (speed < good_speed_ * (1 + kWorthwhile * more)) {
    resting_ = kRest;
    return measure(good_);
  }
  good_ = limit_;
  good_speed_ = speed;
  measure(std::min(good_ * 2, most_));
}

void QueryLimit::measure(unsigned limit) {
  limit_ = limit;
  answers_ = 0;
  work_ = 0;
  took_ = {};
}

}  // namespace semsite
