#include "parse/page_survey.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ascii.hpp"
#include "base/byte_scan.hpp"
#include "base/text.hpp"
#include "markup/html_node.hpp"
#include "markup/html_references.hpp"
#include "markup/html_tags.hpp"
#include "parse/rdfa_names.hpp"
#include "vocab/rdfa_initial_context.hpp"

namespace semsite {
namespace {

constexpr auto npos = std::string_view::npos;
/// The tree leaves out what a tag has beyond these.
constexpr std::size_t kAttributes = 256;

constexpr std::uint8_t kEndsTagName = 1;
constexpr std::uint8_t kEndsAttributeName = 2;
/// By the byte.
constexpr std::array<std::uint8_t, 256> kEnds = [] {
  std::array<std::uint8_t, 256> ends{};
  for (const char c : {' ', '\n', '\t', '\f', '\r', '/', '>'})
    ends[static_cast<unsigned char>(c)] = kEndsTagName | kEndsAttributeName;
  ends['='] = kEndsAttributeName;
  return ends;
}();

bool ends(char c, std::uint8_t what) {
  return (kEnds[static_cast<unsigned char>(c)] & what) != 0;
}

/// For scan_to: a byte of the value `kByte`. Between two tags there are few others, and
/// calling a function for them would take longer than finding it.
template <char kByte>
struct StopAt {
  static constexpr bool test(unsigned char c) { return c == kByte; }
#if defined(__SSE2__)
  static __m128i mask(__m128i v) { return _mm_cmpeq_epi8(v, _mm_set1_epi8(kByte)); }
#endif
};

/// As std::string_view::find.
template <char kByte>
std::size_t find_near(std::string_view text, std::size_t from) {
  if (from >= text.size()) return npos;
  const char* const end = text.data() + text.size();
  const char* const found = scan_to<StopAt<kByte>>(text.data() + from, end).stop;
  return found == end ? npos : static_cast<std::size_t>(found - text.data());
}

bool has_start_of_script(std::string_view text) {
  for (std::size_t at = text.find('<'); at != npos; at = text.find('<', at + 1))
    if (starts_with_ignoring_case(text.substr(at), "<script")) return true;
  return false;
}

/// An attribute's value without its references; nothing when that is not plain.
std::optional<std::string> without_references(std::string_view value) {
  std::string out;
  if (has_odd_characters(value) || !append_decoded(value, ReferencePlace::attribute, out))
    return std::nullopt;
  return out;
}

/// Is a name of as many bytes as `known`, which is in small letters, that name? Made here
/// for each one: of a page's time, looking at names is a good part.
constexpr bool is_this(std::string_view name, std::string_view known) {
  for (std::size_t i = 0; i < known.size(); ++i)
    if ((name[i] | 0x20) != known[i]) return false;
  return true;
}

/// One pass over the tags (HTML standard §13.2.5), like that of CondensedPage, but where
/// that one may be wrong about the tree, this one gives up.
class Survey {
 public:
  Survey(std::string_view text, SurveyLinks links, PageSurvey& found)
      : text_(text), links_(links), found_(found) {}

  void run() {
    if (text_.find('\0') != npos) return doubt();
    while (!ended_) {
      at_ = find_near<'<'>(text_, at_);
      if (at_ == npos) break;
      markup();
    }
    if (!foreign_.empty()) doubt();
  }

 private:
  using Chance = PageSurvey::Chance;

  /// What attributes say that anyone here wants to know: the first of each name.
  /// Made for each tag, so it is small: what is not there has no data.
  struct Attributes {
    std::string_view type, href, rel, profile, hreflang;
    std::string_view name, content, http_equiv;  ///< of `<meta>`
    bool is_self_closing = false;
  };

  void doubt() {
    found_.trust = PageSurvey::Trust::doubtful;
    ended_ = true;
  }

  void skip_to(std::size_t place) {
    if (place == npos) return doubt();
    at_ = place;
  }

  void markup() {
    const std::string_view rest = text_.substr(at_);
    const char next = rest.size() > 1 ? rest[1] : '\0';
    if (is_letter(next)) return start_tag();
    if (next == '/' && rest.size() > 2 && is_letter(rest[2])) return end_tag();
    if (rest.starts_with("<!--")) return comment();
    if (next == '!' || next == '?' || next == '/') {
      // In SVG and MathML this may be the start of a CDATA section.
      if (!foreign_.empty()) return doubt();
      const std::size_t end = text_.find('>', at_);
      return skip_to(end == npos ? npos : end + 1);
    }
    ++at_;
  }

