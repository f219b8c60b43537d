#pragma once

#include <string>
#include <string_view>

#include "index/query.hpp"
#include "semsite/errors.hpp"
#include "serve/url_query.hpp"

namespace semsite {

/// What could not be done and why, with the form to ask again.
[[nodiscard]] std::string error_page(std::string_view heading, std::string_view message,
                                     const UrlQuery& asked);

/// The same for a query with a mistake: shows the place.
[[nodiscard]] std::string query_error_page(const QueryError& error,
                                           const UrlQuery& asked);

/// There is no document of that URL; what else can be asked.
[[nodiscard]] std::string unknown_document_page(std::string_view url);

}  // namespace semsite
