#include "slice/components.hpp"

#include <string>
#include <utility>
#include <vector>

#include "slice/slice_record.hpp"

namespace semsite {
namespace {

/// So many sorters have memory at the same time.
constexpr std::size_t kSorters = 4;
constexpr std::size_t kOrderBytes = 8;

// What is sorted by node in one round.
constexpr char kJoins = '\x01';      ///< the node that it joins
constexpr char kStandsFor = '\x02';  ///< a node that has joined it, in any round
constexpr char kLinked = '\x03';     ///< what a node linked with it joins

/// The node's place in the order of a round, as text.
std::string order_of(std::string_view node, unsigned round) {
  std::uint64_t hash = 0xCBF29CE484222325ULL + round * 0x9E3779B97F4A7C15ULL;
  for (const char c : node) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3ULL;
  }
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9ULL;
  std::string out(kOrderBytes, ' ');
  for (char& c : out) {
    c = static_cast<char>('0' + (hash & 63));
    hash >>= 6;
  }
  return out;
}

std::string pair(std::string_view node, char mark, std::string_view other) {
  std::string out{node};
  out += mark;
  out += other;
  return out;
}

}  // namespace

/// Links of one round, and who stood for whom before it.
struct Components::Round {
  const TemporaryFiles& files;
  std::size_t memory_bytes;
  const std::function<void()>& step;
  Sorter& names;  ///< takes those that are settled
  unsigned number = 0;

  [[nodiscard]] std::unique_ptr<Sorter> sorter(const char* what, unsigned round) const {
    return std::make_unique<Sorter>(
        files, std::string{what} + "-" + std::to_string(round), memory_bytes);
  }

  /// Finds what each node joins. The first link of a node is to the neighbour that comes
  /// first.
  [[nodiscard]] std::unique_ptr<Sorter> choose(Sorter& links) const {
    auto out = sorter("joins", number);
    std::string node, joins;
    for (RunMerge merge = links.merge(); merge.next();) {
      step();
      const SliceRecord record = split_record(merge.record());
      const std::string_view neighbour = record.rest.substr(kOrderBytes);
      if (record.node != node) {
        node = record.node;
        joins = record.rest < order_of(node, number) + node ? neighbour : node;
        out->add(pair(node, kJoins, joins));
      }
      if (record.node < neighbour) out->add(pair(neighbour, kLinked, joins));
    }
    return out;
  }

  struct Next {
    std::unique_ptr<Sorter> links, stand_for;
  };
  /// Lets everybody join. `stand_for` may be null: in the first round each stands for
  /// itself.
  [[nodiscard]] Next join(Sorter& joins, Sorter* stand_for) const {
    Next out{sorter("links", number + 1), sorter("stands", number + 1)};
    std::vector<std::string> runs = joins.finish();
    if (stand_for != nullptr)
      for (const std::string& run : stand_for->finish()) runs.push_back(run);
    std::string node, joined;
    for (RunMerge merge{runs, memory_bytes}; merge.next();) {
      step();
      const SliceRecord record = split_record(merge.record());
      if (record.mark == kJoins) {
        node = record.node;
        joined = record.rest;
        if (stand_for == nullptr) out.stand_for->add(pair(joined, kStandsFor, node));
      } else if (record.mark == kStandsFor) {
        // Without a link it has got its name for good.
        if (record.node == node) {
          out.stand_for->add(pair(joined, kStandsFor, record.rest));
        } else {
          names.add(pair(record.rest, kJoins, record.node));
        }
      } else if (record.rest != joined) {
        add_link(*out.links, record.rest, joined, number + 1);
      }
    }
    return out;
  }

  static void add_link(Sorter& links, std::string_view a, std::string_view b,
                       unsigned round) {
    links.add(pair(a, kLinked, order_of(b, round) + std::string{b}));
    links.add(pair(b, kLinked, order_of(a, round) + std::string{a}));
  }
};

Components::Components(const TemporaryFiles& files, std::size_t memory_bytes)
    : files_(files),
      memory_bytes_(memory_bytes / kSorters),
      links_(std::make_unique<Sorter>(files, "links-0", memory_bytes_)) {}

void Components::link(std::string_view a, std::string_view b) {
  if (a != b) Round::add_link(*links_, a, b, 0);
}

std::unique_ptr<Sorter> Components::resolve(const std::function<void()>& step) {
  auto names = std::make_unique<Sorter>(files_, "names", memory_bytes_);
  Round round{files_, memory_bytes_, step, *names};
  std::unique_ptr<Sorter> stand_for;
  for (std::unique_ptr<Sorter> links = std::move(links_); !links->empty();
       ++round.number) {
    const std::unique_ptr<Sorter> joins = round.choose(*links);
    links.reset();
    Round::Next next = round.join(*joins, stand_for.get());
    links = std::move(next.links);
    stand_for = std::move(next.stand_for);
  }
  if (stand_for) {
    for (RunMerge merge = stand_for->merge(); merge.next();) {
      const SliceRecord record = split_record(merge.record());
      names->add(pair(record.rest, kJoins, record.node));
    }
  }
  return names;
}

}  // namespace semsite
