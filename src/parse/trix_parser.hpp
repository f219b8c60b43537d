#pragma once

#include "reading/parse_job.hpp"

namespace semsite {

/// Reads TriX (HPL-2003-268) as a stream.
///
/// A faulty triple is passed over, as is a graph whose name is no IRI. DocumentError when
/// the XML is not well-formed or the root is not TriX.
void parse_trix(const ParseJob& job);

}  // namespace semsite
