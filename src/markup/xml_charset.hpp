#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"

namespace semsite {

/// The bytes of an XML document whose sender named a charset: that goes before the
/// declaration, and a byte order mark before both (RFC 7303 §3.2). What is in another
/// charset than UTF-8 becomes UTF-8, and what the declaration says is blanked out.
class XmlCharset final : public ByteSource {
 public:
  /// `label`: of the charset; without one, with one that is not known, and with US-ASCII,
  /// the bytes pass as they are.
  XmlCharset(ByteSource& inner, std::string_view label);
  ~XmlCharset() override;

  /// Throws DocumentError "xml.encoding" behind the last good byte.
  [[nodiscard]] Block read() override;

 private:
  struct Converter;
  [[nodiscard]] Block next();
  [[nodiscard]] Block begin();
  void choose(std::string_view head);
  [[nodiscard]] std::string convert(std::string_view bytes);

  ByteSource& inner_;
  std::string label_;
  std::string name_;  ///< empty: the bytes pass
  std::unique_ptr<Converter> converter_;
  Block head_;
  std::string rest_;  ///< the beginning of a character
  std::uint64_t read_ = 0, given_ = 0;
  bool begun_ = false, is_bad_ = false, is_over_ = false;
};

}  // namespace semsite
