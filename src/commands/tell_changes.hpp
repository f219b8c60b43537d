#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/file_io.hpp"
#include "io/output_file.hpp"
#include "io/sorter.hpp"
#include "io/temporary_files.hpp"
#include "rdf/change_list.hpp"
#include "report/changes.hpp"
#include "semsite/limits.hpp"
#include "store/database.hpp"

namespace semsite {

/// Gets whole lines: quads that are gone, then quads that are new.
using ChangedLines =
    std::function<void(std::string_view removed, std::string_view added)>;

/// Every line of an N-Quads output, which may be compressed, with its line end. Throws
/// DocumentError if it is damaged.
void for_each_output_line(const Descriptor& output, const Limits& limits,
                          const std::function<void(std::string_view)>& take);

/// The output of an earlier run and that of this one, as sets of lines: both are sorted
/// on disk, so larger ones take no more memory. Whatever led from one to the other, what
/// this tells is what changed.
class OutputComparison {
 public:
  /// Temporary files go to `files`.
  explicit OutputComparison(const TemporaryFiles& files);

  /// Throw RunError, and DocumentError if an output is damaged.
  void add_former(const Descriptor& output, const Limits& limits);
  void add_present(const Descriptor& output, const Limits& limits);

  /// In sorted order, in pieces; may be asked for repeatedly, once everything was added.
  void each(const ChangedLines& take);

  enum class Side : std::uint8_t { both, removed, added };
  /// Every line of both, in sorted order, without its line end; the same holds.
  void each_line(const std::function<void(Side, std::string_view)>& take);

  /// The names of both contents; the same holds.
  [[nodiscard]] ChangeEnds ends();

 private:
  Sorter former_, present_;
};

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

/// What there is to compare. References outlive the call.
struct ChangesMeans {
  std::string path;  ///< of the list; its suffix says its form
  const Limits& limits;
  std::string output;  ///< where the quads of this run stand now
  Database& database;
  const Descriptor* former = nullptr;  ///< the output of the last run; null: this is the
                                       ///< first
  OutputFile& to;
};

/// Writes what the run changed in the output, which is whole (docs/changes.md), and seals
/// the list: as sets of quads, the former output without those it removes and with those
/// it adds is the present one. The name of the present one is given. It compares the two
/// outputs themselves, so that no way in which a run came to its own, resumed, cut short
/// or another one than before, makes it false. Changes nothing in the state, so it can be
/// written again.
[[nodiscard]] std::string write_changes(const ChangesMeans& means);

/// Writes and names a list of nothing: the output stayed as it was. `content` is its
/// name; empty: unknown.
void write_no_changes(const std::string& path, const std::string& content,
                      OutputFile& to);

/// The name of what the N-Quads file `path`, which may be compressed, holds. Sorts it
/// beside it. Throws RunError.
[[nodiscard]] std::string content_of_output(const std::string& path,
                                            const Limits& limits);

}  // namespace semsite
