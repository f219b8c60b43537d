#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "index/query.hpp"
#include "index/search.hpp"
#include "semsite/errors.hpp"
#include "serve/reader_pool.hpp"
#include "serve/response.hpp"
#include "serve/url_query.hpp"

namespace semsite {

/// What a site needs to know.
struct SiteFacts {
  std::string index;    ///< the file
  double seconds = 10;  ///< a search may take
  std::size_t readers = 8;
  std::function<std::int64_t()> now;  ///< seconds since 1970
};

/// The pages and the API of an index (docs/serve.md). Thread-safe.
class Site {
 public:
  explicit Site(SiteFacts facts);

  /// Never throws what a request can cause.
  [[nodiscard]] SiteAnswer answer(const SiteRequest& request);

 private:
  enum class Form { page, json };
  [[nodiscard]] SiteAnswer route(const SiteRequest& request, const std::string& path,
                                 const UrlQuery& query);
  [[nodiscard]] SiteAnswer start();
  [[nodiscard]] SiteAnswer search(const UrlQuery& query);
  [[nodiscard]] SiteAnswer search_api(const UrlQuery& query);
  [[nodiscard]] SiteAnswer document(const UrlQuery& query);
  [[nodiscard]] SiteAnswer document_text(const UrlQuery& query);
  [[nodiscard]] SiteAnswer document_api(const UrlQuery& query);
  [[nodiscard]] SiteAnswer summary_api();

  [[nodiscard]] SearchResult found(const UrlQuery& query);
  [[nodiscard]] std::optional<DocumentRecord> record(const UrlQuery& query);

  const SiteFacts facts_;
  ReaderPool readers_;
};

/// The first page: the search box, what the index holds, and examples of what can be
/// asked, from the documents that were indexed last.
[[nodiscard]] std::string start_page(const IndexSummary& summary,
                                     const SearchResult& newest);

/// What could not be done and why, with the form to ask again.
[[nodiscard]] std::string error_page(std::string_view heading, std::string_view message,
                                     const UrlQuery& asked);

/// The same for a query with a mistake: shows the place.
[[nodiscard]] std::string query_error_page(const QueryError& error,
                                           const UrlQuery& asked);

/// There is no document of that URL; what else can be asked.
[[nodiscard]] std::string unknown_document_page(std::string_view url);

}  // namespace semsite
