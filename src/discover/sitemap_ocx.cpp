#include "discover/sitemap_ocx.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace semsite {
namespace {

struct OcxPart {
  std::string_view name;
  std::string OcxBlock::*member;
};
constexpr std::array<OcxPart, 8> kParts{{
    {"type", &OcxBlock::type},
    {"format", &OcxBlock::format},
    {"loc", &OcxBlock::loc},
    {"xpath", &OcxBlock::xpath},
    {"name", &OcxBlock::name},
    {"teaser", &OcxBlock::teaser},
    {"parent", &OcxBlock::parent},
    {"image", &OcxBlock::image},
}};

}  // namespace

void OcxReader::begin(SitemapEntry& entry, std::uint64_t line) {
  if (entry.ocx)
    teller_.note("ocx.structure",
                 "a second ocx:ocx in one entry; what the first says counts", line);
  else
    entry.ocx.emplace();
}

bool OcxReader::begin_element(std::string_view local, std::uint64_t line) {
  const auto* const part = std::ranges::find(kParts, local, &OcxPart::name);
  line_ = line;
  if (part == kParts.end()) {
    teller_.note("ocx.structure",
                 fmt::format("ocx:{} is no element of OCX; passed over", excerpt(local)),
                 line);
    part_ = nullptr;
    return false;
  }
  part_ = part->member;
  return true;
}

void OcxReader::end_element(std::string_view text, SitemapEntry& entry) {
  if (part_ == nullptr || !entry.ocx || text.empty()) return;
  std::string& member = (*entry.ocx).*part_;
  if (!member.empty()) {
    if (member != text)
      teller_.note(
          "ocx.structure",
          fmt::format("\"{}\" repeats an element; the first counts", excerpt(text)),
          line_);
    return;
  }
  std::string value{text};
  const bool is_place = part_ == &OcxBlock::loc;
  if (is_place && !teller_.make_location(value, "ocx:loc", line_)) return;
  if (part_ == &OcxBlock::image && !teller_.make_iri(value, "ocx:image", line_)) return;
  member = std::move(value);
}

}  // namespace semsite
