#include "unpack/unpacker.hpp"

#include <utility>
#include <vector>

#include "unpack/archive_source.hpp"
#include "unpack/budget.hpp"
#include "unpack/filter_source.hpp"
#include "unpack/gzip_source.hpp"
#include "unpack/late_read_ahead.hpp"
#include "unpack/sniff.hpp"
#include "unpack/zstd_source.hpp"

namespace semsite {
namespace {

/// The current file of an archive that lives further down the stack.
class MemberSource final : public ByteSource {
 public:
  explicit MemberSource(ArchiveSource& archive) : archive_(archive) {}
  Block read() override { return archive_.read(); }

 private:
  ArchiveSource& archive_;
};

/// What the caller holds: empty once `Unpacker::next` has gone on.
class EntrySource final : public ByteSource {
 public:
  using Slot = std::unique_ptr<ByteSource>;
  explicit EntrySource(std::shared_ptr<Slot> slot) : slot_(std::move(slot)) {}
  Block read() override { return *slot_ ? (*slot_)->read() : Block{}; }

 private:
  std::shared_ptr<Slot> slot_;
};

/// AppleDouble (RFC 1740 §5.2): what macOS keeps beside a file, as `._name`.
bool is_apple_double(std::string_view name, std::string_view head) {
  const std::string_view base = name.substr(name.rfind('/') + 1);
  return base.starts_with("._") &&
         head.starts_with(std::string_view{"\0\x05\x16\x07", 4});
}

}  // namespace

class Unpacker::State {
 public:
  State(std::unique_ptr<ByteSource> source, std::string name, const Limits& limits)
      : name_(std::move(name)),
        budget_(limits, printable_name(name_)),
        source_(std::make_unique<CountedSource>(std::move(source), budget_, 0)) {}

  ~State() { *current_ = nullptr; }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  std::optional<Entry> next() {
    // Ends a read-ahead thread, if there is one, before its archive goes on.
    *current_ = nullptr;
    current_ = std::make_shared<EntrySource::Slot>();
    if (source_) {
      if (auto entry = open({.bytes = std::move(source_), .hint = name_})) return entry;
    }
    while (!stack_.empty() && !budget_.exhausted()) {
      const Layer& layer = stack_.back();
      std::optional<std::string> file = layer.archive->next();
      if (!file) {
        stack_.pop_back();
        continue;
      }
      std::string name =
          layer.name.empty() ? *file : std::string{layer.name}.append("/").append(*file);
      if (auto entry = open({.bytes = std::make_unique<MemberSource>(*layer.archive),
                             .name = std::move(name),
                             .hint = std::move(*file),
                             .depth = layer.depth}))
        return entry;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool is_archive() const { return is_archive_; }

 private:
  struct Found {
    std::unique_ptr<ByteSource> bytes;
    std::string name{};
    std::string hint{};
    std::uint32_t depth = 0;  ///< layers around it
  };
  struct Layer {
    std::unique_ptr<ArchiveSource> archive;
    std::string name;
    std::uint32_t depth;
  };

  /// Takes off compressions until a document or an archive is there; the archive goes on
  /// the stack.
  std::optional<Entry> open(Found found) {
    for (;;) {
      auto peeked = std::make_unique<PeekSource>(std::move(found.bytes));
      const std::string_view head = peeked->peek(kSniffBytes);
      const Packing packing = sniff_packing(head);
      if (packing == Packing::none) {
        if (is_apple_double(found.name, head)) return std::nullopt;
        return give(std::move(found), std::move(peeked));
      }
      budget_.check_depth(++found.depth, where(found));
      if (semsite::is_archive(packing)) {
        is_archive_ = true;
        stack_.push_back(
            {.archive = std::make_unique<ArchiveSource>(
                 std::move(peeked), packing, where(found), budget_, found.depth),
             .name = std::move(found.name),
             .depth = found.depth});
        return std::nullopt;
      }
      found.bytes = std::make_unique<CountedSource>(
          unpacked(std::move(peeked), packing, where(found)), budget_, found.depth);
      found.hint = without_packing_suffix(found.hint);
    }
  }

  static std::unique_ptr<ByteSource> unpacked(std::unique_ptr<ByteSource> packed,
                                              Packing packing, std::string where) {
    if (packing == Packing::gzip)
      return std::make_unique<GzipSource>(std::move(packed), std::move(where));
    if (packing == Packing::zstd)
      return std::make_unique<ZstdSource>(std::move(packed), std::move(where));
    return std::make_unique<FilterSource>(std::move(packed), packing, std::move(where));
  }

  Entry give(Found found, std::unique_ptr<ByteSource> bytes) {
    if (found.depth > 0) {
      *current_ = std::make_unique<LateReadAhead>(std::move(bytes));
    } else {
      *current_ = std::move(bytes);
    }
    // A server that undid a coding often leaves the name as it was.
    return {.name = std::move(found.name),
            .hint = without_packing_suffix(found.hint),
            .bytes = std::make_unique<EntrySource>(current_)};
  }

  [[nodiscard]] std::string where(const Found& found) const {
    std::string place = printable_name(name_);
    if (!found.name.empty()) place.append(": entry ").append(printable_name(found.name));
    return place;
  }

  std::string name_;
  Budget budget_;
  std::unique_ptr<ByteSource> source_;
  std::vector<Layer> stack_;
  bool is_archive_ = false;
  // Last: what reads on another thread dies before what it reads from.
  std::shared_ptr<EntrySource::Slot> current_ = std::make_shared<EntrySource::Slot>();
};

Unpacker::Unpacker(std::unique_ptr<ByteSource> source, std::string name,
                   const Limits& limits)
    : state_(std::make_unique<State>(std::move(source), std::move(name), limits)) {}

Unpacker::~Unpacker() = default;

std::optional<Entry> Unpacker::next() { return state_->next(); }

bool Unpacker::is_archive() const { return state_->is_archive(); }

}  // namespace semsite
