#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// Writes a manual page with the macros of man(7).
class Roff {
 public:
  /// `title` as in "SEMSITE-FETCH"; `date` as 2026-11-22.
  Roff(std::string_view title, std::string_view date, std::string_view version);

  Roff& section(std::string_view heading);     ///< .SH
  Roff& subsection(std::string_view heading);  ///< .SS
  Roff& paragraph(std::string_view text);
  Roff& plain(std::string_view text);  ///< a line that goes on
  /// A term in bold and what it means; `value` behind the term in italics.
  Roff& entry(std::string_view term, std::string_view value, std::string_view text);
  /// A command line, as it is typed.
  Roff& command(std::string_view text);
  /// The name of another page of section 1, and what stands right behind it.
  Roff& reference(std::string_view page, std::string_view behind);

  [[nodiscard]] const std::string& text() const { return out_; }

 private:
  void gap();
  void line(std::string_view text);

  std::string out_;
};

/// `text` so that roff prints it as it stands: no macro, no escape, hyphens as on a
/// keyboard.
[[nodiscard]] std::string roff_text(std::string_view text);

}  // namespace semsite
