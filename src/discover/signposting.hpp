#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_links.hpp"
#include "markup/link_header.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// One typed link between two resources, as something on the way to an object says it.
struct Signpost {
  enum class Carrier : std::uint8_t { entry, header, html, linkset };
  static constexpr std::uint32_t kNoPriority = 999'999;

  std::string context;                   ///< absolute IRI
  std::string relation;                  ///< one, as `relation_key` has it
  std::string target;                    ///< absolute IRI
  std::string type;                      ///< media type as written, may be empty
  std::string profile;                   ///< URIs separated by spaces, may be empty
  std::uint32_t priority = kNoPriority;  ///< `pri` of `rs:ln`: lower is better
  Carrier carrier = Carrier::header;
};

/// The `rs:ln` of an entry: about its `loc`.
[[nodiscard]] std::vector<Signpost> signposts_of(const SitemapEntry& entry);
/// Links of a header or link set: those without an anchor are about `context` (left out
/// if that is empty), references resolve against `base`; reverse relations are turned.
[[nodiscard]] std::vector<Signpost> signposts_of(std::span<const HeaderLink> links,
                                                 std::string_view base,
                                                 std::string_view context,
                                                 Signpost::Carrier carrier);
/// The `<link>`s of a page at `address`; what `<a>` elements say is no signpost.
[[nodiscard]] std::vector<Signpost> signposts_of(std::span<const PageLink> links,
                                                 std::string_view base,
                                                 std::string_view address);

/// What resources that links speak of are compared by: equal for two spellings of one URL
/// (RFC 3986 §6.2), and without the fragment.
[[nodiscard]] std::string resource_key(std::string_view url);

/// How gladly a media type is read as RDF, as in our `Accept` headers: 1 (line formats)
/// to 0.7 (RDF/XML); 0 = no RDF.
[[nodiscard]] double rdf_weight(std::string_view media_type);

/// What has been learnt of one object so far, and what has been asked.
struct SignpostTrail {
  std::string page;             ///< the landing page: `loc` of the entry
  std::vector<Signpost> links;  ///< from every carrier that was read
  bool header_asked = false;
  bool page_asked = false;
  struct AskedLinkset {
    std::string url;
    bool read = false;  ///< false: it failed
  };
  std::vector<AskedLinkset> linksets;
  std::vector<std::string> failed{};  ///< URLs of descriptions that could not be had
  /// Other URLs of the landing page: those that redirect to it.
  std::vector<std::string> also{};
};

/// A document to fetch, and how to ask for it.
struct SignpostTarget {
  std::string url;
  std::string relation;
  std::string accept;   ///< value of the `Accept` field
  bool is_rdf = false;  ///< some link says so
  bool no_rdf = false;  ///< of another relation: all links say so
  /// Of a description: nothing says whether it is RDF.
  bool is_untold = false;
  /// Of a description: other forms of it, best first, for when it cannot be had.
  std::vector<SignpostTarget> instead{};
};

/// What to do next to come to the data of an object with the fewest requests.
struct SignpostStep {
  enum class Kind : std::uint8_t {
    fetch,     ///< `targets`, all of them: descriptions first, then other relations
    head,      ///< HEAD on the landing page, for its `Link` fields
    linksets,  ///< fetch `targets`, all of them
    page,      ///< GET on the landing page: its `<link>`s, and the RDF in it
    nothing,   ///< there is nothing more to ask
  };
  Kind kind = Kind::nothing;
  std::vector<SignpostTarget> targets;
  std::string_view reason;  ///< for people
  /// Wanted too, whatever the others lead to: also link sets (relation `linkset`).
  std::vector<SignpostTarget> besides{};
  std::uint64_t left_out = 0;  ///< targets above the bound of 100,000, link sets above 20
};

/// The least intrusive next step (FAIR Signposting Profile): where every relation of
/// `follow` is named, of `describedby` one that says it is RDF, that is enough; else the
/// header of the landing page, then its link sets (JSON, and the text form only where
/// that failed), the page last. What is named is asked for in any case: the targets of
/// all relations in `follow` (as `relation_key` has them), the link sets, and every
/// description that is no other form of another one. Two links `describedby` of one
/// resource name two forms of one description if their `type` or their `profile` differ,
/// and two descriptions if both are equal. So the form with the most descriptions is
/// taken, among those of equally many the one that is read best; a link without `type`
/// cannot be told to be another form, and is followed too.
[[nodiscard]] SignpostStep next_signpost_step(const SignpostTrail& trail,
                                              std::span<const std::string> follow);

}  // namespace semsite
