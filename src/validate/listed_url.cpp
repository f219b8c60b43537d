#include "validate/listed_url.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/sitemap_names.hpp"

namespace semsite {
namespace {

constexpr std::size_t kLongestLoc = 2047;  // "less than 2,048 characters"

}  // namespace

ListedUrlCheck::ListedUrlCheck(DocumentFindings& findings, const SitemapTerms& terms,
                               ListedUrls& seen)
    : findings_(findings), terms_(terms), seen_(seen), origin_(origin_of(terms.url)) {
  if (const auto parts = split_url(terms.url))
    directory_ = parts->path.substr(0, parts->path.rfind('/') + 1);
  if (directory_.empty()) directory_ = "/";
}

void ListedUrlCheck::check(std::string_view loc, ValuePlace place, Rules rules) {
  if (loc.empty()) {
    findings_.add("sitemap.loc", "an empty loc", place.line, place.column);
    return;
  }
  if (!has_scheme(loc)) {
    findings_.add("sitemap.relative", fmt::format("\"{}\"", excerpt(loc, 200)),
                  place.line, place.column);
    return;
  }
  if (!check_reach(loc, "sitemap.loc", {}, place)) return;
  check_text(loc, place);
  const std::string url{without_fragment(loc)};
  if (rules == Rules::all || rules == Rules::again) check_scope(url, place);
  if ((rules == Rules::all || rules == Rules::anywhere) && seen_.seen(std::string{loc}))
    findings_.add("sitemap.duplicate",
                  fmt::format("\"{}\" was listed before", excerpt(loc, 200)), place.line,
                  place.column);
}

void ListedUrlCheck::check_text(std::string_view loc, ValuePlace place) {
  if (loc.size() > kLongestLoc)
    findings_.add("sitemap.loc-too-long",
                  fmt::format("{} characters: \"{}\"", grouped(loc.size()), excerpt(loc)),
                  place.line, place.column);
  if (loc.find('#') != std::string_view::npos)
    findings_.add("sitemap.fragment", fmt::format("\"{}\"", excerpt(loc, 200)),
                  place.line, place.column);
  const IriProblem problem = semsite::check_iri(loc);
  if (problem != IriProblem::none)
    findings_.add("sitemap.escaping",
                  fmt::format("\"{}\" {}", excerpt(loc, 200), describe(problem, loc)),
                  place.line, place.column);
}

void ListedUrlCheck::check_scope(const std::string& url, ValuePlace place) {
  if (!terms_.located || !is_http(terms_.url) || !is_http(url)) return;
  const bool same_origin = origin_of(url) == origin_;
  if (same_origin && path_and_query(url).starts_with(directory_)) return;
  if (terms_.announced && terms_.announced(url)) return;
  findings_.add(
      "sitemap.location",
      same_origin
          ? fmt::format("\"{}\" is not below {}, where the sitemap is", excerpt(url, 200),
                        directory_)
          : fmt::format(
                "\"{}\" is not at {}, and {}/robots.txt does not name this sitemap",
                excerpt(url, 200), site_of(terms_.url), site_of(url)),
      place.line, place.column);
}

bool ListedUrlCheck::check_location(std::string_view url, std::string_view what,
                                    std::string_view code, ValuePlace place) {
  if (!check_iri(url, what, code, place)) return false;
  return check_reach(url, code, fmt::format("{}: ", what), place);
}

/// Can anybody get something from there? A local sitemap may name local files, which is
/// of use on this machine alone.
bool ListedUrlCheck::check_reach(std::string_view url, std::string_view code,
                                 const std::string& what, ValuePlace place) {
  if (is_of_server(url) && is_fetchable(url)) return true;
  const bool is_local = is_file_url(url) && is_fetchable(url);
  const bool may_be = is_local && is_file_url(terms_.url);
  findings_.all().add(
      {code, FindingPlace{findings_.url(), place.line, place.column},
       fmt::format("{}\"{}\" is {}", what, excerpt(url, 200),
                   is_local ? "a file of one machine, and no http, https or ftp URL"
                            : "no http, https or ftp URL"),
       may_be ? std::optional{Severity::warning} : std::nullopt});
  return may_be;
}

bool ListedUrlCheck::check_iri(std::string_view iri, std::string_view what,
                               std::string_view code, ValuePlace place) {
  const IriProblem problem = semsite::check_iri(iri);
  if (problem == IriProblem::none) return true;
  findings_.add(
      code, fmt::format("{}: \"{}\" {}", what, excerpt(iri, 200), describe(problem, iri)),
      place.line, place.column);
  return false;
}

}  // namespace semsite
