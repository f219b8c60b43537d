#include "crawl/pair_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kMostRowBytes = 1024 * 1024;
constexpr std::array<std::string_view, 2> kVariables{"s", "o"};

[[noreturn]] void fail(std::string problem) {
  throw DocumentError{"sparql.no-rows", std::move(problem)};
}

/// Virtuoso writes a blank node like an IRI of its own scheme.
bool is_blank(std::string_view value) {
  return value.starts_with("_:") || value.starts_with("nodeID://");
}

bool is_iri(std::string_view value) {
  const IriProblem problem = check_iri(value);
  return (problem == IriProblem::none || problem == IriProblem::bad_escape) &&
         !is_blank(value);
}

}  // namespace

Block PairSource::Ending::read() {
  Block block = inner_->read();
  if (!block.empty()) last_ = block.bytes.back();
  return block;
}

PairSource::PairSource(std::unique_ptr<ByteSource> csv, const std::string& predicate)
    : csv_(std::move(csv)),
      rows_(csv_, TableForm::csv, kMostRowBytes),
      between_("> <" + predicate + "> <") {}

void PairSource::begin() {
  begun_ = true;
  if (!rows_.next() || !std::ranges::equal(rows_.fields(), kVariables))
    fail("no table of subjects and objects");
}

void PairSource::check_row() const {
  const auto fields = rows_.fields();
  if (fields.size() != kVariables.size() || rows_.is_malformed())
    fail(fmt::format("line {} is no row of two values", rows_.line()));
  for (const std::string_view field : fields)
    if (!is_iri(field))
      fail(fmt::format("line {}: \"{}\" is no IRI", rows_.line(), excerpt(field)));
}

Block PairSource::read() {
  if (!begun_) begin();
  auto text = std::make_shared<std::string>();
  text->reserve(kBlockBytes);
  while (!ended_ && text->size() < kBlockBytes) {
    if (!rows_.next()) {
      ended_ = true;
      if (!csv_.has_line_end()) fail("the table ends within a line");
      break;
    }
    check_row();
    *text += '<';
    *text += rows_.fields()[0];
    *text += between_;
    *text += rows_.fields()[1];
    *text += "> .\n";
  }
  Block block{.bytes = *text, .owner = text, .offset = offset_};
  offset_ += text->size();
  return block;
}

}  // namespace semsite
