#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace semsite {

/// The memory that the tree of one page lies in: given out in passing, freed as a whole.
/// Never larger than `most_bytes`.
class HtmlStore {
 public:
  explicit HtmlStore(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}
  HtmlStore(const HtmlStore&) = delete;
  HtmlStore& operator=(const HtmlStore&) = delete;
  ~HtmlStore();

  /// Room for `size` bytes, aligned for any pointer or number; null when the bound is
  /// reached or there is no memory.
  [[nodiscard]] void* try_allocate(std::size_t size) noexcept;

  /// The same, or DocumentError("html.too-complex").
  [[nodiscard]] void* allocate(std::size_t size);

  /// A zeroed object of a C struct.
  template <typename Struct>
  [[nodiscard]] Struct* make() {
    return static_cast<Struct*>(zeroed(sizeof(Struct)));
  }

  /// A copy of `text` with a zero byte behind it.
  [[nodiscard]] const char* keep(std::string_view text);

  /// Counts memory that lies elsewhere.
  void hold(std::size_t size);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  [[nodiscard]] void* zeroed(std::size_t size);

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;  ///< in all chunks
  struct Chunk {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
  };
  std::vector<Chunk> chunks_;
  char* free_ = nullptr;
  std::size_t left_ = 0;
};

/// What a page says when its tree would outgrow all use.
[[noreturn]] void throw_too_complex();

}  // namespace semsite
