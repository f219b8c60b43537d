#include "rdf/term_text.hpp"

#include <algorithm>

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

}  // namespace semsite
