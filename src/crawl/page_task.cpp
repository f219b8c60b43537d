#include "crawl/page_task.hpp"

#include <array>

namespace semsite {
namespace {

constexpr std::array<char, 4> kLetters = {'r', 's', 'l', 'k'};  // by Kind

/// Fields stand on lines of their own; a path may be written over several.
std::string on_one_line(std::string_view text) {
  std::string out{text};
  for (char& c : out)
    if (c == '\n') c = ' ';
  return out;
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  return line;
}

}  // namespace

std::string write_task(const PageTask& task) {
  std::string out;
  out += kLetters.at(static_cast<std::size_t>(task.kind));
  for (const std::string* field : {&task.xpath, &task.context}) {
    out += '\n';
    out += on_one_line(*field);
  }
  return out == "r\n\n" ? std::string{} : out;
}

PageTask read_task(std::string_view text) {
  PageTask out;
  const std::string_view letter = take_line(text);
  for (std::size_t i = 0; i < kLetters.size(); ++i)
    if (letter == std::string_view{&kLetters.at(i), 1})
      out.kind = static_cast<PageTask::Kind>(i);
  for (std::string* field : {&out.xpath, &out.context}) *field = take_line(text);
  return out;
}

}  // namespace semsite
