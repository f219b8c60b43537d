#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace semsite {

/// Compresses texts for the state: N-Quads of a page take a fifth of their room.
/// Thread-safe.
class TextPacker {
 public:
  TextPacker();
  ~TextPacker();
  TextPacker(const TextPacker&) = delete;
  TextPacker& operator=(const TextPacker&) = delete;

  [[nodiscard]] std::string pack(std::string_view text);

 private:
  struct Freer {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  using Context = std::unique_ptr<ZSTD_CCtx_s, Freer>;

  Mutex mutex_;
  /// making one costs more than packing a page
  std::vector<Context> free_ SEMSITE_GUARDED_BY(mutex_);
};

/// The reverse, for many texts one after another. One thread.
class TextUnpacker {
 public:
  TextUnpacker();
  ~TextUnpacker();
  TextUnpacker(const TextUnpacker&) = delete;
  TextUnpacker& operator=(const TextUnpacker&) = delete;

  /// Valid until the next call. Throws RunError if `packed` is damaged.
  [[nodiscard]] std::string_view unpack(std::string_view packed);

 private:
  struct Freer {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_DCtx_s, Freer> context_;
  std::string text_;
};

/// The same for a single text.
[[nodiscard]] std::string unpack_text(std::string_view packed);

}  // namespace semsite
