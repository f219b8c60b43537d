#include "discover/signposting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostLinksets = 20;      // of one object
constexpr std::size_t kMostTargets = 100'000;  // of one object
constexpr std::string_view kAlternate = "alternate";
constexpr std::string_view kLinksetAccept =
    "application/linkset+json, application/linkset;q=0.9";

struct Weighted {
  std::string_view type;
  double weight;
};
// With the old and wrong types that are seen, as parse/syntax.cpp reads them.
constexpr std::array<Weighted, 30> kWeights{{{"application/n-quads", 1},
                                             {"text/x-nquads", 1},
                                             {"text/nquads", 1},
                                             {"text/n-quads", 1},
                                             {"application/trig", 1},
                                             {"application/x-trig", 1},
                                             {"text/trig", 1},
                                             {"application/n-triples", 1},
                                             {"text/ntriples", 1},
                                             {"text/n-triples", 1},
                                             {"application/x-ntriples", 1},
                                             {"text/x-ntriples", 1},
                                             {"application/x-n-triples", 1},
                                             {"text/turtle", 0.9},
                                             {"text/x-turtle", 0.9},
                                             {"application/x-turtle", 0.9},
                                             {"application/turtle", 0.9},
                                             {"text/n3", 0.9},
                                             {"text/rdf+n3", 0.9},
                                             {"text/rdf+turtle", 0.9},
                                             {"application/n3", 0.9},
                                             {"application/ld+json", 0.8},
                                             {"application/x-ld+json", 0.8},
                                             {"text/ld+json", 0.8},
                                             // JSON-LD by Activity Streams 2.0, §2.1.
                                             {"application/activity+json", 0.8},
                                             {"application/rdf+xml", 0.7},
                                             {"text/rdf+xml", 0.7},
                                             {"text/rdf", 0.7},
                                             {"application/trix", 0.7},
                                             {"application/trix+xml", 0.7}}};

/// An absolute IRI that RDF can hold, or nothing.
std::optional<std::string> iri_of(const BaseIri& base, std::string_view reference) {
  std::optional<std::string> iri = repaired_iri(base.resolve(reference));
  if (!iri || !has_scheme(*iri)) return std::nullopt;
  return iri;
}

void add_each(std::vector<Signpost>& out, std::span<const std::string> relations,
              const Signpost& link) {
  for (const std::string& relation : relations) {
    out.push_back(link);
    out.back().relation = relation_key(relation);
  }
}

/// The URLs that stand for the landing page, and what it leads to as its items and
/// metadata: what their links say counts for the object. Link sets may speak of anything
/// else, too.
class Contexts {
 public:
  explicit Contexts(const SignpostTrail& trail) {
    own_.insert(resource_key(trail.page));
    for (const std::string& url : trail.also) own_.insert(resource_key(url));
    for (const Signpost& link : trail.links)
      if (is_page(link.context) &&
          (link.relation == "item" || link.relation == "describedby") &&
          around_.size() < kMostTargets)
        around_.insert(resource_key(link.target));
  }

  [[nodiscard]] bool is_page(std::string_view context) const {
    return own_.contains(resource_key(context));
  }
  [[nodiscard]] std::vector<const Signpost*> relevant(const SignpostTrail& trail) const {
    std::vector<const Signpost*> out;
    for (const Signpost& link : trail.links)
      if (is_http(link.target) &&  // others cannot be asked for
          (is_page(link.context) || around_.contains(resource_key(link.context))))
        out.push_back(&link);
    return out;
  }

 private:
  std::unordered_set<std::string, KeyedHash, std::equal_to<>> own_, around_;
};

/// What describes the object: the landing page first, then each of its items.
struct AllDescriptions {
  std::vector<SignpostTarget> chosen, untyped;
  bool any_rdf = false;

