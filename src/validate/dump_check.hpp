#pragma once

#include <string>

#include "validate/check_means.hpp"

namespace semsite {

/// Asks for a dump (or fragment) and looks at its header and its first bytes, no more.
/// `named`: where it stands in its sitemap.
void check_dump(const std::string& url, const FindingPlace& named,
                const CheckMeans& means, CheckedSet& checked);

/// Asks a SPARQL endpoint for its service description, which tells whether it is there.
void check_endpoint(const std::string& url, const FindingPlace& named,
                    const CheckMeans& means, CheckedSet& checked);

/// Asks what the IRI of a dataset leads to.
void check_dataset_iri(const std::string& iri, const FindingPlace& named,
                       const CheckMeans& means, CheckedSet& checked);

}  // namespace semsite
