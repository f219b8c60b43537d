#include "parse/microdata_names.hpp"

#include <algorithm>

namespace semsite {
namespace {

/// `type` up to the last "/" or "#" of its path or fragment.
std::string_view up_to_name(std::string_view type) {
  if (const std::size_t hash = type.find('#'); hash != std::string_view::npos)
    return type.substr(0, hash + 1);
  const std::string_view before_query = type.substr(0, type.find('?'));
  const std::size_t slash = before_query.rfind('/');
  return slash == std::string_view::npos ? type : type.substr(0, slash + 1);
}

}  // namespace

std::string fragment_escaped(std::string_view name) {
  constexpr std::string_view kEscaped = " \"#%<>[\\]^`{|}";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte != 0x7F && kEscaped.find(c) == std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 0xFU];
    }
  }
  return out;
}

MicrodataNames::MicrodataNames(const MicrodataRegistry& registry, std::string_view base)
    : registry_(registry), starts_{std::string{base.substr(0, base.find('#'))} + '#'} {}

MicrodataNames::Scope MicrodataNames::scope_of(std::string_view type) {
  std::string_view vocabulary = registry_.vocabulary_of(type);
  if (vocabulary.empty()) vocabulary = up_to_name(type);
  std::string start{vocabulary};
  if (!start.ends_with('/') && !start.ends_with('#')) start += '#';
  const auto next = static_cast<Scope>(starts_.size());
  const auto [found, is_new] = scopes_.emplace(start, next);
  if (is_new) starts_.push_back(std::move(start));
  return found->second;
}

std::string MicrodataNames::property(Scope scope, std::string_view name) const {
  return starts_[scope] + fragment_escaped(name);
}

}  // namespace semsite