  void comment() {
    const std::size_t begin = at_ + 4;
    const std::string_view rest = text_.substr(begin);
    if (rest.starts_with('>') || rest.starts_with("->"))
      return skip_to(text_.find('>', begin) + 1);
    const std::size_t end = text_.find("-->", begin);
    // Ends by mistake, which not all parsers see alike.
    if (text_.substr(0, end).find("--!>", begin) != npos) return doubt();
    skip_to(end == npos ? npos : end + 3);
  }

  std::string_view tag_name_at(std::size_t begin) {
    std::size_t end = begin;
    while (end < text_.size() && !ends(text_[end], kEndsTagName)) ++end;
    at_ = end;
    return text_.substr(begin, end - begin);
  }

  static bool is_there(std::string_view value) { return value.data() != nullptr; }

  /// Passes over the attributes and the end of a tag, as HtmlAttributeScan does.
  Attributes attributes() {
    Attributes found;
    std::size_t at = at_;
    const std::size_t size = text_.size();
    if (at < size && text_[at] == '>') {  // most tags have none
      at_ = at + 1;
      return found;
    }
    for (std::size_t count = 0;; ++count) {
      bool slash = false;
      for (; at < size && (is_html_space(text_[at]) || text_[at] == '/'); ++at)
        slash = text_[at] == '/';
      if (at >= size || count > kAttributes) {
        doubt();
        return found;
      }
      if (text_[at] == '>') {
        found.is_self_closing = slash;
        at_ = at + 1;
        return found;
      }
      const std::size_t begin = at++;
      while (at < size && !ends(text_[at], kEndsAttributeName)) ++at;
      const std::string_view name = text_.substr(begin, at - begin);
      std::size_t after = at;
      while (after < size && is_html_space(text_[after])) ++after;
      std::string_view value = "";
      if (after < size && text_[after] == '=') {
        at = after + 1;
        while (at < size && is_html_space(text_[at])) ++at;
        if (at >= size) continue;
        const char quote = text_[at];
        if (quote == '"' || quote == '\'') {
          const std::size_t end = quote == '"' ? find_near<'"'>(text_, at + 1)
                                               : find_near<'\''>(text_, at + 1);
          if (end == npos) {
            doubt();
            return found;
          }
          value = text_.substr(at + 1, end - at - 1);
          at = end + 1;
        } else if (quote != '>') {
          const std::size_t start = at;
          while (at < size && !is_html_space(text_[at]) && text_[at] != '>') ++at;
          value = text_.substr(start, at - start);
        }
      }
      note(name, value, found);
    }
  }

  void note(std::string_view name, std::string_view value, Attributes& found) {
    const auto is = [&](std::string_view known) { return is_this(name, known); };
    const auto first = [&](std::string_view& place) {
      if (!is_there(place)) place = value;
    };
    switch (name.size()) {
      case 3:
        if (is("rel")) {
          first(found.rel);
          relation(value);
        } else if (is("rev")) {
          relation(value);
        }
        break;
      case 4:
        if (is("href")) first(found.href);
        if (is("type")) first(found.type);
        if (is("role")) found_.rdfa = Chance::some;
        if (is("name")) first(found.name);
        break;
      case 5:
        if (is("about") || is("vocab")) found_.rdfa = Chance::some;
        break;
      case 7:
        if (is("profile")) first(found.profile);
        if (is("content")) first(found.content);
        break;
      case 6:
        if (is("typeof") || is("prefix") || is("inlist")) found_.rdfa = Chance::some;
        break;
      case 8:
        if (is("property") || is("resource") || is("datatype"))
          found_.rdfa = Chance::some;
        if (is("hreflang")) first(found.hreflang);
        break;
      case 9:
        if (is("itemscope")) found_.microdata = Chance::some;
        break;
      case 10:
        if (is("http-equiv")) first(found.http_equiv);
        break;
      default:
        break;
    }
  }

  /// Plain words in `rel` and `rev` mean nothing to RDFa but those of its initial
  /// context, unless there is a `vocab`.
  void relation(std::string_view value) {
    if (value.find_first_of(":&") != npos) found_.rdfa = Chance::some;
    each_word(value, [&](std::string_view word) {
      if (initial_term(RdfaHost::html, word)) found_.rdfa = Chance::some;
    });
  }

