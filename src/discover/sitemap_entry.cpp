#include "discover/sitemap_entry.hpp"

#include <algorithm>

#include "discover/sitemap_value.hpp"

namespace semsite {

void EntryBuilder::begin(Kind kind, std::uint64_t line) {
  kind_ = kind;
  clear();
  entry_.line = line;
}

void EntryBuilder::clear() {
  entry_.loc.clear();
  entry_.lastmod.clear();
  entry_.changefreq.clear();
  entry_.priority.clear();
  entry_.links.clear();
  entry_.signposts.clear();
  entry_.facts.reset();
  entry_.ocx.reset();
  entry_.diwoo.reset();
  fallback_loc_.clear();
  fallback_time_.clear();
  loc_given_ = false;
}

void EntryBuilder::take(SitemapField field, std::string_view text, std::uint64_t line) {
  using Field = SitemapField;
  switch (field) {
    case Field::loc:
      return take_loc(text, line);
    case Field::lastmod:
      entry_.lastmod = text;
      return;
    case Field::changefreq:
      entry_.changefreq = text;
      std::ranges::transform(entry_.changefreq, entry_.changefreq.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      });
      return;
    case Field::priority:
      entry_.priority = text;
      return;
    case Field::fallback_loc:
      if (is_fetchable(text)) fallback_loc_ = text;
      return;
    case Field::fallback_time:
      fallback_time_ = text;
      return;
    case Field::inner_loc:
      return take_inner(fallback_loc_, text, line);
    case Field::inner_time:
      return take_inner(fallback_time_, text, line);
    case Field::none:
    case Field::of_dataset:
    case Field::of_extension:
      return;
  }
}

void EntryBuilder::take_loc(std::string_view text, std::uint64_t line) {
  if (loc_given_) {
    teller_.note("sitemap.structure", "a second loc in one entry; taken as its own entry",
                 line);
    emit();
    clear();
    entry_.line = line;
  }
  entry_.loc = text;
  loc_given_ = true;
}

void EntryBuilder::take_inner(std::string& place, std::string_view text,
                              std::uint64_t line) {
  teller_.note("diwoo.structure",
               "loc and lastmod belong into the url, not into its Document; read all the "
               "same",
               line);
  if (place.empty()) place = text;
}

void EntryBuilder::take_link(std::string_view href) {
  if (loc_given_) return;
  entry_.loc = href;
  loc_given_ = !entry_.loc.empty();
}

void EntryBuilder::end() {
  if (entry_.loc.empty()) entry_.loc = fallback_loc_;
  if (entry_.lastmod.empty()) entry_.lastmod = fallback_time_;
  emit();
}

void EntryBuilder::break_off() {
  if (!entry_.loc.empty()) emit();
}

void EntryBuilder::emit() {
  if (kind_ == Kind::child) {
    teller_.child(entry_);
  } else {
    teller_.page(entry_);
  }
}

}  // namespace semsite
