#include "validate/dataset_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/sitemap_dataset.hpp"
#include "markup/sitemap_dialect.hpp"
#include "validate/written_date.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostUris = 100'000;
constexpr std::size_t kManyDumps = 1000;
constexpr std::array<std::string_view, 8> kSlicings{
    "subject", "subject-object", "cbd", "scbd", "msg", "msgs", "mscg", "mscgs"};

enum class Part {
  none,
  label,
  uri,
  prefix,
  sample,
  dump,
  fragment,
  endpoint,
  graph,
  lastmod,
  changefreq
};

struct Spelling {
  std::string_view name;
  Part part;
  bool right;  ///< one of the two forms has it so
};
constexpr std::array kSpellings{
    Spelling{"datasetLabel", Part::label, true},
    Spelling{"datasetURI", Part::uri, true},
    Spelling{"linkedDataPrefix", Part::prefix, true},
    Spelling{"sampleURI", Part::sample, true},
    Spelling{"dataDumpLocation", Part::dump, true},
    Spelling{"dataDump", Part::dump, false},
    Spelling{"dataFragmentDump", Part::fragment, true},
    Spelling{"dataFragmentDumpLocation", Part::fragment, true},
    Spelling{"sparqlEndpointLocation", Part::endpoint, true},
    Spelling{"sparqlEndPoint", Part::endpoint, true},
    Spelling{"sparqlEndoPoint", Part::endpoint, false},
    Spelling{"sparqlGraphName", Part::graph, true},
    Spelling{"lastmod", Part::lastmod, true},
    Spelling{"changefreq", Part::changefreq, true},
};

const Spelling* spelling_of(std::string_view local) {
  const auto exact = std::ranges::find(kSpellings, local, &Spelling::name);
  if (exact != kSpellings.end()) return &*exact;
  const auto near = std::ranges::find_if(kSpellings, [&](const Spelling& one) {
    return equal_ignoring_case(one.name, local);
  });
  return near == kSpellings.end() ? nullptr : &*near;
}

bool is_once(Part part) {
  return part == Part::label || part == Part::uri || part == Part::graph ||
         part == Part::lastmod || part == Part::changefreq;
}

std::string_view last_segment(std::string_view url) {
  const auto parts = split_url(url);
  if (!parts) return {};
  return parts->path.substr(parts->path.rfind('/') + 1);
}

}  // namespace

struct DatasetCheck::Reading {
  std::map<Part, std::vector<const MarkupNode*>> parts;
  std::vector<const MarkupNode*> weighted;  ///< with a priority
  const MarkupNode* paper = nullptr;        ///< first sign of the paper's form
  const MarkupNode* final_form = nullptr;   ///< first sign of the final form

  [[nodiscard]] const std::vector<const MarkupNode*>& of(Part part) const {
    static const std::vector<const MarkupNode*> kNone;
    const auto found = parts.find(part);
    return found == parts.end() ? kNone : found->second;
  }
};

void DatasetCheck::check(const MarkupNode& dataset, std::string_view plain) {
  if (dataset_name(dataset.name(), plain) != DatasetName::canonical &&
      !std::exchange(namespace_told_, true))
    add("sc.namespace",
        dataset.namespace_.empty()
            ? std::string{"a dataset without the extension's namespace"}
            : fmt::format("\"{}\"", excerpt(dataset.namespace_, 200)),
        dataset);
  Reading reading;
  for (const MarkupNode& part : dataset.children) check_part(part, reading);
  check_whole(dataset, reading);
  check_mirrors(reading);
  check_samples(reading);
}

void DatasetCheck::check_part(const MarkupNode& part, Reading& reading) {
  const Spelling* const spelling = spelling_of(part.local);
  if (spelling == nullptr)
    return add("sc.unknown-element", fmt::format("\"{}\"", excerpt(part.local)), part);
  const Part what = spelling->part;
  const bool of_protocol = what == Part::lastmod || what == Part::changefreq;
  if (!spelling->right || spelling->name != part.local)
    add("sc.spelling", fmt::format("\"{}\"", excerpt(part.local)), part);
  else if (of_protocol && !part.namespace_.empty() &&
           !is_sitemap_namespace(part.namespace_))
    add("sc.spelling",
        fmt::format("{} belongs into the namespace of sitemaps.org", part.local), part);
  const std::string_view value = part.value();
  if (value.empty()) return add("sc.empty", std::string{part.local}, part);
  auto& others = reading.parts[what];
  others.push_back(&part);
  if (is_once(what) && others.size() == 2)
    add("sc.repeated", fmt::format("a second {}: \"{}\"", part.local, excerpt(value)),
        part);
  if (part.local == "sparqlEndPoint" || what == Part::fragment) reading.paper = &part;
  if (what == Part::graph || what == Part::lastmod) reading.final_form = &part;
  const ValuePlace place{part.line, part.column};
  switch (what) {
    case Part::label:
    case Part::none:
      break;
    case Part::uri:
    case Part::sample:
      (void)urls_.check_iri(value, part.local, "sc.bad-url", place);
      break;
    case Part::graph:
      if (value != "*") (void)urls_.check_iri(value, part.local, "sc.bad-url", place);
      break;
    case Part::prefix:
    case Part::dump:
    case Part::fragment:
    case Part::endpoint:
      check_location(part, reading);
      break;
    case Part::lastmod:
      if (date_form(value) == DateForm::none || date_form(value) == DateForm::other)
        add("sc.lastmod", fmt::format("\"{}\"", excerpt(value)), part);
      else if (date_form(value) == DateForm::no_zone)
        add("sitemap.lastmod-zone", fmt::format("\"{}\"", excerpt(value)), part);
      break;
    case Part::changefreq:
      if (std::ranges::find(kChangeFrequencies, value) == kChangeFrequencies.end())
        add("sc.changefreq", fmt::format("\"{}\"", excerpt(value)), part);
      break;
  }
}

