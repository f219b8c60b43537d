#include "discover/signposting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text.hpp"
#include "rdf/iri.hpp"
#include "rdf/iri_repair.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostLinksets = 20;   // of one object
constexpr std::size_t kMostTargets = 1000;  // of one object
constexpr std::string_view kLinksetAccept =
    "application/linkset+json, application/linkset;q=0.9";
constexpr std::string_view kRdfAccept =
    "application/n-quads, application/trig, application/n-triples, text/turtle;q=0.9, "
    "application/ld+json;q=0.8, application/rdf+xml;q=0.7, */*;q=0.1";

struct Weighted {
  std::string_view type;
  double weight;
};
constexpr std::array<Weighted, 9> kWeights{{{"application/n-quads", 1},
                                            {"application/trig", 1},
                                            {"application/n-triples", 1},
                                            {"text/turtle", 0.9},
                                            {"application/x-turtle", 0.9},
                                            {"text/n3", 0.9},
                                            {"application/ld+json", 0.8},
                                            {"application/rdf+xml", 0.7},
                                            {"application/trix", 0.7}}};

std::string_view essence(std::string_view media_type) {
  return trim(media_type.substr(0, media_type.find(';')));
}

/// An absolute IRI that RDF can hold, or nothing.
std::optional<std::string> iri_of(const BaseIri& base, std::string_view reference) {
  std::optional<std::string> iri = repaired_iri(base.resolve(reference));
  if (!iri || !has_scheme(*iri)) return std::nullopt;
  return iri;
}

std::string_view without_fragment(std::string_view url) {
  return url.substr(0, url.find('#'));
}

void add_each(std::vector<Signpost>& out, std::span<const std::string> relations,
              const Signpost& link) {
  for (const std::string& relation : relations) {
    out.push_back(link);
    out.back().relation = relation;
  }
}

/// The links that count for the object: about its page, or what that page leads to as
/// its items and metadata. Link sets may speak of anything else, too.
std::vector<const Signpost*> relevant_links(const SignpostTrail& trail) {
  std::vector<std::string_view> contexts{without_fragment(trail.page)};
  for (const Signpost& link : trail.links)
    if (without_fragment(link.context) == contexts[0] &&
        (link.relation == "item" || link.relation == "describedby") &&
        contexts.size() <= kMostTargets)
      contexts.push_back(without_fragment(link.target));
  std::ranges::sort(contexts.begin() + 1, contexts.end());
  std::vector<const Signpost*> out;
  for (const Signpost& link : trail.links) {
    const std::string_view about = without_fragment(link.context);
    if (about == contexts[0] ||
        std::binary_search(contexts.begin() + 1, contexts.end(), about))
      out.push_back(&link);
  }
  return out;
}

/// All that describes the object, best first; one for each URL.
class Descriptions {
 public:
  struct One {
    std::string_view url;
    double weight = 0;
    bool typed = false;
    bool of_page = false;
    std::uint32_t priority = Signpost::kNoPriority;
    std::vector<std::string_view> types;  // that are RDF
  };

  Descriptions(std::span<const Signpost* const> links, const SignpostTrail& trail) {
    for (const Signpost* link : links)
      if (link->relation == "describedby" &&
          std::ranges::find(trail.failed, link->target) == trail.failed.end())
        add(*link, trail.page);
    std::ranges::stable_sort(all_, [](const One& a, const One& b) {
      if (a.of_page != b.of_page) return a.of_page;
      if (a.weight != b.weight) return a.weight > b.weight;
      return a.priority < b.priority;
    });
  }

  [[nodiscard]] std::vector<SignpostTarget> rdf() const {
    std::vector<SignpostTarget> out;
    for (const One& one : all_)
      if (one.weight > 0) out.push_back(target(one));
    return out;
  }
  /// Of unknown type: content negotiation may find RDF there.
  [[nodiscard]] std::vector<SignpostTarget> untyped() const {
    std::vector<SignpostTarget> out;
    for (const One& one : all_)
      if (!one.typed) out.push_back(target(one));
    return out;
  }

