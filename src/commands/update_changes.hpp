#pragma once

#include <functional>
#include <string_view>

#include "commands/file_changes.hpp"
#include "io/temporary_files.hpp"
#include "report/changes.hpp"

namespace semsite {

/// Calls `take` with the URL of every page of the run, and of those that it dropped.
using EachPage =
    std::function<void(const std::function<void(std::string_view url)>& take)>;

/// Which graph a store may be told to drop while `ChangeWriter` writes a document.
class OwnGraph {
 public:
  [[nodiscard]] bool is(std::string_view iri) const {
    return !iri_.empty() && iri == iri_;
  }
  void set(std::string_view iri) { iri_ = iri; }

 private:
  std::string_view iri_;
};

/// Tells `writer`, which writes a list in the form of SPARQL Update, what changed. Quads
/// without blank nodes as they come. Those with blank nodes are told document by
/// document, whose scope begins their labels, together with all quads of the graph that
/// is named after the document, if that is a page and nobody else has blank nodes there:
/// only such a graph is ever dropped, and all that the output has in it is inserted
/// again. `own` says to the writer which one it is.
void write_update(OutputComparison& compared, const EachPage& pages,
                  const TemporaryFiles& files, OwnGraph& own, ChangeWriter& writer);

}  // namespace semsite
