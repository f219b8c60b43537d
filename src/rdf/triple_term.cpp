#include "rdf/triple_term.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

using Size = std::uint32_t;
/// Kind, length of the value, length of the tag.
constexpr std::size_t kHeadBytes = 1 + 2 * sizeof(Size);

Size size_of(std::string_view text) {
  if (text.size() > std::numeric_limits<Size>::max() / 4)
    throw DocumentError{"triple-term.too-long", "a triple term is longer than 1 GiB"};
  return static_cast<Size>(text.size());
}

std::size_t bytes_of(const Term& term) {
  return kHeadBytes + term.value.size() + term.tag.size();
}

char* put_text(char* to, std::string_view text) {
  if (!text.empty()) std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

char* put_head(char* to, TermKind kind, Size value, Size tag) {
  *to++ = static_cast<char>(kind);
  std::memcpy(to, &value, sizeof value);
  std::memcpy(to + sizeof value, &tag, sizeof tag);
  return to + sizeof value + sizeof tag;
}

char* put_term(char* to, const Term& term) {
  to = put_head(to, term.kind, size_of(term.value), size_of(term.tag));
  return put_text(put_text(to, term.value), term.tag);
}

[[noreturn]] void fail_malformed() {
  throw DocumentError{"triple-term.malformed",
                      "the text of a triple term is none (triple_text makes it)"};
}

/// Takes the first term off `text`.
Term take(std::string_view& text) {
  if (text.size() < kHeadBytes) fail_malformed();
  const auto kind = static_cast<unsigned char>(text[0]);
  if (kind > static_cast<unsigned char>(TermKind::triple)) fail_malformed();
  Term term{.kind = static_cast<TermKind>(kind)};
  Size value = 0;
  Size tag = 0;
  std::memcpy(&value, text.data() + 1, sizeof value);
  std::memcpy(&tag, text.data() + 1 + sizeof value, sizeof tag);
  if (text.size() - kHeadBytes < std::size_t{value} + tag) fail_malformed();
  term.value = text.substr(kHeadBytes, value);
  term.tag = text.substr(kHeadBytes + value, tag);
  text.remove_prefix(kHeadBytes + value + tag);
  return term;
}

void append_inner_term(std::string& out, const Term& term) {
  const std::size_t before = out.size();
  out.resize(before + bytes_of(term));
  put_term(out.data() + before, term);
}

}  // namespace

std::string triple_text(const TripleParts& parts) {
  std::string out;
  append_inner_term(out, parts.subject);
  append_inner_term(out, parts.predicate);
  append_inner_term(out, parts.object);
  return out;
}

Term triple_term(QuadBatch& batch, std::span<const TripleParts> nest) {
  // What lies inside the head of each triple's object, from the innermost outwards.
  std::vector<std::size_t> sizes(nest.size());
  std::size_t inner = 0;
  for (std::size_t i = nest.size(); i-- > 0;) {
    const std::size_t object =
        i + 1 == nest.size() ? bytes_of(nest[i].object) : kHeadBytes + inner;
    sizes[i] = inner = bytes_of(nest[i].subject) + bytes_of(nest[i].predicate) + object;
  }
  char* const begin = batch.allocate(inner);
  char* to = begin;
  bool checked = true;
  for (std::size_t i = 0; i < nest.size(); ++i) {
    to = put_term(put_term(to, nest[i].subject), nest[i].predicate);
    checked = checked &&
              (nest[i].subject.checked || nest[i].subject.kind == TermKind::blank) &&
              nest[i].predicate.checked;
    if (i + 1 < nest.size())
      to = put_head(to, TermKind::triple, size_of({begin, sizes[i + 1]}), 0);
    else
      put_term(to, nest[i].object);
  }
  const Term& last = nest.back().object;
  return {.value = {begin, inner},
          .kind = TermKind::triple,
          .checked = checked && (last.checked || last.kind == TermKind::blank)};
}

TripleParts parts_of(const Term& term) {
  std::string_view text = term.value;
  TripleParts parts;
  parts.subject = take(text);
  parts.predicate = take(text);
  parts.object = take(text);
  parts.subject.checked = parts.predicate.checked = parts.object.checked = term.checked;
  return parts;
}

bool holds_blank(const Term& term) {
  bool holds = false;
  visit_terms(term, [&](const Term& one) { holds |= one.kind == TermKind::blank; });
  return holds;
}

std::string changed_triple(Term term, const std::function<Term(const Term&)>& change) {
  std::string out;
  std::vector<std::size_t> heads;  // of the triple terms inside, not filled in yet
  for (;;) {
    const TripleParts parts = parts_of(term);
    append_inner_term(out, change(parts.subject));
    append_inner_term(out, change(parts.predicate));
    term = parts.object;
    if (term.kind != TermKind::triple) break;
    heads.push_back(out.size());
    out.resize(out.size() + kHeadBytes);
  }
  append_inner_term(out, change(term));
  for (const std::size_t head : heads) {
    const std::string_view inside = std::string_view{out}.substr(head + kHeadBytes);
    put_head(out.data() + head, TermKind::triple, size_of(inside), 0);
  }
  return out;
}

std::string_view language_of(std::string_view tag) {
  return tag.substr(0, tag.find("--"));
}

std::string_view direction_of(std::string_view tag) {
  const std::size_t at = tag.find("--");
  return at == std::string_view::npos ? std::string_view{} : tag.substr(at + 2);
}

bool has_long_subtag(std::string_view tag) {
  std::size_t length = 0;
  for (const char c : language_of(tag))
    if (length = c == '-' ? 0 : length + 1; length > 8) return true;
  return false;
}

bool needs_rdf12(const Term& term) {
  return term.kind == TermKind::triple ||
         (term.kind == TermKind::lang && term.tag.find("--") != std::string_view::npos);
}

}  // namespace semsite
