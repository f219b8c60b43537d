#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "commands/manifest_inputs.hpp"
#include "commands/message_options.hpp"
#include "commands/named_files.hpp"
#include "commands/network_options.hpp"
#include "commands/option_table.hpp"
#include "validate/findings.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// What `validate` is told.
struct ValidateOptions {
  MessageOptions messages;
  NetworkOptions network;
  std::vector<std::string> urls;   ///< absolute; `-` is standard input
  std::vector<std::string> notes;  ///< what is to be said of folders among them
  ManifestInputs manifests;        ///< what they say of some of `urls`
  std::string base;                ///< where a file will stand; empty: where it is
  std::string output = "-";        ///< of the report
  enum class Form { text, json, html, sarif } form = Form::text;
  Severity fail_on = Severity::warning;  ///< exit status 1 from this one on
  FindingChoice choice;
  CheckExtent extent;
  bool list_codes = false;
  std::uint64_t max_bytes = 0;  ///< of download; 0: no bound
  std::optional<double> max_seconds;
};

[[nodiscard]] OptionTable validate_table();
[[nodiscard]] ValidateOptions read_validate(const CommandLine& line);
void name_files(const ValidateOptions& options, NamedFiles& files);

/// Runs `semsite validate`; the exit status.
int run_validate(const ValidateOptions& options, const std::stop_token& stop);

}  // namespace semsite