  void start_tag() {
    const std::size_t begin = at_;
    const std::string_view name = tag_name_at(at_ + 1);
    const Attributes attributes = this->attributes();
    if (ended_) return;
    if (found_.rdfa == Chance::some && found_.microdata == Chance::some &&
        links_ != SurveyLinks::yes) {
      ended_ = true;
      return;
    }
    using namespace tag_is;
    if (!foreign_.empty()) return foreign_tag(tag_name(name), name, attributes);
    if (!may_be_telling(name)) return;
    const TagName tag = tag_name(name);
    if ((tag.facts & telling) == 0) return;
    const auto is = [&](std::string_view known) {
      return equal_ignoring_case(name, known);
    };
    if (is("script")) return script(begin, attributes);
    if ((tag.facts & (raw | escapable)) != 0) {
      // A select passes over most of these, and then markup inside counts.
      if (in_select_) return doubt();
      // It names a page, in an attribute that is not looked at here.
      if (links_ == SurveyLinks::yes && is("iframe")) return doubt();
      return skip_to(raw_end(text_, at_, name));
    }
    if ((tag.facts & plaintext) != 0 || is("frameset") || is("template") || is("isindex"))
      return doubt();
    if (is("select")) in_select_ = true;
    if ((is("svg") || is("math")) && !attributes.is_self_closing)
      foreign_.push_back(name);
    if (is("base") && is_there(attributes.href)) return base(attributes.href);
    if (links_ != SurveyLinks::no && is_there(attributes.content) && is("meta"))
      return meta(begin, attributes);
    if (is_there(attributes.href) && wants_link(name))
      link(begin, is("link") ? PageLink::Place::link : PageLink::Place::anchor,
           attributes);
  }

  /// Inside SVG and MathML: nothing here may end them, nor begin HTML in them, and each
  /// element is closed in its turn.
  void foreign_tag(TagName tag, std::string_view name, const Attributes& attributes) {
    using namespace tag_is;
    const auto is = [&](std::string_view known) {
      return equal_ignoring_case(name, known);
    };
    // These hold HTML, or text, which is the same thing if there is no markup.
    if (is("title") || is("desc") || is("style")) {
      if (attributes.is_self_closing) return doubt();
      const std::size_t next = text_.find('<', at_);
      if (next == npos || !is_end_tag(text_.substr(next), name)) return doubt();
    } else if ((tag.facts &
                (raw | escapable | plaintext | breakout | integration | frame)) != 0 ||
               is("font") || is("base") || is("template") || is("select") ||
               is("frameset")) {
      return doubt();
    }
    if (wants_link(name)) return doubt();
    if (!attributes.is_self_closing) foreign_.push_back(name);
  }

  void end_tag() {
    const std::string_view name = tag_name_at(at_ + 2);
    (void)attributes();  // they say nothing, but may hide the end of the tag
    if (ended_) return;
    if (!foreign_.empty()) {
      if (!equal_ignoring_case(name, foreign_.back())) return doubt();
      foreign_.pop_back();
      return;
    }
    if (in_select_ && equal_ignoring_case(name, "select")) in_select_ = false;
  }

  void script(std::size_t begin, const Attributes& attributes) {
    const std::size_t end = raw_end(text_, at_, "script");
    if (end == npos) return doubt();
    const std::string_view inside = text_.substr(at_, end - at_);
    // `<!-- <script>` hides the next end tag.
    if (const std::size_t mark = inside.find("<!--");
        mark != npos && has_start_of_script(inside.substr(mark)))
      return doubt();
    if (is_there(attributes.type)) {
      if (attributes.type.find('&') != npos) return doubt();
      if (const Syntax* const syntax = data_syntax(attributes.type)) {
        if (has_odd_characters(inside)) return doubt();
        found_.scripts.push_back({.syntax = syntax,
                                  .text = inside,
                                  .line = line_at(inside.empty() ? begin : at_)});
      }
    }
    at_ = end;
  }

  void base(std::string_view href) {
    // Tree construction may move the second before the first.
    if (in_select_ || found_.base) return doubt();
    found_.base = without_references(href);
    if (!found_.base) doubt();
  }

  [[nodiscard]] bool wants_link(std::string_view name) const {
    if (links_ == SurveyLinks::no || name.empty()) return false;
    if ((name[0] | 0x20) == 'l') return equal_ignoring_case(name, "link");
    return links_ == SurveyLinks::yes && (name[0] | 0x20) == 'a' &&
           (name.size() == 1 || equal_ignoring_case(name, "area"));
  }

