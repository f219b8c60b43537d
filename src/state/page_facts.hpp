#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reading/outcome.hpp"
#include "state/crawl_of_run.hpp"
#include "store/database.hpp"

namespace semsite {

/// What a page came to, for the report.
struct PageFacts {
  std::int64_t id = 0;
  std::string url, final_url, media_type, code, problem, faults, digest, task, lastmod;
  std::string begins;  ///< first line of what came instead
  /// URL, after redirects, of the page with which its quads are written; empty: its own.
  std::string same_as;
  Outcome outcome = Outcome::not_tried;
  int status = 0;
  std::uint64_t bytes = 0, quads = 0, skipped = 0;
  std::int64_t fetched = 0;
};

/// Pages without RDF, by media type; "unknown" is of those that have none. Types are what
/// servers say: of one no more than kTypeBytes, and what is beyond kMostTypes is "other".
using PageTypes = std::map<std::string, std::uint64_t, std::less<>>;
inline constexpr std::size_t kTypeBytes = 100, kMostTypes = 200;
/// For a query of `sql_of_page_types()`, whose parameters are a crawl and kTypeBytes.
[[nodiscard]] const char* sql_of_page_types();
[[nodiscard]] PageTypes read_page_types(Database::Query& query);

/// Sums over all pages of a crawl.
struct PageSums {
  std::map<Outcome, std::uint64_t> outcomes;  ///< pages by outcome
  std::uint64_t pages = 0, asked = 0, attempts = 0, quads = 0;
  std::uint64_t received = 0;  ///< bytes of bodies that came in this run
  std::uint64_t kept = 0;      ///< pages that are documents to keep (crawl/page_task)
  /// Pages whose quads another crawl of the run gives; they are not in `quads`.
  std::uint64_t elsewhere = 0;
  /// Pages whose quads another page of the crawl gives (`merge_same`); nor are these.
  std::uint64_t merged = 0;
  PageTypes no_rdf{};  ///< those that hold none
};

/// Of a query of `sql_of_page_facts`, whose first parameter is a crawl; `database`: for
/// messages.
[[nodiscard]] PageFacts read_page_facts(Database::Query& row,
                                        const std::string& database);
/// The statement for pages of which `which`, in the words of `page_sql`, is true, in the
/// order in which they were found.
[[nodiscard]] std::string sql_of_page_facts(std::string_view which);

[[nodiscard]] PageSums sum_pages(Database& database, CrawlOfRun of)
    SEMSITE_REQUIRES(database.mutex());

/// Names of the crawls that run `run` has begun, and of those that only earlier ones did.
[[nodiscard]] std::vector<std::string> crawls_of(Database& database, std::int64_t run);
[[nodiscard]] std::vector<std::string> crawls_before(Database& database,
                                                     std::int64_t run);

}  // namespace semsite
