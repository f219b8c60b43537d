#include "rdf/term_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "base/ascii.hpp"

namespace semsite {
namespace {

constexpr std::string_view kOpen = "<<( ";
constexpr std::string_view kClose = " )>>";

/// Behind the next space at or behind `from`.
std::size_t behind_space(std::string_view text, std::size_t from) {
  const std::size_t space = text.find(' ', from);
  return space == std::string_view::npos ? text.size() : space + 1;
}

}  // namespace

std::size_t term_text_length(std::string_view text) {
  std::size_t at = 0;
  std::size_t open = 0;
  for (; text.substr(at).starts_with(kOpen); ++open)
    at = behind_space(text, behind_space(text, at + kOpen.size()));
  if (at < text.size() && text[at] == '"') {
    for (++at; at < text.size() && text[at] != '"'; at += text[at] == '\\' ? 2 : 1) {
    }
  }
  at = text.find(' ', at);
  if (at == std::string_view::npos) return text.size();
  return std::min(text.size(), at + open * kClose.size());
}

void each_term_text(std::string_view term,
                    const std::function<void(std::string_view)>& use) {
  while (term.starts_with(kOpen)) {
    term.remove_prefix(kOpen.size());
    if (term.ends_with(kClose)) term.remove_suffix(kClose.size());
    for (int place = 0; place < 2; ++place) {
      const std::size_t space = std::min(term.find(' '), term.size());
      use(term.substr(0, space));
      term.remove_prefix(std::min(space + 1, term.size()));
    }
  }
  use(term);
}

void each_label_text(std::string_view term,
                     const std::function<void(std::string_view)>& use) {
  each_term_text(term, [&](std::string_view one) {
    if (one.starts_with("_:")) use(one);
  });
}

bool has_label_text(std::string_view term) {
  if (!is_triple_text(term)) return term.starts_with("_:");
  bool has = false;
  each_label_text(term, [&](std::string_view) { has = true; });
  return has;
}

namespace {

/// Where the language tag begins; the length of the text if there is none. A quote in a
/// literal has a backslash before it, and other terms have none, so the last one ends the
/// literal or is the last of its text.
std::size_t tag_begin(std::string_view statement) {
  const void* const quote = ::memrchr(statement.data(), '"', statement.size());
  if (quote == nullptr) return statement.size();
  const auto at =
      static_cast<std::size_t>(static_cast<const char*>(quote) - statement.data());
  return statement.substr(at + 1).starts_with('@') ? at + 2 : statement.size();
}

std::string_view tag_at(std::string_view statement, std::size_t begin) {
  const std::string_view rest = statement.substr(begin);
  return rest.substr(0, std::ranges::find_if(rest, [](char c) {
                          return static_cast<unsigned char>(c) <= ' ';
                        }) - rest.begin());
}

}  // namespace

std::string_view compared_text(std::string_view statement, std::string& room) {
  if (statement.empty()) return statement;
  const std::size_t begin = tag_begin(statement);
  const std::string_view tag = tag_at(statement, begin);
  if (std::ranges::none_of(tag, is_upper)) return statement;
  room = statement;
  for (char& c : std::span{room}.subspan(begin, tag.size()))
    if (is_upper(c)) c = static_cast<char>(c - 'A' + 'a');
  return room;
}

bool SortedRepeats::is_repeated(std::string_view statement) {
  if (!begin_.empty() && !statement.starts_with(begin_)) {
    begin_.clear();
    rests_.clear();
  }
  const std::string_view compared = compared_text(statement, room_);
  // Capitals sort first: of several that are the same, the first one has some.
  if (begin_.empty()) {
    if (compared.data() == statement.data()) return false;
    begin_ = statement.substr(0, tag_begin(statement));
  }
  return !rests_.emplace(compared.substr(begin_.size())).second;
}

}  // namespace semsite
