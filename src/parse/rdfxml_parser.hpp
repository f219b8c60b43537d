#pragma once

#include "reading/parse_job.hpp"

namespace semsite {

/// Reads RDF 1.1 XML Syntax as a stream.
///
/// An element that breaks the rules is passed over with all that is in it; an IRI that
/// is none loses the triples it stands in. DocumentError when the XML is not well-formed.
void parse_rdfxml(const ParseJob& job);

}  // namespace semsite
