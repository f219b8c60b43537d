#include "report/term_census.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "rdf/term_text.hpp"

namespace semsite {
namespace {

constexpr std::string_view kType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// What stands between `<` and `>` at the start of `text`; empty if it does not.
std::string_view iri_at(std::string_view text) {
  if (!text.starts_with('<') || is_triple_text(text)) return {};
  const std::size_t end = text.find('>');
  return end == std::string_view::npos ? std::string_view{} : text.substr(1, end - 1);
}

/// `subject <predicate> object …`
void add_line(std::string_view line, TermCounts& counts) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return;
  line.remove_prefix(space + 1);
  const std::string_view property = iri_at(line);
  if (property.empty()) return;
  ++counts.quads;
  counts.properties.add(property);
  if (property != kType) return;
  // Behind `>` and a space.
  line.remove_prefix(std::min(line.size(), property.size() + 3));
  if (const std::string_view object = iri_at(line); !object.empty())
    counts.classes.add(object);
}

}  // namespace

TermCensus::TermCensus() { open_.emplace_back(); }

void TermCensus::count(const std::function<void(TermCounts&)>& add) {
  std::unique_ptr<TermCounts> table;
  {
    const MutexLock lock{mutex_};
    if (!idle_.empty()) {
      table = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!table) table = std::make_unique<TermCounts>();
  add(*table);
  const MutexLock lock{mutex_};
  idle_.push_back(std::move(table));
}

void TermCensus::add(const QuadBatch& batch) {
  count([&batch](TermCounts& counts) {
    counts.quads += batch.size();
    for (const Quad& quad : batch.quads()) {
      counts.properties.add(quad.predicate.value);
      if (quad.predicate.value == kType && quad.object.kind == TermKind::iri)
        counts.classes.add(quad.object.value);
    }
  });
}

void TermCensus::add_lines(std::string_view nquads) {
  count([&nquads](TermCounts& counts) {
    while (!nquads.empty()) {
      const std::size_t end = nquads.find('\n');
      add_line(nquads.substr(0, end), counts);
      nquads.remove_prefix(end == std::string_view::npos ? nquads.size() : end + 1);
    }
  });
}

void TermCensus::add(const TermCounts& counts) {
  const MutexLock lock{mutex_};
  open_.back().add(counts);
}

void TermCensus::settle() {
  for (const std::unique_ptr<TermCounts>& table : idle_) {
    if (table->quads == 0) continue;
    open_.back().add(*table);
    table->clear();
  }
}

void TermCensus::section_begins() {
  const MutexLock lock{mutex_};
  settle();
  open_.emplace_back();
}

void TermCensus::section_stays() {
  const MutexLock lock{mutex_};
  assert(open_.size() > 1);
  settle();
  TermCounts last = std::move(open_.back());
  open_.pop_back();
  if (open_.back().quads == 0) {
    open_.back() = std::move(last);
  } else {
    open_.back().add(last);
  }
}

std::shared_ptr<const void> TermCensus::section_goes() {
  const MutexLock lock{mutex_};
  assert(open_.size() > 1);
  settle();
  auto last = std::make_shared<TermCounts>(std::move(open_.back()));
  open_.pop_back();
  return last;
}

void TermCensus::section_returns(const std::shared_ptr<const void>& noted) {
  if (!noted) return;
  const MutexLock lock{mutex_};
  settle();
  open_.back().add(*std::static_pointer_cast<const TermCounts>(noted));
}

TermCounts TermCensus::take() {
  const MutexLock lock{mutex_};
  settle();
  TermCounts out;
  for (const TermCounts& part : open_) out.add(part);
  open_.clear();
  open_.emplace_back();
  return out;
}

}  // namespace semsite
