#include "markup/html_attributes.hpp"

#include <algorithm>

namespace semsite {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r';
}

}  // namespace

bool HtmlNameSet::add(std::string_view name) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    hash ^= static_cast<unsigned char>(upper ? c + ('a' - 'A') : c);
    hash *= 1099511628211U;
  }
  if (std::ranges::find(hashes_, hash) != hashes_.end()) return false;
  hashes_.push_back(hash);
  return true;
}

bool HtmlAttributeScan::next(Attribute& attribute) {
  std::size_t at = at_;
  while (at < text_.size() && (is_space(text_[at]) || text_[at] == '/')) ++at;
  if (at >= text_.size() || text_[at] == '>') {
    self_closing_ = at > at_ && text_[at - 1] == '/';
    at_ = std::min(at + 1, text_.size());
    return false;
  }
  const std::size_t name = at++;
  while (at < text_.size() && !is_space(text_[at]) && text_[at] != '/' &&
         text_[at] != '>' && text_[at] != '=')
    ++at;
  attribute = {.name = text_.substr(name, at - name), .value = {}};
  at_ = at;
  while (at < text_.size() && is_space(text_[at])) ++at;
  if (at >= text_.size() || text_[at] != '=') return true;
  ++at;
  while (at < text_.size() && is_space(text_[at])) ++at;
  at_ = at;
  if (at >= text_.size() || text_[at] == '>') return true;
  if (text_[at] == '"' || text_[at] == '\'') {
    const std::size_t end = std::min(text_.find(text_[at], at + 1), text_.size());
    attribute.quote = text_[at];
    attribute.value = text_.substr(at + 1, end - at - 1);
    at_ = std::min(end + 1, text_.size());
    return true;
  }
  while (at < text_.size() && !is_space(text_[at]) && text_[at] != '>') ++at;
  attribute.value = text_.substr(at_, at - at_);
  at_ = at;
  return true;
}

}  // namespace semsite
