#include "index/index_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "index/byte_code.hpp"
#include "index/document_columns.hpp"
#include "index/index_key.hpp"
#include "index/link_counts.hpp"

namespace semsite {
namespace {

using Step = std::function<void()>;

/// A whole number from 0 on for each name, in the order in which they come.
class Numbers {
 public:
  std::uint32_t of(std::string_view name) {
    return numbers_.emplace(name, static_cast<std::uint32_t>(numbers_.size()))
        .first->second;
  }
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(numbers_.size());
  }

 private:
  std::unordered_map<std::string, std::uint32_t, KeyedHash, std::equal_to<>> numbers_;
};

/// The datasets of an index and the links between them.
class DatasetLinks {
 public:
  DatasetLinks(IndexStore& store, std::size_t memory_bytes)
      : store_(store),
        most_(std::max<std::size_t>(1024, memory_bytes / sizeof(Linkset))) {}

  void read(const Step& step) {
    read_sites(step);
    read_linksets(step);
  }
  [[nodiscard]] std::vector<double> ranks() {
    return dataset_ranks(datasets_.size(), std::move(linksets_));
  }
  [[nodiscard]] std::uint32_t number_of(std::string_view dataset) {
    return datasets_.of(dataset);
  }

 private:
  /// A dataset at a domain, and its share of the documents there.
  struct Holder {
    std::uint32_t dataset;
    double share;
  };

  /// Calls `take` with each key of a kind and what was counted, segment by segment.
  template <typename Take>
  void each_count(char kind, const Step& step, const Take& take) {
    for (std::size_t segment = 0; segment < store_.segments().size(); ++segment)
      store_.each_key(segment, std::string{kind},
                      [&](std::string_view key, const PostingList& list) {
                        step();
                        take(key, ByteReader{list.bytes}.number());
                        return true;
                      });
  }

  void read_sites(const Step& step) {
    // In the order of the names, so that neither segments nor their order matter.
    std::map<std::string, std::map<std::string, std::uint64_t>> sites;
    std::map<std::string, bool> names;
    each_count(key_kind::site, step, [&](std::string_view key, std::uint64_t documents) {
      const SiteKey site = read_site_key(key);
      sites[std::string{site.domain}][std::string{site.dataset}] += documents;
      names[std::string{site.dataset}] = true;
    });
    for (const auto& [name, yes] : names) static_cast<void>(datasets_.of(name));
    for (const auto& [domain, datasets] : sites) {
      std::uint64_t sum = 0;
      for (const auto& [dataset, documents] : datasets) sum += documents;
      std::vector<Holder>& holders = holders_[domain];
      for (const auto& [dataset, documents] : datasets)
        holders.push_back({datasets_.of(dataset),
                           static_cast<double>(documents) /
                               static_cast<double>(std::max<std::uint64_t>(1, sum))});
    }
  }

  void read_linksets(const Step& step) {
    std::string domain;
    each_count(key_kind::linkset, step, [&](std::string_view key, std::uint64_t triples) {
      const LinksetKey names = read_linkset_key(key);
      domain = names.to_domain;
      const auto found = holders_.find(domain);
      if (found == holders_.end()) return;
      const std::uint32_t from = datasets_.of(names.from);
      // 64 bits stand for a property, so that its name need not be kept.
      const std::uint64_t predicate = std::hash<std::string_view>{}(names.predicate);
      for (const Holder& to : found->second) {
        if (to.dataset == from) continue;
        linksets_.push_back({.from = from,
                             .to = to.dataset,
                             .predicate = predicate,
                             .triples = static_cast<double>(triples) * to.share});
      }
      if (linksets_.size() >= most_) drop_smallest();
    });
  }

  /// Half of the linksets.
  void drop_smallest() {
    const auto order = [](const Linkset& a, const Linkset& b) {
      return std::tuple{-a.triples, a.from, a.to, a.predicate} <
             std::tuple{-b.triples, b.from, b.to, b.predicate};
    };
    const auto middle = linksets_.begin() + static_cast<std::ptrdiff_t>(most_ / 2);
    std::nth_element(linksets_.begin(), middle, linksets_.end(), order);
    linksets_.erase(middle, linksets_.end());
  }

