#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "markup/html_tree.hpp"
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

/// Does `link` lead to what `follow` wants? Of `alternate` that is RDF on the host of the
/// page alone: pages name their feeds and languages by it, and their forms elsewhere.
[[nodiscard]] bool is_followed(const Signpost& link, std::span<const std::string> follow);

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
/// cannot be told to be another form, and is followed too. Of links `alternate` one form
/// is taken in the same way.
[[nodiscard]] SignpostStep next_signpost_step(const SignpostTrail& trail,
                                              std::span<const std::string> follow);

/// What is asked for where no media type is named.
inline constexpr std::string_view kRdfAccept =
    "application/n-quads, application/trig, application/n-triples, text/turtle;q=0.9, "
    "application/ld+json;q=0.8, application/rdf+xml;q=0.7, */*;q=0.1";

/// A media type without its parameters.
[[nodiscard]] std::string_view essence(std::string_view media_type);
/// The same, or nothing where it is no media type or a range of them (`csv`, `*/*`).
[[nodiscard]] std::string_view told_type(std::string_view media_type);
/// Does the type tell nothing of whether something is RDF (`application/json`)?
[[nodiscard]] bool is_general_type(std::string_view type);
/// HTML and XHTML, which may hold RDF.
[[nodiscard]] bool is_page_type(std::string_view type);

/// All links `describedby` of one resource: the one place that decides which of them are
/// other forms of others. Links must outlive it.
class DescribedByLinks {
 public:
  void add(const Signpost& link);

  /// Those that are said to be RDF, in the form (type and profile) that most of them
  /// have: each with its other forms. Without one: those that are said to be pages, or
  /// to be of a type that does not tell.
  [[nodiscard]] std::vector<SignpostTarget> chosen() const;
  [[nodiscard]] bool any_rdf() const;
  /// Of unknown type: content negotiation may find RDF there.
  [[nodiscard]] std::vector<SignpostTarget> untyped() const;

 private:
  struct One {
    std::string_view url;
    double weight = 0;
    bool typed = false;
    bool is_page = false;
    bool is_general = false;
    std::uint32_t priority = Signpost::kNoPriority;
    std::vector<std::string_view> types;  // that are RDF
    std::set<std::string> forms;          // one URL may have several
  };
  /// `worse`: forms that come after all others.
  static std::vector<SignpostTarget> of_one_form(std::vector<const One*> ones,
                                                 const std::vector<const One*>& worse);
  static SignpostTarget target(const One& one);

  std::vector<One> all_;
  std::unordered_map<std::string_view, std::size_t, KeyedHash, std::equal_to<>> places_;
};

}  // namespace semsite
