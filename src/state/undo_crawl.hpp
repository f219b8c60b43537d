#pragma once

#include <cstdint>
#include <string_view>

#include "store/database.hpp"

namespace semsite {

/// What the crawl `key` gave in `run` is not in the output, nor is what earlier runs had
/// of it: every page is to be had anew.
void undo_crawl(Database& database, std::string_view key, std::int64_t run);

}  // namespace semsite
