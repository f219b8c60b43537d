#pragma once

#include <cstdint>
#include <string_view>

#include "store/database.hpp"

namespace semsite {

/// Forgets what run `run` noted of pages and files, none of which came to anything: pages
/// have the quads again that the runs before it had given them, and all that it asked for
/// waits. In a transaction of the caller's. `is_first`:
/// there was no run before it, and nothing stays.
void undo_run(Database& database, std::int64_t run, bool is_first)
    SEMSITE_REQUIRES(database.mutex());

/// Forgets files of run `run` that are in the spools of a process that was killed, and
/// that nobody brought to the output: this run has not got them.
void forget_unsettled(Database& database, std::int64_t run);

/// What the crawl `key` gave in `run` is not in the output, nor is what earlier runs had
/// of it: every page is to be had anew.
void undo_crawl(Database& database, std::string_view key, std::int64_t run);

}  // namespace semsite
