#include "parse/rdfa_literal.hpp"

#include <algorithm>
#include <array>

#include "markup/html_node.hpp"
#include "markup/html_tags.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

/// Reads a text from left to right; each step says whether it fitted.
class Reading {
 public:
  explicit Reading(std::string_view text) : text_(text) {}

  bool character(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  /// At least `least`, at most `most` digits.
  bool digits(std::size_t least, std::size_t most) {
    std::size_t count = 0;
    while (count < text_.size() && count < most && text_[count] >= '0' &&
           text_[count] <= '9')
      ++count;
    text_.remove_prefix(count);
    return count >= least;
  }
  /// `most` digits that make a number in [low, high].
  bool number(int low, int high) {
    if (text_.size() < 2) return false;
    const std::string_view two = text_.substr(0, 2);
    if (!digits(2, 2)) return false;
    const int value = (two[0] - '0') * 10 + (two[1] - '0');
    return value >= low && value <= high;
  }
  [[nodiscard]] bool ended() const { return text_.empty(); }
  [[nodiscard]] std::string_view rest() const { return text_; }

  // '-'? ([1-9][0-9]{3,} | '0'[0-9]{3})
  bool year() {
    character('-');
    const std::string_view before = text_;
    if (!digits(4, 64)) return false;
    const std::size_t length = before.size() - text_.size();
    return length == 4 || before.front() != '0';
  }
  bool date() {
    return year() && character('-') && number(1, 12) && character('-') && number(1, 31);
  }
  bool time() {
    if (!number(0, 24) || !character(':') || !number(0, 59) || !character(':') ||
        !number(0, 59))
      return false;
    return !character('.') || digits(1, 64);
  }
  // ('Z' | ('+' | '-') hh ':' mm)?
  bool zone() {
    if (character('Z')) return true;
    if (!character('+') && !character('-')) return true;
    return number(0, 14) && character(':') && number(0, 59);
  }
  // digits unit, for each unit at most once and in order; counts them.
  int fields(std::string_view units) {
    int count = 0;
    for (const char unit : units) {
      Reading ahead = *this;
      if (!ahead.digits(1, 64)) break;
      if (unit == 'S' && ahead.character('.') && !ahead.digits(1, 64)) break;
      if (!ahead.character(unit)) continue;
      *this = ahead;
      ++count;
    }
    return count;
  }

 private:
  std::string_view text_;
};

bool is_duration(std::string_view text) {
  Reading at{text};
  at.character('-');
  if (!at.character('P')) return false;
  int count = at.fields("YMD");
  if (at.character('T')) {
    const int times = at.fields("HMS");
    if (times == 0) return false;
    count += times;
  }
  return count > 0 && at.ended();
}

void append_escaped(std::string& out, std::string_view text, std::string_view specials) {
  for (const char c : text) {
    if (specials.find(c) == std::string_view::npos) {
      out += c;
      continue;
    }
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\t':
        out += "&#x9;";
        break;
      case '\n':
        out += "&#xA;";
        break;
      default:
        out += "&#xD;";
    }
  }
}

void append_attribute(std::string& out, std::string_view prefix, std::string_view name,
                      std::string_view value) {
  out += ' ';
  if (!prefix.empty()) {
    out += prefix;
    out += ':';
  }
  out += name;
  out += "=\"";
  append_escaped(out, value, "&<\"\t\n\r");
  out += '"';
}

bool is_declaration(std::string_view name) {
  return name == "xmlns" || name.starts_with("xmlns:");
}

class XmlWriter {
 public:
  explicit XmlWriter(std::span<const LiteralPrefix> prefixes) : prefixes_(prefixes) {}

  std::string out;

  void children(const _xmlNode* element, std::string_view outer_default, bool top) {
    for (const _xmlNode* at = first_child(element); at != nullptr;
         at = next_sibling(at)) {
      if (is_text(at)) append_escaped(out, text_of(at), "&<>\r");
      if (is_comment(at)) {
        out += "<!--";
        out += text_of(at);
        out += "-->";
      }
      if (is_element(at)) this->element(at, outer_default, top);
    }
  }

 private:
  void name(const _xmlNode* element) {
    if (const std::string_view prefix = prefix_of(element); !prefix.empty()) {
      out += prefix;
      out += ':';
    }
    out += local_name(element);
  }