  IndexStore& store_;
  std::size_t most_;
  Numbers datasets_;
  std::unordered_map<std::string, std::vector<Holder>, KeyedHash, std::equal_to<>>
      holders_;  ///< by domain
  std::vector<Linkset> linksets_;
};

class Ranking {
 public:
  Ranking(IndexStore& store, std::size_t memory_bytes, const Step& step)
      : store_(store),
        database_(store.database()),
        memory_bytes_(memory_bytes),
        step_(step) {}

  void run() {
    std::string segments;
    for (const SegmentInfo& segment : store_.segments())
      segments += std::to_string(segment.id) + " ";
    if (segments == ranked_segments()) return;
    Database::Transaction transaction{database_};
    rank_datasets();
    count_links();
    database_.run("DELETE FROM ranked");
    Database::Query{database_, "INSERT INTO ranked VALUES (?)"}.text(segments).run();
    store_.note_change();
    transaction.commit();
    store_.refresh();
  }

 private:
  [[nodiscard]] std::string ranked_segments() {
    Database::Query query{database_, "SELECT segments FROM ranked"};
    return query.step() ? query.text_at(0) : std::string{};
  }

  void rank_datasets() {
    DatasetLinks links{store_, memory_bytes_};
    links.read(step_);
    const std::vector<double> ranks = links.ranks();
    for (const SegmentInfo& segment : store_.segments()) {
      std::string names;
      {
        Database::Query query{database_, "SELECT names FROM dataset WHERE segment = ?"};
        query.number(segment.id);
        if (query.step()) names = query.text_at(0);
      }
      std::string out;
      for (ByteReader in{names}; !in.done();) {
        const std::uint32_t dataset = links.number_of(in.text());
        put_number(out, rank_number(dataset < ranks.size() ? ranks[dataset] : 0));
      }
      Database::Query{database_, "UPDATE dataset SET ranks = ? WHERE segment = ?"}
          .text(out)
          .number(segment.id)
          .run();
    }
  }

  void count_links() {
    const std::vector<SegmentInfo>& all = store_.segments();
    for (std::size_t to = 0; to < all.size(); ++to)
      for (std::size_t from = 0; from < all.size(); ++from) {
        if (is_counted(all[to].id, all[from].id)) continue;
        const std::string links = joined_links(store_, to, from, step_);
        Database::Query{database_, "INSERT INTO link VALUES (?, ?, ?)"}
            .number(all[to].id)
            .number(all[from].id)
            .text(links)
            .run();
      }
  }

  [[nodiscard]] bool is_counted(std::int64_t to, std::int64_t from) {
    Database::Query query{database_,
                          "SELECT 1 FROM link WHERE segment = ? AND source = ?"};
    query.number(to).number(from);
    return query.step();
  }

  IndexStore& store_;
  UnsharedDatabase& database_;
  const std::size_t memory_bytes_;
  const Step& step_;
};

}  // namespace

void rank_index(IndexStore& store, std::size_t memory_bytes,
                const std::function<void()>& step) {
  Ranking{store, memory_bytes, step}.run();
}

namespace {

/// The documents of an IRI's piece that have it as an object.
std::uint32_t linking(const PostingPiece& piece, const std::uint32_t* itself) {
  std::uint32_t out = 0;
  for (PostingReader reader{piece.count, piece.first, piece.bytes}; !reader.done();
       reader.next()) {
    const auto places = static_cast<std::uint8_t>(reader.in().bytes(1).front());
    const bool is_itself = itself != nullptr && *itself == reader.document();
    if ((places & uri_place::object) != 0 && !is_itself) ++out;
  }
  return out;
}

}  // namespace

std::string joined_links(IndexStore& store, std::size_t to, std::size_t from,
                         const std::function<void()>& step) {
  KeyCursor urls{store, to, key_kind::document};
  KeyCursor iris{store, from, key_kind::uri};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  // Each leaps to where the other one is.
  for (bool more = urls.seek({}); more && iris.seek(urls.text());) {
    step();
    if (iris.text() == urls.text()) {
      const std::uint32_t document = urls.piece().first;
      const std::uint32_t count = linking(iris.piece(), to == from ? &document : nullptr);
      if (count > 0) found.emplace_back(document, count);
      more = urls.next();
    } else {
      more = urls.seek(iris.text());
    }
  }
  std::ranges::sort(found);
  std::string out;
  std::uint32_t last = 0;
  for (const auto& [document, count] : found) {
    put_number(out, document - last);
    put_number(out, count);
    last = document;
  }
  return out;
}

