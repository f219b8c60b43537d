#include "rdf/compared_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "base/ascii.hpp"

namespace semsite {
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
