#include "index/index_key.hpp"

#include "base/hash.hpp"

namespace semsite {
namespace {

/// Between a property and a value; between a cut key and its hash.
constexpr char kBehindProperty = '\x02';
constexpr char kCut = '\x03';

}  // namespace

std::string cut_text_key(std::string_view text) {
  if (text.size() <= kLongestKey) return std::string{text};
  std::string out{text.substr(0, kLongestKey)};
  out += kCut;
  out += short_hash(text);
  return out;
}

std::string index_key(char kind, std::string_view text) {
  std::string out{kind};
  if (text.size() <= kLongestKey) {
    out += text;
  } else {
    out += cut_text_key(text);
  }
  return out;
}

std::string pair_key(std::string_view property, std::string_view lexical) {
  std::string text{property};
  text += kBehindProperty;
  text += lexical;
  return index_key(key_kind::pair, text);
}

std::string_view space_of(std::string_view iri) {
  std::size_t end = iri.find_last_of("/#");
  if (end == std::string_view::npos) end = iri.rfind(':');
  return end == std::string_view::npos ? std::string_view{} : iri.substr(0, end + 1);
}

std::string_view local_name_of(std::string_view iri) {
  while (iri.ends_with('/') || iri.ends_with('#')) iri.remove_suffix(1);
  return iri.substr(space_of(iri).size());
}

}  // namespace semsite
