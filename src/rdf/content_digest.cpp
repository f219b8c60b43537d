#include "rdf/content_digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "semsite/term.hpp"

namespace semsite {
namespace {

using Sum = ContentDigest::Sum;

/// Looks at neighbours of neighbours. What is further apart is told by the order.
constexpr unsigned kRounds = 64;

/// Two products, as text_hash has one, with numbers that are the same in every process.
class Mix {
 public:
  void add(std::uint64_t word) {
    high_ = fold(high_ ^ word, 0x9E3779B97F4A7C15ULL);  // 2^64 over the golden section
    low_ = fold(low_ + word, 0xD6E8FEB86659FD93ULL);    // odd, and half of its bits set
  }
  void add(const Sum& sum) {
    add(sum.high);
    add(sum.low);
  }
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    while (text.size() >= sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data(), sizeof word);
      add(word);
      text.remove_prefix(sizeof word);
    }
    std::uint64_t rest = 0;
    if (!text.empty()) std::memcpy(&rest, text.data(), text.size());
    add(rest);
  }
  [[nodiscard]] Sum sum() const {
    Mix end = *this;
    end.add(std::uint64_t{0});
    return {.high = end.high_, .low = end.low_};
  }

 private:
  static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    return a ^ static_cast<std::uint64_t>(product) ^
           static_cast<std::uint64_t>(product >> 64U);
  }

  std::uint64_t high_ = 0x243F6A8885A308D3ULL, low_ = 0x13198A2E03707344ULL;  // of pi
};

std::size_t count_of_different(std::vector<std::uint64_t> colours) {
  std::ranges::sort(colours);
  return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) -
                                  colours.begin());
}

}  // namespace

void ContentDigest::add(const QuadBatch& batch) {
  for (const Quad& quad : batch.quads()) {
    if (too_large_) return;
    add(quad, batch.document());
    if (lines_.size() <= kMostQuads && numbers_.size() <= kMostBlanks) continue;
    too_large_ = true;
    lines_ = {};
    blanks_ = {};
    numbers_ = {};
  }
}

void ContentDigest::add(const Quad& quad, const Document& document) {
  Mix text;
  const auto begin = static_cast<std::uint32_t>(blanks_.size());
  const auto add_term = [&](Term term) {
    // Three terms follow, the last of which may be a triple again.
    while (term.kind == TermKind::triple) {
      text.add(static_cast<std::uint64_t>(term.kind));
      const TripleParts parts = parts_of(term);
      for (const Term* one : {&parts.subject, &parts.predicate}) {
        text.add(static_cast<std::uint64_t>(one->kind));
        if (one->kind == TermKind::blank)
          blanks_.push_back(number_of(document.scope, one->value));
        else
          text.add(one->value);
      }
      term = parts.object;
    }
    text.add(static_cast<std::uint64_t>(term.kind));
    if (term.kind == TermKind::blank) {
      blanks_.push_back(number_of(document.scope, term.value));
      return;
    }
    text.add(term.value);
    text.add(term.tag);
  };
  add_term(quad.subject);
  add_term(quad.predicate);
  add_term(quad.object);
  Term graph = quad.graph;
  if (graph.kind == TermKind::none && !document.graph.empty())
    graph = iri_term(document.graph);
  const bool is_own = graph.kind == TermKind::iri && graph.value == own_graph_;
  add_term(is_own || document.drop_graphs ? Term{} : graph);
  lines_.push_back({.text = text.sum(),
                    .begin = begin,
                    .count = static_cast<std::uint32_t>(blanks_.size()) - begin});
}

std::uint32_t ContentDigest::number_of(std::string_view scope, std::string_view label) {
  Mix name;
  name.add(scope);
  name.add(label);
  return numbers_.try_emplace(name.sum(), static_cast<std::uint32_t>(numbers_.size()))
      .first->second;
}

/// A number for each blank node, from 0 on, by what is said of it; where that tells
/// nothing, by the order in which they came.
std::vector<std::uint32_t> ContentDigest::ranks() const {
  std::vector<std::uint64_t> colours(numbers_.size(), 0);
  std::size_t different = colours.empty() ? 0 : 1;
  for (unsigned round = 0; round < kRounds && different < colours.size(); ++round) {
    // A sum, as the order of lines must not count.
    std::vector<std::uint64_t> said(colours.size(), 0);
    for (const Line& line : lines_) {
      for (const std::uint32_t blank : blanks_of(line)) {
        Mix mix;
        mix.add(line.text);
        for (const std::uint32_t other : blanks_of(line)) {
          mix.add(std::uint64_t{other == blank ? 1U : 0U});
          mix.add(colours[other]);
        }
        said[blank] += mix.sum().high;
      }
    }
    for (std::size_t i = 0; i < colours.size(); ++i) {
      Mix mix;
      mix.add(colours[i]);
      mix.add(said[i]);
      colours[i] = mix.sum().high;
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
  // What stands there twice would count twice for the blank nodes in it.
  const auto is_before = [this](const Line& a, const Line& b) {
    return a.text != b.text
               ? a.text < b.text
               : std::ranges::lexicographical_compare(blanks_of(a), blanks_of(b));
  };
  const auto is_same = [this](const Line& a, const Line& b) {
    return a.text == b.text && std::ranges::equal(blanks_of(a), blanks_of(b));
  };
  std::ranges::sort(lines_, is_before);
  lines_.erase(std::unique(lines_.begin(), lines_.end(), is_same), lines_.end());
  const std::vector<std::uint32_t> rank = ranks();
  std::vector<Sum> sums;
  sums.reserve(lines_.size());
  for (const Line& line : lines_) {
    Mix mix;
    mix.add(line.text);
    for (const std::uint32_t blank : blanks_of(line)) mix.add(std::uint64_t{rank[blank]});
    sums.push_back(mix.sum());
  }
  std::ranges::sort(sums);
  Mix all;
  for (const Sum& sum : sums) all.add(sum);
  const Sum out = all.sum();
  return fmt::format("{:016x}{:016x}", out.high, out.low);
}

}  // namespace semsite
