#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"

namespace semsite {

/// The encoding that a label means ("get an encoding", Encoding standard §4.2), by a name
/// that iconv knows, in lower case; empty if the label is unknown. The view is static.
[[nodiscard]] std::string_view encoding_of(std::string_view label);

/// The `charset` parameter of a media type, without quotes; empty if there is none.
[[nodiscard]] std::string_view charset_of(std::string_view media_type);

/// What `meta` elements or an XML declaration in the first bytes say; empty if nothing
/// (HTML standard §13.2.3.2 "prescan a byte stream").
[[nodiscard]] std::string prescan_charset(std::string_view bytes);

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
