#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Where a JSON text was found.
enum class JsonPlace : std::uint8_t {
  document,  ///< a document of its own
  page,      ///< a script element: HTML wrappers and entities may have got in
};

/// One kind of repair.
struct JsonRepair {
  std::string_view code;  ///< "json.trailing-comma", …
  std::string_view what;  ///< in words
  std::uint64_t count = 0;
  std::size_t first = 0;  ///< offset of the first one in the text
};

struct RepairedJson {
  std::string text;
  std::vector<JsonRepair> repairs;  ///< empty: nothing was found to repair
};

/// `text` with what is wrong but plain put right; to be read again with a JSON reader,
/// which has the last word. Linear in time. Codes:
///
/// json.control-character  a raw one inside a string becomes an escape
/// json.bad-escape         `\'` and other unknown escapes lose their backslash
/// json.surrogate          an escape of half a pair becomes U+FFFD
/// json.trailing-comma     a comma before `}` or `]` goes
/// json.missing-comma      one is put between two values
/// json.missing-value      `"a":,` gets null; a comma too many goes
/// json.comment            `//` and `/* */` go; in pages `<!-- -->` and CDATA marks too
/// json.white-space        NO-BREAK SPACE, U+FEFF and the like outside strings
/// json.trailing-text      semicolons behind the document go
/// json.html-entities      pages only: `{&quot;` shows that the text was escaped as HTML
[[nodiscard]] RepairedJson repair_json(std::string_view text, JsonPlace place);

/// `text` without white space, `<!-- … -->` and CDATA marks around it: what a `script`
/// element says. Nothing is lost, so nothing is counted.
[[nodiscard]] std::string_view unwrapped_script(std::string_view text);

}  // namespace semsite
