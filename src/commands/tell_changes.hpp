#pragma once

#include <string>

#include "base/file_io.hpp"
#include "io/output_file.hpp"
#include "semsite/limits.hpp"
#include "store/database.hpp"

namespace semsite {

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
/// it adds is the present one. It compares the two outputs themselves, so that no way in
/// which a run came to its own, resumed, cut short or another one than before, makes it
/// false. Changes nothing in the state, so it can be written again.
void write_changes(const ChangesMeans& means);

/// Writes and names a list of nothing: the output stayed as it was.
void write_no_changes(const std::string& path, OutputFile& to);

}  // namespace semsite
