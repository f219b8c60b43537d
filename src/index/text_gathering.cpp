#include "index/text_gathering.hpp"

#include <utility>

#include "index/statement_text.hpp"
#include "rdf/compared_text.hpp"

namespace semsite {
namespace {

constexpr std::size_t kHashedAtOnce = std::size_t{64} << 10;
/// Many dumps may tell of one graph; a few of their names are enough.
constexpr std::size_t kMostSources = 8;
/// What Sindice's extractor adds to documents, such as the time (Any23).
constexpr std::string_view kExtractorTerms = "<http://vocab.sindice.net/any23#";

}  // namespace

TextGathering::TextGathering(std::string url, std::uint64_t most_bytes)
    : most_bytes_(most_bytes) {
  out_.url = std::move(url);
}

void TextGathering::add_source(std::string_view source) {
  if (out_.sources.size() < kMostSources) out_.sources.emplace_back(source);
}

void TextGathering::add(std::string_view statement) {
  const bool counts = !cut_statement(statement).predicate.starts_with(kExtractorTerms);
  const std::size_t size = statement.size() + 3;
  out_.bytes += size;
  if (counts) {
    ++out_.triples;
    held_ += compared_text(statement, room_);
    held_ += " .\n";
    if (held_.size() >= kHashedAtOnce) {
      sum_.add(held_);
      held_.clear();
    }
  }
  // The first that does not fit ends it: what is kept is a beginning.
  if (out_.left_out > 0 || out_.statements.size() + size > most_bytes_) {
    ++out_.left_out;
    return;
  }
  out_.statements += statement;
  out_.statements += " .\n";
}

DocumentText TextGathering::finish() {
  sum_.add(held_);
  out_.checksum = sum_.hex();
  return std::move(out_);
}

}  // namespace semsite
