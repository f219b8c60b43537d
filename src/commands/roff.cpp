#include "commands/roff.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "base/utf8.hpp"

namespace semsite {

std::string roff_text(std::string_view text) {
  std::string out;
  bool line_begins = true;
  while (!text.empty()) {
    const Utf8Char one = decode_utf8(text);
    const char letter = text[0];
    if (line_begins && (letter == '.' || letter == '\'')) out += "\\&";
    line_begins = letter == '\n';
    if (one.length > 1) {
      out += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(one.code_point));
      text.remove_prefix(one.length);
      continue;
    }
    switch (letter) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '"':
        out += "\\(dq";
        break;
      default:
        out += letter;
    }
    text.remove_prefix(1);
  }
  return out;
}

Roff::Roff(std::string_view title, std::string_view date, std::string_view version) {
  line(fmt::format(".TH {} 1 {} \"semsite {}\" \"User Commands\"", roff_text(title), date,
                   version));
}

Roff& Roff::section(std::string_view heading) {
  line(fmt::format(".SH \"{}\"", roff_text(heading)));
  return *this;
}

Roff& Roff::subsection(std::string_view heading) {
  line(fmt::format(".SS \"{}\"", roff_text(heading)));
  return *this;
}

Roff& Roff::paragraph(std::string_view text) {
  gap();
  line(roff_text(text));
  return *this;
}

Roff& Roff::plain(std::string_view text) {
  line(roff_text(text));
  return *this;
}

Roff& Roff::entry(std::string_view term, std::string_view value, std::string_view text) {
  line(".TP");
  line(value.empty()
           ? fmt::format("\\fB{}\\fR", roff_text(term))
           : fmt::format("\\fB{}\\fR \\fI{}\\fR", roff_text(term), roff_text(value)));
  line(roff_text(text));
  return *this;
}

Roff& Roff::command(std::string_view text) {
  gap();
  line(".RS 4");
  line(".nf");
  line(roff_text(text));
  line(".fi");
  line(".RE");
  return *this;
}

Roff& Roff::reference(std::string_view page, std::string_view behind) {
  line(fmt::format(".BR {} (1){}", roff_text(page), behind));
  return *this;
}

/// A heading makes its own.
void Roff::gap() {
  const std::size_t begin = out_.rfind('\n', out_.size() - 2) + 1;
  if (!std::string_view{out_}.substr(begin).starts_with(".S")) line(".PP");
}

void Roff::line(std::string_view text) {
  out_ += text;
  out_ += '\n';
}

}  // namespace semsite
