#include "load/removal_sender.hpp"

#include <utility>

#include "base/byte_scan.hpp"
#include "base/sha256.hpp"

namespace semsite {
namespace {

/// Behind the numbers of all batches that add.
constexpr std::uint64_t kFirstNumber = std::uint64_t{1} << 40U;

}  // namespace

void RemovalSender::remove(std::string_view quad) {
  ++removed_;
  add(quads_, quad, LoadEffect::remove);
}

void RemovalSender::drop(std::string_view graph) {
  add(graphs_, graph, LoadEffect::drop);
}

void RemovalSender::finish() {
  send(quads_, LoadEffect::remove);
  send(graphs_, LoadEffect::drop);
}

void RemovalSender::add(std::string& lines, std::string_view line, LoadEffect effect) {
  (lines += line) += '\n';
  if (lines.size() >= limit()) send(lines, effect);
}

/// An earlier run may have been told another size.
std::uint64_t RemovalSender::limit() const {
  const auto row = loaded_.table.find(kFirstNumber + batches_);
  return row ? row->limit : bytes_;
}

void RemovalSender::send(std::string& lines, LoadEffect effect) {
  if (lines.empty()) return;
  LoadBatch batch{.number = kFirstNumber + batches_,
                  .text = std::exchange(lines, {}),
                  .effect = effect};
  batch.statements = count_line_ends(batch.text);
  if (!loaded_.table.find(batch.number)) {
    Sha256 digest;
    digest.add(batch.text);
    loaded_.table.put(batch.number, {.limit = bytes_, .digest = digest.hex()});
  }
  ++batches_;
  sender_.send(batch);
}

}  // namespace semsite
