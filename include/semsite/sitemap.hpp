#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semsite/export.hpp"
#include "semsite/limits.hpp"

// Sitemaps: lists of pages and of sitemaps in XML or text, RSS and Atom, with their
// extensions (Semantic Sitemap, Signmap, OCX, DiWoo). Thread-safe; nothing is kept
// between calls.

namespace semsite {

enum class SitemapKind { unknown, urlset, sitemapindex, text, rss, atom };
[[nodiscard]] SEMSITE_API std::string_view kind_name(SitemapKind kind);

/// `xhtml:link` beside a `loc`.
struct AlternateLink {
  std::string rel, hreflang, href, type;
};

/// `rs:ln`: a typed link of an entry (Signmap, ResourceSync) or, below the root, of the
/// document. Values are trimmed, as written; only `href` is resolved.
struct EntryLink {
  std::string rel;   ///< words separated by one space; registered ones in lower case
  std::string href;  ///< an absolute IRI, which need not be fetchable
  std::string type, profile, hash, length, modified, encoding, path;
  std::string pri;  ///< 1 (best) to 999999; empty counts as 999999
  std::uint64_t line = 0;
};

/// `rs:md`: the facts about an entry's resource, or about the document itself. Values as
/// written; empty = not given.
struct ResourceFacts {
  std::string at, capability, change, completed, datetime, encoding, from, until, hash,
      length, modified, path, type;
};

/// `ocx:ocx`: the page is part of a curriculum, and where its metadata is.
struct OcxBlock {
  std::string type;    ///< class IRI or word, as written
  std::string format;  ///< `JSON-LD`, `Microdata`, `RDFa`, or whatever was written
  std::string loc;     ///< where the metadata is, resolved; empty = the page itself
  std::string xpath;   ///< of the metadata in that page; untrusted, not checked here
  std::string name, teaser, parent;
  std::string image;  ///< resolved
};

/// `diwoo:Document`: the entry is a government document with metadata beside it.
struct DiwooMark {
  std::string format;                   ///< label of `diwoo:format`, may be empty
  std::string format_iri;               ///< its `resource`
  std::string language_iri;             ///< `resource` of `diwoo:language`
  std::vector<std::string> categories;  ///< `resource` of each `informatiecategorie`
};

/// One `url` of a urlset, one `sitemap` of an index, one line or feed entry. URLs are
/// resolved against the sitemap's URL; other values are trimmed, as written.
struct SitemapEntry {
  std::string loc;
  std::string lastmod;
  std::string changefreq;
  std::string priority;
  std::vector<AlternateLink> links;    ///< `xhtml:link`
  std::vector<EntryLink> signposts;    ///< `rs:ln`
  std::optional<ResourceFacts> facts;  ///< `rs:md`
  std::optional<OcxBlock> ocx;
  std::optional<DiwooMark> diwoo;
  std::uint64_t line = 0;
  bool of_feed = false;  ///< of RSS or Atom, which lists what is new
};

/// What `rs:md` and `rs:ln` directly below the root say of a whole document.
struct SitemapHead {
  std::optional<ResourceFacts> facts;
  std::vector<EntryLink> links;
};

/// What a file's bytes come to, as a description says.
struct Checksum {
  std::string algorithm;  ///< "sha-512", "sha-256", "sha" (SHA-1) or "md5"
  std::string hex;        ///< lower case, of the right length

  friend bool operator==(const Checksum&, const Checksum&) = default;
};

/// A dump, fragment or endpoint of a dataset.
struct DatasetLocation {
  std::string url;
  std::uint64_t weight = 1;   ///< `priority`, default 1 (semantic-sitemap §2.1)
  bool weight_given = false;  ///< a `priority` attribute was there
  std::string slicing{};      ///< of an endpoint; normalised token, empty = unknown
  std::uint64_t line = 0;

