#include "markup/link_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

constexpr std::string_view kLinkSpace = " \t\r\n";
constexpr std::size_t kMostAttributes = 100;  // of one link
constexpr std::size_t kMostProblems = 20;
constexpr std::size_t kMostRelations = 100;  // in one `rel`
constexpr std::array<std::string_view, 4> kOnlyFirst{"media", "title", "title*", "type"};

std::string from_latin1(std::string_view text) {
  std::string out;
  for (const char c : text) append_utf8(out, static_cast<unsigned char>(c));
  return out;
}

bool is_percent_encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdefABCDEF";
  for (std::size_t at = text.find('%'); at != std::string_view::npos;
       at = text.find('%', at + 1)) {
    const std::string_view digits = text.substr(at + 1, 2);
    if (digits.size() < 2 || digits.find_first_not_of(kHex) != std::string_view::npos)
      return false;
  }
  return true;
}

/// ext-value = charset "'" [ language ] "'" value-chars (RFC 8187 §3.2). ISO-8859-1 is of
/// its predecessor, RFC 5987.
std::optional<LinkAttribute> extended(std::string_view value) {
  const std::size_t first = value.find('\'');
  const std::size_t second =
      first == std::string_view::npos ? first : value.find('\'', first + 1);
  if (second == std::string_view::npos || !is_percent_encoded(value.substr(second + 1)))
    return std::nullopt;
  const std::string_view charset = value.substr(0, first);
  LinkAttribute out{.name = {},
                    .value = percent_decode(value.substr(second + 1)),
                    .language = std::string{value.substr(first + 1, second - first - 1)}};
  if (equal_ignoring_case(charset, "iso-8859-1")) {
    out.value = from_latin1(out.value);
    return out;
  }
  if (!equal_ignoring_case(charset, "utf-8") || !is_utf8(out.value)) return std::nullopt;
  return out;
}

class LinkFieldReader {
 public:
  LinkFieldReader(std::string_view text, std::size_t most_links)
      : text_(text), most_links_(most_links) {}

  LinkHeader out;

  void problem(std::string text) {
    if (out.problems.size() < kMostProblems) out.problems.push_back(std::move(text));
  }

  // Link = #link-value; members of a list may be empty (RFC 9110 §5.6.1.2)
  void read() {
    while (true) {
      skip(" \t\r\n,");
      if (is_at_end()) return;
      if (out.links.size() == most_links_) {
        problem(fmt::format("more than {} links; the others are left out", most_links_));
        return;
      }
      read_link();
    }
  }

 private:
  [[nodiscard]] bool is_at_end() const { return at_ == text_.size(); }
  [[nodiscard]] bool is_at(char c) const { return !is_at_end() && text_[at_] == c; }
  [[nodiscard]] std::string rest() const { return excerpt(text_.substr(at_, 200), 40); }

