#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// What a page of ours is besides its content.
struct PageFrame {
  std::string title;    ///< plain text; escaped here
  std::string style{};  ///< CSS of this page alone, after the common style; no `</style`
  /// JavaScript of ours, run when the page is there; without `</script`. The policy lets
  /// this script run and no other.
  std::string script{};
  /// Elements of the head of this page alone, as an HtmlWriter has written them.
  std::string head{};
  /// Where forms of the page may be sent to.
  enum class Forms { none, own_host } forms = Forms::none;
};

/// A whole HTML page around `content`, which is what an HtmlWriter has written: it needs
/// no other file, is light or dark as its reader likes it, and prints. Its
/// Content-Security-Policy forbids everything but its own style and script, so that even
/// a mistake of ours would not let text from the web run or ask for anything.
[[nodiscard]] std::string html_page(const PageFrame& page, std::string_view content);

/// The value of that policy; a server may send it as a header, too.
[[nodiscard]] std::string content_security_policy(const PageFrame& page);

/// The style that all our pages share, as CSS. Colours are custom properties, once for
/// light and once for dark; `.badge`, `.tiles`, `.card`, `table.rows`, `.scroll`, `.bar`,
/// `.chart` are its classes.
[[nodiscard]] std::string_view html_style();

}  // namespace semsite
