#include "discover/sitemap_dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/licences.hpp"
#include "discover/sitemap_names.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

constexpr std::string_view kExtension =
    "http://sw.deri.org/2007/07/sitemapextension/scschema.xsd";
constexpr std::string_view kResourceSync = "http://www.openarchives.org/rs/terms/";
/// Locations of one kind, prefixes or samples of one dataset that are kept: as many as
/// the protocol has URLs in one file.
constexpr std::size_t kMostOfAKind = 50'000;

// Spellings of the namespace: either host, either scheme, the schema's name left out.
bool is_alias(std::string_view iri) {
  constexpr std::string_view kPath = "/2007/07/sitemapextension";
  for (const std::string_view start : {"http://sw.deri.org", "http://sw.deriv.org",
                                       "https://sw.deri.org", "https://sw.deriv.org"}) {
    if (!starts_with_ignoring_case(iri, start)) continue;
    const std::string_view path = iri.substr(start.size());
    if (!path.starts_with(kPath)) continue;
    const std::string_view rest = path.substr(kPath.size());
    if (rest.empty() || rest == "/" || rest == "/scschema.xsd") return true;
  }
  return false;
}

std::string normal_slicing(std::string_view text) {
  std::string token = lower_ascii(trim_unicode(text));
  // One slice with four names (semantic-sitemap §4).
  if (token == "msgs" || token == "mscg" || token == "mscgs") return "msg";
  return token;
}

bool is_known_slicing(std::string_view token) {
  constexpr std::array<std::string_view, 5> kTokens{"subject", "subject-object", "cbd",
                                                    "scbd", "msg"};
  return std::ranges::find(kTokens, token) != kTokens.end();
}

}  // namespace

DatasetName dataset_name(const XmlName& name, std::string_view plain) {
  if (name.namespace_ == kExtension) return DatasetName::canonical;
  if (name.namespace_.empty())
    return name.prefix.empty() || equal_ignoring_case(name.prefix, "sc") ||
                   equal_ignoring_case(name.prefix, "cs")
               ? DatasetName::guessed
               : DatasetName::no;
  if (name.namespace_ == plain) return DatasetName::guessed;
  return is_alias(name.namespace_) ? DatasetName::alias : DatasetName::no;
}

DatasetReader::Part DatasetReader::part_of(std::string_view local_name) {
  struct ElementName {
    std::string_view name;
    Part part;
  };
  static constexpr std::array kElementNames{
      ElementName{"dataDumpLocation", Part::dump},
      ElementName{"dataDump", Part::dump},
      ElementName{"linkedDataPrefix", Part::prefix},
      ElementName{"sampleURI", Part::sample},
      ElementName{"datasetLabel", Part::label},
      ElementName{"datasetURI", Part::uri},
      ElementName{"dataFragmentDump", Part::fragment},
      ElementName{"dataFragmentDumpLocation", Part::fragment},
      ElementName{"sparqlEndpointLocation", Part::endpoint},
      ElementName{"sparqlEndpoint", Part::endpoint},
      ElementName{"sparqlEndoPoint", Part::endpoint},
      ElementName{"sparqlGraphName", Part::graph},
      ElementName{"lastmod", Part::lastmod},
      ElementName{"changefreq", Part::changefreq},
  };
  for (const ElementName& spelling : kElementNames)
    if (equal_ignoring_case(local_name, spelling.name)) return spelling.part;
  return Part::none;
}

void DatasetReader::begin(std::uint64_t line) {
  dataset_ = {};
  dataset_.line = line;
  part_ = Part::none;
}

namespace {

std::optional<LicenceStatement::Kind> licence_kind_of(const XmlName& name) {
  return licence_kind(std::string{name.namespace_}.append(name.local));
}

bool is_link(const XmlName& name) {
  return name.namespace_ == kResourceSync && name.local == "ln";
}

std::string_view attribute_of(std::span<const XmlAttribute> attributes,
                              std::string_view local_name) {
  for (const XmlAttribute& one : attributes)
    if (one.name.local == local_name) return trim_unicode(one.value);
  return {};
}

}  // namespace

