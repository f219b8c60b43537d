#include "report/term_counts.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <utility>

namespace semsite {
namespace {

constexpr std::size_t kLongestIri = 1024;
constexpr std::size_t kFirstSlots = 64;

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

std::uint64_t load(const char* from, std::size_t size) {
  std::uint64_t out = 0;
  std::memcpy(&out, from, size);
  return out;
}

/// Another one in each process: nobody can choose IRIs that all fall into one slot.
std::uint64_t seed() {
  static const std::uint64_t seed = [] {
    std::random_device random;
    return std::uint64_t{random()} << 32U | random() | 1U;
  }();
  return seed;
}

std::uint64_t hash_of(std::string_view text) {
  constexpr std::uint64_t kA = 0x9E3779B97F4A7C15U;
  constexpr std::uint64_t kB = 0xC2B2AE3D27D4EB4FU;
  std::uint64_t hash = seed() ^ text.size();
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left > 16; left -= 16, at += 16)
    hash = fold(load(at, 8) ^ kA ^ hash, load(at + 8, 8) ^ kB);
  // The last 16 bytes, which may overlap those before; shorter text as it is.
  if (text.size() >= 16) {
    const char* end = text.data() + text.size();
    return fold(load(end - 16, 8) ^ kB ^ hash, load(end - 8, 8) ^ kA);
  }
  const std::size_t half = std::min<std::size_t>(left, 8);
  return fold(load(at, half) ^ kB ^ hash, load(at + half, left - half) ^ kA);
}

}  // namespace

IriCounts::IriCounts(std::size_t kept) : kept_(std::max<std::size_t>(kept, 1)) {}

void IriCounts::swap(IriCounts& other) noexcept {
  std::swap(kept_, other.kept_);
  std::swap(slots_, other.slots_);
  std::swap(used_, other.used_);
  std::swap(texts_, other.texts_);
  std::swap(total_, other.total_);
  std::swap(error_, other.error_);
  std::swap(too_long_, other.too_long_);
}

IriCounts::Slot& IriCounts::find(std::string_view iri, std::uint64_t hash) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.text == nullptr) return slot;
    if (slot.hash == hash && slot.size == iri.size() &&
        std::memcmp(slot.text, iri.data(), iri.size()) == 0)
      return slot;
  }
}

void IriCounts::add(std::string_view iri, std::uint64_t count) {
  total_ += count;
  if (iri.size() > kLongestIri) {
    too_long_ += count;
    return;
  }
  if (slots_.empty()) slots_.resize(kFirstSlots);
  const std::uint64_t hash = hash_of(iri);
  Slot& slot = find(iri, hash);
  if (slot.text != nullptr) {
    slot.count += count;
    return;
  }
  insert(slot, iri, hash, count);
}

void IriCounts::insert(Slot& free, std::string_view iri, std::uint64_t hash,
                       std::uint64_t count) {
  free = {.hash = hash,
          .text = iri.empty() ? "" : texts_.keep(iri).data(),
          .size = iri.size(),
          .count = count};
  ++used_;
  if (used_ >= 2 * kept_) make_room();
  if (2 * used_ >= slots_.size()) rebuild(2 * slots_.size());
}

void IriCounts::rebuild(std::size_t slots) {
  std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots));
  Arena texts = std::exchange(texts_, Arena{});
  used_ = 0;
  for (const Slot& slot : old) {
    if (slot.text == nullptr || slot.count == 0) continue;
    const std::string_view iri{slot.text, slot.size};
    Slot& place = find(iri, slot.hash);
    place = slot;
    if (!iri.empty()) place.text = texts_.keep(iri).data();
    ++used_;
  }
}

/// Takes from every count that of the first which is not to be kept; what comes to
/// nothing goes.
void IriCounts::make_room() {
  std::vector<std::uint64_t> counts;
  counts.reserve(used_);
  for (const Slot& slot : slots_)
    if (slot.text != nullptr) counts.push_back(slot.count);
  if (counts.size() <= kept_) return;
  const auto border = counts.begin() + static_cast<std::ptrdiff_t>(kept_);
  std::ranges::nth_element(counts, border, std::greater<>{});
  const std::uint64_t taken = *border;
  for (Slot& slot : slots_) slot.count -= std::min(slot.count, taken);
  error_ += taken;
  rebuild(slots_.size());
}

void IriCounts::add(const IriCounts& other) {
  std::uint64_t listed = 0;
  for (const Slot& slot : other.slots_) {
    if (slot.text == nullptr) continue;
    add({slot.text, slot.size}, slot.count);
    listed += slot.count;
  }
  total_ += other.total_ - listed;
  error_ += other.error_;
  too_long_ += other.too_long_;
}

void IriCounts::clear() {
  slots_.clear();
  texts_ = Arena{};
  used_ = 0;
  total_ = error_ = too_long_ = 0;
}

std::vector<IriCounts::Row> IriCounts::rows() const {
  std::vector<Row> out;
  out.reserve(used_);
  for (const Slot& slot : slots_)
    if (slot.text != nullptr) out.push_back({{slot.text, slot.size}, slot.count});
  std::ranges::sort(out, [](const Row& a, const Row& b) {
    return a.count != b.count ? a.count > b.count : a.iri < b.iri;
  });
  return out;
}

void TermCounts::add(const TermCounts& other) {
  quads += other.quads;
  properties.add(other.properties);
  classes.add(other.classes);
}

void TermCounts::clear() {
  quads = 0;
  properties.clear();
  classes.clear();
}

std::string_view namespace_of(std::string_view iri) {
  for (const char end : {'#', '/', ':'})
    if (const std::size_t at = iri.rfind(end); at != std::string_view::npos)
      return iri.substr(0, at + 1);
  return {};
}

std::vector<NamespaceRow> namespaces_of(const TermCounts& counts) {
  std::map<std::string, NamespaceRow, std::less<>> found;
  for (const IriCounts::Row& row : counts.properties.rows()) {
    NamespaceRow& one = found[std::string{namespace_of(row.iri)}];
    one.quads += row.count;
    ++one.properties;
  }
  for (const IriCounts::Row& row : counts.classes.rows()) {
    NamespaceRow& one = found[std::string{namespace_of(row.iri)}];
    one.instances += row.count;
    ++one.classes;
  }
  std::vector<NamespaceRow> out;
  for (auto& [iri, row] : found) {
    row.iri = iri;
    out.push_back(std::move(row));
  }
  std::ranges::stable_sort(out, [](const NamespaceRow& a, const NamespaceRow& b) {
    return a.quads + a.instances > b.quads + b.instances;
  });
  return out;
}

}  // namespace semsite
