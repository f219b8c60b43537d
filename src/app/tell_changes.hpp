#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "base/file_io.hpp"
#include "report/console.hpp"
#include "sink/output_file.hpp"
#include "state/file_table.hpp"
#include "state/page_table.hpp"

namespace semsite {

/// What there is to compare. References outlive the call.
struct ChangesMeans {
  const Options& options;
  Console& console;
  Database& database;
  std::int64_t run = 0;
  FileTable& files;
  const Descriptor* former = nullptr;  ///< the output of the last run; null: it is gone
  const std::vector<std::string>& dropped;  ///< crawls that are to be forgotten
  OutputFile* to = nullptr;                 ///< null: nobody wants to know
};

/// Writes what the run changed in the output, which is finished (docs/changes.md), and
/// forgets the crawls that are no part of it any more.
void tell_changes(const ChangesMeans& means);

}  // namespace semsite
