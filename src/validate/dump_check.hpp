#pragma once

#include <optional>
#include <string>

#include "validate/mirror_check.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// Asks for a dump (or fragment), looks at its header and parses its beginning, then asks
/// by HEAD and for its first byte whether the server answers alike. `named`: where it
/// stands in its sitemap. Gives what it is; nothing if it could not be had or is no RDF.
std::optional<DumpFacts> check_dump(const std::string& url, const FindingPlace& named,
                                    const Validation& validation, CheckedSet& checked);

/// Asks a SPARQL endpoint for its service description, which tells whether it is there.
void check_endpoint(const std::string& url, const FindingPlace& named,
                    const Validation& validation, CheckedSet& checked);

/// Asks what the IRI of a dataset leads to.
void check_dataset_iri(const std::string& iri, const FindingPlace& named,
                       const Validation& validation, CheckedSet& checked);

}  // namespace semsite
