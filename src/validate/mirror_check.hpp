#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "discover/site_profile.hpp"
#include "fetch/published_digest.hpp"
#include "unpack/sniff.hpp"
#include "validate/findings.hpp"

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

}  // namespace semsite
