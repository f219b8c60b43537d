#include "markup/xml_charset.hpp"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/text.hpp"
#include "markup/html_charset.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Enough to see a byte order mark, or in which order UTF-16 has its bytes.
constexpr std::size_t kHeadBytes = 4;
/// A declaration is no longer.
constexpr std::size_t kDeclarationBytes = 1024;

/// By a name that iconv knows. What the web calls ISO-8859-1 is windows-1252 to pages;
/// to XML it is what it says, as in a declaration.
std::string charset_name(std::string_view label) {
  const std::string lower = lower_ascii(label);
  const std::string_view name = encoding_of(label);
  if (name != "windows-1252" || lower.find("1252") != std::string::npos)
    return std::string{name};
  const bool is_ascii = lower.find("ascii") != std::string::npos ||
                        lower.starts_with("ansi") || lower.starts_with("iso-ir-6");
  return is_ascii ? std::string{} : "iso-8859-1";
}

/// What stands there is UTF-8 now; the places of everything stay.
void blank_encoding(std::string& text) {
  const std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (text.compare(begin, 5, "<?xml") != 0) return;
  const std::size_t end = text.find("?>");
  const std::size_t name = text.find("encoding");
  if (end == std::string::npos || name > end) return;
  const std::size_t open = text.find_first_of("\"'", name);
  if (open > end) return;
  const std::size_t close = text.find(text[open], open + 1);
  if (close > end) return;
  text.replace(name, close + 1 - name, close + 1 - name, ' ');
}

}  // namespace

struct XmlCharset::Converter {
  explicit Converter(const std::string& name)
      : handle(iconv_open("UTF-8", name.c_str())) {}
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  ~Converter() {
    if (is_open()) iconv_close(handle);
  }
  [[nodiscard]] bool is_open() const {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): how iconv says "no".
    return handle != reinterpret_cast<iconv_t>(-1);
  }

  iconv_t handle;
};

XmlCharset::XmlCharset(ByteSource& inner, std::string_view label)
    : inner_(inner), label_(label), name_(charset_name(label)) {}

XmlCharset::~XmlCharset() = default;

/// What the first bytes say of the encoding.
void XmlCharset::choose(std::string_view head) {
  if (head.starts_with("\xFE\xFF") || head.starts_with("\xFF\xFE")) {
    name_.clear();
  } else if (!head.starts_with("\xEF\xBB\xBF") && name_ != "utf-8") {
    // Without a mark the zero bytes tell which of the two it is.
    if (name_.starts_with("utf-16") && head.size() >= 2 &&
        (head[0] == 0) != (head[1] == 0))
      name_ = head[0] == 0 ? "utf-16be" : "utf-16le";
    converter_ = std::make_unique<Converter>(name_);
    if (converter_->is_open()) return;
    converter_.reset();
    name_.clear();
  }
}

/// The beginning, with all of the declaration.
Block XmlCharset::begin() {
  std::string bytes;
  while (bytes.size() < kHeadBytes) {
    const Block block = inner_.read();
    if (block.empty()) break;
    bytes += block.bytes;
  }
  choose(bytes);
  const auto first = std::make_shared<const std::string>(std::move(bytes));
  head_ = {.bytes = *first, .owner = first};
  if (name_.empty()) return std::exchange(head_, {});
  std::string text;
  while (text.size() < kDeclarationBytes) {
    const Block block = next();
    if (block.empty()) break;
    text += block.bytes;
  }
  blank_encoding(text);
  const auto kept = std::make_shared<const std::string>(std::move(text));
  return {.bytes = *kept, .owner = kept};
}

Block XmlCharset::read() {
  if (name_.empty()) return inner_.read();
  Block block = std::exchange(begun_, true) ? next() : begin();
  if (block.empty() && is_bad_)
    throw DocumentError{
        "xml.encoding",
        fmt::format("what follows byte {} is not {}, which Content-Type says it is",
                    grouped(read_ - rest_.size()), excerpt(label_))};
  block.offset = given_;
  given_ += block.bytes.size();
  return block;
}

Block XmlCharset::next() {
  for (;;) {
    if (is_bad_) return {};
    Block block = head_.empty() ? inner_.read() : std::exchange(head_, {});
    if (converter_ == nullptr) return block;
    if (block.empty() && std::exchange(is_over_, true)) return {};
    read_ += block.bytes.size();
    auto text = std::make_shared<const std::string>(convert(block.bytes));
    if (!text->empty()) return {.bytes = *text, .owner = text};
  }
}

/// No bytes: the end.
std::string XmlCharset::convert(std::string_view bytes) {
  rest_ += bytes;
  std::string out;
  out.reserve(rest_.size() + rest_.size() / 4);
  std::array<char, 16 * 1024> room;
  char* from = rest_.data();
  std::size_t left = rest_.size();
  while (left > 0) {
    char* to = room.data();
    std::size_t space = room.size();
    const std::size_t result = iconv(converter_->handle, &from, &left, &to, &space);
    const int why = errno;
    out.append(room.data(), static_cast<std::size_t>(to - room.data()));
    if (result != static_cast<std::size_t>(-1) || why == E2BIG) continue;
    is_bad_ = why != EINVAL || bytes.empty();
    break;
  }
  if (bytes.empty()) {
    // Some encodings hold back a character for a mark that may follow.
    char* to = room.data();
    std::size_t space = room.size();
    (void)iconv(converter_->handle, nullptr, nullptr, &to, &space);
    out.append(room.data(), static_cast<std::size_t>(to - room.data()));
  }
  rest_.erase(0, rest_.size() - left);
  return out;
}

}  // namespace semsite