 private:
  void add(const Signpost& link, std::string_view page) {
    const auto [place, is_new] = places_.try_emplace(link.target, all_.size());
    if (is_new) {
      if (all_.size() == kMostTargets) {
        places_.erase(place);
        return;
      }
      all_.push_back({.url = link.target, .types = {}});
    }
    One* const found = &all_[place->second];
    const double weight = rdf_weight(link.type);
    found->weight = std::max(found->weight, weight);
    found->typed = found->typed || !link.type.empty();
    found->of_page =
        found->of_page || without_fragment(link.context) == without_fragment(page);
    found->priority = std::min(found->priority, link.priority);
    const std::string_view type = essence(link.type);
    if (weight > 0 && std::ranges::find(found->types, type) == found->types.end())
      found->types.push_back(type);
  }

  static SignpostTarget target(const One& one) {
    SignpostTarget out{std::string{one.url}, "describedby", {}};
    if (one.types.empty()) {
      out.accept = kRdfAccept;
      return out;
    }
    std::vector<std::string_view> types = one.types;
    std::ranges::stable_sort(types, std::ranges::greater{}, rdf_weight);
    for (const std::string_view type : types) {
      const double weight = rdf_weight(type);
      out.accept += weight == 1 ? fmt::format("{}, ", lower_ascii(type))
                                : fmt::format("{};q={}, ", lower_ascii(type), weight);
    }
    out.accept += "*/*;q=0.1";
    return out;
  }

  std::vector<One> all_;
  std::unordered_map<std::string_view, std::size_t> places_;  // while it is filled
};

/// The link sets to ask next: one request for each URL.
std::vector<SignpostTarget> linksets_to_ask(std::span<const Signpost* const> links,
                                            const SignpostTrail& trail) {
  const auto is_asked = [&](const std::string& url) {
    return std::ranges::any_of(trail.linksets, [&](const auto& asked) {
      return without_fragment(asked.url) == without_fragment(url);
    });
  };
  const bool failed =
      std::ranges::any_of(trail.linksets, [](const auto& asked) { return !asked.read; });
  std::vector<SignpostTarget> json, text;
  for (const Signpost* link : links) {
    if (link->relation != "linkset" || is_asked(link->target)) continue;
    const bool is_text = equal_ignoring_case(essence(link->type), "application/linkset");
    auto& list = is_text ? text : json;
    if (list.size() == kMostLinksets ||
        std::ranges::find(list, link->target, &SignpostTarget::url) != list.end())
      continue;
    list.push_back({link->target, "linkset", std::string{kLinksetAccept}});
  }
  if (trail.linksets.size() >= kMostLinksets) return {};
  if (!json.empty()) return json;
  // Both forms say the same: the text is for those whose JSON could not be read.
  return trail.linksets.empty() || failed ? text : std::vector<SignpostTarget>{};
}

/// What else than descriptions is to be followed.
std::vector<SignpostTarget> other_targets(std::span<const Signpost* const> links,
                                          std::span<const std::string> follow) {
  std::vector<SignpostTarget> out;
  std::unordered_set<std::string_view> seen;
  for (const Signpost* link : links) {
    if (link->relation == "describedby" || link->relation == "linkset") continue;
    if (std::ranges::find(follow, link->relation) == follow.end()) continue;
    if (out.size() == kMostTargets) break;
    if (!seen.insert(link->target).second) continue;
    std::string accept{kRdfAccept};
    if (!link->type.empty())
      accept = fmt::format("{}, */*;q=0.1", lower_ascii(essence(link->type)));
    out.push_back({link->target, link->relation, std::move(accept)});
  }
  return out;
}

SignpostStep fetch_step(std::vector<SignpostTarget> described,
                        std::vector<SignpostTarget> others, std::string_view reason) {
  SignpostStep out{SignpostStep::Kind::fetch, {}, reason};
  if (!described.empty()) out.targets.push_back(std::move(described[0]));
  std::ranges::move(others, std::back_inserter(out.targets));
  return out;
}

}  // namespace

