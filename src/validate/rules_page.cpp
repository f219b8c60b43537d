#include <array>

#include "validate/rule_tables.hpp"

namespace semsite {
namespace {

using enum Severity;
constexpr std::string_view kFair = "FAIR Signposting Profile (20231002)";
constexpr std::array kRules{
    ValidationRule{"http.unreachable", error, "what was to be checked cannot be had",
                   "RFC 9110 §15", "Nothing could be checked.", "Look at the reason."},
    ValidationRule{"head.refused", warning, "HEAD is answered otherwise than GET",
                   "RFC 9110 §9.1, §9.3.2",
                   "Programs that look before they download take it for missing.",
                   "Answer HEAD as GET, without the content."},
    ValidationRule{
        "head.length", error, "HEAD gives another length than GET", "RFC 9110 §8.6",
        "Size and progress are wrong; a whole download is taken for a cut one.",
        "Send the length that GET has, or none."},
    ValidationRule{"head.fields", warning,
                   "HEAD says another type, ETag or time than GET", "RFC 9110 §9.3.2",
                   "Programs that look first choose the wrong reader, or download what "
                   "they have.",
                   "Send the same fields as with GET."},
    ValidationRule{"file.unknown", error, "a file of no kind that is known here", "–",
                   "Nothing could be checked.",
                   "robots.txt, sitemap, page, link set, Standard-Sitemap or RDF"},
    ValidationRule{"page.unreachable", error, "a page that a sitemap lists cannot be had",
                   "sitemaps.org; RFC 9110 §15",
                   "What it says is lost, and each run asks again.",
                   "Take it out of the sitemap, or serve it."},
    ValidationRule{"page.redirect", note, "a listed page redirects elsewhere",
                   "sitemaps.org, loc; RFC 9110 §15.4",
                   "Another request for each page, and two names for one thing.",
                   "List the URL that it leads to."},
    ValidationRule{"page.content-type", warning,
                   "a page without Content-Type, or of a wrong one", "RFC 9110 §8.3",
                   "Readers that go by it do not look for data.",
                   "text/html; charset=utf-8"},
    ValidationRule{"page.link-header", warning, "a Link header that cannot be read whole",
                   "RFC 8288 §3", "The link is passed over.",
                   "<URL>; rel=\"describedby\"; type=\"…\", separated by commas"},
    ValidationRule{"fair.cite-as", error, "not exactly one cite-as", kFair,
                   "Programs cannot tell the object's persistent identifier.",
                   "One link cite-as to the DOI or other identifier."},
    ValidationRule{"fair.describedby", error, "no describedby", kFair,
                   "Programs find no metadata.", "A link describedby with its type."},
    ValidationRule{"fair.item", error, "no item in the link set", kFair,
                   "Programs find no content.", "A link item for each file."},
    ValidationRule{"fair.type", warning, "not one or two links type", kFair,
                   "Programs cannot tell what kind of object it is.",
                   "https://schema.org/AboutPage and the class of the object"},
    ValidationRule{"fair.license", warning, "more than one licence, or the page of one",
                   kFair, "What may be done with the object cannot be told.",
                   "One link license to an SPDX IRI without .html."},
    ValidationRule{"fair.link-type", warning,
                   "a link without its media type, or with an odd one", kFair,
                   "Programs must fetch the target to learn what it is.",
                   "type=\"application/ld+json\""},
    ValidationRule{"fair.profile", warning, "a general media type without a profile",
                   kFair, "Programs cannot tell which metadata format it is.",
                   "profile=\"https://…\""},
    ValidationRule{"fair.disagreement", error, "header and HTML say different things",
                   kFair, "Which one is right cannot be told.", "Say the same in both."},
    ValidationRule{"fair.collection", warning, "content without its way back", kFair,
                   "Who finds the file does not find its landing page.",
                   "One link collection to the landing page."},
    ValidationRule{"fair.describes", warning, "metadata without its way back", kFair,
                   "Who finds the metadata does not find what it is about.",
                   "One link describes to the landing page."},
    ValidationRule{"linkset.unreachable", error, "a link set cannot be had",
                   "RFC 9264 §5; FAIR Signposting Profile, level 2",
                   "The complete links are not there.", "Serve it."},
    ValidationRule{"linkset.content-type", warning,
                   "a link set with another content type", "RFC 9264 §4",
                   "Readers that go by it do not read the links.",
                   "application/linkset+json or application/linkset"},
    ValidationRule{
        "linkset.no-anchor", warning, "a link that does not say what it is about",
        "RFC 9264 §4.2.2; FAIR Signposting Profile, level 2",
        "Away from where it was found nobody can tell its context; readers pass it over.",
        "Write the anchor, an absolute URL."},
    ValidationRule{"linkset.relative", warning, "a link with a relative reference",
                   "RFC 9264 §4; FAIR Signposting Profile, level 2",
                   "The RFC names no base for it: readers pass it over.",
                   "Write anchor and href as absolute URLs."},
    ValidationRule{"ssp.unreachable", error,
                   "the Standard-Sitemap that a page names cannot be had",
                   "Standard-Sitemap, implementation behaviour (discovery)",
                   "The page has no navigation; other routes are not tried.",
                   "Serve it, or take the link out."},
    ValidationRule{"ssp.location", warning,
                   "a page names its Standard-Sitemap in a way of no use",
                   "Standard-Sitemap, implementation behaviour (discovery)",
                   "The page has no navigation; other routes are not tried.",
                   "A link P.location with its schema.P link, or the header field."},
};

}  // namespace

std::span<const ValidationRule> page_rule_table() { return kRules; }

}  // namespace semsite