  void skip(std::string_view what) {
    at_ = std::min(text_.find_first_not_of(what, at_), text_.size());
  }
  std::string_view take_until(std::string_view stops) {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(stops, at_), text_.size());
    return text_.substr(begin, at_ - begin);
  }
  /// Passes over quoted strings as a whole.
  void skip_until(std::string_view stops) {
    const std::string all = std::string{stops} + '"';
    for (take_until(all); is_at('"'); take_until(all)) take_quoted();
  }

  // quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE
  std::string take_quoted() {
    std::string value;
    for (++at_; !is_at_end() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      value += text_[at_];
    }
    if (is_at_end()) {
      problem("a quoted text does not end");
    } else {
      ++at_;
    }
    return value;
  }

  // link-value = "<" URI-Reference ">" *( OWS ";" OWS [ link-param ] )
  void read_link() {
    if (!is_at('<')) {
      problem(fmt::format("a link begins with <, not with \"{}\"; passed over", rest()));
      skip_until(",");
      return;
    }
    ++at_;
    const std::string_view target = take_until("<>");
    if (!is_at('>')) {
      problem(fmt::format("the target <{} does not end; passed over", excerpt(target)));
      return;
    }
    ++at_;
    HeaderLink link{.target = std::string{trim(target)},
                    .relations = {},
                    .reverse = {},
                    .anchor = {},
                    .attributes = {}};
    bool has_rel = false;
    bool has_rev = false;
    for (skip(kLinkSpace); !is_at_end() && !is_at(','); skip(kLinkSpace)) {
      if (!is_at(';')) {
        problem(fmt::format("; or , is expected, not \"{}\"; passed over", rest()));
        skip_until(";,");
        continue;
      }
      ++at_;
      LinkAttribute parameter = take_parameter();
      if (parameter.name == "rel") {
        if (!std::exchange(has_rel, true))
          link.relations = relation_types(parameter.value);
      } else if (parameter.name == "rev") {
        if (!std::exchange(has_rev, true)) link.reverse = relation_types(parameter.value);
      } else if (parameter.name == "anchor") {
        if (!link.anchor) link.anchor = std::string{trim(parameter.value)};
      } else if (!parameter.name.empty()) {
        add(link, std::move(parameter));
      }
    }
    out.links.push_back(std::move(link));
  }

  // link-param = token BWS [ "=" BWS ( token / quoted-string ) ]
  LinkAttribute take_parameter() {
    skip(kLinkSpace);
    LinkAttribute parameter{
        .name = lower_ascii(trim(take_until("=;,"))), .value = {}, .language = {}};
    if (!is_at('=')) return parameter;
    ++at_;
    skip(kLinkSpace);
    // Senders leave the quotes off values that are no tokens, such as URIs.
    parameter.value = is_at('"') ? take_quoted() : std::string{trim(take_until(";,"))};
    return parameter;
  }

  void add(HeaderLink& link, LinkAttribute attribute) {
    const auto has_name = [&](const LinkAttribute& other) {
      return other.name == attribute.name;
    };
    if (std::ranges::find(kOnlyFirst, attribute.name) != kOnlyFirst.end() &&
        std::ranges::any_of(link.attributes, has_name))
      return;
    if (link.attributes.size() == kMostAttributes) {
      problem(fmt::format("more than {} parameters of one link; the others are left out",
                          kMostAttributes));
      return;
    }
    if (attribute.name.ends_with('*')) {
      auto decoded = extended(attribute.value);
      if (!decoded) {
        problem(fmt::format("{}={} is not encoded as RFC 8187 says; passed over",
                            excerpt(attribute.name), excerpt(attribute.value)));
        return;
      }
      decoded->name = std::move(attribute.name);
      attribute = std::move(*decoded);
    }
    link.attributes.push_back(std::move(attribute));
  }

  std::string_view text_;
  std::size_t most_links_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::string> relation_types(std::string_view value) {
  std::vector<std::string> out;
  while (true) {
    value.remove_prefix(std::min(value.find_first_not_of(kLinkSpace), value.size()));
    if (value.empty() || out.size() == kMostRelations) return out;
    const std::string_view word = value.substr(0, value.find_first_of(kLinkSpace));
    out.push_back(word.find(':') == std::string_view::npos ? lower_ascii(word)
                                                           : std::string{word});
    value.remove_prefix(word.size());
  }
}

std::string_view HeaderLink::attribute(std::string_view name) const {
  const auto found = std::ranges::find(attributes, name, &LinkAttribute::name);
  return found == attributes.end() ? std::string_view{} : found->value;
}

bool HeaderLink::has_relation(std::string_view relation) const {
  return std::ranges::any_of(relations, [&](const std::string& own) {
    return equal_ignoring_case(registered_name(own), registered_name(relation));
  });
}

std::string_view registered_name(std::string_view relation) {
  constexpr std::array<std::string_view, 4> kRegistries{
      "www.iana.org/assignments/relation/", "www.iana.org/assignments/link-relations/#",
      "www.iana.org/assignments/link-relations/",
      "www.iana.org/assignments/link-relations#"};
  const std::size_t scheme = relation.find("://");
  if (scheme > 5) return relation;  // that there is none, too
  for (const std::string_view registry : kRegistries)
    if (starts_with_ignoring_case(relation.substr(scheme + 3), registry))
      return relation.substr(scheme + 3 + registry.size());
  return relation;
}

std::string relation_key(std::string_view relation) {
  return lower_ascii(registered_name(relation));
}

LinkHeader read_link_header(std::string_view value, std::size_t most_links) {
  const std::string recoded = is_utf8(value) ? std::string{} : from_latin1(value);
  LinkFieldReader reader{recoded.empty() ? value : recoded, most_links};
  if (!recoded.empty()) reader.problem("the field is not UTF-8; read as ISO-8859-1");
  reader.read();
  return std::move(reader.out);
}

}  // namespace semsite