std::vector<Signpost> signposts_of(const SitemapEntry& entry) {
  std::vector<Signpost> out;
  for (const EntryLink& link : entry.signposts) {
    Signpost one{.context = entry.loc,
                 .relation = {},
                 .target = link.href,
                 .type = link.type,
                 .profile = link.profile,
                 .carrier = Signpost::Carrier::entry};
    if (const auto pri = parse_uint(link.pri))
      one.priority = static_cast<std::uint32_t>(
          std::clamp<std::uint64_t>(*pri, 1, Signpost::kNoPriority));
    add_each(out, relation_types(link.rel), one);
  }
  return out;
}

std::vector<Signpost> signposts_of(std::span<const HeaderLink> links,
                                   std::string_view base, std::string_view context,
                                   Signpost::Carrier carrier) {
  const BaseIri base_iri{std::string{base}};
  std::vector<Signpost> out;
  for (const HeaderLink& link : links) {
    const std::optional<std::string> target = iri_of(base_iri, link.target);
    const std::optional<std::string> about = link.anchor ? iri_of(base_iri, *link.anchor)
                                             : context.empty()
                                                 ? std::nullopt
                                                 : std::optional{std::string{context}};
    if (!target || !about) continue;
    add_each(out, link.relations,
             {.context = *about,
              .relation = {},
              .target = *target,
              .type = std::string{link.attribute("type")},
              .profile = std::string{link.attribute("profile")},
              .carrier = carrier});
    add_each(out, link.reverse,
             {.context = *target,
              .relation = {},
              .target = *about,
              .type = {},
              .profile = {},
              .carrier = carrier});
  }
  return out;
}

std::vector<Signpost> signposts_of(std::span<const PageLink> links, std::string_view base,
                                   std::string_view address) {
  const BaseIri base_iri{std::string{base}};
  std::vector<Signpost> out;
  for (const PageLink& link : links) {
    if (link.place != PageLink::Place::link) continue;
    if (const std::optional<std::string> target = iri_of(base_iri, link.href))
      add_each(out, relation_types(link.rel),
               {.context = std::string{address},
                .relation = {},
                .target = *target,
                .type = link.type,
                .profile = {},
                .carrier = Signpost::Carrier::html});
  }
  return out;
}

double rdf_weight(std::string_view media_type) {
  const std::string_view type = essence(media_type);
  for (const Weighted& one : kWeights)
    if (equal_ignoring_case(type, one.type)) return one.weight;
  // Types of their own that are JSON-LD or RDF/XML, such as vnd.codemeta.ld+json.
  if (ends_with_ignoring_case(type, "ld+json")) return 0.8;
  return ends_with_ignoring_case(type, "+rdf+xml") ? 0.7 : 0;
}

SignpostStep next_signpost_step(const SignpostTrail& trail,
                                std::span<const std::string> follow) {
  using Kind = SignpostStep::Kind;
  const std::vector<const Signpost*> links = relevant_links(trail);
  const bool wants_descriptions =
      std::ranges::find(follow, "describedby") != follow.end();
  const Descriptions descriptions{links, trail};
  std::vector<SignpostTarget> others = other_targets(links, follow);
  std::vector<SignpostTarget> rdf = descriptions.rdf();
  const bool enough = wants_descriptions ? !rdf.empty() : !others.empty();
  if (!wants_descriptions) rdf.clear();
  if (enough)
    return fetch_step(std::move(rdf), std::move(others),
                      wants_descriptions ? "a link names a description in RDF"
                                         : "links of the wanted relations are known");
  if (!trail.header_asked && !trail.page_asked)
    return {Kind::head,
            {},
            "no description in RDF is named; the header may",
            std::move(others)};
  if (std::vector<SignpostTarget> sets = linksets_to_ask(links, trail); !sets.empty())
    return {Kind::linksets, std::move(sets), "the links are in a link set",
            std::move(others)};
  std::vector<SignpostTarget> untyped = descriptions.untyped();
  if (wants_descriptions && !untyped.empty())
    return fetch_step(std::move(untyped), std::move(others),
                      "a description of unknown type may be had in RDF");
  if (!trail.page_asked)
    return {Kind::page, {}, "nothing but the page itself is left", std::move(others)};
  if (!others.empty())
    return fetch_step({}, std::move(others), "links of the wanted relations are known");
  return {Kind::nothing, {}, "no description is named anywhere"};
}

}  // namespace semsite
