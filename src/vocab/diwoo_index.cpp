#include "vocab/diwoo_index.hpp"

#include "base/url.hpp"
#include "vocab/value_lists.hpp"

namespace semsite {

DiwooIndexName diwoo_index_name(std::string_view url) {
  constexpr std::string_view kStart = "sitemapindex-diwoo";
  constexpr std::string_view kNumbered = "-infocat";
  constexpr std::string_view kEnd = ".xml";
  const auto parts = split_url(url);
  std::string_view name = parts ? parts->path : url;
  name.remove_prefix(name.rfind('/') + 1);
  if (!name.starts_with(kStart) || !name.ends_with(kEnd)) return {};
  name.remove_prefix(kStart.size());
  name.remove_suffix(kEnd.size());
  DiwooIndexName out{.of_documents = true};
  if (name.starts_with(kNumbered))
    out.category = information_category(name.substr(kNumbered.size()));
  out.follows = name.empty() || !out.category.empty();
  return out;
}

}  // namespace semsite
