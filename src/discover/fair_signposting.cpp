#include "discover/fair_signposting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

using Carrier = Signpost::Carrier;
constexpr std::size_t kMostFindings = 200;
constexpr std::array<std::string_view, 4> kGenericTypes{
    "text/plain", "application/xml", "application/json", "application/ld+json"};

// type "/" subtype, with parameters perhaps (RFC 9110 §8.3.1)
bool is_media_type(std::string_view text) {
  text = trim(text.substr(0, text.find(';')));
  const std::size_t slash = text.find('/');
  return slash != std::string_view::npos && slash > 0 && slash + 1 < text.size() &&
         text.find_first_of(" \t/", slash + 1) == std::string_view::npos;
}

/// The links of one level.
class Level {
 public:
  Level(std::span<const Signpost> links, std::string_view page, int number)
      : page_(page), number_(number) {
    for (const Signpost& link : links) {
      const bool is_set = link.carrier == Carrier::linkset;
      if (link.carrier == Carrier::entry || is_set != (number == 2)) continue;
      links_.push_back(&link);
      index_[{without_fragment(link.context), link.relation}].insert(link.target);
    }
  }

  [[nodiscard]] bool empty() const { return links_.empty(); }
  [[nodiscard]] std::vector<FairFinding> findings() && { return std::move(findings_); }

  /// Headers and markup may leave links out, a link set may not: what they say of the
  /// page must be in it, each item too.
  void check_whole(std::span<const Signpost> links) {
    constexpr std::array<std::string_view, 6> kOfThePage{
        "author", "cite-as", "describedby", "item", "license", "type"};
    const bool speaks = std::ranges::any_of(kOfThePage, [&](std::string_view relation) {
      return !targets(page_, relation).empty();
    });
    if (!speaks) return;
    std::set<std::pair<std::string_view, std::string_view>> told;
    for (const Signpost& link : links) {
      const bool is_level_1 =
          link.carrier == Carrier::header || link.carrier == Carrier::html;
      const bool counts =
          is_level_1 && without_fragment(link.context) == without_fragment(page_) &&
          std::ranges::find(kOfThePage, link.relation) != kOfThePage.end();
      if (counts && !targets(page_, link.relation).contains(link.target) &&
          told.emplace(link.relation, link.target).second)
        find("fair.incomplete",
             fmt::format("the link set has no link {} to {}, but the {} of the page has",
                         link.relation, excerpt(link.target, 200),
                         link.carrier == Carrier::header ? "header" : "markup"));
    }
  }

  void check() {
    check_page();
    for (const std::string_view item : targets(page_, "item"))
      expect_back(item, "collection", "fair.collection", "content resource");
    for (const std::string_view metadata : targets(page_, "describedby"))
      expect_back(metadata, "describes", "fair.describes", "metadata resource");
  }

 private:
  using Targets = std::set<std::string_view>;

  /// Distinct targets; the same link in several carriers is one.
  [[nodiscard]] const Targets& targets(std::string_view context,
                                       std::string_view relation) const {
    static const Targets kNone;
    const auto found = index_.find({without_fragment(context), relation});
    return found == index_.end() ? kNone : found->second;
  }

  void find(std::string_view code, std::string message) {
    if (findings_.size() < kMostFindings)
      findings_.push_back({code, std::move(message), number_});
  }

  void check_page() {
    const std::size_t cited = targets(page_, "cite-as").size();
    if (cited != 1)
      find("fair.cite-as",
           fmt::format("the landing page has {} links cite-as; it must have exactly one",
                       cited));
    if (targets(page_, "describedby").empty())
      find("fair.describedby", "the landing page has no link describedby");
    if (number_ == 2 && targets(page_, "item").empty())
      find("fair.item", "the landing page has no link item in the link set");
    const std::size_t types = targets(page_, "type").size();
    if (types == 0 || types > 2)
      find("fair.type",
           fmt::format("the landing page has {} links type; it must have one or two",
                       types));
    const Targets& licenses = targets(page_, "license");
    if (licenses.size() > 1)
      find("fair.license", fmt::format("the landing page has {} links license; it may "
                                       "have one",
                                       licenses.size()));
    for (const std::string_view license : licenses)
      if (license.find("//spdx.org/licenses/") != std::string_view::npos &&
          license.ends_with(".html"))
        find("fair.license",
             fmt::format("{} is the page of a licence; its IRI has no .html", license));
    check_attributes();
    if (number_ == 1) {
      check_agreement("cite-as");
      check_agreement("license");
    }
  }

  void check_attributes() {
    for (const Signpost* link : links_) {
      const bool describes = link->relation == "describedby";
      if (link->type.empty()) {
        if (describes || (link->relation == "linkset" && number_ == 1))
          find("fair.link-type", fmt::format("the link {} to {} has no attribute type",
                                             link->relation, excerpt(link->target, 200)));
        continue;
      }
      if (!is_media_type(link->type))
        find(
            "fair.link-type",
            fmt::format("the link {} to {} has the type \"{}\", which is no media type",
                        link->relation, excerpt(link->target, 200), excerpt(link->type)));
      const std::string type =
          lower_ascii(trim(std::string_view{link->type}.substr(0, link->type.find(';'))));
      const bool generic = std::ranges::find(kGenericTypes, type) != kGenericTypes.end();
      if (describes && generic && link->profile.empty())
        find("fair.profile",
             fmt::format("the link describedby to {} has the general type {} and no "
                         "profile",
                         excerpt(link->target, 200), type));
    }
  }

  /// Header and HTML may both have links; where one thing is said twice it must be the
  /// same.
  void check_agreement(std::string_view relation) {
    Targets header, html;
    for (const Signpost* link : links_)
      if (link->relation == relation &&
          without_fragment(link->context) == without_fragment(page_))
        (link->carrier == Carrier::header ? header : html).insert(link->target);
    if (!header.empty() && !html.empty() && header != html)
      find("fair.disagreement",
           fmt::format("the header says {} {}, the HTML says {}", relation,
                       excerpt(*header.begin(), 200), excerpt(*html.begin(), 200)));
  }

  /// The way back to the page: mandatory only where the level is complete.
  void expect_back(std::string_view from, std::string_view relation,
                   std::string_view code, std::string_view what) {
    const Targets& back = targets(from, relation);
    if (number_ == 1 && back.empty()) return;
    const bool right =
        back.size() == 1 && without_fragment(*back.begin()) == without_fragment(page_);
    if (!right)
      find(code, fmt::format("the {} {} has {} links {}; it must have exactly one, to "
                             "the landing page",
                             what, excerpt(from, 200), back.size(), relation));
  }

  std::string_view page_;
  int number_;
  std::vector<const Signpost*> links_;
  std::map<std::pair<std::string_view, std::string_view>, Targets> index_;
  std::vector<FairFinding> findings_;
};

}  // namespace

FairCheck check_fair_signposting(std::span<const Signpost> links, std::string_view page) {
  FairCheck out;
  for (const int number : {1, 2}) {
    Level level{links, page, number};
    if (level.empty()) continue;
    level.check();
    if (number == 2) level.check_whole(links);
    std::vector<FairFinding> findings = std::move(level).findings();
    if (findings.empty()) out.level = number;
    std::ranges::move(findings, std::back_inserter(out.findings));
  }
  return out;
}

}  // namespace semsite
