#pragma once

#include <memory>
#include <string>
#include <vector>

namespace semsite {

class PageMeter;

/// What all quads of one document share. Made before parsing, never changed after.
struct Document {
  std::string iri;    ///< where it came from after redirects, archive entry included
  std::string base;   ///< base IRI for relative references; usually `iri`
  std::string scope;  ///< 16 characters put before its blank labels (`short_hash`)
  std::string graph;  ///< IRI for triples without a graph; empty = default graph
  bool drop_graphs = false;        ///< write triples only, whatever graph they name
  std::string media_type;          ///< as sent, with its parameters; empty = unknown
  std::vector<std::string> links;  ///< the values of its `Link` headers
  std::string syntax;              ///< what it is read as: "nquads", "html"; may be empty
  std::string name;                ///< for messages: a short form of where it came from
  /// Why `graph` is not quite what was meant: a fault to be told; mostly empty.
  std::string graph_problem;
  bool graph_lost = false;  ///< it could not be repaired: `graph` is the URL instead
  /// Bounds what a page makes; null: a dump, which may be of any size.
  std::shared_ptr<PageMeter> meter{};
  std::string got_from{};  ///< URL that its bytes were read from, whatever it is called:
                           ///< of an archive's entry that of the archive; decides which
                           ///< documents it may name (base/named_by)
};

}  // namespace semsite
