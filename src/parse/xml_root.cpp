#include "parse/xml_root.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

void skip_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
}

/// Everything to the end of `mark`, or all of it.
void skip_past(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + mark.size());
}

/// What `&name;` stands for; RDF/XML names its namespaces so.
using Entities = std::map<std::string_view, std::string_view>;

/// More is no tag that anybody wrote.
constexpr std::size_t kExpandedBytes = 64 * 1024;
constexpr int kEntityDepth = 4;

/// `<!ENTITY name "value">`; the first one of a name counts (XML §4.2).
void take_entity(std::string_view text, Entities& entities) {
  text.remove_prefix(std::string_view{"<!ENTITY"}.size());
  skip_space(text);
  const std::size_t end = std::min(text.find_first_of(kSpace), text.size());
  const std::string_view name = text.substr(0, end);
  text.remove_prefix(end);
  skip_space(text);
  if (text.empty() || (text.front() != '"' && text.front() != '\'')) return;
  const std::size_t close = text.find(text.front(), 1);
  if (close != std::string_view::npos)
    entities.try_emplace(name, text.substr(1, close - 1));
}

/// `text` with the entities in it, as far as they go.
void expand(std::string_view text, const Entities& entities, int depth,
            std::string& out) {
  while (!text.empty() && out.size() < kExpandedBytes) {
    const std::size_t at = std::min(text.find('&'), text.size());
    out += text.substr(0, at);
    text.remove_prefix(at);
    const std::size_t end = text.find(';');
    const auto found = end == std::string_view::npos
                           ? entities.end()
                           : entities.find(text.substr(1, end - 1));
    if (found != entities.end() && depth < kEntityDepth) {
      expand(found->second, entities, depth + 1, out);
      text.remove_prefix(end + 1);
    } else if (!text.empty()) {
      out += '&';
      text.remove_prefix(1);
    }
  }
}

/// `<!DOCTYPE name … [ … ]>`; quoted text and comments may hold brackets.
std::string_view skip_doctype(std::string_view& text, Entities& entities) {
  text.remove_prefix(std::string_view{"<!DOCTYPE"}.size());
  skip_space(text);
  const std::string_view name = text.substr(0, text.find_first_of(" \t\r\n>["));
  bool subset = false;
  while (!text.empty()) {
    const char c = text.front();
    if (text.starts_with("<!--")) {
      skip_past(text, "-->");
      continue;
    }
    if (text.starts_with("<!ENTITY")) take_entity(text, entities);
    text.remove_prefix(1);
    if (c == '"' || c == '\'') {
      skip_past(text, {&c, 1});
    } else if (c == '[') {
      subset = true;
    } else if (c == ']') {
      subset = false;
    } else if (c == '>' && !subset) {
      break;
    }
  }
  return name;
}

/// Value of the attribute `name`, raw, if the tag has it.
std::string_view attribute(std::string_view tag, std::string_view name) {
  for (std::size_t at = tag.find(name); at != std::string_view::npos;
       at = tag.find(name, at + 1)) {
    if (at > 0 && kSpace.find(tag[at - 1]) == std::string_view::npos) continue;
    std::string_view rest = tag.substr(at + name.size());
    skip_space(rest);
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    skip_space(rest);
    if (rest.empty()) return {};
    const char quote = rest.front();
    rest.remove_prefix(1);
    return rest.substr(0, rest.find(quote));
  }
  return {};
}

}  // namespace

bool XmlRoot::has_attribute(std::string_view name) const {
  return attribute(attributes, name).data() != nullptr;
}

XmlRoot xml_root(std::string_view text) {
  XmlRoot root;
  Entities entities;
  for (;;) {
    skip_space(text);
    if (text.starts_with("<?")) {
      skip_past(text, "?>");
    } else if (text.starts_with("<!--")) {
      skip_past(text, "-->");
    } else if (starts_with_ignoring_case(text, "<!DOCTYPE")) {
      root.doctype = skip_doctype(text, entities);
    } else {
      break;
    }
  }
  if (text.size() < 2 || text.front() != '<') return root;
  text.remove_prefix(1);
  std::size_t end = 0;
  for (char quote = '\0'; end < text.size(); ++end) {
    const char c = text[end];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>' || c == '<') {
      break;
    }
  }
  const std::string_view tag = text.substr(0, end);
  const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/"));
  if (name.size() == text.size()) return root;  // cut inside the name
  const std::size_t colon = name.find(':');
  root.prefix =
      colon == std::string_view::npos ? std::string_view{} : name.substr(0, colon);
  root.local_name = colon == std::string_view::npos ? name : name.substr(colon + 1);
  expand(tag.substr(name.size()), entities, 0, root.attributes);
  const std::string declaration =
      root.prefix.empty() ? "xmlns" : std::string{"xmlns:"}.append(root.prefix);
  root.name_space = attribute(root.attributes, declaration);
  return root;
}

}  // namespace semsite