  AllDescriptions(std::span<const Signpost* const> links, const SignpostTrail& trail,
                  const Contexts& contexts) {
    std::vector<DescribedByLinks> all(1);
    std::unordered_map<std::string, std::size_t, KeyedHash, std::equal_to<>> places;
    const std::unordered_set<std::string_view, KeyedHash, std::equal_to<>> failed{
        trail.failed.begin(), trail.failed.end()};
    for (const Signpost* link : links) {
      if (link->relation != "describedby" || failed.contains(link->target)) continue;
      std::size_t at = 0;
      if (!contexts.is_page(link->context)) {
        const auto [place, is_new] =
            places.try_emplace(resource_key(link->context), all.size());
        if (is_new) all.emplace_back();
        at = place->second;
      }
      all[at].add(*link);
    }
    for (const DescribedByLinks& one : all) {
      any_rdf = any_rdf || one.any_rdf();
      std::ranges::move(one.chosen(), std::back_inserter(chosen));
      std::ranges::move(one.untyped(), std::back_inserter(untyped));
    }
  }
};

/// The link sets to ask next: one request for each URL.
struct Linksets {
  std::vector<SignpostTarget> targets;
  std::uint64_t left_out = 0;
};

Linksets linksets_to_ask(std::span<const Signpost* const> links,
                         const SignpostTrail& trail) {
  const auto is_asked = [&](const std::string& url) {
    return std::ranges::any_of(trail.linksets, [&](const auto& asked) {
      return without_fragment(asked.url) == without_fragment(url);
    });
  };
  const bool failed =
      std::ranges::any_of(trail.linksets, [](const auto& asked) { return !asked.read; });
  std::vector<SignpostTarget> json, text;
  std::uint64_t left_out = 0;
  for (const Signpost* link : links) {
    if (link->relation != "linkset" || is_asked(link->target)) continue;
    const bool is_text = equal_ignoring_case(essence(link->type), "application/linkset");
    auto& list = is_text ? text : json;
    if (std::ranges::find(list, link->target, &SignpostTarget::url) != list.end())
      continue;
    if (list.size() == kMostLinksets) {
      ++left_out;
      continue;
    }
    list.push_back({.url = link->target,
                    .relation = "linkset",
                    .accept = std::string{kLinksetAccept}});
  }
  // One URL may serve both forms.
  std::erase_if(text, [&](const SignpostTarget& one) {
    return std::ranges::find(json, one.url, &SignpostTarget::url) != json.end();
  });
  if (trail.linksets.size() >= kMostLinksets) return {{}, json.size() + text.size()};
  if (!json.empty()) return {std::move(json), left_out};
  // Both forms say the same: the text is for those whose JSON could not be read.
  if (!trail.linksets.empty() && !failed) return {};
  return {std::move(text), left_out};
}

/// Other forms of the object and its items that are RDF, each once.
std::vector<SignpostTarget> forms_in_rdf(std::span<const Signpost* const> links,
                                         std::span<const std::string> follow,
                                         const SignpostTrail& trail) {
  std::vector<DescribedByLinks> all;
  std::unordered_map<std::string, std::size_t, KeyedHash, std::equal_to<>> places;
  for (const Signpost* link : links) {
    if (link->relation != kAlternate || !is_followed(*link, follow) ||
        std::ranges::find(trail.failed, link->target) != trail.failed.end())
      continue;
    const auto [place, is_new] =
        places.try_emplace(resource_key(link->context), all.size());
    if (is_new) all.emplace_back();
    all[place->second].add(*link);
  }
  std::vector<SignpostTarget> out;
  for (const DescribedByLinks& one : all)
    for (SignpostTarget& target : one.chosen()) {
      target.relation = kAlternate;
      for (SignpostTarget& other : target.instead) other.relation = kAlternate;
      out.push_back(std::move(target));
    }
  return out;
}

