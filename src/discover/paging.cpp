#include "discover/paging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/link_header.hpp"
#include "rdf/iri.hpp"

namespace semsite {

/// What a predicate says.
enum class PagingWatch::Role : unsigned char {
  next,
  previous,
  first,       ///< of a collection: its pages begin there
  first_page,  ///< of a page: which one is the first
  last,
  last_page,
  view,      ///< the object is a page of the subject
  part_of,   ///< the subject is a page of the object
  relation,  ///< to a node that names a page
  node,
  items,  ///< the subject's content is here
  token,
};

struct PagingWatch::Known {
  std::string_view iri;  ///< without scheme: both that the web has are in use
  Role role;
  std::string_view name;  ///< short, for messages
};

namespace {

constexpr std::size_t kMostEdges = 4096;
/// Names of which only a hash is kept, when there are more statements than that.
constexpr std::size_t kMostHashes = 500'000;
constexpr std::size_t kMostPages = 1024;

std::string name_of(const Term& term) {
  if (term.kind != TermKind::blank) return std::string{term.value};
  return fmt::format("_:{}", term.value);
}

bool is_blank(std::string_view name) { return name.starts_with("_:"); }

std::string_view without_scheme(std::string_view url) {
  const std::size_t end = url.find(':');
  return end < 6 ? url.substr(end + 1) : url;
}

std::uint64_t hash_of(std::string_view name) {
  return text_hash(is_blank(name) ? std::string{name} : page_key(name));
}

std::string_view path_of(std::string_view key) { return key.substr(0, key.find('?')); }

std::uint32_t letter_bit(std::string_view iri) {
  return 1U << (static_cast<unsigned char>(iri.back()) & 31U);
}

}  // namespace

const std::vector<PagingWatch::Known>& PagingWatch::known_terms() {
  static const std::vector<Known> kTerms{
      {"//www.w3.org/ns/hydra/core#next", Role::next, "hydra:next"},
      {"//www.w3.org/ns/hydra/core#nextPage", Role::next, "hydra:nextPage"},
      {"//www.w3.org/ns/hydra/core#previous", Role::previous, "hydra:previous"},
      {"//www.w3.org/ns/hydra/core#previousPage", Role::previous, "hydra:previousPage"},
      {"//www.w3.org/ns/hydra/core#first", Role::first_page, "hydra:first"},
      {"//www.w3.org/ns/hydra/core#firstPage", Role::first_page, "hydra:firstPage"},
      {"//www.w3.org/ns/hydra/core#last", Role::last_page, "hydra:last"},
      {"//www.w3.org/ns/hydra/core#lastPage", Role::last_page, "hydra:lastPage"},
      {"//www.w3.org/ns/hydra/core#view", Role::view, "hydra:view"},
      {"//w3id.org/tree#view", Role::view, "tree:view"},
      {"//w3id.org/tree#relation", Role::relation, "tree:relation"},
      {"//w3id.org/tree#node", Role::node, "tree:node"},
      {"//www.w3.org/ns/activitystreams#next", Role::next, "as:next"},
      {"//www.w3.org/ns/activitystreams#prev", Role::previous, "as:prev"},
      {"//www.w3.org/ns/activitystreams#first", Role::first, "as:first"},
      {"//www.w3.org/ns/activitystreams#last", Role::last, "as:last"},
      {"//www.w3.org/ns/activitystreams#items", Role::items, "as:items"},
      {"//www.w3.org/ns/activitystreams#partOf", Role::part_of, "as:partOf"},
      {"//www.w3.org/1999/xhtml/vocab#next", Role::next, "xhv:next"},
      {"//www.w3.org/1999/xhtml/vocab#prev", Role::previous, "xhv:prev"},
      {"//www.w3.org/ns/ldp#nextPage", Role::next, "ldp:nextPage"},
      {"//www.iana.org/assignments/relation/next", Role::next, "iana:next"},
      {"//www.iana.org/assignments/relation/prev", Role::previous, "iana:prev"},
      {"//rdfs.org/ns/void#subset", Role::view, "void:subset"},
      {"//purl.org/dc/terms/hasPart", Role::view, "dcterms:hasPart"},
      {"//purl.org/dc/terms/isPartOf", Role::part_of, "dcterms:isPartOf"},
      {"//www.openarchives.org/OAI/2.0/resumptionToken", Role::token, "resumptionToken"},
  };
  return kTerms;
}

const PagingWatch::Known* PagingWatch::known_of(std::string_view predicate) {
  const std::string_view iri = without_scheme(predicate);
  const auto& terms = known_terms();
  const auto found = std::ranges::find(terms, iri, &Known::iri);
  return found == terms.end() ? nullptr : &*found;
}

/// Which last letters the terms of each length have, with `http:` or `https:`.
const PagingWatch::LastLetters& PagingWatch::last_letters() {
  static const LastLetters kLetters = [] {
    LastLetters out{};
    for (const Known& known : known_terms())
      for (const std::string_view scheme : {"http:", "https:"})
        out.at(scheme.size() + known.iri.size()) |= letter_bit(known.iri);
    return out;
  }();
  return kLetters;
}

std::string page_key(std::string_view url) {
  url = without_fragment(trim(url));
  const auto parts = split_url(url);
  if (!parts || parts->host.empty()) return std::string{url};
  std::string out = host_of(url);
  const std::uint16_t port = port_of(*parts);
  if (port != 80 && port != 443) out += fmt::format(":{}", port);
  const std::string path = path_and_query(url);
  out += percent_decode(path);
  return out;
}

std::string more_text(const MoreSaid& more) {
  if (more.url.empty()) return fmt::format("it says that there is more ({})", more.by);
  return fmt::format("it says that there is more ({} {})", more.by, more.url);
}

PageWay page_way(std::string_view relation) {
  relation = registered_name(trim(relation));
  for (const std::string_view vocabulary :
       {"//www.w3.org/ns/hydra/core#", "//www.w3.org/1999/xhtml/vocab#"})
    if (const std::string_view bare = without_scheme(relation);
        bare.starts_with(vocabulary))
      relation = bare.substr(vocabulary.size());
  const std::string name = lower_ascii(relation);
  if (name == "next" || name == "next-archive") return PageWay::forward;
  if (name == "prev" || name == "previous" || name == "prev-archive")
    return PageWay::back;
  return name == "first" || name == "last" ? PageWay::end : PageWay::none;
}

std::optional<MoreSaid> more_by_range(std::string_view content_range) {
  const std::string_view text = trim(content_range);
  if (starts_with_ignoring_case(text, "bytes")) return std::nullopt;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::string_view range = trim(text.substr(0, slash));
  range.remove_prefix(range.find_last_of(" =") + 1);  // npos + 1 is 0
  const std::size_t dash = range.find('-');
  const auto first = parse_uint(range.substr(0, dash));
  const auto last =
      dash == std::string_view::npos ? first : parse_uint(range.substr(dash + 1));
  const auto total = parse_uint(trim(text.substr(slash + 1)));
  if (!first || !last || !total || *last < *first || *last - *first + 1 >= *total)
    return std::nullopt;
  return MoreSaid{.kind = MoreSaid::Kind::token,
                  .url = {},
                  .by = fmt::format("Content-Range: {}", excerpt(text)),
                  .subject = {}};
}

PagingWatch::PagingWatch(std::string_view url, std::string_view asked,
                         std::span<const std::string> links)
    : url_(without_fragment(url)) {
  for (const std::string_view one : {url, asked}) add_name(one);
  const MutexLock lock{mutex_};
  add_links(links);
}

void PagingWatch::add_name(std::string_view url) {
  if (url.empty()) return;
  std::string plain{without_fragment(url)};
  if (std::ranges::find(plain_, plain) != plain_.end()) return;
  keys_.push_back(page_key(plain));
  bare_.emplace_back(without_scheme(plain));
  plain_.push_back(std::move(plain));
}

void PagingWatch::add_links(std::span<const std::string> links) {
  static const Known kNext{"", Role::next, "Link: rel=next"};
  static const Known kPrevious{"", Role::previous, "Link: rel=prev"};
  const BaseIri base{url_};
  // By a registered name, or by the IRI of a term that says it.
  const auto known_by = [](const HeaderLink& link) -> const Known* {
    for (const std::string& relation : link.relations) {
      const PageWay way = page_way(relation);
      if (way == PageWay::forward) return &kNext;
      if (way == PageWay::back) return &kPrevious;
      if (const Known* const known = known_of(relation);
          known != nullptr && known->role <= Role::part_of)
        return known;
    }
    return nullptr;
  };
  for (const std::string& field : links) {
    for (const HeaderLink& link : read_link_header(field).links) {
      const Known* const known = known_by(link);
      if (known == nullptr) continue;
      Edge edge{.known = known,
                .subject = link.anchor ? base.resolve(*link.anchor) : url_,
                .object = base.resolve(link.target)};
      if (edges_.size() >= kMostEdges) {
        lose(edge);
      } else {
        edges_.push_back(std::move(edge));
      }
    }
  }
}

void PagingWatch::add_markup_link(std::string_view relations, std::string_view target) {
  static const Known kNext{"", Role::next, kNextOfMarkup};
  static const Known kPrevious{"", Role::previous, kPreviousOfMarkup};
  const Known* known = nullptr;
  for (const std::string_view relation : split(relations, ' ')) {
    const PageWay way = page_way(relation);
    if (way == PageWay::forward) known = &kNext;
    if (way == PageWay::back && known == nullptr) known = &kPrevious;
  }
  if (known == nullptr || !is_http(target) || host_of(target).empty() ||
      names_document(target))
    return;
  Edge edge{.known = known, .subject = url_, .object = std::string{target}};
  const MutexLock lock{mutex_};
  if (edges_.size() >= kMostEdges) {
    lose(edge);
  } else {
    edges_.push_back(std::move(edge));
  }
}

void PagingWatch::see(const QuadBatch& batch) {
  const auto counts = [&](const Known* known) {
    return known != nullptr &&
           (!of_the_web_ || known->name.starts_with("hydra:") ||
            known->name.starts_with("tree:") || known->name.starts_with("as:"));
  };
  const LastLetters& letters = last_letters();
  for (const Quad& quad : batch.quads()) {
    // Every quad of every dump comes by: nearly all are turned away here.
    const std::string_view predicate = quad.predicate.value;
    if (predicate.empty() || predicate.size() >= letters.size() ||
        (letters[predicate.size()] & letter_bit(predicate)) == 0)
      continue;
    if (const Known* const known = known_of(predicate); counts(known)) keep(*known, quad);
  }
}

/// A quick look, exact but for the scheme: where one in two quads says what it is part
/// of, it is taken for each of them.
bool PagingWatch::names_document(std::string_view iri) const {
  const std::string_view bare = without_scheme(iri);
  return std::ranges::any_of(bare_, [&](const std::string& one) {
    if (bare.size() < one.size()) return false;
    if (bare.size() > one.size() && bare[one.size()] != '#') return false;
    return bare.starts_with(one);
  });
}

void PagingWatch::keep(const Known& known, const Quad& quad) {
  if (quad.object.kind == TermKind::triple) return;  // names nothing
  // These are common in data that has nothing to do with pages.
  const bool is_common = known.role == Role::view || known.role == Role::part_of;
  const Term& named = known.role == Role::part_of ? quad.object : quad.subject;
  const bool of_document = named.kind == TermKind::iri && names_document(named.value);
  if (is_common && (!of_document || names_full_)) return;
  const MutexLock lock{mutex_};
  if (known.role == Role::token) {
    token_ = token_ || !trim(quad.object.value).empty();
    return;
  }
  if (known.role == Role::items) {
    if (with_items_.size() < kMostPages) with_items_.insert(name_of(quad.subject));
    return;
  }
  std::size_t& count = is_common ? links_ : of_document ? own_ : others_;
  Edge edge{&known, name_of(quad.subject), name_of(quad.object)};
  if (quad.object.kind != TermKind::blank && !has_scheme(edge.object))
    edge.object = BaseIri{url_}.resolve(trim(edge.object));
  if (++count > kMostEdges) {
    lose(edge);
  } else {
    edges_.push_back(std::move(edge));
  }
}

/// Of what is beyond the bounds, hashes of names are kept: whether they are names of the
/// document, its end tells.
void PagingWatch::lose(const Edge& edge) {
  const Role role = edge.known->role;
  if (role == Role::node) return;  // its relation tells
  if (role == Role::view || role == Role::part_of) {
    if (lost_names_.size() < kMostHashes) {
      lost_names_.push_back(hash_of(role == Role::view ? edge.object : edge.subject));
    } else {
      names_full_ = true;
    }
    return;
  }
  // From one part of the document to another.
  if (names_document(edge.object)) return;
  if (names_document(edge.subject) ||
      (is_blank(edge.subject) && is_of_same_path(page_key(edge.object)))) {
    lost_own_ = true;
  } else if (lost_subjects_.size() < kMostHashes) {
    lost_subjects_.push_back(hash_of(edge.subject));
  } else {
    subjects_full_ = true;
  }
}

/// Is something of what was lost said of the document, or may it be?
bool PagingWatch::may_have_lost(const std::set<std::string>& own) const {
  if (lost_own_ || (names_full_ && others_ > 0) || (subjects_full_ && links_ + own_ > 0))
    return true;
  if (lost_names_.empty() && lost_subjects_.empty()) return false;
  std::vector<std::uint64_t> names = lost_names_;
  std::vector<std::uint64_t> subjects = lost_subjects_;
  std::ranges::sort(names);
  std::ranges::sort(subjects);
  const auto is_subject = [&](std::uint64_t hash) {
    return std::ranges::binary_search(subjects, hash);
  };
  return std::ranges::any_of(names, is_subject) ||
         std::ranges::any_of(
             own, [&](const std::string& name) { return is_subject(hash_of(name)); }) ||
         std::ranges::any_of(edges_, [&](const Edge& edge) {
           return edge.known->role != Role::view && edge.known->role != Role::part_of &&
                  std::ranges::binary_search(names, hash_of(edge.subject));
         });
}

/// Is it the document's own URL with parameters added: what is a page of it?
bool PagingWatch::extends_document(std::string_view key) const {
  return std::ranges::any_of(keys_, [&](const std::string& one) {
    if (!key.starts_with(one) || key.size() == one.size()) return false;
    return key[one.size()] == (one.find('?') == std::string::npos ? '?' : '&');
  });
}

bool PagingWatch::is_of_same_path(std::string_view key) const {
  return std::ranges::any_of(
      keys_, [&](const std::string& one) { return path_of(one) == path_of(key); });
}

/// Is the page that a collection names in this document?
bool PagingWatch::is_embedded(const std::string& object) const {
  return is_blank(object) || with_items_.contains(object);
}

/// By what names the document speaks of itself: its URLs, its views and what is in it of
/// the collection that it is.
std::set<std::string> PagingWatch::names() const {
  std::set<std::string> out{keys_.begin(), keys_.end()};
  const auto key_of = [](const std::string& name) {
    return is_blank(name) ? name : page_key(name);
  };
  constexpr int kLongestChain = 4;
  for (int depth = 0; depth < kLongestChain; ++depth) {
    const std::size_t before = out.size();
    for (const Edge& edge : edges_) {
      const Role role = edge.known->role;
      if (role == Role::part_of) {
        if (out.contains(key_of(edge.object))) out.insert(key_of(edge.subject));
      } else if (role == Role::view ||
                 ((role == Role::first || role == Role::last || role == Role::next) &&
                  is_embedded(edge.object))) {
        if (out.contains(key_of(edge.subject))) out.insert(key_of(edge.object));
      }
    }
    if (out.size() == before) break;
  }
  return out;
}

/// Where one collection alone begins here, by a page whose items are here: that is what
/// the document is, whatever its name. What leads from there to the next page, if any.
const PagingWatch::Edge* PagingWatch::next_of_only_collection() const {
  const Edge* begin = nullptr;
  for (const Edge& edge : edges_) {
    if (edge.known->role != Role::first) continue;
    if (begin != nullptr && begin->subject != edge.subject) return nullptr;
    begin = &edge;
  }
  if (begin == nullptr || others_ > kMostEdges || !with_items_.contains(begin->object))
    return nullptr;
  for (const Edge& edge : edges_)
    if (edge.known->role == Role::next && edge.subject == begin->object &&
        !is_embedded(edge.object))
      return &edge;
  return nullptr;
}

std::vector<MoreSaid> PagingWatch::more() const {
  using Kind = MoreSaid::Kind;
  std::vector<MoreSaid> out;
  const MutexLock lock{mutex_};
  if (token_) out.push_back({Kind::token, {}, "resumptionToken", {}});
  if (edges_.empty()) return out;
  const std::set<std::string> own = names();
  if (may_have_lost(own))
    out.push_back(
        {Kind::token, {}, "or may say so: of pages it says more than can be kept", {}});
  const auto is_own = [&](const std::string& subject, const std::string& object_key) {
    if (is_blank(subject)) return own.contains(subject) || is_of_same_path(object_key);
    const std::string key = page_key(subject);
    return own.contains(key) || extends_document(key);
  };
  const auto first_of = [&](const std::string& subject) SEMSITE_REQUIRES(mutex_) {
    const auto at = std::ranges::find_if(edges_, [&](const Edge& edge) {
      return edge.known->role == Role::first_page && edge.subject == subject;
    });
    return at == edges_.end() ? std::string{} : page_key(at->object);
  };
  const auto add = [&](Kind kind, const Edge& edge, const std::string& url,
                       std::string_view by) {
    const bool known = std::ranges::any_of(out, [&](const MoreSaid& one) {
      return one.url == url && (one.kind == kind || one.kind == Kind::next);
    });
    if (!known)
      out.push_back(
          {kind, url, std::string{by}, is_blank(edge.subject) ? "" : edge.subject});
  };
  const std::set<std::string> urls{keys_.begin(), keys_.end()};
  std::multimap<std::string_view, std::string_view> nodes;
  for (const Edge& edge : edges_)
    if (edge.known->role == Role::node) nodes.emplace(edge.subject, edge.object);
  for (const Edge& edge : edges_) {
    if (out.size() >= kMostPages) break;
    if (edge.known->role == Role::relation) {
      const auto [begin, end] = nodes.equal_range(edge.object);
      for (auto node = begin; node != end; ++node) {
        const std::string key = page_key(node->second);
        if (!is_blank(node->second) && is_own(edge.subject, key) && !urls.contains(key))
          add(Kind::branch, edge, std::string{node->second}, edge.known->name);
      }
      continue;
    }
    if (is_blank(edge.object)) continue;
    const std::string key = page_key(edge.object);
    if (!is_own(edge.subject, key)) continue;
    const bool here = own.contains(key) || edge.object == edge.subject;
    switch (edge.known->role) {
      case Role::next:
        // From one page to another that are both parts of this document.
        if (own.contains(key) && !urls.contains(key) &&
            (is_blank(edge.subject) || !urls.contains(page_key(edge.subject))))
          break;
        if (!is_embedded(edge.object))
          add(Kind::next, edge, edge.object, edge.known->name);
        break;
      case Role::previous:
        if (!here) add(Kind::previous, edge, edge.object, edge.known->name);
        break;
      case Role::first:
        if (!here && !is_embedded(edge.object))
          add(Kind::entry, edge, edge.object, edge.known->name);
        break;
      case Role::last:
        if (!here && !is_embedded(edge.object))
          add(Kind::last, edge, edge.object, edge.known->name);
        break;
      case Role::last_page:
        if (!here && first_of(edge.subject) != key)
          add(Kind::last, edge, edge.object, edge.known->name);
        break;
      case Role::view:
        // The collection's only page that is named, and nothing of it is here.
        if (edge.known->name == "tree:view" && !urls.contains(key) &&
            !extends_document(key) && names_document(edge.subject) &&
            std::ranges::none_of(edges_, [&](const Edge& other) {
              return other.known->role == Role::relation ||
                     (other.known->role == Role::view &&
                      urls.contains(page_key(other.object)));
            }))
          add(Kind::entry, edge, edge.object, edge.known->name);
        break;
      default:
        break;
    }
  }
  if (out.empty())
    if (const Edge* const edge = next_of_only_collection())
      add(Kind::next, *edge, edge->object, edge->known->name);
  std::ranges::stable_sort(out, {}, &MoreSaid::kind);
  return out;
}

}  // namespace semsite
