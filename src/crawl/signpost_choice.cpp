#include "crawl/signpost_choice.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.hpp"
#include "base/url.hpp"
#include "parse/syntax.hpp"

namespace semsite {
namespace {

/// By speed and by what each keeps, best first.
constexpr std::array<std::string_view, 9> kBestFirst = {
    "nquads", "ntriples", "trig", "turtle", "jsonld",
    "rdfxml", "trix",     "html", "rdfa"};

constexpr std::size_t kUnknownType = kBestFirst.size();
constexpr std::size_t kNotRdf = kUnknownType + 1;

std::string_view without_parameters(std::string_view media_type) {
  return trim(media_type.substr(0, media_type.find(';')));
}

/// Smaller is better.
std::size_t rank_of(std::string_view media_type) {
  const std::string_view type = without_parameters(media_type);
  if (type.empty()) return kUnknownType;
  const Syntax* const syntax = syntax_of_media_type(type);
  // `application/vnd.codemeta.ld+json` and the like.
  if (syntax == nullptr) {
    const bool ld = ends_with_ignoring_case(type, "ld+json");
    const bool rdf = ends_with_ignoring_case(type, "rdf+xml");
    return ld ? 4 : rdf ? 5 : kNotRdf;
  }
  const auto* const found = std::ranges::find(kBestFirst, syntax->name);
  return found == kBestFirst.end() ? kNotRdf
                                   : static_cast<std::size_t>(found - kBestFirst.begin());
}

bool has_relation(const Signpost& signpost, std::string_view relation) {
  std::string_view rest = signpost.relations;
  while (!rest.empty()) {
    const std::size_t end = rest.find(' ');
    if (equal_ignoring_case(rest.substr(0, end), relation)) return true;
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  return false;
}

/// JSON first: the two forms of a link set say the same.
std::size_t rank_of_linkset(std::string_view media_type) {
  const std::string_view type = without_parameters(media_type);
  if (equal_ignoring_case(type, "application/linkset+json")) return 0;
  if (type.empty()) return 1;
  if (equal_ignoring_case(type, "application/linkset")) return 2;
  return equal_ignoring_case(type, "application/json") ? 3 : 4;
}

bool can_be_asked(const Signpost& signpost, std::string_view page) {
  return is_http(signpost.target) &&
         request_url(without_fragment(signpost.target)) != page;
}

}  // namespace

bool may_be_rdf(std::string_view media_type) { return rank_of(media_type) != kNotRdf; }

std::vector<SignpostTarget> choose_signposts(std::span<const Signpost> signposts,
                                             std::span<const std::string> follow,
                                             std::string_view page) {
  std::vector<SignpostTarget> out;
  const auto add = [&](const Signpost& signpost, PageTask task) {
    std::string url = request_url(without_fragment(signpost.target));
    const bool known = std::ranges::any_of(
        out, [&](const SignpostTarget& one) { return one.url == url; });
    if (!known) out.push_back({.url = std::move(url), .task = std::move(task)});
  };
  const auto best = [&](std::string_view relation, auto rank) -> const Signpost* {
    const Signpost* found = nullptr;
    for (const Signpost& one : signposts)
      if (has_relation(one, relation) && can_be_asked(one, page) &&
          (found == nullptr || rank(one.type) < rank(found->type)))
        found = &one;
    return found;
  };
  for (const std::string& relation : follow) {
    if (relation == "describedby") {
      const Signpost* const one = best(relation, rank_of);
      if (one != nullptr && may_be_rdf(one->type)) add(*one, {});
      continue;
    }
    // What an object consists of is opened only if it is known to be RDF.
    for (const Signpost& one : signposts)
      if (has_relation(one, relation) && can_be_asked(one, page) &&
          rank_of(one.type) < kUnknownType)
        add(one, {});
  }
  if (!out.empty()) return out;
  if (const Signpost* const linkset = best("linkset", rank_of_linkset))
    add(*linkset, {.kind = PageTask::Kind::linkset,
                   .xpath = {},
                   .context = std::string{page}});
  return out;
}

}  // namespace semsite
