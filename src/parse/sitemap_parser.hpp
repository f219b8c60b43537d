#pragma once

#include "reading/parse_job.hpp"

namespace semsite {

/// What the entries of a sitemap or a sitemap index say, by the mappings of the job's
/// settings. Read as leniently as web sites write them, unless the settings are strict;
/// each recovery is told as a fault that lost nothing.
void parse_sitemap(const ParseJob& job);

}  // namespace semsite
