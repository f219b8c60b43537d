#include "discover/feed_links.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

enum class FeedForm : std::uint8_t { none, xml, json };

/// Does one of the parameters of `media_type` say that it is a single entry?
bool is_one_entry(std::string_view media_type) {
  const auto parameters = split(media_type, ';');
  return std::ranges::any_of(parameters, [](std::string_view one) {
    const std::string said = lower_ascii(trim(one));
    return said == "type=entry" || said == "type=\"entry\"";
  });
}

FeedForm form_of(const Signpost& link) {
  const std::string type = lower_ascii(essence(link.type));
  const bool is_named_feed = link.relation == "feed";
  if (!is_named_feed && link.relation != "alternate") return FeedForm::none;
  if (type == "application/feed+json") return FeedForm::json;
  if (type == "application/rss+xml") return FeedForm::xml;
  if (type == "application/atom+xml")
    return is_one_entry(link.type) ? FeedForm::none : FeedForm::xml;
  const bool may_be_feed =
      type.empty() || type == "application/xml" || type == "text/xml";
  return is_named_feed && may_be_feed ? FeedForm::xml : FeedForm::none;
}

}  // namespace

FeedLinks feed_links(std::span<const Signpost> links,
                     std::span<const std::string> pages) {
  FeedLinks out;
  std::unordered_set<std::string> own, urls, json;
  for (const std::string& page : pages) own.insert(resource_key(page));
  const auto is_of_page = [&](const Signpost& link) {
    return own.contains(resource_key(link.context));
  };
  for (const Signpost& link : links) {
    const FeedForm form = form_of(link);
    if (form == FeedForm::none || !is_http(link.target) || !is_of_page(link)) continue;
    const bool is_json = form == FeedForm::json;
    std::string url = plain_url(link.target);
    if ((is_json ? json : urls).insert(url).second)
      (is_json ? out.json : out.urls).push_back(std::move(url));
  }
  return out;
}

}  // namespace semsite
