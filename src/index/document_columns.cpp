#include "index/document_columns.hpp"

#include <algorithm>
#include <cmath>

#include "index/byte_code.hpp"

namespace semsite {
namespace {

constexpr double kSteps = 12;  ///< for each doubling
constexpr double kRankUnits = 1 << 20U;

}  // namespace

char step_byte(std::uint64_t number) {
  const double steps = std::round(std::log2(static_cast<double>(number) + 1) * kSteps);
  return static_cast<char>(static_cast<unsigned char>(std::min(255.0, steps)));
}

double number_of(char byte) {
  return std::exp2(static_cast<unsigned char>(byte) / kSteps) - 1;
}

std::uint64_t rank_number(double rank) {
  return static_cast<std::uint64_t>(std::llround(rank * kRankUnits));
}

double rank_of(std::uint64_t number) { return static_cast<double>(number) / kRankUnits; }

std::string read_lengths(UnsharedDatabase& database, std::int64_t segment,
                         std::size_t documents) {
  Database::Query query{database, "SELECT lengths FROM segment WHERE id = ?"};
  query.number(segment);
  std::string out = query.step() ? query.text_at(0) : std::string{};
  out.resize(documents);
  return out;
}

std::vector<std::int64_t> read_dates(UnsharedDatabase& database, std::int64_t segment,
                                     std::size_t documents) {
  std::vector<std::int64_t> out;
  Database::Query query{database, "SELECT dates FROM segment WHERE id = ?"};
  query.number(segment);
  std::uint64_t date = 0;  // of damaged ones the sum may be any
  if (query.step())
    for (ByteReader in{query.bytes_at(0)}; !in.done();) {
      date += static_cast<std::uint64_t>(unfolded(in.number()));
      out.push_back(static_cast<std::int64_t>(date));
    }
  out.resize(documents);
  return out;
}

std::string read_link_bytes(UnsharedDatabase& database, std::int64_t segment,
                            std::size_t documents) {
  std::vector<std::uint32_t> counts(documents);
  Database::Query query{database, "SELECT data FROM link WHERE segment = ?"};
  query.number(segment);
  while (query.step()) {
    std::uint64_t document = 0;
    for (ByteReader in{query.bytes_at(0)}; !in.done();) {
      document += in.number();
      const auto count = static_cast<std::uint32_t>(in.number());
      if (document < counts.size()) counts[document] += count;
    }
  }
  std::string out(documents, '\0');
  for (std::size_t i = 0; i < documents; ++i)
    if (counts[i] > 0) out[i] = step_byte(counts[i]);
  return out;
}

std::vector<DatasetSpan> read_dataset_spans(UnsharedDatabase& database,
                                            std::int64_t segment) {
  std::vector<DatasetSpan> out;
  Database::Query query{database, "SELECT counts, ranks FROM dataset WHERE segment = ?"};
  query.number(segment);
  if (!query.step()) return out;
  ByteReader counts{query.bytes_at(0)};
  std::uint32_t end = 0;
  for (ByteReader ranks{query.bytes_at(1)}; !ranks.done();) {
    end += static_cast<std::uint32_t>(counts.number());
    out.push_back({.end = end, .part = dataset_part(rank_of(ranks.number()))});
  }
  return out;
}

}  // namespace semsite
