#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "base/file_io.hpp"
#include "sink/output_file.hpp"
#include "state/file_table.hpp"
#include "state/page_table.hpp"

namespace semsite {

/// What there is to compare. References outlive the call.
struct ChangesMeans {
  const Options& options;
  std::string output;  ///< where the quads of this run stand now
  Database& database;
  std::int64_t run = 0;
  FileTable& files;
  const Descriptor* former = nullptr;  ///< the output of the last run; null: it is gone
  const std::vector<std::string>& dropped;  ///< crawls that are no part of it any more
  OutputFile& to;
};

/// Writes what the run changed in the output, which is whole (docs/changes.md), and seals
/// the list: as sets of quads, the former output without those it removes and with those
/// it adds is the present one. Changes nothing in the state, so it can be written again.
void write_changes(const ChangesMeans& means);

/// Writes and names a list of nothing: the output stayed as it was.
void write_no_changes(const Options& options, OutputFile& to);

}  // namespace semsite
