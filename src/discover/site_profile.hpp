#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/named_by.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// What asking one host for its robots.txt gave (RFC 9309 §2.3).
struct RobotsFact {
  std::string url;
  /// "found", "none" (4xx: everything allowed), "unreachable", "local", "ended" (we
  /// stopped before it came)
  std::string outcome;
  ///< (5xx, network: nothing allowed), "ignored", "local"
  int status = 0;
  bool is_page = false;  ///< an HTML page stands in its place
  std::uint64_t sitemaps = 0;
  std::optional<double> crawl_delay;  ///< seconds, for our agent
  std::string problem;                ///< why unreachable; oddities
};

/// Entries of sitemaps that carry metadata of one kind, by what they lead to.
struct EntryGroup {
  std::string_view kind;  ///< one of kEntryKinds (crawl/entry_targets)
  std::uint64_t entries = 0;
  std::uint64_t descriptions = 0;  ///< name their metadata: it is asked for, not the page
  std::uint64_t headers = 0;       ///< landing pages whose header is asked for first
  std::uint64_t pages = 0;         ///< pages to read
  std::uint64_t documents = 0;     ///< no RDF: to be kept as files, if that is wanted
  std::uint64_t nothing = 0;       ///< of a type that is not read
};

/// One sitemap that was named somewhere.
struct SitemapFact {
  std::string url;        ///< after redirects
  std::string named_by;   ///< URL of the robots.txt, index or page; empty: by the user
  std::string announced;  ///< origin whose robots.txt led here; empty if none did
  SitemapKind kind = SitemapKind::unknown;
  std::uint64_t entries = 0;
  std::uint64_t children = 0;
  std::uint64_t datasets = 0;
  /// Of `entries`: pages of the machine on which the sitemap was made (`localhost`).
  std::uint64_t local_entries = 0;
  std::uint64_t bytes = 0;           ///< expanded
  std::string capability{};          ///< of ResourceSync; empty = an ordinary sitemap
  std::vector<EntryGroup> groups{};  ///< of `entries`; not those of change lists
  /// Of entries that say how often they change, by what they say.
  std::map<std::string, std::uint64_t, std::less<>> changefreqs{};
  /// The first few, of each code and in all; `note_count` counts all.
  std::vector<SitemapNote> notes;
  std::uint64_t note_count = 0;
  std::string problem;  ///< empty: read whole
  std::string code{};   ///< of `problem` (docs/faults.md)
  /// Nobody answered, or with a fault of the moment: it says neither yes nor no.
  bool unreachable = false;
  bool is_missing = false;  ///< the host says that there is none (404, 410)
  /// It is on another host than the robots.txt that led to it, and there is no such host
  /// for us: it has no name, no address that may be asked, or refuses the connection.
  bool is_out_of_reach = false;
  /// A feed of the page that the user named, which names it: a list of what is new there,
  /// which never claims to be all.
  bool is_of_page = false;
  bool is_no_loss = false;  ///< of such a feed: there is none, as `problem` says
};

/// Who stands behind a location, or behind a name that a site uses (semantic-sitemap §5).
enum class Authority {
  own,        ///< on the host of the sitemap that names it
  confirmed,  ///< elsewhere, and that host's own sitemap or description says the same
  redirects,  ///< elsewhere, but asking for it leads to this host
  trusted,    ///< elsewhere, and the user trusts that host (`--trust`)
  claim,      ///< elsewhere, and that host says nothing of it
};
[[nodiscard]] std::string_view authority_name(Authority authority);
/// The one of that name; nothing: none has it.
[[nodiscard]] std::optional<Authority> find_authority(std::string_view name);

/// What was found out about a name, and why.
struct Standing {
  Authority authority = Authority::own;
  std::string reason{};  ///< a clause for people; empty for `own`

  [[nodiscard]] bool is_claim() const { return authority == Authority::claim; }
};

/// What is known of the names that a dataset uses: its IRI, its graph, prefixes, samples.
using Standings = std::map<std::string, Standing, std::less<>>;
/// Of one of them; what nothing was found out about is the site's own.
[[nodiscard]] const Standing& standing_of(const Standings& standings,
                                          std::string_view name);

/// What was learnt about one URL that a plan may use.
struct LocationFact {
  Authority authority = Authority::own;
  std::string authority_reason;
  bool allowed = true;      ///< by robots.txt, scope and scheme
  std::string robots_rule;  ///< that decided, or why it is refused; may be empty
  std::optional<double> crawl_delay;
};

