#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

struct _xmlNode;

namespace semsite {

/// A prefix that markup in a literal may rely on.
struct LiteralPrefix {
  std::string_view prefix, iri;
};

/// The content of `element` as XML that is namespace-well-formed by itself: what stands
/// at its top declares the default namespace and all `prefixes` (RDFa Core 1.1 §7.5,
/// step 11; HTML+RDFa 1.1 §3.2). Prefixes come in the order given. Ends soon after `most`
/// bytes.
[[nodiscard]] std::string xml_content(const ::_xmlNode* element,
                                      std::span<const LiteralPrefix> prefixes,
                                      std::uint64_t most);

/// The content of `element` as HTML (HTML standard §13.3). Ends soon after `most` bytes.
[[nodiscard]] std::string html_content(const ::_xmlNode* element, std::uint64_t most);

}  // namespace semsite
