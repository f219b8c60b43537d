#include "unpack/unpacker.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>
#include <vector>

#include "semsite/errors.hpp"
#include "unpack/archive_data.hpp"
#include "unpack/archive_source.hpp"
#include "unpack/budget.hpp"
#include "unpack/filter_source.hpp"
#include "unpack/gzip_source.hpp"
#include "unpack/keyed_hash.hpp"
#include "unpack/lzma_source.hpp"
#include "unpack/sniff.hpp"
#include "unpack/stub.hpp"
#include "unpack/zip_source.hpp"
#include "unpack/zstd_source.hpp"

namespace semsite {
namespace {

/// The current file of an archive that lives further down the stack.
class MemberSource final : public ByteSource {
 public:
  explicit MemberSource(Archive& archive) : archive_(archive) {}
  Block read() override { return archive_.read(); }

 private:
  Archive& archive_;
};

class FailingSource final : public ByteSource {
 public:
  explicit FailingSource(DocumentError error) : error_(std::move(error)) {}
  Block read() override { throw error_; }

 private:
  DocumentError error_;
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

/// What macOS keeps beside a file: AppleDouble (RFC 1740 §5.2) as `._name`, and how a
/// folder's window looks. By bytes, for data may have such a name, too.
bool is_clutter(std::string_view name, std::string_view head) {
  const std::string_view base = name.substr(name.rfind('/') + 1);
  return (base.starts_with("._") &&
          head.starts_with(std::string_view{"\0\x05\x16\x07", 4})) ||
         (base == ".DS_Store" && head.starts_with(std::string_view{"\0\0\0\1Bud1", 8}));
}

}  // namespace

class Unpacker::State {
 public:
  State(std::unique_ptr<ByteSource> source, std::string name, const Limits& limits,
        std::string media_type)
      : name_(std::move(name)),
        media_type_(std::move(media_type)),
        budget_(limits, printable_name(name_)),
        source_(counted(std::move(source), budget_, 0)) {}

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
    std::unique_ptr<Archive> archive;
    std::string name;
    std::uint32_t depth;
  };

  /// Takes off compressions until a document or an archive is there; the archive goes on
  /// the stack.
  std::optional<Entry> open(Found found) {
    for (;;) {
      auto peeked = std::make_unique<PeekSource>(std::move(found.bytes));
      std::string_view head;
      try {
        head = peeked->peek(kSniffBytes);
      } catch (const DocumentError& error) {
        if (error.code() != "unpack.link") throw;
        // What it would have been is told by its name.
        return give(std::move(found), std::make_unique<FailingSource>(error));
      }
      Packing packing = sniff_packing(head);
      if (packing == Packing::none && found.depth == 0) {
        // What was asked for may extract itself; what lies in an archive is left alone.
        if (const std::size_t bound = stub_bound(head, name_, media_type_); bound > 0) {
          peeked = std::make_unique<PeekSource>(without_stub(std::move(peeked), bound));
          head = peeked->peek(kSniffBytes);
          packing = sniff_packing(head);
        }
      }
      if (packing == Packing::none) {
        if (is_clutter(found.name, head)) return std::nullopt;
        return give(std::move(found), std::move(peeked));
      }
      budget_.check_depth(++found.depth, where(found));
      if (semsite::is_archive(packing)) {
        is_archive_ = true;
        stack_.push_back({.archive = open_archive(std::move(peeked), packing,
                                                  where(found), found.depth),
                          .name = std::move(found.name),
                          .depth = found.depth});
        return std::nullopt;
      }
      auto bound = std::make_unique<IdleBound>(where(found));
      auto plain = unpacked(bound->input(std::move(peeked)), packing, where(found));
      found.bytes =
          counted(count_given(std::move(plain), std::move(bound)), budget_, found.depth);
      found.hint = without_packing_suffix(found.hint);
    }
  }

  std::unique_ptr<Archive> open_archive(std::unique_ptr<ByteSource> packed,
                                        Packing packing, std::string where,
                                        std::uint32_t depth) {
    if (packing == Packing::zip)
      return std::make_unique<ZipSource>(std::move(packed), std::move(where), budget_,
                                         depth);
    return std::make_unique<ArchiveSource>(std::move(packed), packing, std::move(where),
                                           budget_, depth);
  }

  static std::unique_ptr<ByteSource> unpacked(std::unique_ptr<ByteSource> packed,
                                              Packing packing, std::string where) {
    if (packing == Packing::gzip)
      return std::make_unique<GzipSource>(std::move(packed), std::move(where));
    if (packing == Packing::zstd)
      return std::make_unique<ZstdSource>(std::move(packed), std::move(where));
    if (packing == Packing::xz || packing == Packing::lzma)
      return std::make_unique<LzmaSource>(
          std::move(packed), packing == Packing::xz ? LzmaForm::xz : LzmaForm::alone,
          std::move(where));
    return std::make_unique<FilterSource>(std::move(packed), packing, std::move(where));
  }

  Entry give(Found found, std::unique_ptr<ByteSource> bytes) {
    if (found.depth > 0) {
      *current_ = std::make_unique<LateReadAhead>(std::move(bytes));
    } else {
      *current_ = std::move(bytes);
    }
    ++given_;
    std::string part = part_of(found.name);
    // A server that undid a coding often leaves the name as it was.
    return {.name = std::move(found.name),
            .part = std::move(part),
            .hint = without_packing_suffix(found.hint),
            .bytes = std::make_unique<EntrySource>(current_)};
  }

  /// So that nothing is taken for the same in files of one name. Where there were more
  /// names than can be remembered, each has its number.
  std::string part_of(const std::string& name) {
    if (name.empty()) return {};
    if (names_.full()) return fmt::format("entry {}", given_);
    if (names_.add(name)) return {};
    return fmt::format("copy {}", ++copies_[keyed_hash(name)]);
  }

  [[nodiscard]] std::string where(const Found& found) const {
    std::string place = printable_name(name_);
    if (!found.name.empty()) place.append(": entry ").append(printable_name(found.name));
    return place;
  }

  std::string name_;
  std::string media_type_;
  Budget budget_;
  std::unique_ptr<ByteSource> source_;
  std::vector<Layer> stack_;
  bool is_archive_ = false;
  NameSet names_;
  std::unordered_map<std::uint64_t, std::uint64_t> copies_;  ///< by hash of the name
  std::uint64_t given_ = 0;
  // Last: what reads on another thread dies before what it reads from.
  std::shared_ptr<EntrySource::Slot> current_ = std::make_shared<EntrySource::Slot>();
};

Unpacker::Unpacker(std::unique_ptr<ByteSource> source, std::string name,
                   const Limits& limits, std::string media_type)
    : state_(std::make_unique<State>(std::move(source), std::move(name), limits,
                                     std::move(media_type))) {}

Unpacker::~Unpacker() = default;

std::optional<Entry> Unpacker::next() { return state_->next(); }

bool Unpacker::is_archive() const { return state_->is_archive(); }

Block LateReadAhead::read() {
  if (ahead_) return ahead_->read();
  Block block = inner_->read();
  given_ += block.bytes.size();
  if (!block.empty() && given_ >= kBlockBytes) ahead_.emplace(std::move(inner_));
  return block;
}

}  // namespace semsite
