#include "parse/jsonld_context.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace semsite {
namespace {

struct KeywordName {
  std::string_view text;
  Keyword keyword;
};
constexpr std::array<KeywordName, 23> kKeywords{{{"@id", Keyword::id},
                                                 {"@type", Keyword::type},
                                                 {"@value", Keyword::value},
                                                 {"@language", Keyword::language},
                                                 {"@graph", Keyword::graph},
                                                 {"@context", Keyword::context},
                                                 {"@list", Keyword::list},
                                                 {"@set", Keyword::set},
                                                 {"@index", Keyword::index},
                                                 {"@reverse", Keyword::reverse},
                                                 {"@base", Keyword::base},
                                                 {"@vocab", Keyword::vocab},
                                                 {"@container", Keyword::container},
                                                 {"@direction", Keyword::direction},
                                                 {"@import", Keyword::import},
                                                 {"@included", Keyword::included},
                                                 {"@json", Keyword::json},
                                                 {"@nest", Keyword::nest},
                                                 {"@none", Keyword::no_value},
                                                 {"@prefix", Keyword::prefix},
                                                 {"@propagate", Keyword::propagate},
                                                 {"@protected", Keyword::protection},
                                                 {"@version", Keyword::version}}};

}  // namespace

Keyword keyword_of(std::string_view text) {
  if (!text.starts_with('@')) return Keyword::none;
  const auto* const found = std::ranges::find_if(
      kKeywords, [&](const KeywordName& name) { return name.text == text; });
  return found == kKeywords.end() ? Keyword::none : found->keyword;
}

bool has_keyword_form(std::string_view text) {
  return text.size() > 1 && text[0] == '@' &&
         std::ranges::all_of(text.substr(1), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
         });
}

ActiveContext::ActiveContext() = default;

ActiveContext::ActiveContext(ContextPtr below)
    : previous(below->previous),
      base_state(below->base_state),
      base(below->base),
      vocab(below->vocab),
      language(below->language),
      direction(below->direction),
      has_protected(below->has_protected),
      is_of_document(below->is_of_document),
      below_(std::move(below)) {}

const TermDefinition* ActiveContext::find(std::string_view term) const {
  for (const ActiveContext* layer = this; layer != nullptr; layer = layer->below_.get()) {
    const auto found = layer->terms.find(term);
    if (found != layer->terms.end()) return found->second.get();
  }
  return nullptr;
}

void ActiveContext::for_each_term(
    const std::function<void(std::string_view, const TermDefinition&)>& take) const {
  for (const ActiveContext* layer = this; layer != nullptr; layer = layer->below_.get())
    for (const auto& [term, definition] : layer->terms)
      if (definition != nullptr && find(term) == definition.get())
        take(term, *definition);
}

std::size_t ActiveContext::merge_layers() {
  constexpr std::size_t kSmall = 8;
  std::size_t moved = 0;
  while (below_ != nullptr && below_->terms.size() <= 2 * terms.size() + kSmall) {
    moved += below_->terms.size();
    for (const auto& [term, definition] : below_->terms)
      terms.try_emplace(term, definition);
    below_ = below_->below_;
  }
  if (below_ == nullptr) std::erase_if(terms, [](const auto& t) { return !t.second; });
  return moved;
}

}  // namespace semsite