void DatasetCheck::check_location(const MarkupNode& part, Reading& reading) {
  const Part what = spelling_of(part.local)->part;
  const std::string_view value = part.value();
  (void)urls_.check_location(value, part.local, "sc.bad-url", {part.line, part.column});
  for (const MarkupNode* other : reading.of(what))
    if (other != &part && other->value() == value) {
      add("sc.same-location", fmt::format("\"{}\"", excerpt(value, 200)), part);
      break;
    }
  if (part.has_attribute("priority") && what != Part::prefix) {
    reading.paper = &part;
    const auto weight = parse_uint(part.attribute("priority"));
    if (what == Part::fragment) {
      add("sc.fragment-priority",
          fmt::format("priority=\"{}\"", excerpt(part.attribute("priority"))), part);
    } else {
      if (!weight)
        add("sc.priority", fmt::format("\"{}\"", excerpt(part.attribute("priority"))),
            part);
      reading.weighted.push_back(&part);
    }
  }
  const std::string slicing = lower_ascii(part.attribute("slicing"));
  if (part.has_attribute("slicing") && (what == Part::prefix || what == Part::endpoint))
    reading.final_form = &part;
  if (!slicing.empty() && std::ranges::find(kSlicings, slicing) == kSlicings.end())
    add("sc.slicing", fmt::format("\"{}\"", excerpt(part.attribute("slicing"))), part);
}

void DatasetCheck::check_whole(const MarkupNode& dataset, const Reading& reading) {
  const auto has = [&](Part part) { return !reading.of(part).empty(); };
  if (!has(Part::dump) && !has(Part::fragment) && !has(Part::endpoint) &&
      !has(Part::prefix))
    add("sc.no-access", "no dump, no fragments, no endpoint, no prefix", dataset);
  if (!has(Part::label)) add("sc.no-label", "", dataset);
  if (!has(Part::uri)) {
    add("sc.no-uri", "", dataset);
  } else {
    const MarkupNode& uri = *reading.of(Part::uri)[0];
    if (uris_.size() < kMostUris && !uris_.insert(std::string{uri.value()}).second)
      add("sc.same-uri", fmt::format("\"{}\"", excerpt(uri.value(), 200)), uri);
  }
  if (has(Part::graph) && !has(Part::endpoint))
    add("sc.graph-alone", std::string{}, *reading.of(Part::graph)[0]);
  if (reading.of(Part::fragment).size() == 1)
    add("sc.single-fragment", std::string{}, *reading.of(Part::fragment)[0]);
  if (reading.paper != nullptr && reading.final_form != nullptr)
    add("sc.mixed",
        fmt::format("{} is of the paper's form, {} of the final one",
                    reading.paper->local, reading.final_form->local),
        dataset);
  if (reading.paper == nullptr && reading.of(Part::endpoint).size() > 1)
    add("sc.several-endpoints", fmt::format("{}", reading.of(Part::endpoint).size()),
        *reading.of(Part::endpoint)[1]);
  if (reading.of(Part::dump).size() > kManyDumps)
    add("sc.too-many-dumps", grouped(reading.of(Part::dump).size()), dataset);
}

void DatasetCheck::check_mirrors(const Reading& reading) {
  for (const Part pool : {Part::dump, Part::endpoint}) {
    const auto& all = reading.of(pool);
    if (!all.empty() && std::ranges::all_of(all, [](const MarkupNode* one) {
          return parse_uint(one->attribute("priority")) == 0U;
        }))
      add("sc.all-backup", fmt::format("{} locations", all.size()), *all[0]);
  }
  if (reading.paper != nullptr) return;
  std::map<std::string_view, std::string> hosts;  // of the first dump of a file name
  for (const MarkupNode* dump : reading.of(Part::dump)) {
    const std::string host = host_of(dump->value());
    const std::string_view name = last_segment(dump->value());
    if (name.empty() || host.empty()) continue;
    const auto [first, fresh] = hosts.try_emplace(name, host);
    if (!fresh && first->second != host)
      add("sc.mirror-or-part",
          fmt::format("{} is at {} and at {}", name, first->second, host), *dump);
  }
}

void DatasetCheck::check_samples(const Reading& reading) {
  const auto& prefixes = reading.of(Part::prefix);
  if (prefixes.empty()) return;
  for (const MarkupNode* sample : reading.of(Part::sample))
    if (std::ranges::none_of(prefixes, [&](const MarkupNode* prefix) {
          return sample->value().starts_with(prefix->value());
        }))
      add("sc.sample-outside", fmt::format("\"{}\"", excerpt(sample->value(), 200)),
          *sample);
}

}  // namespace semsite
