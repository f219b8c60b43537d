#pragma once

#include "commands/option_table.hpp"
#include "s3/s3_access.hpp"

namespace semsite {

/// Where S3 stores are, and how they are asked.
[[nodiscard]] OptionGroup s3_rows();

/// Throws UsageError.
[[nodiscard]] S3Options read_s3_options(const GivenOptions& given);

}  // namespace semsite
