#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "crawl/retrieve.hpp"
#include "discover/site_profile.hpp"
#include "fetch/published_digest.hpp"
#include "unpack/sniff.hpp"
#include "validate/findings.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// What was seen of a dump, to hold its mirrors against.
struct DumpFacts {
  Packing packing = Packing::none;
  std::string_view syntax;                ///< its name, static
  std::optional<std::uint64_t> length{};  ///< as sent
  std::optional<PublishedDigest> digest{};
  std::string start{};       ///< its very first bytes, unpacked
  std::string hash{};        ///< of more of them; empty: they could not be had
  std::uint64_t hashed = 0;  ///< of how many
  bool whole = false;        ///< these are all
};

/// What was seen of dumps, by the URL that names them.
using SeenDumps = std::map<std::string, DumpFacts, std::less<>>;

/// Holds the mirrors of a dataset against the first of the same syntax and packing that
/// was seen: first bytes, then length and published digest. Nothing is asked for. Other
/// packing of the same bytes may give another length, so that is a note only.
void check_mirrors(const DatasetFact& dataset, const SeenDumps& seen, Findings& findings);

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

/// Asks for the first byte of a dump (`Range: bytes=0-0`), because what `Accept-Ranges`
/// says is not always so (RFC 9110 §14). `got`: the answer to a request for all of it;
/// `start`: the first bytes of that, as they came. One request, none if the answer says
/// `Accept-Ranges: none`.
void check_range(const Retrieved& got, std::string_view start, std::string_view accept,
                 const Validation& validation);

}  // namespace semsite
