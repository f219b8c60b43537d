#include "parse/jsonld_view.hpp"

#include <cstring>
#include <utility>

namespace semsite {
namespace {
constexpr std::size_t kFirstSlots = 32;
}

ContextView::ContextView(ContextViews& views, ContextPtr context)
    : views_(views),
      context_(std::move(context)),
      slots_(kFirstSlots, nullptr),
      mask_(kFirstSlots - 1) {}

const KeyInfo& ContextView::add_key(std::string_view name, std::uint32_t hash) {
  if (2 * (count_ + 1) > slots_.size()) grow();
  KeyInfo* const info = views_.arena_.make<KeyInfo>();
  info->name = views_.arena_.keep(name);
  info->hash = hash;
  QuadBatch& batch = views_.batch_;
  const ExpandedIri expanded = expand_iri(
      *context_, name, IriUse::vocab, views_.environment_.document_base, views_.scratch_);
  info->keyword = expanded.keyword;
  info->is_dropped =
      expanded.is_null || (expanded.keyword == Keyword::none &&
                           expanded.text.find(':') == std::string_view::npos);
  if (!info->is_dropped && info->keyword == Keyword::none) {
    views_.meter_.expand(expanded.text.size());
    info->property = views_.new_name(batch.keep(expanded.text));
  }
  const TermDefinition* const definition = context_->find(name);
  info->definition = definition;
  const ActiveContext& context = *context_;
  const LanguageMapping* const own = definition != nullptr && definition->language.is_set
                                         ? &definition->language
                                         : nullptr;
  const std::optional<std::string>& language =
      own != nullptr ? own->tag : context.language;
  if (language) {
    views_.meter_.expand(language->size());
    info->language = batch.keep(*language);
  }
  info->direction = definition != nullptr && definition->direction != Direction::unset
                        ? definition->direction
                        : context.direction;
  if (info->direction == Direction::null) info->direction = Direction::unset;
  if (definition != nullptr && definition->type == TypeMapping::iri) {
    views_.meter_.expand(definition->type_iri.size());
    info->type = batch.keep(definition->type_iri);
  }
  std::size_t at = hash & mask_;
  while (slots_[at] != nullptr) at = (at + 1) & mask_;
  slots_[at] = info;
  ++count_;
  return *info;
}

void ContextView::grow() {
  std::vector<KeyInfo*> larger(2 * slots_.size(), nullptr);
  mask_ = larger.size() - 1;
  for (KeyInfo* const info : slots_) {
    if (info == nullptr) continue;
    std::size_t at = info->hash & mask_;
    while (larger[at] != nullptr) at = (at + 1) & mask_;
    larger[at] = info;
  }
  slots_ = std::move(larger);
}

ExpandedIri ContextView::iri(std::string_view value, IriUse use) {
  if (use == IriUse::document && !value.starts_with('@')) {
    // The straight path: most identifiers are absolute or have a prefix.
    const std::size_t colon = value.find(':', 1);
    if (!value.empty() && colon != std::string_view::npos) {
      if (value.substr(colon + 1).starts_with("//") || value.starts_with("_:"))
        return {.text = value};
      const std::string_view prefix = value.substr(0, colon);
      if (prefix.find('/') == std::string_view::npos) {
        const TermDefinition* const term = key(prefix).definition;
        if (term != nullptr && term->iri && term->is_prefix) {
          const std::string& start = *term->iri;
          const std::string_view rest = value.substr(colon + 1);
          views_.meter_.expand(start.size() + rest.size());
          char* const text = views_.batch_.allocate(start.size() + rest.size());
          std::memcpy(text, start.data(), start.size());
          if (!rest.empty()) std::memcpy(text + start.size(), rest.data(), rest.size());
          return {.text = {text, start.size() + rest.size()}};
        }
      }
    }
  }
  if (use == IriUse::vocab_or_document) {
    const KeyInfo& info = key(value);
    if (info.property != nullptr) return {.text = info.property->iri};
    if (info.keyword != Keyword::none)
      return {.text = info.definition != nullptr && info.definition->iri
                          ? std::string_view{*info.definition->iri}
                          : info.name,
              .keyword = info.keyword};
    if (info.definition != nullptr && !info.definition->iri) return {.is_null = true};
  }
  ExpandedIri out = expand_iri(*context_, value, use, views_.environment_.document_base,
                               views_.scratch_);
  if (out.keyword != Keyword::none || out.is_null) return out;
  if (out.text.data() != value.data()) {
    views_.meter_.expand(out.text.size());
    out.text = views_.batch_.keep(out.text);
  }
  return out;
}

ContextView* ContextView::previous() {
  if (context_->previous == nullptr) return nullptr;
  if (previous_ == nullptr) previous_ = &views_.of(context_->previous);
  return previous_;
}

ContextView& ContextView::scoped(const TermDefinition& definition, Protection protection,
                                 Propagation propagation) {
  auto& known = protection == Protection::override_it ? property_scoped_ : type_scoped_;
  ContextView*& view = known[&definition];
  if (view == nullptr)
    view =
        &views_.of(views_.reader_.process(context_, {.value = definition.context,
                                                     .base_url = definition.context_base,
                                                     .protection = protection,
                                                     .propagation = propagation}));
  return *view;
}

ContextView& ContextView::with(JsonValue local) {
  return views_.of(views_.reader_.process(
      context_, {.value = local, .base_url = views_.environment_.document_base.text()}));
}

ContextView& ContextViews::of(const ContextPtr& context) {
  std::unique_ptr<ContextView>& view = views_[context.get()];
  if (view == nullptr) view = std::make_unique<ContextView>(*this, context);
  return *view;
}

PropertyName* ContextViews::new_name(std::string_view iri) {
  auto* const name = arena_.make<PropertyName>();
  name->iri = iri;
  name->is_blank = iri.starts_with("_:");
  return name;
}

}  // namespace semsite
