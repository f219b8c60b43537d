#include "feed/entity_triples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <unordered_map>
#include <vector>

#include "base/text_hash.hpp"
#include "base/utf8.hpp"
#include "index/statement_text.hpp"

namespace semsite {
namespace {

void append_line(std::string& out, std::string_view line) {
  append_as_ascii(out, line);
  out += '\n';
}

struct Lines {
  std::string_view text;  ///< those with it as their subject, which stand together
  std::vector<std::string_view> incoming;
};

}  // namespace

void append_as_ascii(std::string& out, std::string_view line) {
  while (!line.empty()) {
    const auto* const end = std::ranges::find_if(
        line, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    const auto plain = static_cast<std::size_t>(end - line.begin());
    out += line.substr(0, plain);
    line.remove_prefix(plain);
    if (line.empty()) return;
    const Utf8Char one = decode_utf8(line);
    const auto code = static_cast<std::uint32_t>(one.code_point);
    if (one.length == 0) {  // statements are UTF-8; never lose a byte of what is not
      out += line.front();
      line.remove_prefix(1);
      continue;
    }
    if (code > 0xFFFF) {
      fmt::format_to(std::back_inserter(out), "\\U{:08X}", code);
    } else {
      fmt::format_to(std::back_inserter(out), "\\u{:04X}", code);
    }
    line.remove_prefix(one.length);
  }
}

std::uint64_t each_entity(std::string_view statements,
                          const std::function<void(const EntityTriples&)>& take) {
  std::vector<std::string_view> entities;
  std::unordered_map<std::string_view, Lines, KeyedHash, std::equal_to<>> lines;
  each_line(statements, [&](std::string_view line) {
    const std::string_view subject = cut_statement(line).subject;
    if (!is_iri_text(subject)) return;
    Lines& own = lines[iri_in(subject)];
    if (own.text.empty()) {
      entities.push_back(iri_in(subject));
      own.text = line;
    } else {
      own.text = {own.text.data(),
                  static_cast<std::size_t>(line.data() + line.size() - own.text.data())};
    }
  });
  std::uint64_t homeless = 0;
  each_line(statements, [&](std::string_view line) {
    const StatementText parts = cut_statement(line);
    const auto at =
        is_iri_text(parts.object) ? lines.find(iri_in(parts.object)) : lines.end();
    if (at != lines.end()) {
      at->second.incoming.push_back(line);
    } else if (!is_iri_text(parts.subject)) {
      ++homeless;
    }
  });
  for (const std::string_view entity : entities) {
    const Lines& own = lines.at(entity);
    EntityTriples out{.entity = entity, .outgoing = {}, .incoming = {}};
    each_line(own.text, [&](std::string_view line) { append_line(out.outgoing, line); });
    for (const std::string_view line : own.incoming) append_line(out.incoming, line);
    take(out);
  }
  return homeless;
}

}  // namespace semsite
