#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace semsite {

/// What one document says of one entity, as N-Triples in ASCII.
struct EntityTriples {
  std::string_view entity;  ///< its IRI
  std::string outgoing;     ///< it is the subject
  std::string incoming;     ///< it is the object; may be empty
};

/// Cuts a document (canonical N-Triples, sorted) into its entities: the IRIs that are
/// subjects in it. A triple is given twice if its object is an entity, too. Returns the
/// triples that no entity has: their subject is a blank node, and their object no entity.
std::uint64_t each_entity(std::string_view statements,
                          const std::function<void(const EntityTriples&)>& take);

/// Appends `line` with `\uXXXX` and `\UXXXXXXXX` for what is not ASCII (N-Triples UCHAR).
void append_as_ascii(std::string& out, std::string_view line);

}  // namespace semsite
