#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace semsite {

/// An element of diwoo-metadata.xsd 0.9.8, in one parent.
struct DiwooPart {
  enum class Kind : std::uint8_t {
    holder,        ///< has parts of its own
    text,          ///<
    date,          ///< xs:date
    time,          ///< xs:dateTime
    listed,        ///< label and `resource` of a value list
    organisation,  ///< label and `resource` of one of the lists of organisations
    free,          ///< label and `resource` of any kind
  };
  enum class Times : std::uint8_t { optional, once, any, some };  ///< 0..1, 1, 0..n, 1..n

  std::string_view parent, name;
  Kind kind = Kind::text;
  Times times = Times::optional;
  std::string_view list{};  ///< id of a TOOI list
};

/// All of them, those of one parent together.
[[nodiscard]] std::span<const DiwooPart> diwoo_schema();
/// Null if `parent` has no such part.
[[nodiscard]] const DiwooPart* diwoo_part(std::string_view parent, std::string_view name);

}  // namespace semsite
