#pragma once

#include <string>
#include <string_view>

#include "parse/microdata.hpp"
#include "support/parsed_page.hpp"

namespace semsite::test {

/// How a test wants its page read.
struct MicrodataReading {
  ParseSettings settings{};
  std::string_view label_prefix{};
  std::string_view kept_class{};  ///< of the elements whose triples are kept; empty = all
  MicrodataRegistry registry = published_microdata_registry();
  HtmlPageOptions::Reading markup = HtmlPageOptions::Reading::html;
};

/// Reads `html` as a page at http://example.org/doc.
inline Parsed read_items(std::string_view html, const MicrodataReading& reading = {}) {
  return parsed_page(html, "http://example.org/doc", {.reading = reading.markup},
                     [&](const PageInTest& in) {
                       parse_microdata(in.page,
                                       {.quads = in.quads,
                                        .diagnostics = in.diagnostics,
                                        .limits = in.limits,
                                        .settings = reading.settings,
                                        .label_prefix = reading.label_prefix,
                                        .selected = with_class(reading.kept_class),
                                        .registry = reading.registry});
                     });
}

/// The triple that says of `subject` that it is of `type`.
inline std::string is_a(std::string_view subject, std::string_view type) {
  return std::string{subject} + " <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> " +
         std::string{type};
}

}  // namespace semsite::test
