#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// Who answers for an IRI: its host in lower case, and `:port` unless that is the
/// scheme's own, so that `http` and `https` of one host are alike; other schemes stand
/// before it. Empty if it has no host.
[[nodiscard]] std::string holder_of(std::string_view iri);

/// What `--trust` takes for an IRI: its holder, or its scheme with `:` if it has none.
[[nodiscard]] std::string trust_word(std::string_view iri);

/// Does `word`, in lower case, stand for the holder of `iri`? `host` does at every port,
/// `host:port` at that one, `urn:` for a scheme.
[[nodiscard]] bool is_held_by(std::string_view iri, std::string_view word);

/// `prefix`, ended by `/` if it ends within its host or port: `http://a.example` begins
/// `http://a.example.org/`, too, which is somebody else's.
[[nodiscard]] std::string closed_prefix(std::string_view prefix);

}  // namespace semsite
