#include "walk/sparql_buckets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "rdf/sparql_text.hpp"

namespace semsite {
namespace {

/// So many buckets for each answer that is expected: then bundles of them fill answers.
constexpr std::uint64_t kBucketsEach = 32;
constexpr std::uint64_t kFewestBuckets = 16;
constexpr std::uint64_t kMostBuckets = 4096;

constexpr std::string_view kBlankSubject = "isBlank(?s)";
constexpr std::string_view kBlankObject = "isBlank(?o)";

bool is_of_objects(std::string_view key) {
  return key.find("?o") != std::string_view::npos;
}

std::string hash_key(std::string_view variable, std::size_t digits) {
  return fmt::format("SUBSTR(MD5(STR({})),1,{})", variable, digits);
}

/// How many hexadecimal digits tell about so many buckets apart; the list of them must
/// fit an answer, too.
std::size_t digits_for(std::uint64_t buckets, std::uint64_t page) {
  if (buckets <= 16) return 1;
  return buckets <= 1024 || page < kMostBuckets ? 2 : 3;
}

struct Bucket {
  std::string value;
  std::uint64_t number = 0;  ///< of a numeric key
  std::uint64_t count = 0;
};

}  // namespace

std::optional<std::string> next_key(const Partition& part, SubjectKey key,
                                    std::uint64_t page) {
  std::size_t by_subject = 0, by_object = 0;
  bool blank_subject = false;
  for (const PartitionRange& range : part.ranges) {
    if (range.key == kBlankObject) return std::nullopt;
    blank_subject = blank_subject || range.key == kBlankSubject;
    if (range.from.empty()) continue;
    ++(is_of_objects(range.key) ? by_object : by_subject);
  }
  const std::uint64_t wanted = part.expected.value_or(0) / page * kBucketsEach;
  const std::uint64_t most =
      std::clamp<std::uint64_t>(page / 2, kFewestBuckets, kMostBuckets);
  const std::uint64_t buckets = std::clamp(wanted, kFewestBuckets, most);
  if (by_object == 0 && !blank_subject && by_subject < 2) {
    // Another modulus on the second level; both odd, as numbers may come in steps.
    if (key == SubjectKey::virtuoso_id)
      return fmt::format("bif:mod(<LONG::bif:iri_id_num>(?s),{})",
                         (buckets | 1U) + by_subject * 2);
    return hash_key("?s", by_subject == 0 ? digits_for(buckets, page) : 5);
  }
  if (by_object < 2)
    return hash_key("?o", by_object == 0 ? digits_for(buckets, page) : 5);
  return std::nullopt;
}

std::optional<std::vector<Partition>> bundle_buckets(const Partition& part,
                                                     std::string_view key,
                                                     const SparqlRows& rows,
                                                     std::uint64_t page) {
  const bool numeric = key.starts_with("bif:");
  std::vector<Bucket> buckets;
  std::uint64_t sum = 0, unbound = 0;
  for (const auto& row : rows) {
    const std::uint64_t count = parse_uint(trim(row.at(1))).value_or(0);
    sum += count;
    const auto number = numeric && !row[0].empty() ? parse_uint(row[0]) : 0;
    if (!number) return std::nullopt;
    if (row[0].empty()) {
      unbound += count;
    } else {
      buckets.push_back({row[0], *number, count});
    }
  }
  if (sum != part.expected || sum == 0) return std::nullopt;
  std::ranges::sort(buckets, [](const Bucket& a, const Bucket& b) {
    return a.number != b.number ? a.number < b.number : a.value < b.value;
  });
  const auto constant = [&](const Bucket& bucket) {
    return numeric ? bucket.value : sparql_string(bucket.value);
  };
  std::vector<Partition> out;
  for (std::size_t i = 0; i < buckets.size();) {
    Partition& one = out.emplace_back(part);
    std::uint64_t expected = buckets[i].count;
    std::size_t end = i + 1;
    while (end < buckets.size() && expected + buckets[end].count <= page)
      expected += buckets[end++].count;
    one.expected = expected;
    one.ranges.push_back({std::string{key}, constant(buckets[i]),
                          end < buckets.size() ? constant(buckets[end]) : ""});
    i = end;
  }
  if (unbound > 0) {
    // Blank nodes have no text to be hashed.
    Partition& one = out.emplace_back(part);
    one.expected = unbound;
    one.ranges.push_back(
        {std::string{is_of_objects(key) ? kBlankObject : kBlankSubject}, {}, {}});
  }
  return out;
}

}  // namespace semsite
