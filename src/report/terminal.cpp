#include "report/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::size_t kUsualWidth = 80;

std::string_view variable(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? std::string_view{} : std::string_view{text};
}

}  // namespace

Colours colours_of(ColourWish wish, int descriptor) {
  if (wish == ColourWish::always) return Colours::on;
  if (wish == ColourWish::never || !variable("NO_COLOR").empty()) return Colours::off;
  return can_write_over(descriptor) ? Colours::on : Colours::off;
}

bool can_write_over(int descriptor) {
  return ::isatty(descriptor) != 0 && variable("TERM") != "dumb";
}

bool is_one_place(int descriptor, int other) {
  struct stat one {};
  struct stat two {};
  return ::fstat(descriptor, &one) == 0 && ::fstat(other, &two) == 0 &&
         one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

std::size_t terminal_width(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualWidth;
  return size.ws_col;
}

std::string emphasised(std::string_view text, Emphasis emphasis, Colours colours) {
  if (colours == Colours::off) return std::string{text};
  const char* const start = emphasis == Emphasis::error     ? "1;31"
                            : emphasis == Emphasis::warning ? "1;33"
                                                            : "1";
  return fmt::format("\x1b[{}m{}\x1b[0m", start, text);
}

std::string with_headings(std::string_view text, Colours colours) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    const bool is_heading =
        line.ends_with(':') && !line.starts_with(' ') && !line.starts_with('\t');
    out += is_heading ? emphasised(line, Emphasis::heading, colours) : std::string{line};
    out += '\n';
  }
  out.pop_back();  // behind the last part stands none
  return out;
}

}  // namespace semsite
