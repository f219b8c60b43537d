#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "crawl/harvest.hpp"
#include "crawl/outlet.hpp"
#include "crawl/output_notes.hpp"
#include "io/output_file.hpp"
#include "report/term_census.hpp"

namespace semsite {

/// Where quads go: the output of a run, or the spool of one dataset that is got beside
/// others. A copy writes to the same place. References outlive it.
struct Destination {
  OutputFile& output;
  OutputNotes& notes;   ///< what of `output` the state knows
  Harvester harvester;  ///< reads documents; its sink writes to `output`
  /// Writes the N-Quads of pages to `output`. Thread-safe.
  std::function<void(std::string_view)> write;
  TermCensus* census = nullptr;  ///< of `output`; null: nobody wants it
  /// An outlet for one dataset while those of others are on their way; `name` is the same
  /// for it in every run, and legal in a file name. Of the output of a run.
  std::function<std::unique_ptr<Outlet>(const std::string& name)> beside{};
};

}  // namespace semsite
