#pragma once

#include <string>
#include <vector>

namespace semsite {

/// A command line fit to be kept in a report: `***` in place of passwords (`--user`, URLs
/// with a login), of secret parameters of URLs, and of what headers say.
[[nodiscard]] std::vector<std::string> without_secrets(std::vector<std::string> words);

}  // namespace semsite
