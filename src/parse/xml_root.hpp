#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// The root element of an XML or HTML text, as far as its first bytes show it.
struct XmlRoot {
  std::string_view doctype;     ///< name after `<!DOCTYPE`
  std::string_view prefix;      ///< of the root element
  std::string_view local_name;  ///< empty: not reached
  /// The rest of the start tag, with the entities that the document declares.
  std::string attributes;
  std::string name_space;  ///< as declared in the start tag itself

  /// Is `name` among the attributes, as written?
  [[nodiscard]] bool has_attribute(std::string_view name) const;
};
[[nodiscard]] XmlRoot xml_root(std::string_view text);

}  // namespace semsite
