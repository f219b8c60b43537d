#include "base/named_by.hpp"

#include "base/web_mark.hpp"

namespace semsite {
namespace {

/// Some readers of URLs drop what is invisible, so it decides nothing here.
bool leads_to_file(std::string_view url) {
  std::string_view scheme = "file:";
  for (const char c : url) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) continue;
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) != scheme.front())
      return false;
    scheme.remove_prefix(1);
    if (scheme.empty()) return true;
  }
  return false;
}

}  // namespace

/// A file that we made of what came over the network is of the network, too.
NamedBy NamedBy::document(std::string_view url) { return NamedBy{is_own_file(url)}; }

NamedBy NamedBy::first_of(std::string_view url, std::string_view second,
                          std::string_view third) {
  return document(!url.empty() ? url : !second.empty() ? second : third);
}

bool NamedBy::may_name(std::string_view target) const {
  return local_ || !leads_to_file(target);
}

}  // namespace semsite