  void link(std::size_t begin, PageLink::Place place, const Attributes& attributes) {
    if (found_.links.size() >= kMostPageLinks) return;
    const auto href = without_references(attributes.href);
    const auto type = without_references(attributes.type);
    const auto rel = without_references(attributes.rel);
    const auto profile = without_references(attributes.profile);
    const auto hreflang = without_references(attributes.hreflang);
    if (in_select_ || !href || !type || !rel || !profile || !hreflang) return doubt();
    found_.links.push_back({.place = place,
                            .rel = link_words(*rel),
                            .href = std::string{trim(*href)},
                            .type = std::string{trim(*type)},
                            .line = line_at(begin),
                            .profile = std::string{trim(*profile)},
                            .has_hreflang = !trim(*hreflang).empty()});
  }

  void meta(std::size_t begin, const Attributes& attributes) {
    if (!is_there(attributes.name) && !is_there(attributes.http_equiv)) return;
    const auto name = without_references(attributes.name);
    const auto kind = without_references(attributes.http_equiv);
    if (!name || !kind) return doubt();
    const bool is_robots = is_robots_name(*name);
    const bool is_refresh = equal_ignoring_case(trim(*kind), "refresh");
    if (!is_robots && !is_refresh) return;
    const auto content = without_references(attributes.content);
    if (in_select_ || !content) return doubt();
    if (is_robots) found_.robots |= read_robots_words(*content);
    const std::string_view target = is_refresh ? refresh_target(*content) : "";
    if (!target.empty() && found_.links.size() < kMostPageLinks)
      found_.links.push_back({.place = PageLink::Place::refresh,
                              .rel = "refresh",
                              .href = std::string{target},
                              .type = {},
                              .line = line_at(begin)});
  }

  /// Asked in order.
  std::uint64_t line_at(std::size_t place) {
    const std::string_view passed = text_.substr(counted_, place - counted_);
    lines_ += static_cast<std::uint64_t>(std::ranges::count(passed, '\n'));
    counted_ = place;
    return 1 + lines_;
  }

  std::string_view text_;
  SurveyLinks links_;
  PageSurvey& found_;
  std::size_t at_ = 0;
  bool ended_ = false;
  bool in_select_ = false;
  std::vector<std::string_view> foreign_;  ///< open elements, from `svg` or `math` on
  std::size_t counted_ = 0;                ///< line ends up to here …
  std::uint64_t lines_ = 0;                ///< … are these many
};

}  // namespace

PageSurvey survey_page(std::string_view text, SurveyLinks links) {
  PageSurvey found;
  Survey{text, links, found}.run();
  return found;
}

namespace {

/// The syntaxes that HTML data blocks are known to hold.
bool is_data(const Syntax& syntax) {
  constexpr std::array<std::string_view, 5> kNames{"jsonld", "turtle", "trig", "ntriples",
                                                   "nquads"};
  return std::ranges::find(kNames, syntax.name) != kNames.end();
}

std::string_view without(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? trim(text.substr(prefix.size())) : text;
}

}  // namespace

const Syntax* data_syntax(std::string_view type) {
  const Syntax* const syntax = syntax_of_media_type(type);
  return syntax != nullptr && is_data(*syntax) ? syntax : nullptr;
}

std::vector<PageScript> data_scripts(const HtmlPage& page) {
  std::vector<PageScript> out;
  for (const _xmlNode* at = page.root(); at != nullptr;
       at = next_element(at, page.root())) {
    if (local_name(at) != "script") continue;
    // SVG has scripts too.
    if (!is_html(at) && namespace_of(at) != kSvgNamespace) continue;
    const auto type = attribute(at, "type");
    const Syntax* const syntax = type ? data_syntax(*type) : nullptr;
    if (syntax == nullptr) continue;
    const std::uint64_t text_line = line_of(first_child(at));
    out.push_back({.element = at,
                   .syntax = syntax,
                   .text = text_content(at),
                   .line = text_line != 0 ? text_line : line_of(at)});
  }
  return out;
}

std::string_view unwrapped_data(std::string_view text) {
  const std::string_view trimmed = trim(text);
  std::string_view start = without(without(trimmed, "#"), "//");
  bool wrapped = false;
  for (const std::string_view mark : {"<!--", "<![CDATA["})
    if (start.starts_with(mark)) {
      start.remove_prefix(mark.size());
      wrapped = true;
    }
  if (!wrapped) return text;
  std::string_view inside = start;
  for (const std::string_view mark : {"-->", "]]>"})
    if (inside.ends_with(mark)) {
      inside.remove_suffix(mark.size());
      inside = trim(inside);
      for (const std::string_view comment : {"//", "#"})
        if (inside.ends_with(comment)) inside.remove_suffix(comment.size());
      break;
    }
  return inside;
}

}  // namespace semsite
