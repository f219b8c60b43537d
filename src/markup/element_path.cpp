#include "markup/element_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "markup/html_node.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMaxLength = 4096;
constexpr int kMaxDepth = 32;  // of brackets
constexpr std::string_view kDigits = "0123456789";

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_name_part(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  // paths ::= path ('|' path)*
  std::vector<PathSteps> paths() {
    if (text_.size() > kMaxLength)
      fail(fmt::format("it is longer than {} bytes", kMaxLength));
    std::vector<PathSteps> out{path()};
    while (take('|')) out.push_back(path());
    skip_space();
    if (at_ < text_.size()) fail("the path should end");
    return out;
  }

 private:
  // path ::= '.'? ('/' | '//') step … | step (('/' | '//') step)*
  PathSteps path() {
    PathSteps steps;
    const bool is_dot = take('.');  // the document itself
    bool is_descendant = take("//");
    if (!is_descendant && !take('/') && is_dot) fail("a / should follow");
    do {
      steps.push_back(step());
      steps.back().is_descendant = is_descendant;
      is_descendant = take("//");
    } while (is_descendant || take('/'));
    return steps;
  }

  // step ::= ('child' '::')? ('*' | name) ('[' any ']')*
  PathStep step() {
    PathStep out;
    if (!take('*')) {
      out.name = name("an element name or *");
      if (out.name == "child" && take("::"))
        out.name = take('*') ? std::string{} : name("an element name");
      if (starts_with("::")) fail("there is no other axis here than child");
      if (starts_with("(")) fail("there are no functions here");
      if (starts_with(":"))
        fail("a name has no prefix here: there is none to declare it");
    }
    while (take('[')) {
      out.tests.push_back(any());
      expect(']');
    }
    return out;
  }

  // any ::= all ('or' all)*
  PathTest any() { return joined(PathTest::Kind::any_of, "or", &Parser::all); }
  // all ::= test ('and' test)*
  PathTest all() { return joined(PathTest::Kind::all_of, "and", &Parser::test); }

  PathTest joined(PathTest::Kind kind, std::string_view word,
                  PathTest (Parser::*part)()) {
    PathTest first = (this->*part)();
    if (!take_word(word)) return first;
    PathTest out{.kind = kind};
    out.parts.push_back(std::move(first));
    do out.parts.push_back((this->*part)());
    while (take_word(word));
    return out;
  }

  // test ::= '@' name (('=' | '!=') string)? | integer | 'last()' | 'not(' any ')'
  //        | 'position()' '=' (integer | 'last()') | '(' any ')'
  PathTest test() {
    if (take('@')) return attribute_test();
    if (take('(')) return bracketed();
    if (take_call("last")) return {.kind = PathTest::Kind::last};
    if (take_call("position")) {
      expect('=');
      if (take_call("last")) return {.kind = PathTest::Kind::last};
      return {.kind = PathTest::Kind::position, .number = number()};
    }
    if (take_word("not")) {
      expect('(');
      PathTest out{.kind = PathTest::Kind::none_of};
      out.parts.push_back(bracketed());
      return out;
    }
    skip_space();
    if (at_ < text_.size() && kDigits.find(text_[at_]) != std::string_view::npos)
      return {.kind = PathTest::Kind::position, .number = number()};
    fail("an attribute, a number, last(), position() or not() should stand here");
  }

  PathTest attribute_test() {
    PathTest out{.name = name("an attribute name")};
    if (out.name == "xml" && take(':')) out.name = "xml:" + name("an attribute name");
    if (starts_with(":")) fail("of attributes only those of xml: may have a prefix");
    if (take('=')) {
      out.kind = PathTest::Kind::equals;
    } else if (take("!=")) {
      out.kind = PathTest::Kind::differs;
    } else {
      return out;
    }
    out.text = string();
    return out;
  }

  PathTest bracketed() {
    if (++depth_ > kMaxDepth)
      fail(fmt::format("brackets nest more than {} deep", kMaxDepth));
    PathTest out = any();
    expect(')');
    --depth_;
    return out;
  }

  std::string name(std::string_view what) {
    skip_space();
    const std::size_t start = at_;
    if (at_ < text_.size() && is_name_start(text_[at_]))
      while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    if (at_ == start) fail(fmt::format("{} should stand here", what));
    return std::string{text_.substr(start, at_ - start)};
  }

  std::uint64_t number() {
    skip_space();
    const std::size_t end = std::min(text_.find_first_not_of(kDigits, at_), text_.size());
    const auto value = parse_uint(text_.substr(at_, end - at_));
    if (!value || text_.substr(end).starts_with('.'))
      fail("a whole number should stand here");
    at_ = end;
    return *value;
  }

  std::string string() {
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    if (quote != '"' && quote != '\'') fail("a text in quotes should stand here");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("this quote is never closed");
    std::string out{text_.substr(at_ + 1, end - at_ - 1)};
    at_ = end + 1;
    return out;
  }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool starts_with(std::string_view wanted) {
    skip_space();
    return text_.substr(at_).starts_with(wanted);
  }
  bool take(std::string_view wanted) {
    if (!starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }
  bool take(char wanted) { return take(std::string_view{&wanted, 1}); }
  bool take_word(std::string_view word) {
    if (!starts_with(word)) return false;
    const std::size_t end = at_ + word.size();
    if (end < text_.size() && is_name_part(text_[end])) return false;
    at_ = end;
    return true;
  }
  bool take_call(std::string_view function) {
    if (!take_word(function)) return false;
    expect('(');
    expect(')');
    return true;
  }
  void expect(char wanted) {
    if (!take(wanted)) fail(fmt::format("a {} should stand here", wanted));
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw DocumentError{
        "xpath.syntax",
        fmt::format("the path \"{}\" cannot be read at character {}: {}. Of XPath these "
                    "are known: "
                    "/ and //, element names and *, [@name], [@name=\"text\"], "
                    "[@name!=\"text\"], "
                    "and, or, not(), brackets, [number], [last()], and | between paths",
                    excerpt(text_), at_ + 1, why)};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::vector<PathSteps> parse_path(std::string_view text) { return Parser{text}.paths(); }

namespace {

using Node = const ::_xmlNode*;
using Nodes = std::vector<Node>;

/// Elements and tests looked at, over and above what a path of a few steps needs on the
/// longest page.
constexpr std::uint64_t kMaxCost = 10'000'000;

/// Stands for the document, whose only child is the root.
constexpr Node kDocument = nullptr;

bool has_name(Node element, std::string_view name) {
  if (name.empty()) return true;
  return (is_html(element) || namespace_of(element).empty()) &&
         equal_ignoring_case(local_name(element), name);
}

std::optional<std::string_view> attribute_value(Node element, const std::string& name) {
  constexpr std::string_view kXml = "xml:";
  if (name.starts_with(kXml)) {
    const auto found =
        attribute(element, kXmlNamespace, std::string_view{name}.substr(kXml.size()));
    // In the tree of HTML it is a plain name with a colon.
    return found ? found : attribute(element, name);
  }
  // Attributes of HTML have names in lower case.
  return is_html(element) ? attribute(element, lower_ascii(name))
                          : attribute(element, name);
}

class Selection {
 public:
  Selection(const HtmlPage& page, const std::string& text) : page_(page), text_(text) {}

  Nodes follow(const PathSteps& path) {
    Nodes nodes{kDocument};
    for (const PathStep& step : path) {
      if (step.is_descendant) nodes = with_descendants(nodes);
      Nodes found;
      for (const Node node : nodes) add_children(node, step, found);
      nodes = std::move(found);
    }
    return nodes;
  }

  Nodes in_document_order(const std::unordered_set<Node>& chosen) {
    Nodes out;
    for (Node element = page_.root(); element != nullptr && out.size() < chosen.size();
         element = next_element(element, page_.root()))
      if (chosen.contains(element)) out.push_back(element);
    return out;
  }

 private:
  void pay() {
    if (++cost_ > kMaxCost)
      throw DocumentError{
          "xpath.cost",
          fmt::format("the path \"{}\" asks for more than {} elements to be looked at; "
                      "fewer // and tests make it cheaper",
                      excerpt(text_), grouped(kMaxCost))};
  }

  [[nodiscard]] Node first_child_of(Node node) const {
    return node == kDocument ? page_.root() : first_child_element(node);
  }
  static Node next_of(Node node) {
    return parent_element(node) == nullptr ? nullptr : next_sibling_element(node);
  }

  /// `nodes` and every element below them, each once.
  Nodes with_descendants(const Nodes& nodes) {
    Nodes out;
    std::unordered_set<Node> seen;
    for (const Node top : nodes) {
      if (!seen.insert(top).second) continue;
      out.push_back(top);
      Node node = first_child_of(top);
      while (node != nullptr) {
        pay();
        Node next = nullptr;
        if (seen.insert(node).second) {
          out.push_back(node);
          next = first_child_element(node);
        }
        while (next == nullptr && node != top) {
          next = next_of(node);
          if (next == nullptr) node = parent_element(node);  // null above the root
        }
        node = next;
      }
    }
    return out;
  }

  void add_children(Node parent, const PathStep& step, Nodes& out) {
    Nodes children;
    for (Node child = first_child_of(parent); child != nullptr; child = next_of(child)) {
      pay();
      if (has_name(child, step.name)) children.push_back(child);
    }
    // Each pair of brackets counts anew what the one before has left.
    for (const PathTest& test : step.tests) {
      Nodes left;
      for (std::size_t i = 0; i < children.size(); ++i)
        if (holds(test,
                  {.element = children[i], .position = i + 1, .size = children.size()}))
          left.push_back(children[i]);
      children = std::move(left);
    }
    out.insert(out.end(), children.begin(), children.end());
  }

  struct Place {
    Node element;
    std::size_t position;  ///< from 1
    std::size_t size;
  };
  bool holds(const PathTest& test, const Place& place) {
    pay();
    const auto part_holds = [&](const PathTest& part) { return holds(part, place); };
    switch (test.kind) {
      case PathTest::Kind::has_attribute:
        return attribute_value(place.element, test.name).has_value();
      case PathTest::Kind::equals:
        return attribute_value(place.element, test.name) == test.text;
      case PathTest::Kind::differs: {
        const auto value = attribute_value(place.element, test.name);
        return value && *value != test.text;
      }
      case PathTest::Kind::position:
        return place.position == test.number;
      case PathTest::Kind::last:
        return place.position == place.size;
      case PathTest::Kind::all_of:
        return std::ranges::all_of(test.parts, part_holds);
      case PathTest::Kind::any_of:
        return std::ranges::any_of(test.parts, part_holds);
      case PathTest::Kind::none_of:
        return std::ranges::none_of(test.parts, part_holds);
    }
    return false;
  }

  const HtmlPage& page_;
  const std::string& text_;
  std::uint64_t cost_ = 0;
};

}  // namespace

ElementPath ElementPath::parse(std::string_view text) {
  return ElementPath{text, parse_path(text)};
}

std::vector<const ::_xmlNode*> ElementPath::select(const HtmlPage& page) const {
  Selection selection{page, text_};
  std::unordered_set<Node> chosen;
  for (const PathSteps& path : paths_)
    for (const Node node : selection.follow(path)) chosen.insert(node);
  return selection.in_document_order(chosen);
}

}  // namespace semsite
