#include "discover/fair_signposting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "rdf/iri.hpp"
#include "vocab/course_types.hpp"

namespace semsite {
namespace {

using Carrier = Signpost::Carrier;
constexpr std::size_t kMostFindings = 200;
constexpr std::array<std::string_view, 4> kGenericTypes{
    "text/plain", "application/xml", "application/json", "application/ld+json"};

constexpr std::array<std::string_view, 11> kTopTypes{
    "application", "audio", "example",   "font", "haptics", "image",
    "message",     "model", "multipart", "text", "video"};
/// Media types that signposts name often, whose misspellings are known for what they are.
/// Shorter names are as near to others that are right.
constexpr std::array<std::string_view, 14> kUsualTypes{
    "text/turtle",
    "application/ld+json",
    "application/rdf+xml",
    "application/n-triples",
    "application/n-quads",
    "application/linkset",
    "application/linkset+json",
    "application/x-bibtex",
    "application/x-research-info-systems",
    "application/vnd.citationstyles.csl+json",
    "application/vnd.datacite.datacite+json",
    "application/vnd.datacite.datacite+xml",
    "application/vnd.jats+xml",
    "application/vnd.codemeta.ld+json"};
/// What is written for some of them, and has more than one slip.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kWrongTypes{
    {{"application/jsonld", "application/ld+json"},
     {"application/json-ld", "application/ld+json"},
     {"application/rdf", "application/rdf+xml"},
     {"text/ttl", "text/turtle"}}};

/// One letter too many, too few or another one, or two of them in the wrong order.
bool is_one_slip(std::string_view word, std::string_view right) {
  while (!word.empty() && !right.empty() && word.front() == right.front()) {
    word.remove_prefix(1);
    right.remove_prefix(1);
  }
  while (!word.empty() && !right.empty() && word.back() == right.back()) {
    word.remove_suffix(1);
    right.remove_suffix(1);
  }
  if (word.size() == 2 && right.size() == 2)
    return word[0] == right[1] && word[1] == right[0];
  return word.size() <= 1 && right.size() <= 1 && word.size() + right.size() > 0;
}

constexpr std::string_view kSchemaIri = "https://schema.org/";
constexpr std::string_view kSchemaHost = kSchemaIri.substr(8, kSchemaIri.size() - 9);

std::string bare_type(std::string_view text) {
  return lower_ascii(trim(text.substr(0, text.find(';'))));
}

bool is_top_type(std::string_view type) {
  return std::ranges::find(kTopTypes, type.substr(0, type.find('/'))) != kTopTypes.end();
}

// type "/" subtype, with parameters perhaps (RFC 9110 §8.3.1, RFC 6838 §4.2)
bool is_media_type(std::string_view text) {
  const std::string type = bare_type(text);
  const std::size_t slash = type.find('/');
  constexpr std::string_view kNameLetters =
      "abcdefghijklmnopqrstuvwxyz0123456789!#$&-^_.+";
  return slash != std::string::npos && slash + 1 < type.size() && is_top_type(type) &&
         type.find_first_not_of(kNameLetters, slash + 1) == std::string::npos;
}

/// The type that is meant by one that is almost it.
std::optional<std::string_view> meant_type(std::string_view type) {
  if (std::ranges::find(kUsualTypes, type) != kUsualTypes.end()) return {};
  for (const auto& [wrong, right] : kWrongTypes)
    if (type == wrong) return right;
  const auto* const usual = std::ranges::find_if(
      kUsualTypes, [&](std::string_view one) { return is_one_slip(type, one); });
  return usual == kUsualTypes.end() ? std::nullopt : std::optional{*usual};
}

/// Host and path of an IRI at schema.org, or at a host that is almost that one.
struct SchemaIri {
  bool is_it = false;    ///< at schema.org
  bool is_near = false;  ///< at a misspelt host
  std::string_view name;
};
SchemaIri read_schema_iri(std::string_view iri) {
  std::string_view rest = iri.substr(iri.find("://") + 3);
  if (starts_with_ignoring_case(rest, "www.")) rest.remove_prefix(4);
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string host = lower_ascii(rest.substr(0, slash));
  const bool is_it = host == kSchemaHost;
  const bool is_near = !is_it && is_one_slip(host, kSchemaHost);
  return {is_it, is_near, rest.substr(std::min(slash + 1, rest.size()))};
}

bool is_about_page(std::string_view iri) {
  return is_http(iri) && read_schema_iri(iri).is_it &&
         read_schema_iri(iri).name == "AboutPage";
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
    add({code, std::move(message), number_});
  }
  /// What the profile recommends, or what it does not count.
  void advise(std::string_view code, std::string message) {
    add({code, std::move(message), number_, true});
  }
  /// Advice on many links must not push out what breaks the level.
  void add(FairFinding finding) {
    if ((finding.is_kept ? advised_ : found_)++ < kMostFindings)
      findings_.push_back(std::move(finding));
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
    check_types();
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

  /// A class of schema.org for the object, and AboutPage for the page.
  void check_types() {
    const Targets& types = targets(page_, "type");
    for (const std::string_view type : types) check_type(type);
    if (types.empty()) return;
    if (std::ranges::none_of(types, is_about_page))
      advise("fair.about-page",
             "no link type of the landing page leads to https://schema.org/AboutPage");
    else if (types.size() == 1)
      advise("fair.object-type",
             "the only link type is AboutPage; none says what the object is");
  }

  void check_type(std::string_view type) {
    const auto tell = [&](std::string_view why, std::string_view code = "fair.type-iri") {
      advise(code, fmt::format("the link type to {} {}", excerpt(type, 200), why));
    };
    if (check_iri(type) != IriProblem::none) return tell("leads to no IRI");
    if (!is_http(type)) return;
    const SchemaIri read = read_schema_iri(type);
    if (read.is_near) return tell("misspells the host schema.org");
    if (read.is_it) {
      const std::string name{read.name};
      if (read_class_name("schema:" + name).iri.empty())
        return tell("names no class of schema.org");
      if (type != std::string{kSchemaIri} + name)
        tell(fmt::format("is written {}{} in the profile", kSchemaIri, name),
             "fair.type-form");
      return;
    }
    // What is no IRI was taken for a reference, and made one beside the page.
    if (origin_of(type) != origin_of(page_)) return;
    const std::string_view name = type.substr(type.rfind('/') + 1);
    const std::string_view before = type.substr(0, type.size() - name.size() - 1);
    if (is_top_type(before.substr(before.rfind('/') + 1)))
      return tell("is a media type where a class of schema.org is wanted");
    if (!read_class_name("schema:" + std::string{name.substr(name.find(':') + 1)})
             .iri.empty())
      tell("was written as no absolute IRI");
  }

  void check_attributes() {
    for (const Signpost* link : links_) {
      const bool describes = link->relation == "describedby";
      if (link->type.empty()) {
        if (link->relation == "item" &&
            without_fragment(link->context) == without_fragment(page_))
          advise("fair.item-type",
                 fmt::format("the link item to {} has no attribute type",
                             excerpt(link->target, 200)));
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
      const std::string type = bare_type(link->type);
      if (const auto meant = meant_type(type); meant && is_media_type(type))
        advise("fair.link-type",
               fmt::format("the link {} to {} has the type \"{}\", which is nearly {}",
                           link->relation, excerpt(link->target, 200),
                           excerpt(link->type), *meant));
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
  std::size_t found_ = 0, advised_ = 0;
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
    if (std::ranges::all_of(findings, &FairFinding::is_kept)) out.level = number;
    std::ranges::move(findings, std::back_inserter(out.findings));
  }
  return out;
}

}  // namespace semsite
