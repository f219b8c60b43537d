#include "crawl/page_task.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "parse/detect_syntax.hpp"

namespace semsite {
namespace {

constexpr std::array<char, 7> kLetters = {'r', 's', 'l', 'k', 'h', 'm', 'p'};  // by Kind

// Behind the first letter, in this order:
constexpr char kLocalMark = '!';
constexpr char kFeedMark = '+';
constexpr char kLanguagesMark = '~';  // before `languages`

char letter_of(PageTask::Kind kind) {
  return kLetters.at(static_cast<std::size_t>(kind));
}

PageTask::Kind kind_of(std::string_view letter) {
  for (std::size_t i = 0; i < kLetters.size(); ++i)
    if (letter == std::string_view{&kLetters.at(i), 1})
      return static_cast<PageTask::Kind>(i);
  return PageTask::Kind::read;
}

/// Fields stand on lines of their own; a path may be written over several.
std::string on_one_line(std::string_view text) {
  std::string out{text};
  for (char& c : out)
    if (c == '\n') c = ' ';
  return out;
}

/// The first field of `rest`, which ends at `mark`, is taken off it.
std::string_view take(std::string_view& rest, char mark) {
  const std::size_t end = rest.find(mark);
  const std::string_view field = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  return field;
}

}  // namespace

PageTask task_of(std::string_view url, NamedBy named_by) {
  return {.named_locally = is_file_url(url) && named_by.is_local()};
}

std::string_view accept_of(PageTask::Kind kind) {
  switch (kind) {
    case PageTask::Kind::keep:
      return {};
    case PageTask::Kind::linkset:
      return kLinksetAccept;
    default:
      return kPageAccept;
  }
}

bool is_as_said(PageTask::Kind kind, std::string_view media_type, std::string_view head) {
  return (kind != PageTask::Kind::metadata && kind != PageTask::Kind::linkset) ||
         detect_syntax(head, {.media_type = media_type, .path = {}}).found != "html";
}

std::string write_task(const PageTask& task) {
  std::string out;
  out += letter_of(task.kind);
  if (task.named_locally) out += kLocalMark;
  if (task.is_of_feed) out += kFeedMark;
  if (!task.languages.empty()) out += kLanguagesMark + on_one_line(task.languages);
  for (const std::string* field : {&task.xpath, &task.context, &task.format}) {
    out += '\n';
    out += on_one_line(*field);
  }
  // No URL holds a blank.
  for (const PageTask::Instead& one : task.instead) {
    out += '\n';
    out += letter_of(one.kind);
    out += ' ' + one.url + ' ' + one.context;
  }
  return out == "r\n\n\n" ? std::string{} : out;
}

PageTask read_task(std::string_view text) {
  PageTask out;
  std::string_view languages = take(text, '\n');
  std::string_view first = take(languages, kLanguagesMark);
  out.languages = languages;
  const auto take_mark = [&first](char mark) {
    const bool is_marked = first.ends_with(mark);
    if (is_marked) first.remove_suffix(1);
    return is_marked;
  };
  out.is_of_feed = take_mark(kFeedMark);
  out.named_locally = take_mark(kLocalMark);
  out.kind = kind_of(first);
  for (std::string* field : {&out.xpath, &out.context, &out.format})
    *field = take(text, '\n');
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    PageTask::Instead one;
    one.kind = kind_of(take(line, ' '));
    one.url = take(line, ' ');
    one.context = line;
    out.instead.push_back(std::move(one));
  }
  return out;
}

}  // namespace semsite
