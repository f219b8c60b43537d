#include <array>

#include "validate/rule_tables.hpp"

namespace semsite {
namespace {

using enum Severity;
constexpr std::string_view kXsd = "DiWoo 0.9.8, diwoo-metadata.xsd";
constexpr std::string_view kGuide = "DiWoo, Sitemapindex en Sitemaps";
constexpr std::array kRules{
    ValidationRule{"diwoo.root", error, "a root element Documents instead of a urlset",
                   kXsd, "The national harvester finds no sitemap.",
                   "A urlset of sitemaps.org with url entries."},
    ValidationRule{"diwoo.place", error,
                   "a DiWoo element, loc or lastmod where it does not belong", kXsd,
                   "The document or its date is not found.",
                   "loc and lastmod into url, Document beside them."},
    ValidationRule{"diwoo.unknown-element", error,
                   "an element that DiWoo does not have here", kXsd,
                   "It is passed over; the entry does not validate.",
                   "Names are case-sensitive: compare with the schema."},
    ValidationRule{"diwoo.repeated", error, "an element that may stand once stands twice",
                   "DiWoo 0.9.8, diwoo-metadata.xsd (xs:all)",
                   "Which one counts depends on the reader; the entry does not validate.",
                   "Keep one."},
    ValidationRule{"diwoo.required", error, "a required element is missing", kXsd,
                   "The entry does not validate; the document is hard to find.",
                   "Add it."},
    ValidationRule{"diwoo.empty", warning, "an element without text and without resource",
                   kXsd, "It says nothing.",
                   "Fill it, or leave it out where it is optional."},
    ValidationRule{"diwoo.resource", error, "a resource that is no absolute IRI",
                   "DiWoo 0.9.8, diwoo-metadata-lijsten.xsd",
                   "Only the label is left; the entry does not validate.",
                   "Copy the IRI from the value list."},
    ValidationRule{
        "diwoo.not-listed", error, "a resource that is not in its value list",
        "DiWoo 0.9.8, diwoo-metadata-lijsten.xsd",
        "The document is not found under that value; the entry does not validate.",
        "Copy the IRI from the value list, letter by letter."},
    ValidationRule{"diwoo.label-only", note, "a label without resource",
                   "DiWoo, Metadata",
                   "Nobody can tell for sure which organisation or category is meant.",
                   "Add the IRI as resource."},
    ValidationRule{"diwoo.date", error, "a creatiedatum that is no date", kXsd,
                   "The date is lost; the entry does not validate.", "2025-03-01"},
    ValidationRule{"diwoo.time", error, "a time that is none", kXsd,
                   "The time is lost; the entry does not validate.",
                   "2025-03-04T10:00:00+01:00"},
    ValidationRule{"diwoo.pair", error, "of namespace and prefix one without the other",
                   kXsd, "The properties cannot be named.", "Give both, or neither."},
    ValidationRule{"diwoo.https", warning, "a document that is not served by https",
                   kGuide, "The national harvester does not fetch it.",
                   "Serve it by https."},
    ValidationRule{"diwoo.no-lastmod", warning, "an entry without lastmod", kGuide,
                   "The document counts as unchanged for ever.", "Give lastmod."},
    ValidationRule{"diwoo.ignored", note, "changefreq or priority in a DiWoo entry",
                   kGuide, "It is ignored.", "Leave it out; lastmod alone counts."},
    ValidationRule{"diwoo.file-type", warning, "a document of no known file type", kGuide,
                   "The document is not harvested.",
                   "Name its type in diwoo:format, from the list of file types."},
    ValidationRule{"diwoo.index-name", warning,
                   "a sitemap index with another name than DiWoo wants", kGuide,
                   "The national harvester does not read it.",
                   "sitemapindex-diwoo.xml or sitemapindex-diwoo-infocat001.xml to 017"},
    ValidationRule{"diwoo.no-index", warning,
                   "robots.txt names a DiWoo sitemap without an index", kGuide,
                   "The national harvester reads only indexes.",
                   "Name an index in robots.txt, which lists the sitemap."},
    ValidationRule{"diwoo.category", warning,
                   "another category than the index's name says", kGuide,
                   "The document is found under both, or under the wrong one.",
                   "List it in the index of its category."},
};

}  // namespace

std::span<const ValidationRule> diwoo_rule_table() { return kRules; }

}  // namespace semsite