/// What else than descriptions is to be followed.
std::vector<SignpostTarget> other_targets(std::span<const Signpost* const> links,
                                          std::span<const std::string> follow) {
  std::vector<SignpostTarget> out;
  std::unordered_map<std::string_view, std::size_t, KeyedHash, std::equal_to<>> places;
  for (const Signpost* link : links) {
    if (link->relation == "describedby" || link->relation == "linkset" ||
        link->relation == kAlternate || !is_followed(*link, follow))
      continue;
    const std::string_view type = told_type(link->type);
    const bool is_rdf = rdf_weight(type) > 0;
    const bool is_general = is_general_type(type);
    // A page may hold RDF.
    const bool no_rdf = !type.empty() && !is_rdf && !is_page_type(type) && !is_general;
    const auto [place, is_new] = places.try_emplace(link->target, out.size());
    if (!is_new) {
      SignpostTarget& known = out[place->second];
      known.is_rdf = known.is_rdf || is_rdf;
      known.no_rdf = known.no_rdf && no_rdf;
      continue;
    }
    out.push_back({.url = link->target,
                   .relation = link->relation,
                   .accept = type.empty() || is_general
                                 ? std::string{kRdfAccept}
                                 : fmt::format("{}, */*;q=0.1", lower_ascii(type)),
                   .is_rdf = is_rdf,
                   .no_rdf = no_rdf});
  }
  return out;
}

/// `others`, and those of `forms` that are not asked for as something else.
std::vector<SignpostTarget> with_forms(std::vector<SignpostTarget> others,
                                       std::vector<SignpostTarget> forms,
                                       const AllDescriptions& said) {
  std::unordered_set<std::string_view, KeyedHash, std::equal_to<>> known;
  for (const SignpostTarget& one : said.chosen) known.insert(one.url);
  for (const SignpostTarget& one : others) known.insert(one.url);
  std::erase_if(forms,
                [&](const SignpostTarget& one) { return known.contains(one.url); });
  known.clear();  // what moves has other addresses
  std::ranges::move(forms, std::back_inserter(others));
  return others;
}

/// Are all relations of `follow` named, `describedby` in RDF?
bool is_complete(std::span<const std::string> follow, bool has_description,
                 const std::vector<SignpostTarget>& others) {
  return std::ranges::all_of(follow, [&](const std::string& relation) {
    if (relation == "describedby") return has_description;
    // These are asked for where they are named.
    return relation == "linkset" || relation == kAlternate ||
           std::ranges::find(others, relation, &SignpostTarget::relation) != others.end();
  });
}

