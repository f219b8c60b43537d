#include "validate/ocx_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/text.hpp"
#include "discover/sitemap_names.hpp"
#include "markup/element_path_parser.hpp"
#include "semsite/errors.hpp"
#include "vocab/course_types.hpp"

namespace semsite {
namespace {

constexpr std::array<std::string_view, 8> kParts{"type", "format", "loc",    "xpath",
                                                 "name", "teaser", "parent", "image"};
constexpr std::array<std::string_view, 3> kFormats{"JSON-LD", "Microdata", "RDFa"};

void check_type(const MarkupNode& part, DocumentFindings& findings) {
  const std::string_view value = part.value();
  const ClassName name = read_class_name(value);
  if (name.had_slash)
    findings.add("ocx.type-trailing-slash", fmt::format("\"{}\"", excerpt(value, 200)),
                 part.line, part.column);
  else if (name.iri.empty())
    findings.add("ocx.unknown-type", fmt::format("\"{}\"", excerpt(value, 200)),
                 part.line, part.column);
}

void check_path(const MarkupNode& part, DocumentFindings& findings) {
  try {
    static_cast<void>(parse_path(part.value()));
  } catch (const DocumentError& error) {
    findings.add("ocx.xpath", error.what(), part.line, part.column);
  }
}

}  // namespace

void check_ocx(const MarkupNode& block, std::string_view loc, DocumentFindings& findings,
               ListedUrlCheck& urls) {
  std::set<std::string_view> met;
  for (const MarkupNode& part : block.children) {
    const ValuePlace place{part.line, part.column};
    const auto add = [&](std::string_view code, std::string_view value) {
      findings.add(code, fmt::format("\"{}\"", excerpt(value, 200)), place.line,
                   place.column);
    };
    if (extension_of(part.name()).extension != SitemapExtension::ocx ||
        std::ranges::find(kParts, part.local) == kParts.end()) {
      add("ocx.unknown-element", part.local);
      continue;
    }
    const std::string_view value = part.value();
    if (!met.insert(part.local).second) add("ocx.repeated", part.local);
    if (value.empty()) {
      if (part.local != "type") add("ocx.empty", part.local);
      continue;
    }
    if (part.local == "type") check_type(part, findings);
    if (part.local == "format" && std::ranges::find(kFormats, value) == kFormats.end())
      add("ocx.unknown-format", value);
    if (part.local == "loc") {
      if (urls.check_location(value, "ocx:loc", "ocx.bad-url", place) && value == loc)
        add("ocx.same-loc", value);
    }
    if (part.local == "image")
      (void)urls.check_iri(value, "ocx:image", "ocx.bad-url", place);
    if (part.local == "parent" && value == loc) add("ocx.own-parent", value);
    if (part.local == "xpath") check_path(part, findings);
  }
  const MarkupNode* const type = block.child("type");
  if (type == nullptr || type->value().empty())
    findings.add("ocx.no-type", fmt::format("of \"{}\"", excerpt(loc, 200)), block.line,
                 block.column);
}

}  // namespace semsite
