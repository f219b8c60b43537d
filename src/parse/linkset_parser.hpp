#pragma once

#include "reading/parse_job.hpp"

namespace semsite {

/// Reads a link set (RFC 9264) as RDF (docs/linksets.md): ParseFn of
/// `application/linkset` and `application/linkset+json`.
///
/// A link without an anchor, or with a relative reference (but `""`), is passed over,
/// "linkset.no-anchor" and "linkset.relative": what it is about cannot be told (RFC 9264
/// §4). With `ParseSettings::linkset_anchor` it is about that, and references resolve
/// against the link set's URL.
void parse_linkset(const ParseJob& job);
void parse_linkset_json(const ParseJob& job);

}  // namespace semsite