bool DatasetReader::is_licence(const XmlName& name) {
  return is_link(name) || licence_kind_of(name).has_value();
}

/// An IRI stands in an attribute, as in RDF/XML (`rdf:resource`) or in a link (`href`);
/// words, and the URLs that some write as words, in the element.
bool DatasetReader::begin_licence(std::span<const XmlAttribute> attributes) {
  licence_.language = attribute_of(attributes, "lang");
  std::string iri{attribute_of(attributes, "resource")};
  if (iri.empty()) iri = attribute_of(attributes, "href");
  if (iri.empty()) return true;
  if (teller_.make_iri(iri, element_, line_))
    add_licence(dataset_.licences,
                {.kind = licence_.kind, .value = std::move(iri), .is_iri = true});
  return false;
}

void DatasetReader::add_licence_words(std::string_view text) {
  licence_.value = text;
  licence_.is_iri = is_http(text) && check_iri(text) == IriProblem::none;
  if (licence_.is_iri) licence_.language.clear();
  add_licence(dataset_.licences, std::move(licence_));
  licence_ = {};
}

bool DatasetReader::begin_element(const XmlName& name,
                                  std::span<const XmlAttribute> attributes,
                                  std::uint64_t line) {
  line_ = line;
  if (is_licence(name)) {
    part_ = Part::licence;
    element_ = name.local;
    licence_.kind = licence_kind_of(name).value_or(LicenceStatement::Kind::license);
    return (!is_link(name) || attribute_of(attributes, "rel") == "license") &&
           begin_licence(attributes);
  }
  part_ = part_of(name.local);
  if (part_ == Part::none) {
    teller_.note(
        "sitemap.structure",
        fmt::format("\"{}\" is no element of a dataset; ignored", excerpt(name.local)),
        line);
    return false;
  }
  element_ = name.local;
  has_priority_ = false;
  slicing_.clear();
  for (const XmlAttribute& attribute : attributes) {
    if (equal_ignoring_case(attribute.name.local, "priority")) {
      has_priority_ = true;
      priority_ = trim_unicode(attribute.value);
    } else if (equal_ignoring_case(attribute.name.local, "slicing")) {
      slicing_ = attribute.value;
    }
  }
  return true;
}

void DatasetReader::end_element(std::string_view text) {
  // Generators write empty elements for what they do not have (semantic-sitemap §7).
  if (text.empty()) return;
  switch (part_) {
    case Part::none:
      return;
    case Part::label:
      return set_once(dataset_.label, text);
    case Part::uri:
    case Part::graph: {
      std::string iri{text};
      if (iri != "*" && !teller_.make_iri(iri, element_, line_)) return;
      return set_once(part_ == Part::uri ? dataset_.uri : dataset_.graph_name, iri);
    }
    case Part::prefix:
      return add_prefix(text);
    case Part::sample: {
      std::string iri{text};
      if (!teller_.make_iri(iri, element_, line_)) return;
      teller_.count(line_);
      if (has_room(dataset_.samples.size())) dataset_.samples.push_back(std::move(iri));
      return;
    }
    case Part::lastmod:
      return set_once(dataset_.lastmod, text);
    case Part::changefreq:
      return set_once(dataset_.changefreq, lower_ascii(text));
    case Part::licence:
      return add_licence_words(text);
    case Part::dump:
    case Part::fragment:
    case Part::endpoint:
      return add_location(text);
  }
}

void DatasetReader::set_once(std::string& member, std::string_view text) {
  if (member.empty()) {
    member = text;
  } else if (member != text) {
    teller_.note("sitemap.structure",
                 fmt::format("a second {} in one dataset, \"{}\"; the first one counts",
                             element_, excerpt(text)),
                 line_);
  }
}

