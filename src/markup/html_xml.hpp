#pragma once

#include <string_view>

#include "markup/html_builder.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Fills `builder` with the tree of an XML document (UTF-8, whatever its declaration
/// says). References to the entities of XHTML are resolved, others as read_xml does it:
/// nothing external, ever. Throws DocumentError with the codes of read_xml when it is not
/// well-formed.
void build_from_xml(std::string_view text, HtmlBuilder& builder, const Limits& limits);

}  // namespace semsite
