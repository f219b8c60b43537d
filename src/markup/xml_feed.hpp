#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"

namespace semsite {

/// A fault in the bytes themselves that was mended on the way.
struct XmlMend {
  std::string_view message;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// Mends what XML parsers cannot recover from without losing text: a `&` that begins no
/// reference becomes `&amp;` (outside CDATA sections, comments and instructions), and
/// white space before the first markup is dropped. For encodings that keep ASCII.
class XmlMender {
 public:
  using Teller = std::function<void(const XmlMend&)>;

  /// `any_name`: leave every well-formed reference, not only the five of XML.
  enum class References : std::uint8_t { predefined, any_name };
  XmlMender(References references, Teller tell)
      : references_(references), tell_(std::move(tell)) {}

  /// Appends `bytes` as mended to `out`; some may be held back until the next call.
  void feed(std::string_view bytes, std::string& out);
  /// Appends what was held back.
  void finish(std::string& out);

  /// Lines that were dropped at the start.
  [[nodiscard]] std::uint64_t dropped_lines() const { return dropped_lines_; }

 private:
  enum class Place : std::uint8_t { start, markup, cdata, comment, instruction, raw };
  enum class More : std::uint8_t { may_come, ended };
  std::size_t mend(std::string_view text, More more, std::string& out);
  std::size_t start(std::string_view text, More more, std::string& out);
  std::size_t markup(std::string_view text, More more, std::string& out);
  std::size_t skip_to(std::string_view text, std::string_view end, More more,
                      std::string& out);
  [[nodiscard]] bool is_reference(std::string_view text) const;
  void tell(std::string_view message, std::string_view before);

  References references_;
  Teller tell_;
  Place place_ = Place::start;
  std::string held_;
  std::uint64_t line_ = 1, column_ = 1;  ///< of the first byte not yet passed on
  std::uint64_t dropped_lines_ = 0;
};

/// Fills a C library's buffers from a source, mended if a mender is given.
class XmlFeed {
 public:
  XmlFeed(ByteSource& bytes, XmlMender* mender) : bytes_(bytes), mender_(mender) {}

  /// Copies up to `room` bytes to `out`; fewer only at the end.
  [[nodiscard]] std::size_t read(char* out, std::size_t room);

  /// How much has been read of the source.
  [[nodiscard]] std::uint64_t consumed() const { return consumed_; }

 private:
  bool refill();

  ByteSource& bytes_;
  XmlMender* mender_;
  Block block_;
  std::string mended_;
  std::string_view rest_;
  std::uint64_t consumed_ = 0;
  bool ended_ = false;
};

}  // namespace semsite
