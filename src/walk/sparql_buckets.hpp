#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "walk/sparql_partition.hpp"
#include "walk/sparql_query.hpp"

namespace semsite {

/// How a partition is cut by its subjects.
enum class SubjectKey : std::uint8_t {
  hash,         ///< MD5 of the subject's text: any SPARQL 1.1 endpoint
  virtuoso_id,  ///< the number by which Virtuoso knows the subject: no text is made of it
};

/// The expression by which `part` is cut into buckets next, so that they fit answers of
/// `page` triples: by subjects, once more by subjects, by objects, once more by objects.
/// Nothing: what is still together then cannot be cut.
[[nodiscard]] std::optional<std::string> next_key(const Partition& part, SubjectKey key,
                                                  std::uint64_t page);

/// The buckets of `part`, as rows of value and count say, neighbours put together up to
/// `page` triples. Nothing if the rows are not all of it: the list was cut, for one.
[[nodiscard]] std::optional<std::vector<Partition>> bundle_buckets(const Partition& part,
                                                                   std::string_view key,
                                                                   const SparqlRows& rows,
                                                                   std::uint64_t page);

}  // namespace semsite
