#include "parse/standard_sitemap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/html_encoding.hpp"
#include "parse/standard_handler.hpp"
#include "parse/standard_names.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Ends with an error behind the last byte that is allowed.
class BoundedSource final : public ByteSource {
 public:
  explicit BoundedSource(ByteSource& inner) : inner_(inner) {}

  [[nodiscard]] Block read() override {
    Block block = inner_.read();
    bytes_ += block.bytes.size();
    if (bytes_ > kStandardBytes)
      throw DocumentError{"ssp.too-large",
                          fmt::format("longer than {}; the rest is left out",
                                      human_bytes(kStandardBytes))};
    return block;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  ByteSource& inner_;
  std::uint64_t bytes_ = 0;
};

/// A document in UTF-8 whose declaration, if it has one, says nothing else: white space
/// takes the place of its encoding.
std::string without_encoding(std::string text) {
  const std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (std::string_view{text}.substr(begin, 5) != "<?xml") return text;
  const std::size_t end = text.find("?>");
  const std::size_t at = text.find("encoding", begin);
  if (end == std::string::npos || at == std::string::npos || at > end) return text;
  const std::size_t quote = text.find_first_of("\"'", at);
  const std::size_t close =
      quote < end ? text.find(text[quote], quote + 1) : std::string::npos;
  if (close < end)
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
              text.begin() + static_cast<std::ptrdiff_t>(close) + 1, ' ');
  return text;
}

/// Gives a text, and then what ended it.
class EndedSource final : public ByteSource {
 public:
  EndedSource(std::string text, std::exception_ptr error)
      : text_(std::move(text)), error_(std::move(error)) {}
  [[nodiscard]] Block read() override {
    Block block = text_.read();
    if (block.empty() && error_) std::rethrow_exception(error_);
    return block;
  }

 private:
  MemorySource text_;
  std::exception_ptr error_;
};

/// A document that was sent as UTF-8: as it comes, but for its declaration.
class Utf8Source final : public ByteSource {
 public:
  explicit Utf8Source(ByteSource& inner) : inner_(inner) {}
  [[nodiscard]] Block read() override {
    if (begun_) return inner_.read();
    begun_ = true;
    std::string head;
    while (head.size() < kDeclarationBytes) {
      const Block block = inner_.read();
      if (block.empty()) break;
      head += block.bytes;
    }
    auto text = std::make_shared<const std::string>(without_encoding(std::move(head)));
    return {.bytes = *text, .owner = text};
  }

 private:
  static constexpr std::size_t kDeclarationBytes = 1024;
  ByteSource& inner_;
  bool begun_ = false;
};

/// The charset that was sent goes before the declaration, a byte order mark before both
/// (RFC 7303 §3).
std::unique_ptr<ByteSource> recoded(ByteSource& bytes, const StandardReading& reading,
                                    Diagnostics& faults) {
  const std::string charset = charset_parameter(reading.content_type);
  if (charset == "utf-8" || charset == "utf8") return std::make_unique<Utf8Source>(bytes);
  std::string all;
  std::exception_ptr error;
  try {
    for (Block block = bytes.read(); !block.empty(); block = bytes.read())
      all += block.bytes;
  } catch (const DocumentError&) {
    error = std::current_exception();
  }
  DecodedPage text = decode_page(std::move(all), reading.content_type);
  if (text.replaced > 0) {
    Fault fault;
    fault.code = "ssp.encoding";
    fault.message = fmt::format("{} sequences are not {}, the charset that was sent",
                                grouped(text.replaced), text.encoding);
    fault.line = text.first_bad_line;
    fault.skipped = false;
    faults.report(fault);
  }
  return std::make_unique<EndedSource>(without_encoding(std::move(text.text)),
                                       std::move(error));
}

void check_media(const StandardReading& reading, Diagnostics& faults) {
  const StandardMedia media = standard_media(reading.content_type);
  if (media == StandardMedia::xml) return;
  const std::string type = excerpt(reading.content_type);
  if (media == StandardMedia::html || reading.rules == StandardReading::Rules::strict)
    throw DocumentError{
        "ssp.media-type",
        fmt::format("it was sent as {}; a Standard-Sitemap is text/xml or "
                    "application/xml",
                    type)};
  Fault fault;
  fault.code = "ssp.media-type";
  fault.message = fmt::format("sent as {}, not as text/xml or application/xml", type);
  fault.skipped = false;
  faults.report(fault);
}

}  // namespace

std::string StandardFile::node(std::uint32_t index) const {
  const StandardElement& element = elements[index];
  if (!element.id.empty()) return fmt::format("{}#{}", url, element.id);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t at = index; at != StandardElement::kNone; at = elements[at].parent)
    numbers.push_back(elements[at].number);
  std::string out = url + "#element(";
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number)
    fmt::format_to(std::back_inserter(out), "/{}", *number);
  return out += ')';
}

std::uint32_t StandardFile::find(std::string_view fragment) const {
  const std::string decoded = percent_decode(fragment);
  std::string_view text = decoded;
  if (const auto found = ids.find(text); found != ids.end()) return found->second;
  if (!text.starts_with("element(") || !text.ends_with(')'))
    return StandardElement::kNone;
  text = text.substr(8, text.size() - 9);
  // element(id), element(id/2) or element(/1/2)
  const std::vector<std::string_view> steps = split(text, '/');
  std::uint32_t at = StandardElement::kNone;
  std::size_t next = 1;
  if (!steps[0].empty()) {
    if (const auto found = ids.find(steps[0]); found != ids.end()) at = found->second;
  } else if (steps.size() > 1 && steps[1] == "1" && !elements.empty()) {
    at = 0;
    next = 2;
  }
  for (; next < steps.size() && at != StandardElement::kNone; ++next) {
    const auto number = parse_uint(steps[next]);
    at = elements[at].first_child;
    while (at != StandardElement::kNone && elements[at].number != number)
      at = elements[at].next;
  }
  return at;
}

std::shared_ptr<const StandardFile> read_standard_sitemap(ByteSource& bytes,
                                                          const StandardReading& reading,
                                                          const Limits& limits,
                                                          Diagnostics& faults) {
  check_media(reading, faults);
  auto file = std::make_shared<StandardFile>();
  file->url = without_fragment(reading.url);
  StandardHandler handler{*file, reading, faults};
  const XmlOptions options{
      .on_position =
          [](void* user, const XmlPosition& position) {
            static_cast<StandardHandler*>(user)->set_position(position);
          },
      .user = &handler};
  BoundedSource bounded{bytes};
  try {
    if (charset_parameter(reading.content_type).empty()) {
      read_xml(bounded, handler, limits, options);
    } else {
      read_xml(*recoded(bounded, reading, faults), handler, limits, options);
    }
  } catch (const DocumentError& error) {
    // What was read so far is good; nothing at all is an error.
    if (error.code() == "xml.syntax") handler.drop_cut_element();
    if (file->elements.size() < 2 || error.code() == "ssp.not-standard") throw;
    file->complete = false;
    file->code = error.code();
    file->problem = error.what();
  }
  file->bytes = bounded.bytes();
  if (!handler.is_proven())
    throw DocumentError{
        "ssp.not-standard",
        fmt::format("the root element sitemap has no namespace, and no item, group or "
                    "external below it; a Standard-Sitemap is of {}",
                    kStandardSitemap)};
  return file;
}

}  // namespace semsite
