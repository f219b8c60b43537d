#include "discover/signpost_descriptions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "base/text_hash.hpp"

namespace semsite {
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