  // What only descriptions say (docs/descriptions.md).
  /// Dumps of one group other than 0 are the same file again: one of them is enough.
  std::uint32_t group = 0;
  std::uint32_t rank = 0;     ///< within its group: asked only when all below it failed
  std::string media_type{};   ///< of what is inside, without any packing
  std::string compression{};  ///< media type of a single-stream packing
  std::string packaging{};    ///< media type of an archive
  std::optional<std::uint64_t> byte_size{};  ///< may be approximate
  bool size_is_exact = false;                ///< as a Metalink's is (RFC 5854 §4.2.14)
  std::vector<Checksum> checksums{};         ///< of the file as stored
  std::string source{};  ///< URL of the document that says so; empty: the sitemap
};

struct LinkedDataPrefix {
  std::string prefix;
  std::string
      slicing;  ///< `subject`, `subject-object`, `cbd`, `scbd`, `msg` or as written
};

/// What is said of who may use a dataset and how: an IRI, or words.
struct LicenceStatement {
  enum class Kind : std::uint8_t {
    license,  ///< the licence (dcterms:license, schema:license, cc:license, rel=license)
    rights,   ///< anything else of rights (dcterms:rights)
  };
  Kind kind = Kind::license;
  std::string value;
  bool is_iri = false;
  std::string language{};  ///< of words; may be empty
  std::string source{};    ///< URL of the document that says so; empty: the sitemap
};

/// One `sc:dataset` in either generation (specs/semantic-sitemap.md §2, §3).
struct SitemapDataset {
  std::string label;
  std::string uri;
  std::vector<LinkedDataPrefix> prefixes;
  std::vector<DatasetLocation> dumps;
  std::vector<DatasetLocation> fragments;
  std::vector<DatasetLocation> endpoints;
  std::string graph_name;  ///< IRI, `*`, or empty = the endpoint's default graph
  /// Graph Stores that serve it; only descriptions name them.
  std::vector<std::string> graph_stores{};
  std::vector<std::string> samples;
  std::string lastmod;
  std::string changefreq;  ///< lower case
  /// A sign of the paper's generation: a `priority`, a fragment, or `sparqlEndPoint`
  /// (decision rule 1 of §3). Then several dumps are mirrors, else parts.
  bool paper_form = false;
  std::uint64_t line = 0;
  /// Why dumps are grouped as they are; empty unless they are.
  std::string grouping{};
  bool assumed = false;  ///< `grouping` is not what a description says
  std::vector<LicenceStatement> licences{};  ///< each once, in the order of their mention
};

/// Something odd that was tolerated.
struct SitemapNote {
  std::string code;  ///< "sitemap.namespace", "sitemap.entity", "sitemap.limit", …
  std::string message;
  std::uint64_t line = 0;
};

/// Is told what a sitemap holds, in document order, while it streams.
class SEMSITE_API SitemapHandler {
 public:
  SitemapHandler() = default;
  SitemapHandler(const SitemapHandler&) = delete;
  SitemapHandler& operator=(const SitemapHandler&) = delete;
  virtual ~SitemapHandler() = default;

  /// Before the first entry, if there is something; again if more comes later.
  virtual void head(const SitemapHead&) {}
  virtual void entry(const SitemapEntry&) {}      ///< a page
  virtual void child(const SitemapEntry&) {}      ///< a sitemap named by an index
  virtual void dataset(const SitemapDataset&) {}  ///< an `sc:dataset`
  virtual void note(const SitemapNote&) {}
  /// Of each code the first 20 notes are told, and the number of the others; or all.
  [[nodiscard]] virtual bool wants_every_note() const { return false; }
};

struct SitemapSummary {
  SitemapKind kind = SitemapKind::unknown;
  std::uint64_t entries = 0;
  std::uint64_t children = 0;
  std::uint64_t datasets = 0;
  std::uint64_t bytes = 0;  ///< expanded
  bool complete = true;  ///< false: broken off, or a limit was reached (`problem` says)
  std::string problem;
  std::uint64_t lost = 0;    ///< what is named by something that is no URL
  std::string first_lost{};  ///< and why
  bool is_cut = false;       ///< its bytes ended before their end
};

/// Reads a sitemap of any kind, told by its content; `bytes` as they came, compressed or
/// not. `url`: where it came from, which relative references are resolved against.
///
/// Never throws for what the bytes say: what cannot be read ends in `problem` after
/// everything before it has been handed over; `kind` stays unknown when it is no sitemap
/// at all. What `handler` throws comes out. Memory does not grow with the sitemap.
[[nodiscard]] SEMSITE_API SitemapSummary read_sitemap(std::string_view bytes,
                                                      std::string_view url,
                                                      SitemapHandler& handler,
                                                      const Limits& limits = {});

/// The same of bytes that `next` gives, in pieces cut anywhere, each valid until the next
/// call; an empty one is the end.
[[nodiscard]] SEMSITE_API SitemapSummary
read_sitemap(const std::function<std::string_view()>& next, std::string_view url,
             SitemapHandler& handler, const Limits& limits = {});

/// Not for functions that give strings of their own: these would be gone before they are
/// read.
SitemapSummary read_sitemap(const std::function<std::string()>& next,
                            std::string_view url, SitemapHandler& handler,
                            const Limits& limits = {}) = delete;

/// A sitemap in memory.
struct Sitemap {
  SitemapSummary summary;
  SitemapHead head;
  std::vector<SitemapEntry> entries;   ///< pages
  std::vector<SitemapEntry> children;  ///< sitemaps named by an index
  std::vector<SitemapDataset> datasets;
  std::vector<SitemapNote> notes;  ///< of each code the first 20
};

/// The same, held as a whole: for sitemaps of a size that is known (the protocol's bound
/// is 50,000 entries and 50 MiB; `limits` allow more).
[[nodiscard]] SEMSITE_API Sitemap sitemap_of(std::string_view bytes, std::string_view url,
                                             const Limits& limits = {});

}  // namespace semsite
