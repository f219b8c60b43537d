#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/option_run.hpp"

namespace semsite {

/// The row of a location before anything is asked.
[[nodiscard]] SourceReport start_source(const DatasetPlan& plan, Way way,
                                        const Location& location);

/// Says of a source of which an earlier run's quads stay that they do: once that is sure.
void tell_former(SourceReport& source);

/// The mirrors of one pool, one after another, each in a section of the output: what one
/// gave is taken back when another does better. The plan, the means and `sources` outlive
/// it.
class MirrorAttempts {
 public:
  MirrorAttempts(const DatasetPlan& plan, Way way, Fetch& fetch, Destination& to,
                 std::vector<SourceReport>& sources)
      : plan_(plan), way_(way), fetch_(fetch), to_(to), sources_(sources) {}

  /// The pool of which mirrors come now. What an earlier run had of it whole stays in the
  /// output if none of them gives it whole.
  void begin_pool(const MirrorPool& pool);
  /// Begins a section. `from`: where an earlier process began it.
  void begin(bool has_backup, std::optional<OutputPlace> from = {});
  /// Validators of the copy that is being taken.
  void set_validators(std::string etag, std::string modified);
  /// Ends the section. `source` is the next in the list.
  void end(SourceReport& source, bool has_backup);
  /// `url` came whole in this run, with that digest of its bytes.
  void came(const std::string& digest, const std::string& url);
  /// Notes that `source` is `of` once more, byte for byte: its quads are that one's, and
  /// stay if that changes and it cannot be had.
  void note_repeat(const SourceReport& source, const std::string& of,
                   const std::string& digest);
  /// No mirror gave all: the one that gave most counts after all.
  void bring_back();
  /// Says what went wrong, if anything did.
  void tell_problem(SourceReport& source, bool has_backup) const;
  /// What this run has in the output already of `location`, or of one of its `mirrors`.
  [[nodiscard]] std::optional<KeptFile> kept_of(const Location& location,
                                                const MirrorPool& pool) const;

 private:
  /// What a mirror gave that was not whole, in case no other gives more.
  struct Aside {
    SetAside bytes;
    std::size_t source;  ///< its place in `sources_`
    std::uint64_t quads;
  };
  void note(const SourceReport& source, OutputPlace begin);
  void keep_former(SourceReport& source);
  [[nodiscard]] std::optional<KeptFile> there_already() const;

  const DatasetPlan& plan_;
  Way way_;
  Fetch& fetch_;
  Destination& to_;
  std::vector<SourceReport>& sources_;
  std::optional<Aside> aside_;
  std::optional<KeptFile> former_;  ///< what an earlier run had of the pool at hand
  std::map<std::string, std::string> came_;  ///< URLs by digest
  std::vector<KeptFile> copied_;  ///< what stays of an earlier run, as that noted it
  OutputPlace begin_;             ///< of the section at hand
  std::string etag_, modified_;   ///< of the copy at hand
};

}  // namespace semsite
