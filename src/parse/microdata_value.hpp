#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "parse/microdata_index.hpp"

struct _xmlNode;

namespace semsite {

/// What a property element without `itemscope` says.
struct MicrodataValue {
  enum class Kind : std::uint8_t {
    text,   ///< takes the language of the element
    typed,  ///< `datatype` is set
    url,    ///< `text` is a reference, still to be resolved
  };
  Kind kind = Kind::text;
  std::string text{};
  std::string_view datatype{};  ///< static
};

/// The value of `element` (HTML standard §5.2.4; "Microdata to RDF" §5.3). Nothing when
/// its text is more than the budget has left.
[[nodiscard]] std::optional<MicrodataValue> microdata_value(const ::_xmlNode* element,
                                                            MicrodataBudget& budget);

}  // namespace semsite
