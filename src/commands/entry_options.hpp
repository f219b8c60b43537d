#pragma once

#include <string>
#include <vector>

#include "commands/given_options.hpp"
#include "commands/option_row.hpp"
#include "crawl/entry_targets.hpp"

namespace semsite {

/// What is wanted of the things that entries of sitemaps and signposts name.
struct EntryOptions {
  EntryPolicy policy;
  std::string documents;  ///< folder for the documents that entries name; empty: none
};

[[nodiscard]] std::vector<OptionRow> entry_rows();
[[nodiscard]] EntryOptions read_entry_options(const GivenOptions& given);

}  // namespace semsite
