#pragma once

#include <string>
#include <string_view>

#include "rdf/document.hpp"

namespace semsite {

/// Which graph a quad gets (DESIGN §6).
enum class GraphUse {
  automatic,  ///< the data's own; else decoded entry name, dataset, URL
  own,        ///< the data's own; else the default graph
  source,     ///< always the URL of the document
  dataset,    ///< always the dataset (the URL if it has no IRI)
  none,       ///< triples only
  pattern,    ///< always `pattern`, filled in
};

struct GraphPolicy {
  GraphUse use = GraphUse::automatic;
  std::string pattern;  ///< with `{source} {dataset} {site} {entry}`

  /// Is the graph that the data itself names replaced?
  [[nodiscard]] bool overrides() const {
    return use == GraphUse::source || use == GraphUse::dataset ||
           use == GraphUse::pattern;
  }
};

/// Reads `--graph`: a word, or a pattern. Throws UsageError if it is neither.
[[nodiscard]] GraphPolicy graph_policy(std::string_view text);

/// What `auto` names a document's graph after.
enum class Naming {
  dump,  ///< the dataset, if it has an IRI
  page,  ///< the document itself: each in its own graph
};

/// Where a document comes from, as far as naming it goes.
struct Origin {
  std::string url;      ///< after redirects
  std::string dataset;  ///< IRI; may be empty
  std::string site;     ///< origin of the site; may be empty
  /// Given by the user: the document is taken for the one at this URL, whatever `url` is;
  /// empty: it is the one at `url`.
  std::string base;
  Naming naming = Naming::dump;
  std::string graph{};  ///< that the source itself says the data is of; may be empty
  /// URL of the whole of which it is a part: what has one blank label in several of its
  /// parts is one node. Empty: it is no part.
  std::string whole{};
  /// Tells answers of one URL apart whose blank nodes are not the same; mostly empty.
  std::string part{};
  /// For messages: which piece of what is at the URL is read, " (share 3 of 64)".
  std::string piece{};
};

/// The document for entry `entry` (empty: no archive) of `origin`. An entry whose name is
/// a URL-encoded IRI is that IRI's document (semantic-sitemap §2.2). Its IRI, base and
/// graph are legal: what is none is percent-encoded as IRIs are repaired, and a graph
/// that cannot be mended is that of the URL; `graph_problem` says so.
[[nodiscard]] Document make_document(const Origin& origin, std::string_view entry,
                                     const GraphPolicy& policy);

}  // namespace semsite
