#pragma once

#include <stop_token>
#include <string>

#include "commands/message_options.hpp"
#include "commands/option_table.hpp"
#include "index/query.hpp"

namespace semsite {

enum class SearchFormat { text, json, ntriples };

/// What `search` is told.
struct SearchOptions {
  MessageOptions messages;
  std::string index;  ///< the file that is asked
  SearchRequest request;
  SearchFormat format = SearchFormat::text;
};

[[nodiscard]] OptionTable search_table();
[[nodiscard]] SearchOptions read_search(const CommandLine& line);

/// Prints what is found. Returns the exit status. Throws UsageError, RunError.
[[nodiscard]] int run_search(const SearchOptions& options, const std::stop_token& stop);

}  // namespace semsite
