#include "html/html_page.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "base/sha256.hpp"
#include "base/version.hpp"
#include "html/html_style.hpp"
#include "html/html_text.hpp"

namespace semsite {
namespace {

/// RFC 4648 §4 of the bytes that `hex` stands for.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  // Three bytes, six hexadecimal digits, are four digits of base64.
  for (std::size_t at = 0; at < hex.size(); at += 6) {
    std::string group{hex.substr(at, 6)};
    const std::size_t bytes = group.size() / 2;
    group.resize(6, '0');
    std::uint32_t bits = 0;
    std::from_chars(group.data(), group.data() + group.size(), bits, 16);
    for (std::size_t i = 0; i < 4; ++i)
      out += i <= bytes ? kDigits[(bits >> (18 - 6 * i)) & 63U] : '=';
  }
  return out;
}

std::string style_of(const PageFrame& page) {
  return std::string{html_style()}.append(page.style);
}

}  // namespace

std::string content_security_policy(const PageFrame& page) {
  Sha256 digest;
  digest.add(style_of(page));
  return fmt::format(
      "default-src 'none'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; "
      "form-action {}",
      base64_of_hex(digest.hex()),
      page.forms == PageFrame::Forms::none ? "'none'" : "'self'");
}

std::string html_page(const PageFrame& page, std::string_view content) {
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="semsite {}">
<link rel="icon" href="data:,">
{}<title>{}</title>
<style>{}</style>
</head>
<body>
{}
</body>
</html>
)",
                     html_text(content_security_policy(page)), SEMSITE_VERSION, page.head,
                     html_text(page.title), style_of(page), content);
}

}  // namespace semsite