bool KeyCursor::seek(std::string_view text) {
  if (at_end_) return false;
  wanted_ = kind_;
  wanted_ += text;
  if (on_key_ && piece().key >= wanted_) return true;
  for (;;) {
    while (reader_ && reader_->next()) {
      if (piece().key < wanted_) continue;
      on_key_ = piece().key.front() == kind_;
      at_end_ = !on_key_;
      return on_key_;
    }
    auto next = store_.block_at(segment_, wanted_);
    if (!next || (reader_ && next->key == block_.key))
      next = store_.block_behind(segment_, reader_ ? block_.key : std::string{});
    if (!next) {
      at_end_ = true;
      return false;
    }
    block_ = std::move(*next);
    reader_.emplace(block_.data);
  }
}

namespace {

/// The part of its rank that a dataset passes on by its links; the rest goes to all
/// alike.
constexpr double kPassedOn = 0.85;
// Enough: what is still to be moved is 0.85 to the power of the steps, at most.
constexpr int kMostSteps = 100;
constexpr double kStill = 1e-7;

struct WeightedLink {
  std::uint32_t from, to;
  double weight;
};

/// Sorted, each once, none from a dataset to itself.
void put_together(std::vector<Linkset>& linksets) {
  std::erase_if(linksets, [](const Linkset& one) { return one.from == one.to; });
  const auto name = [](const Linkset& one) {
    return std::tie(one.predicate, one.from, one.to);
  };
  std::ranges::sort(linksets, [&](const Linkset& a, const Linkset& b) {
    return std::tuple{name(a), a.triples} < std::tuple{name(b), b.triples};
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < linksets.size(); ++i) {
    if (kept > 0 && name(linksets[kept - 1]) == name(linksets[i])) {
      linksets[kept - 1].triples += linksets[i].triples;
    } else {
      linksets[kept++] = linksets[i];
    }
  }
  linksets.resize(kept);
}

/// The linksets, weighed; of each dataset the weights sum up to 1.
std::vector<WeightedLink> links_of(std::uint32_t datasets,
                                   const std::vector<Linkset>& linksets) {
  std::vector<WeightedLink> out;
  out.reserve(linksets.size());
  std::vector<double> sums(datasets);
  for (std::size_t begin = 0; begin < linksets.size();) {
    std::size_t end = begin;
    std::size_t linking = 0;
    for (; end < linksets.size() && linksets[end].predicate == linksets[begin].predicate;
         ++end)
      if (end == begin || linksets[end].from != linksets[end - 1].from) ++linking;
    const double rarity = link_rarity(datasets, static_cast<double>(linking));
    for (; begin < end; ++begin) {
      const Linkset& one = linksets[begin];
      out.push_back({one.from, one.to, one.triples * rarity});
      sums[one.from] += out.back().weight;
    }
  }
  for (WeightedLink& link : out) link.weight /= sums[link.from];
  return out;
}

}  // namespace

double link_rarity(double datasets, double linking) {
  return std::log(1 + (datasets - linking + 0.5) / (linking + 0.5));
}

std::vector<double> dataset_ranks(std::uint32_t datasets, std::vector<Linkset> linksets) {
  put_together(linksets);
  const std::vector<WeightedLink> links = links_of(datasets, linksets);
  std::vector<bool> is_linking(datasets);
  for (const WeightedLink& link : links) is_linking[link.from] = true;
  std::vector<double> ranks(datasets, 1);
  std::vector<double> next(datasets);
  for (int step = 0; step < kMostSteps && !links.empty(); ++step) {
    double kept = 0;  // by those that link to nobody: it goes to all alike
    for (std::uint32_t i = 0; i < datasets; ++i)
      if (!is_linking[i]) kept += ranks[i];
    std::ranges::fill(next, 1 - kPassedOn + kPassedOn * kept / datasets);
    for (const WeightedLink& link : links)
      next[link.to] += kPassedOn * ranks[link.from] * link.weight;
    double moved = 0;
    for (std::uint32_t i = 0; i < datasets; ++i) moved += std::abs(next[i] - ranks[i]);
    std::swap(ranks, next);
    if (moved < kStill * datasets) break;
  }
  return ranks;
}

}  // namespace semsite
