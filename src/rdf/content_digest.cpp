#include "rdf/content_digest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/sha256.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/term.hpp"

namespace semsite {
namespace {

/// In place of a blank node: no line of N-Quads holds one.
constexpr char kBlankMark = '\n';
/// 128 bits, so that nobody can make two documents of one digest.
constexpr std::size_t kDigestLength = 32;
/// Looks at neighbours of neighbours. What is further apart is told by the order.
constexpr unsigned kRounds = 64;

/// FNV-1a: the same in every process, since what comes of it is kept.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      value_ ^= static_cast<unsigned char>(c);
      value_ *= 0x100000001b3ULL;
    }
  }
  void add(std::uint64_t number) {
    for (unsigned shift = 0; shift < 64; shift += 8) {
      value_ ^= (number >> shift) & 0xFFU;
      value_ *= 0x100000001b3ULL;
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

std::size_t count_of_different(std::vector<std::uint64_t> colours) {
  std::ranges::sort(colours);
  return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) -
                                  colours.begin());
}

}  // namespace

void ContentDigest::add(const QuadBatch& batch) {
  const Document& document = batch.document();
  for (const Quad& quad : batch.quads()) {
    if (too_large_) return;
    Line& line = lines_.emplace_back();
    append(line, quad.subject, document.scope);
    append(line, quad.predicate, document.scope);
    append(line, quad.object, document.scope);
    const Term graph = document.drop_graphs                ? Term{}
                       : quad.graph.kind == TermKind::none ? iri_term(document.graph)
                                                           : quad.graph;
    const bool is_own = graph.kind == TermKind::iri && graph.value == own_graph_;
    if (graph.kind != TermKind::none && !graph.value.empty() && !is_own)
      append(line, graph, document.scope);
    bytes_ +=
        line.text.size() + sizeof(Line) + line.blanks.size() * sizeof(std::uint32_t);
    if (bytes_ <= kMostBytes && numbers_.size() <= kMostBlanks) continue;
    too_large_ = true;
    lines_ = {};
    numbers_ = {};
  }
}

void ContentDigest::append(Line& line, const Term& term, std::string_view scope) {
  Term at = term;
  // Three terms follow: it needs no bracket at its end.
  while (at.kind == TermKind::triple) {
    const TripleParts parts = parts_of(at);
    line.text += "<<( ";
    append(line, parts.subject, scope);
    append(line, parts.predicate, scope);
    at = parts.object;
  }
  if (at.kind == TermKind::blank) {
    line.text += kBlankMark;
    line.blanks.push_back(number_of(scope, at.value));
  } else {
    append_term(line.text, at, scope);
  }
  line.text += ' ';
}

std::uint32_t ContentDigest::number_of(std::string_view scope, std::string_view label) {
  std::string key{scope};
  key += ' ';
  key += label;
  return numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(numbers_.size()))
      .first->second;
}

/// A number for each blank node, from 0 on, by what is said of it; where that tells
/// nothing, by the order in which they came.
std::vector<std::uint32_t> ContentDigest::ranks() const {
  std::vector<std::uint64_t> colours(numbers_.size(), 0);
  std::size_t different = colours.empty() ? 0 : 1;
  std::vector<std::uint64_t> texts;
  for (const Line& line : lines_) {
    Hash hash;
    hash.add(line.text);
    texts.push_back(hash.value());
  }
  for (unsigned round = 0; round < kRounds && different < colours.size(); ++round) {
    // A sum, as the order of lines must not count.
    std::vector<std::uint64_t> said(colours.size(), 0);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const Line& line = lines_[i];
      for (const std::uint32_t blank : line.blanks) {
        Hash hash;
        hash.add(texts[i]);
        for (const std::uint32_t other : line.blanks) {
          hash.add(other == blank ? 1 : 0);
          hash.add(colours[other]);
        }
        said[blank] += hash.value();
      }
    }
    for (std::size_t i = 0; i < colours.size(); ++i) {
      Hash hash;
      hash.add(colours[i]);
      hash.add(said[i]);
      colours[i] = hash.value();
    }
    const std::size_t now = count_of_different(colours);
    if (now <= different && round > 0) break;
    different = now;
  }
  std::vector<std::uint32_t> order(colours.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {},
                           [&](std::uint32_t blank) { return colours[blank]; });
  std::vector<std::uint32_t> out(colours.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) out[order[rank]] = rank;
  return out;
}

std::optional<std::string> ContentDigest::digest() {
  if (too_large_ || lines_.empty()) return std::nullopt;
  std::ranges::sort(lines_);
  lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
  const std::vector<std::uint32_t> rank = ranks();
  std::vector<std::string> written;
  written.reserve(lines_.size());
  for (const Line& line : lines_) {
    std::string& text = written.emplace_back();
    std::size_t blank = 0;
    for (const char c : line.text) {
      if (c == kBlankMark)
        text += "_:" + std::to_string(rank[line.blanks[blank++]]);
      else
        text += c;
    }
    text += '\n';
  }
  std::ranges::sort(written);
  Sha256 sum;
  for (const std::string& text : written) sum.add(text);
  return sum.hex().substr(0, kDigestLength);
}

}  // namespace semsite