void DatasetReader::add_prefix(std::string_view text) {
  LinkedDataPrefix prefix{.prefix = std::string{text}, .slicing = slicing()};
  if (!teller_.make_iri(prefix.prefix, element_, line_)) return;
  prefix.prefix = closed_prefix(prefix.prefix);
  teller_.count(line_);
  if (has_room(dataset_.prefixes.size())) dataset_.prefixes.push_back(std::move(prefix));
}

// Decision rule 1 of semantic-sitemap §3 is prepared here: what shows the paper's form.
void DatasetReader::add_location(std::string_view text) {
  DatasetLocation location;
  location.url = text;
  location.line = line_;
  if (!teller_.make_location(location.url, element_, line_,
                             SitemapTeller::Location::of_dataset))
    return;
  teller_.count(line_);
  if (has_priority_) dataset_.paper_form = true;
  if (part_ == Part::fragment) {
    dataset_.paper_form = true;
    if (has_priority_)
      teller_.note("sitemap.priority",
                   "a priority on a fragment means nothing, every fragment is needed "
                   "(semantic sitemap, §2.1); ignored",
                   line_);
    if (has_room(dataset_.fragments.size()))
      dataset_.fragments.push_back(std::move(location));
    return;
  }
  location.weight_given = has_priority_;
  if (has_priority_) {
    const auto weight = parse_uint(priority_);
    if (!weight || *weight > kLargestWeight) {
      location.weight = weight ? kLargestWeight : 1;
      teller_.note(
          "sitemap.priority",
          fmt::format("the priority \"{}\" of a location is no whole number from "
                      "0 to {}; taken as {}",
                      excerpt(priority_), kLargestWeight, location.weight),
          line_);
    } else {
      location.weight = *weight;
    }
  }
  location.slicing = slicing();
  if (part_ == Part::dump) {
    if (has_room(dataset_.dumps.size())) dataset_.dumps.push_back(std::move(location));
    return;
  }
  if (element_ == "sparqlEndPoint") dataset_.paper_form = true;
  // One generator writes every endpoint twice, under both names.
  constexpr std::size_t kFew = 64;
  const auto known =
      std::span{dataset_.endpoints}.first(std::min(kFew, dataset_.endpoints.size()));
  if (std::ranges::any_of(
          known, [&](const DatasetLocation& other) { return other.url == location.url; }))
    return;
  if (has_room(dataset_.endpoints.size()))
    dataset_.endpoints.push_back(std::move(location));
}

std::string DatasetReader::slicing() {
  std::string token = normal_slicing(slicing_);
  if (token.empty() || is_known_slicing(token)) return token;
  teller_.note("sitemap.slicing",
               fmt::format("the slicing \"{}\" is unknown, so how single documents are "
                           "cut is not known either",
                           excerpt(slicing_)),
               line_);
  return std::string{trim_unicode(slicing_)};
}

bool DatasetReader::has_room(std::size_t size) {
  if (size < kMostOfAKind) return true;
  ++left_out_;
  return false;
}

void DatasetReader::hand_over() {
  if (left_out_ > 0)
    teller_.note(
        "sitemap.left-out",
        fmt::format("a dataset names more than {} of a kind (locations, prefixes "
                    "or samples): {} left out",
                    grouped(kMostOfAKind), grouped(left_out_)),
        dataset_.line);
  teller_.dataset(dataset_);
  dataset_ = {};
  left_out_ = 0;
}

void DatasetReader::end() {
  if (dataset_.fragments.size() == 1)
    teller_.note("sitemap.structure",
                 "a dataset with a single fragment; there must be none or several "
                 "(semantic sitemap, §2)",
                 dataset_.line);
  hand_over();
}

void DatasetReader::break_off() {
  if (dataset_.dumps.empty() && dataset_.fragments.empty() &&
      dataset_.endpoints.empty() && dataset_.prefixes.empty())
    return;
  hand_over();
}

}  // namespace semsite
