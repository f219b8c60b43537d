#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// What a key of the index is; the first byte of its text.
namespace key_kind {
inline constexpr char document = 'D';  ///< its URL
inline constexpr char fact = 'F';      ///< something about the document as a whole
inline constexpr char host = 'H';      ///< of an IRI that it mentions
inline constexpr char space = 'N';     ///< namespace: an IRI up to its last `/`, `#`
inline constexpr char linkset = 'L';   ///< links of a dataset (link_counts.hpp)
inline constexpr char pair = 'P';      ///< a property and a value
inline constexpr char site = 'S';      ///< a domain and its dataset (link_counts.hpp)
inline constexpr char term = 'T';      ///< a word
inline constexpr char uri = 'U';       ///< an IRI that it mentions
}  // namespace key_kind

/// Facts: the second byte of their keys.
namespace fact_kind {
inline constexpr char dataset = 's';
inline constexpr char format = 'f';
inline constexpr char host = 'h';  ///< of the document's URL
inline constexpr char language = 'l';
inline constexpr char inverse_functional = 'i';  ///< a property it declares as such
}  // namespace fact_kind

/// Where an IRI stands, told of each document that mentions it; a sum of these.
namespace uri_place {
inline constexpr std::uint8_t subject = 1;
inline constexpr std::uint8_t predicate = 2;
inline constexpr std::uint8_t object = 4;
}  // namespace uri_place

/// Where a word stands, told of each place.
enum class WordField : std::uint8_t { text, title, name };

/// How much a word weighs in each field: half units, so that a word in a literal is 1.
[[nodiscard]] constexpr std::uint32_t half_weight(WordField field) {
  return field == WordField::title ? 8 : field == WordField::text ? 2 : 1;
}

/// Keys longer than this are cut and end in a hash of the whole.
inline constexpr std::size_t kLongestKey = 300;

/// `kind` and `text`, cut if it is too long. The same text gives the same key.
[[nodiscard]] std::string index_key(char kind, std::string_view text);

/// `text`, cut as `index_key` does it.
[[nodiscard]] std::string cut_text_key(std::string_view text);

/// The key of a property and a value, `lexical` as in N-Triples (escapes as written).
[[nodiscard]] std::string pair_key(std::string_view property, std::string_view lexical);

/// The part of an IRI up to its last `/` or `#`, this one included; else to its last `:`.
[[nodiscard]] std::string_view space_of(std::string_view iri);
/// What stands behind it, without a `/` or `#` at the end.
[[nodiscard]] std::string_view local_name_of(std::string_view iri);

}  // namespace semsite
