#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "markup/xml_reader.hpp"

namespace semsite {

/// The attributes of one element of a Standard-Sitemap that mean something, as written.
/// Views die with the event.
struct StandardAttributes {
  std::optional<std::string_view> url, name, description, role, relation, order, priority,
      lang, type, method, tree, baseurl, replace;
  std::optional<std::string_view> href;  ///< of XLink
  std::optional<std::string_view> xml_base, xml_lang, xml_id;
};
[[nodiscard]] StandardAttributes read_standard_attributes(
    std::span<const XmlAttribute> attributes);

}  // namespace semsite
