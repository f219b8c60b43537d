#include "crawl/pair_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kMostRowBytes = 1024 * 1024;
constexpr std::array<std::string_view, 2> kVariables{"s", "o"};

[[noreturn]] void fail(const std::string& problem) {
  throw DocumentError{"sparql.no-rows", problem};
}

/// Virtuoso writes a blank node like an IRI of its own scheme.
bool is_blank(std::string_view value) {
  return value.starts_with("_:") || value.starts_with("nodeID://");
}

bool is_iri(std::string_view value) { return is_legal_iri(value) && !is_blank(value); }

/// An IRI that has been looked at.
Term checked_term(std::string_view iri) {
  return {.value = iri, .kind = TermKind::iri, .checked = true};
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
      predicate_(predicate) {
  require_legal_iri(predicate_);
}

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
    append_quad(*text,
                {.subject = checked_term(rows_.fields()[0]),
                 .predicate = checked_term(predicate_),
                 .object = checked_term(rows_.fields()[1])},
                document_);
  }
  Block block{.bytes = *text, .owner = text, .offset = offset_};
  offset_ += text->size();
  return block;
}

}  // namespace semsite
