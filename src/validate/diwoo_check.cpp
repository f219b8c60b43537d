#include "validate/diwoo_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/sitemap_names.hpp"
#include "markup/sitemap_dialect.hpp"
#include "rdf/iri.hpp"
#include "validate/written_date.hpp"
#include "vocab/value_lists.hpp"

namespace semsite {
namespace {

constexpr std::string_view kOrganisations = "https://identifier.overheid.nl/tooi/id/";
constexpr std::array<std::string_view, 8> kOrganisationKinds{
    "gemeente/", "ministerie/", "provincie/", "waterschap/",
    "oorg/",     "so/",         "zbo/",       "col/"};
constexpr std::array<std::string_view, 20> kFileTypes{
    ".7z",  ".csv", ".xls",  ".xlsx", ".html", ".htm", ".odf", ".odp", ".ods",  ".odt",
    ".pdf", ".txt", ".ppsx", ".ppt",  ".pptx", ".pps", ".rtf", ".doc", ".docx", ".zip"};

bool is_diwoo(const MarkupNode& node) {
  return extension_of(node.name()).extension == SitemapExtension::diwoo;
}

bool is_organisation(std::string_view iri) {
  if (!iri.starts_with(kOrganisations)) return false;
  iri.remove_prefix(kOrganisations.size());
  return std::ranges::any_of(kOrganisationKinds, [&](std::string_view kind) {
    return iri.starts_with(kind) && iri.size() > kind.size() &&
           iri.find('/', kind.size()) == std::string_view::npos;
  });
}

template <typename Taker>
void for_each_named(const MarkupNode& node, std::string_view local, Taker&& take) {
  for (const MarkupNode& child : node.children) {
    if (child.local == local) take(child);
    for_each_named(child, local, take);
  }
}

}  // namespace

void DiwooCheck::check(const MarkupNode& entry, const MarkupNode& document) {
  check_entry(entry, document);
  check_parts(document);
  check_category(document);
}

void DiwooCheck::check_entry(const MarkupNode& entry, const MarkupNode& document) {
  const MarkupNode* loc = nullptr;
  const MarkupNode* lastmod = nullptr;
  for (const MarkupNode& child : entry.children) {
    if (!is_sitemap_namespace(child.namespace_) && !child.namespace_.empty()) continue;
    if (child.local == "loc" && loc == nullptr) loc = &child;
    if (child.local == "lastmod") lastmod = &child;
    if (child.local == "changefreq" || child.local == "priority")
      add("diwoo.ignored", child.local, child);
  }
  if (lastmod == nullptr || lastmod->value().empty()) add("diwoo.no-lastmod", {}, entry);
  if (loc == nullptr) return;
  const std::string_view url = loc->value();
  if (is_http(url) && !starts_with_ignoring_case(url, "https:"))
    add("diwoo.https", fmt::format("\"{}\"", excerpt(url, 200)), *loc);
  check_file_type(url, document);
}

void DiwooCheck::check_file_type(std::string_view loc, const MarkupNode& document) {
  bool named = false;
  for_each_named(document, "format", [&](const MarkupNode&) { named = true; });
  if (named) return;
  const auto parts = split_url(loc);
  const std::string path = lower_ascii(parts ? parts->path : loc);
  // What has no suffix at all may still say its type when it is served.
  const std::string_view name = std::string_view{path}.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return;
  if (std::ranges::find(kFileTypes, name.substr(dot)) == kFileTypes.end())
    add("diwoo.file-type", fmt::format("\"{}\" and no diwoo:format", excerpt(name)),
        document);
}

void DiwooCheck::check_parts(const MarkupNode& parent) {
  for (const MarkupNode& child : parent.children) {
    if (!is_diwoo(child)) {
      if (is_sitemap_namespace(child.namespace_))
        add("diwoo.place", fmt::format("{} within {}", child.local, parent.local), child);
      continue;  // MDTO, or anything of somebody else's
    }
    const DiwooPart* const part = diwoo_part(parent.local, child.local);
    if (part == nullptr) {
      add("diwoo.unknown-element",
          fmt::format("\"{}\" within {}", excerpt(child.local), parent.local), child);
      continue;
    }
    if (part->kind == DiwooPart::Kind::holder)
      check_parts(child);
    else
      check_value(child);
  }
  const bool has_mdto = std::ranges::any_of(
      parent.children, [](const MarkupNode& child) { return child.local == "MDTO"; });
  for (const DiwooPart& part : diwoo_schema()) {
    if (part.parent != parent.local || has_mdto) continue;
    const auto is_it = [&](const MarkupNode& child) { return child.local == part.name; };
    const auto count = std::ranges::count_if(parent.children, is_it);
    const bool needed =
        part.times == DiwooPart::Times::once || part.times == DiwooPart::Times::some;
    const bool single =
        part.times == DiwooPart::Times::once || part.times == DiwooPart::Times::optional;
    if (needed && count == 0)
      add("diwoo.required", fmt::format("{} within {}", part.name, parent.local), parent);
    if (single && count > 1) {
      const auto first = std::ranges::find_if(parent.children, is_it);
      add("diwoo.repeated", fmt::format("{} within {}", part.name, parent.local),
          *std::find_if(first + 1, parent.children.end(), is_it));
    }
  }
  if (parent.local == "extraMetadata" &&
      (parent.child("namespace") == nullptr) != (parent.child("prefix") == nullptr))
    add("diwoo.pair", {}, parent);
}

void DiwooCheck::check_value(const MarkupNode& child) {
  const std::string_view value = child.value();
  const std::string_view resource = child.attribute("resource");
  if (value.empty() && resource.empty()) return add("diwoo.empty", child.local, child);
  // The parent is not at hand; names of values are unique but for their parent.
  const auto schema = diwoo_schema();
  const auto part = std::ranges::find(schema, child.local, &DiwooPart::name);
  const auto kind = part->kind;
  if (kind == DiwooPart::Kind::date && !is_xsd_date(value))
    return add("diwoo.date", fmt::format("\"{}\"", excerpt(value)), child);
  if (kind == DiwooPart::Kind::time && !is_xsd_time(value))
    return add("diwoo.time", fmt::format("{}: \"{}\"", child.local, excerpt(value)),
               child);
  const bool of_list =
      kind == DiwooPart::Kind::listed || kind == DiwooPart::Kind::organisation;
  if (!of_list) return;
  if (!child.has_attribute("resource") || resource.empty())
    return add("diwoo.label-only", fmt::format("{}: \"{}\"", child.local, excerpt(value)),
               child);
  if (const IriProblem problem = check_iri(resource); problem != IriProblem::none)
    return add("diwoo.resource",
               fmt::format("{}: \"{}\" {}", child.local, excerpt(resource, 200),
                           describe(problem, resource)),
               child);
  const bool listed = kind == DiwooPart::Kind::organisation
                          ? is_organisation(resource)
                          : is_listed(part->list, resource);
  if (!listed)
    add("diwoo.not-listed",
        fmt::format("{}: \"{}\"{}", child.local, excerpt(resource, 200),
                    kind == DiwooPart::Kind::listed
                        ? fmt::format(" is not in {}", part->list)
                        : std::string{" is no organisation of TOOI"}),
        child);
}

void DiwooCheck::check_category(const MarkupNode& document) {
  if (category_.empty()) return;
  bool any = false;
  bool same = false;
  const MarkupNode* first = nullptr;
  for_each_named(document, "informatiecategorie", [&](const MarkupNode& one) {
    if (one.attribute("resource").empty()) return;
    if (!any) first = &one;
    any = true;
    same = same || one.attribute("resource") == category_;
  });
  if (any && !same)
    add("diwoo.category",
        fmt::format("\"{}\" in an index of {}",
                    excerpt(first->attribute("resource"), 200), category_),
        *first);
}

namespace {

using PartKind = DiwooPart::Kind;
using Times = DiwooPart::Times;

constexpr std::array kSchema{
    DiwooPart{"Document", "DiWoo", PartKind::holder},
    DiwooPart{"Document", "extraMetadata", PartKind::holder, Times::any},

    DiwooPart{"DiWoo", "identifiers", PartKind::holder},
    DiwooPart{"DiWoo", "publisher", PartKind::organisation, Times::once},
    DiwooPart{"DiWoo", "verantwoordelijke", PartKind::organisation},
    DiwooPart{"DiWoo", "medeverantwoordelijken", PartKind::holder},
    DiwooPart{"DiWoo", "opsteller", PartKind::organisation},
    DiwooPart{"DiWoo", "naamOpsteller"},
    DiwooPart{"DiWoo", "titelcollectie", PartKind::holder, Times::once},
    DiwooPart{"DiWoo", "omschrijvingen", PartKind::holder},
    DiwooPart{"DiWoo", "classificatiecollectie", PartKind::holder, Times::once},
    DiwooPart{"DiWoo", "creatiedatum", PartKind::date},
    DiwooPart{"DiWoo", "geldigheid", PartKind::holder},
    DiwooPart{"DiWoo", "language", PartKind::listed, Times::optional, "scw_talen"},
    DiwooPart{"DiWoo", "format", PartKind::listed, Times::optional,
              "ccw_plooi_filetypes"},
    DiwooPart{"DiWoo", "aggregatiekenmerk"},
    DiwooPart{"DiWoo", "isPartOf", PartKind::free},
    DiwooPart{"DiWoo", "hasParts", PartKind::holder},
    DiwooPart{"DiWoo", "documenthandelingen", PartKind::holder, Times::once},
    DiwooPart{"DiWoo", "documentrelaties", PartKind::holder},
    DiwooPart{"DiWoo", "redenVerwijderingVervanging", PartKind::listed, Times::optional,
              "ccw_plooi_reden_intrekking_of_vervanging"},

    DiwooPart{"identifiers", "identifier", PartKind::text, Times::some},
    DiwooPart{"medeverantwoordelijken", "medeverantwoordelijke", PartKind::organisation,
              Times::some},
    DiwooPart{"titelcollectie", "officieleTitel", PartKind::text, Times::once},
    DiwooPart{"titelcollectie", "verkorteTitels", PartKind::holder},
    DiwooPart{"titelcollectie", "alternatieveTitels", PartKind::holder},
    DiwooPart{"verkorteTitels", "verkorteTitel", PartKind::text, Times::some},
    DiwooPart{"alternatieveTitels", "alternatieveTitel", PartKind::text, Times::some},
    DiwooPart{"omschrijvingen", "omschrijving", PartKind::text, Times::some},
    DiwooPart{"classificatiecollectie", "informatiecategorieen", PartKind::holder,
              Times::once},
    DiwooPart{"classificatiecollectie", "documentsoorten", PartKind::holder},
    DiwooPart{"classificatiecollectie", "themas", PartKind::holder},
    DiwooPart{"classificatiecollectie", "trefwoorden", PartKind::holder},
    DiwooPart{"informatiecategorieen", "informatiecategorie", PartKind::listed,
              Times::some, "scw_woo_informatiecategorieen"},
    DiwooPart{"documentsoorten", "documentsoort", PartKind::listed, Times::some,
              "ccw_plooi_documentsoorten"},
    DiwooPart{"themas", "thema", PartKind::listed, Times::some, "scw_toplijst"},
    DiwooPart{"trefwoorden", "trefwoord", PartKind::text, Times::some},
    DiwooPart{"geldigheid", "begindatum", PartKind::time},
    DiwooPart{"geldigheid", "einddatum", PartKind::time},
    DiwooPart{"hasParts", "hasPart", PartKind::free, Times::some},
    DiwooPart{"documenthandelingen", "documenthandeling", PartKind::holder, Times::some},
    DiwooPart{"documenthandeling", "soortHandeling", PartKind::listed, Times::once,
              "ccw_plooi_documenthandelingen"},
    DiwooPart{"documenthandeling", "atTime", PartKind::time, Times::once},
    DiwooPart{"documenthandeling", "wasAssociatedWith", PartKind::organisation},
    DiwooPart{"documentrelaties", "documentrelatie", PartKind::holder, Times::some},
    DiwooPart{"documentrelatie", "role", PartKind::listed, Times::once,
              "scw_documentrelatie"},
    DiwooPart{"documentrelatie", "relation", PartKind::free, Times::once},

    DiwooPart{"extraMetadata", "namespace"},
    DiwooPart{"extraMetadata", "prefix"},
    DiwooPart{"extraMetadata", "extraMetadatavelden", PartKind::holder, Times::once},
    DiwooPart{"extraMetadatavelden", "extraMetadataveld", PartKind::holder, Times::some},
    DiwooPart{"extraMetadataveld", "key", PartKind::text, Times::once},
    DiwooPart{"extraMetadataveld", "values", PartKind::holder, Times::once},
    DiwooPart{"values", "value", PartKind::text, Times::some},
};

}  // namespace

std::span<const DiwooPart> diwoo_schema() { return kSchema; }

const DiwooPart* diwoo_part(std::string_view parent, std::string_view name) {
  const auto* const found = std::ranges::find_if(kSchema, [&](const DiwooPart& one) {
    return one.parent == parent && one.name == name;
  });
  return found == kSchema.end() ? nullptr : found;
}

}  // namespace semsite