void add_all(std::vector<SignpostTarget>& to, const std::vector<SignpostTarget>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// No more targets than there may be.
void cut(SignpostStep& step) {
  for (std::vector<SignpostTarget>* list : {&step.targets, &step.besides})
    if (list->size() > kMostTargets) {
      step.left_out += list->size() - kMostTargets;
      list->resize(kMostTargets);
    }
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

namespace {

/// Home pages name their RDF so since FOAF (xmlns.com/foaf/spec, "Auto-discovery").
bool is_older_name_of_forms(const PageLink& link) {
  return link.rel == "meta" && rdf_weight(told_type(link.type)) > 0;
}

}  // namespace

std::vector<Signpost> signposts_of(std::span<const PageLink> links, std::string_view base,
                                   std::string_view address) {
  const BaseIri base_iri{std::string{base}};
  std::vector<Signpost> out;
  for (const PageLink& link : links) {
    if (link.place != PageLink::Place::link) continue;
    if (const std::optional<std::string> target = iri_of(base_iri, link.href))
      add_each(out, relation_types(is_older_name_of_forms(link) ? kAlternate : link.rel),
               {.context = std::string{address},
                .relation = {},
                .target = *target,
                .type = link.type,
                .profile = link.profile,
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

std::string resource_key(std::string_view url) {
  const std::string_view plain = without_fragment(url);
  return is_http(plain) ? plain_url(plain) : std::string{plain};
}

bool is_followed(const Signpost& link, std::span<const std::string> follow) {
  if (std::ranges::find(follow, link.relation) == follow.end()) return false;
  return link.relation != kAlternate ||
         (rdf_weight(told_type(link.type)) > 0 && is_http(link.target) &&
          host_of(link.target) == host_of(link.context));
}

SignpostStep next_signpost_step(const SignpostTrail& trail,
                                std::span<const std::string> follow) {
  using Kind = SignpostStep::Kind;
  if (follow.empty()) return {Kind::nothing, {}, "no relation is followed"};
  // Most pages have links, and none of these: whose they are need not be known then.
  const bool tells = std::ranges::any_of(trail.links, [&](const Signpost& link) {
    return link.relation == "describedby" || link.relation == "linkset" ||
           is_followed(link, follow);
  });
  const SignpostTrail nothing;
  const SignpostTrail& telling = tells ? trail : nothing;
  const Contexts contexts{telling};
  const std::vector<const Signpost*> links = contexts.relevant(telling);
  const bool wants_descriptions =
      std::ranges::find(follow, "describedby") != follow.end();
  const AllDescriptions said{wants_descriptions ? links : std::vector<const Signpost*>{},
                             trail, contexts};
  const std::vector<SignpostTarget> others =
      with_forms(other_targets(links, follow), forms_in_rdf(links, follow, trail), said);
  Linksets sets = linksets_to_ask(links, trail);
  SignpostStep step;
  step.left_out = sets.left_out;
  const auto fetch = [&](std::string_view reason) {
    step.kind = Kind::fetch;
    step.reason = reason;
    for (const auto* list : {&said.chosen, &said.untyped, &others})
      add_all(step.targets, *list);
  };
  const auto wants_more = [&](Kind kind, std::string_view reason) {
    step.kind = kind;
    step.reason = reason;
    for (const auto* list : {&said.chosen, &said.untyped, &others})
      add_all(step.besides, *list);
    if (kind != Kind::linksets) add_all(step.besides, sets.targets);
  };
  const bool described = said.any_rdf;
  if (is_complete(follow, described, others)) {
    fetch(wants_descriptions ? "a link names a description in RDF"
                             : "links of the wanted relations are known");
    step.besides = std::move(sets.targets);
  } else if (!trail.header_asked && !trail.page_asked) {
    wants_more(Kind::head, "something that is wanted is not named; the header may");
  } else if (!described && !sets.targets.empty()) {
    wants_more(Kind::linksets, "the links are in a link set");
    step.targets = std::move(sets.targets);
  } else if (!described && (!said.untyped.empty() || !said.chosen.empty())) {
    fetch("a description of unknown type may be had in RDF");
  } else if (!trail.page_asked && sets.targets.empty()) {
    wants_more(Kind::page, "nothing but the page itself is left");
  } else if (!said.chosen.empty() || !others.empty()) {
    fetch("links of the wanted relations are known");
    step.besides = std::move(sets.targets);
  } else if (!sets.targets.empty()) {
    step.kind = Kind::linksets;
    step.reason = "the links are in a link set";
    step.targets = std::move(sets.targets);
  } else {
    step.reason = "no description is named anywhere";
  }
  cut(step);
  return step;
}

namespace {

constexpr std::size_t kMostOtherForms = 50;
/// Sent with anything, RDF included (dataset-discovery §10.4).
constexpr std::array<std::string_view, 5> kGeneralTypes{
    "application/json", "application/xml", "text/xml", "text/plain",
    "application/octet-stream"};

/// The parts of a `profile`, in order: their spelling in one link says nothing.
std::string profile_key(std::string_view profile) {
  std::vector<std::string_view> uris;
  for (const std::string_view uri : split(profile, ' '))
    if (!trim(uri).empty()) uris.push_back(trim(uri));
  std::ranges::sort(uris);
  std::string out;
  for (const std::string_view uri : uris) out += fmt::format("{} ", uri);
  return out;
}

/// Without what tells forms apart in most places: the suffix.
std::string_view name_of(std::string_view url) {
  const std::size_t slash = url.rfind('/');
  const std::size_t dot = url.rfind('.');
  return dot == std::string_view::npos || slash == std::string_view::npos || dot < slash
             ? url
             : url.substr(0, dot);
}

/// Other forms go by the name of the document, if one has the same name.
void add_other_forms(std::vector<SignpostTarget>& chosen,
                     const std::vector<SignpostTarget>& others) {
  if (others.empty()) return;
  std::unordered_map<std::string_view, std::size_t, KeyedHash, std::equal_to<>> names;
  for (const SignpostTarget& one : chosen) ++names[name_of(one.url)];
  for (SignpostTarget& one : chosen) {
    for (const SignpostTarget& other : others)
      if (name_of(other.url) == name_of(one.url)) one.instead.push_back(other);
    for (const SignpostTarget& other : others)
      if (!names.contains(name_of(other.url))) one.instead.push_back(other);
  }
}

}  // namespace

std::string_view essence(std::string_view media_type) {
  return trim(media_type.substr(0, media_type.find(';')));
}

std::string_view told_type(std::string_view media_type) {
  const std::string_view type = essence(media_type);
  return type.find('/') == std::string_view::npos ||
                 type.find('*') != std::string_view::npos
             ? std::string_view{}
             : type;
}

bool is_general_type(std::string_view type) {
  return std::ranges::any_of(kGeneralTypes, [type](std::string_view one) {
    return equal_ignoring_case(type, one);
  });
}

bool is_page_type(std::string_view type) {
  return equal_ignoring_case(type, "text/html") ||
         equal_ignoring_case(type, "application/xhtml+xml");
}

void DescribedByLinks::add(const Signpost& link) {
  const auto [place, is_new] = places_.try_emplace(link.target, all_.size());
  if (is_new) all_.push_back({.url = link.target, .types = {}, .forms = {}});
  One& one = all_[place->second];
  const std::string_view type = told_type(link.type);
  const double weight = rdf_weight(type);
  const bool is_general = is_general_type(type);
  if (weight > 0 || is_page_type(type) || is_general)
    one.forms.insert(lower_ascii(type) + ' ' + profile_key(link.profile));
  one.weight = std::max(one.weight, weight);
  one.typed = one.typed || !type.empty();
  one.is_page = one.is_page || is_page_type(type);
  one.is_general = one.is_general || is_general;
  one.priority = std::min(one.priority, link.priority);
  if (weight > 0 && std::ranges::find(one.types, type) == one.types.end())
    one.types.push_back(type);
}

std::vector<SignpostTarget> DescribedByLinks::chosen() const {
  std::vector<const One*> rdf, pages, general;
  for (const One& one : all_) {
    if (one.weight > 0)
      rdf.push_back(&one);
    else if (one.is_page)
      pages.push_back(&one);
    else if (one.is_general)
      general.push_back(&one);
  }
  if (!rdf.empty()) return of_one_form(std::move(rdf), general);
  pages.insert(pages.end(), general.begin(), general.end());
  return of_one_form(std::move(pages), {});
}

bool DescribedByLinks::any_rdf() const {
  return std::ranges::any_of(all_, [](const One& one) { return one.weight > 0; });
}

std::vector<SignpostTarget> DescribedByLinks::untyped() const {
  std::vector<SignpostTarget> out;
  for (const One& one : all_)
    if (!one.typed) out.push_back(target(one));
  return out;
}

std::vector<SignpostTarget> DescribedByLinks::of_one_form(
    std::vector<const One*> ones, const std::vector<const One*>& worse) {
  std::ranges::stable_sort(ones, [](const One* a, const One* b) {
    if (a->weight != b->weight) return a->weight > b->weight;
    return a->priority < b->priority;
  });
  std::map<std::string_view, std::size_t> members;
  for (const One* one : ones)
    for (const std::string& form : one->forms) ++members[form];
  std::string taken;
  std::size_t most = 0;
  for (const One* one : ones)
    for (const std::string& form : one->forms)
      if (members[form] > most) {
        taken = form;
        most = members[form];
      }
  std::vector<SignpostTarget> out, others;
  for (const One* one : ones)
    (one->forms.contains(taken) ? out : others).push_back(target(*one));
  for (const One* one : worse) others.push_back(target(*one));
  if (others.size() > kMostOtherForms) others.resize(kMostOtherForms);
  add_other_forms(out, others);
  return out;
}

SignpostTarget DescribedByLinks::target(const One& one) {
  SignpostTarget out{.url = std::string{one.url},
                     .relation = "describedby",
                     .accept = {},
                     .is_rdf = one.weight > 0,
                     .is_untold = one.weight == 0 && !one.is_page};
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

}  // namespace semsite
