#include "parse/page_selection.hpp"

#include <fmt/format.h>

#include <string>

#include "base/text.hpp"
#include "markup/element_path.hpp"
#include "markup/html_node.hpp"
#include "semsite/errors.hpp"

namespace semsite {

PageSelection::PageSelection(const HtmlPage& page, std::string_view path,
                             Diagnostics& diagnostics) {
  if (path.empty()) return;
  std::string code;
  std::string problem;
  try {
    for (const _xmlNode* element : ElementPath::parse(path).select(page))
      selected_.insert(element);
    if (!selected_.empty()) return;
    code = "xpath.no-match";
    problem = fmt::format("\"{}\" selects nothing", excerpt(path));
  } catch (const DocumentError& error) {
    code = error.code();
    problem = error.what();
  }
  diagnostics.report({.code = code,
                      .message = problem + "; the whole page is read",
                      .statement = {},
                      .skipped = false});
}

bool PageSelection::holds(const _xmlNode* element) const {
  if (selected_.empty()) return true;
  for (; element != nullptr; element = parent_element(element))
    if (selected_.contains(element)) return true;
  return false;
}

}  // namespace semsite
