#pragma once

#include <cstdint>

#include "parse/standard_walk.hpp"
#include "rdf/quad_builder.hpp"
#include "reading/parse_job.hpp"

namespace semsite {

/// Reads one file of a Standard-Sitemap (standard-sitemap §3–§8). Externals within the
/// file are followed; those to other files are named ("ssp.external-not-read") and left
/// out: a run that fetches follows them.
///
/// What is wrong is reported ("ssp.…"). DocumentError when it is no Standard-Sitemap, or
/// after the quads of what could be read.
void parse_standard_sitemap(const ParseJob& job);

/// Adds what file `file` of `site` says: its nodes, and the places that its nesting and
/// its externals give to nodes (standard-sitemap §8). Graphs are left open: each file is
/// a document of its own, whose graph is its URL. Flushes nothing.
void add_standard_quads(const StandardSite& site, std::uint32_t file, QuadBuilder& quads);

/// Tells each external of file `file` that led to nothing.
void report_gaps(const StandardSite& site, std::uint32_t file, Diagnostics& faults);

}  // namespace semsite