  void element(const _xmlNode* at, std::string_view outer_default, bool top) {
    out += '<';
    name(at);
    HtmlAttributes attributes{at};
    while (const auto attribute = attributes.next()) {
      // Names that XML does not have, and declarations, which come below.
      if (is_declaration(attribute->name) || attribute->prefix == "xmlns") continue;
      append_attribute(out, attribute->prefix, attribute->name, attribute->value);
    }
    std::string_view inner_default = outer_default;
    if (prefix_of(at).empty()) {
      inner_default = namespace_of(at);
      if (inner_default != outer_default)
        append_attribute(out, {}, "xmlns", inner_default);
    }
    if (top)
      for (const LiteralPrefix& one : prefixes_)
        append_attribute(out, "xmlns", one.prefix, one.iri);
    HtmlDeclarations declared{at};
    while (const auto one = declared.next())
      if (!one->prefix.empty() && !(top && is_given(one->prefix)))
        append_attribute(out, "xmlns", one->prefix, one->iri);
    if (first_child(at) == nullptr) {
      out += "/>";
      return;
    }
    out += '>';
    children(at, inner_default, false);
    out += "</";
    name(at);
    out += '>';
  }

  [[nodiscard]] bool is_given(std::string_view prefix) const {
    return std::ranges::any_of(
        prefixes_, [&](const LiteralPrefix& one) { return one.prefix == prefix; });
  }

  std::span<const LiteralPrefix> prefixes_;
};

void append_html(const _xmlNode* element, std::string& out) {
  const std::uint32_t facts = is_html(element) ? tag_name(local_name(element)).facts : 0;
  for (const _xmlNode* at = first_child(element); at != nullptr; at = next_sibling(at)) {
    if (is_text(at)) {
      if ((facts & (tag_is::raw | tag_is::plaintext)) != 0) {
        out += text_of(at);
      } else {
        append_escaped(out, text_of(at), "&<>");
      }
    } else if (is_comment(at)) {
      out += "<!--";
      out += text_of(at);
      out += "-->";
    } else if (is_element(at)) {
      out += '<';
      out += local_name(at);
      HtmlAttributes attributes{at};
      while (const auto attribute = attributes.next()) {
        out += ' ';
        if (!attribute->prefix.empty()) {
          out += attribute->prefix;
          out += ':';
        }
        out += attribute->name;
        out += "=\"";
        append_escaped(out, attribute->value, "&\"");
        out += '"';
      }
      out += '>';
      if (is_html(at) && (tag_name(local_name(at)).facts & tag_is::empty) != 0) continue;
      append_html(at, out);
      out += "</";
      out += local_name(at);
      out += '>';
    }
  }
}

}  // namespace

std::string_view time_datatype(std::string_view text) {
  struct Form {
    std::string_view datatype;
    bool (*fits)(std::string_view);
  };
  static constexpr std::array<Form, 6> kForms{{
      {"http://www.w3.org/2001/XMLSchema#duration", is_duration},
      {"http://www.w3.org/2001/XMLSchema#dateTime",
       [](std::string_view t) {
         Reading at{t};
         return at.date() && at.character('T') && at.time() && at.zone() && at.ended();
       }},
      {"http://www.w3.org/2001/XMLSchema#date",
       [](std::string_view t) {
         Reading at{t};
         return at.date() && at.zone() && at.ended();
       }},
      {"http://www.w3.org/2001/XMLSchema#time",
       [](std::string_view t) {
         Reading at{t};
         return at.time() && at.zone() && at.ended();
       }},
      {"http://www.w3.org/2001/XMLSchema#gYearMonth",
       [](std::string_view t) {
         Reading at{t};
         return at.year() && at.character('-') && at.number(1, 12) && at.zone() &&
                at.ended();
       }},
      {"http://www.w3.org/2001/XMLSchema#gYear",
       [](std::string_view t) {
         Reading at{t};
         return at.year() && at.zone() && at.ended();
       }},
  }};
  for (const Form& form : kForms)
    if (form.fits(text)) return form.datatype;
  return {};
}

std::string xml_content(const _xmlNode* element,
                        std::span<const LiteralPrefix> prefixes) {
  XmlWriter writer{prefixes};
  writer.children(element, {}, true);
  return std::move(writer.out);
}

std::string html_content(const _xmlNode* element) {
  std::string out;
  append_html(element, out);
  return out;
}

}  // namespace semsite
