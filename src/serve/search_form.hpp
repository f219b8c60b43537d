#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "html/html_writer.hpp"
#include "index/query.hpp"
#include "semsite/errors.hpp"
#include "serve/url_query.hpp"

namespace semsite {

/// Whether the ways to ask beside the one box are folded up.
enum class OtherWays {
  folded,   ///< results come first
  as_used,  ///< unless one of them was used
};

/// The form that asks, filled with what was asked: one box, and the other ways to ask.
void write_search_form(HtmlWriter& html, const UrlQuery& asked,
                       OtherWays ways = OtherWays::as_used);

/// Reads what a URL asks for: `q` (parse_query), the fields of `semsite search`
/// (kSearchFields) and, as Sindice's API v3 had them, `fq` (`domain:`, `class:`,
/// `predicate:`, `format:`, `date:`), `sortbydate=1` and `page`. `now`: seconds since
/// 1970. Throws UsageError, of which QueryError; their texts name fields as `--name`.
[[nodiscard]] SearchRequest read_search_parameters(const UrlQuery& query,
                                                   std::int64_t now, double seconds);

/// Throws UsageError if there is a parameter that no search has, with the nearest one.
void check_parameter_names(const UrlQuery& query);

/// A message about options as one about parameters: without the `--` before names.
[[nodiscard]] std::string web_message(std::string_view message);

}  // namespace semsite
