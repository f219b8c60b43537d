#pragma once

#include "reading/parse_job.hpp"

namespace semsite {

/// Reads one file of a Standard-Sitemap (standard-sitemap §3–§8). Externals within the
/// file are followed; those to other files are named ("ssp.external-not-read") and left
/// out: a run that fetches follows them.
///
/// What is wrong is reported ("ssp.…"). DocumentError when it is no Standard-Sitemap, or
/// after the quads of what could be read.
void parse_standard_sitemap(const ParseJob& job);

}  // namespace semsite
