#pragma once

#include <string>
#include <vector>

#include "commands/message_options.hpp"
#include "commands/named_files.hpp"
#include "commands/network_options.hpp"
#include "commands/option_table.hpp"
#include "commands/output_options.hpp"
#include "commands/reading_options.hpp"
#include "commands/run_account.hpp"
#include "slice/slice_rules.hpp"

namespace semsite {

/// What `slice` is told.
struct SliceOptions {
  MessageOptions messages;
  NetworkOptions network;
  ReadingOptions reading;
  OutputOptions output;
  SliceRules rules;
  AccountOptions account{};
  bool as_told = false;            ///< by the method that the datasets of a fetch name
  std::vector<std::string> words;  ///< the command line without secrets
};

/// What is said of documents besides their method; of `fetch`, too.
[[nodiscard]] std::vector<OptionRow> document_rows();
/// Reads the same. `method` is what the option called `option` says. Throws UsageError.
[[nodiscard]] SliceRules read_slice_rules(const GivenOptions& given,
                                          const std::string& option,
                                          const std::string& method);

[[nodiscard]] OptionTable slice_table();
[[nodiscard]] SliceOptions read_slice(const CommandLine& line);
void name_files(const SliceOptions& options, NamedFiles& files);

}  // namespace semsite