/// One dataset, and where that was said.
struct DatasetFact {
  SitemapDataset said;
  std::string sitemap;  ///< URL of the sitemap or description; empty when the user named
                        ///< the dump itself
  std::string site;     ///< origin of that
  std::uint64_t pages = 0;              ///< sitemap entries under its prefixes
  std::vector<std::string> seed_pages;  ///< some of them, to start a crawl from
  /// IRI of the version that replaces it: got only when it is asked for by name.
  std::string superseded_by{};
  std::vector<std::string> notes{};  ///< what else its description says, for people
  /// Subsets without any data that is known, of a dataset that has none of its own: its
  /// fragments are not all of it.
  std::vector<std::string> missing{};
  /// Origin whose robots.txt led to the sitemap, and so speaks by it; may be empty.
  std::string announced{};
  Standings standings{};  ///< of its names
  /// How many triples a description says it has: an estimate.
  std::optional<std::uint64_t> triples{};
  /// Of its locations, where another dataset of the site is better placed to name them.
  Standings location_standings{};
};

/// Who named a location of a dataset. `source`: the description that names it, if it is
/// not the dataset's own; `sitemap`: that one, empty if the user named the location
/// itself, by `entry`.
[[nodiscard]] inline NamedBy namer_of(std::string_view source, std::string_view sitemap,
                                      std::string_view entry) {
  return NamedBy::first_of(source, sitemap, entry);
}

/// One document that was asked for because it may describe datasets.
struct DescriptionFact {
  std::string url;       ///< after redirects
  std::string named_by;  ///< URL, or what led there; empty: the user
  std::string kinds;     ///< "VoID, DCAT", "directory listing", …; empty: none found
  std::uint64_t statements = 0;  ///< of those that describe
  std::uint64_t datasets = 0;
  std::vector<SitemapNote> notes;  ///< the first few
  std::uint64_t note_count = 0;
  std::string problem;  ///< why it could not be read
};

/// Pages that sitemaps list outside of every dataset.
struct PageGroup {
  std::uint64_t count = 0;
  std::vector<std::string> first;  ///< at most 10,000 of them
};

/// So many entries of one kind ("OCX", "plain" …).
struct EntriesOfKind {
  std::string_view kind;
  std::uint64_t count = 0;
};
/// Do entries of this kind name data of their own (metadata, RDF, a page that the user
/// named)? The others are plain pages.
[[nodiscard]] bool has_own_data(std::string_view kind);

/// A page that names its Standard-Sitemap; such a page, and what that lists, is crawled.
struct StandardFact {
  std::string page;
  std::string url;      ///< empty: what it names is of no use
  std::string route;    ///< how it says so, in words
  std::string problem;  ///< why it is of no use
};

/// Something that could not be learnt about a site.
struct SiteProblem {
  std::string code;  ///< docs/faults.md; of many sites those with one cause have one code
  std::string text;  ///< a sentence for people
};

/// The code of what should say what a site has, and could not be read.
inline constexpr std::string_view kSiteUnread = "site.unread";

/// Everything learnt about a site before anything is planned.
struct SiteProfile {
  std::string entry;  ///< what the user named
  std::string site;   ///< its origin, or `file:`
  std::vector<RobotsFact> robots;
  std::vector<SitemapFact> sitemaps;
  std::vector<DescriptionFact> descriptions{};
  std::vector<DatasetFact> datasets;
  std::map<std::string, LocationFact, std::less<>>
      locations;                           ///< by URL as in `datasets`
  std::uint64_t pages = 0;                 ///< entries of all sitemaps
  std::vector<EntryGroup> entry_groups{};  ///< of these
  PageGroup loose_pages;
  /// Where a crawl begins that follows links, as nothing lists what there is: the page
  /// that the user named, after redirects. Empty: there is no need of it.
  std::string first_page{};
  /// Of all entries those whose targets no dataset holds.
  std::vector<EntriesOfKind> beside_datasets{};
  std::vector<StandardFact> standard_sitemaps;
  std::vector<std::string> deleted{};  ///< pages that a change list says are gone
  std::vector<SiteProblem> problems;   ///< what could not be learnt
  /// What was left alone on purpose, in words: nothing is missing by it.
  std::vector<std::string> left_out{};
};

/// Does it list what is new, and never claim to be all: a feed, whoever names it?
[[nodiscard]] bool is_feed(const SitemapFact& sitemap);
/// Is there none (404, 410), or nothing in it? MkDocs writes such a one where nobody told
/// it the URL of the site. What a fault of the moment hides is another thing. Of an index
/// only the sitemaps that it names list something.
[[nodiscard]] bool lists_nothing(const SitemapFact& sitemap);
/// Feeds that were read; not what continues them.
[[nodiscard]] std::vector<std::string> feeds_of(const SiteProfile& profile);
/// Does anything list what the site has? A feed does not.
[[nodiscard]] bool has_listing(const SiteProfile& profile);

}  // namespace semsite
