#pragma once

#include "commands/option_table.hpp"
#include "commands/options.hpp"

namespace semsite {

/// Makes URLs of `out.arguments` and of the lines of `--sites`, and notes the hosts and
/// the login that they name. Throws UsageError for an argument that cannot be read.
void read_arguments(const GivenOptions& given, Options& out);

/// Reads the fields of `--header-file` into `out.link_fields`. Throws UsageError.
void read_header_file(const GivenOptions& given, Options& out);

}  // namespace semsite
