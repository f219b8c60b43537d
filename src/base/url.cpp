#include "base/url.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <iterator>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

/// Escapes in capitals, and none of what need not be escaped.
std::string plain_escapes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() &&
                        hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
    if (!escape) {
      out += text[i];
      continue;
    }
    const char c =
        static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
    if (is_unreserved(c)) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "%{:02X}", static_cast<unsigned char>(c));
    }
    i += 2;
  }
  return out;
}

}  // namespace

std::optional<UrlParts> split_url(std::string_view url) {
  const IriParts all = split_iri(url);
  if (!all.has_scheme) return std::nullopt;
  UrlParts parts;
  parts.scheme = all.scheme;
  parts.path = all.path;
  parts.query = all.query;
  parts.has_query = all.has_query;
  std::string_view authority = all.authority;
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    parts.userinfo = authority.substr(0, at);
    authority.remove_prefix(at + 1);
  }
  if (authority.starts_with('[')) {
    const std::size_t close = authority.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    parts.host = authority.substr(1, close - 1);
    authority.remove_prefix(close + 1);
    if (authority.starts_with(':')) parts.port_text = authority.substr(1);
  } else if (const std::size_t at = authority.rfind(':'); at != std::string_view::npos) {
    parts.host = authority.substr(0, at);
    parts.port_text = authority.substr(at + 1);
  } else {
    parts.host = authority;
  }
  return parts;
}

bool is_http(std::string_view url) {
  return starts_with_ignoring_case(url, "http://") ||
         starts_with_ignoring_case(url, "https://");
}

bool is_ftp(std::string_view url) { return starts_with_ignoring_case(url, "ftp://"); }

bool is_of_server(std::string_view url) { return is_http(url) || is_ftp(url); }

bool is_file_url(std::string_view url) { return starts_with_ignoring_case(url, "file:"); }

std::uint16_t port_of(const UrlParts& url) {
  if (!url.port_text.empty()) {
    std::uint16_t port = 0;
    const char* const end = url.port_text.data() + url.port_text.size();
    const auto [last, error] = std::from_chars(url.port_text.data(), end, port);
    return error == std::errc{} && last == end ? port : std::uint16_t{0};
  }
  if (equal_ignoring_case(url.scheme, "http")) return 80;
  if (equal_ignoring_case(url.scheme, "https")) return 443;
  if (equal_ignoring_case(url.scheme, "ftp")) return 21;
  return 0;
}

namespace {

enum class PortStyle { always, if_unusual };

std::string origin_text(std::string_view url, PortStyle style) {
  const auto parts = split_url(url);
  if (!parts || parts->host.empty()) return {};
  const bool v6 = parts->host.find(':') != std::string_view::npos;
  std::string out = fmt::format("{}://{}{}{}", lower_ascii(parts->scheme), v6 ? "[" : "",
                                lower_ascii(parts->host), v6 ? "]" : "");
  const std::uint16_t port = port_of(*parts);
  UrlParts bare = *parts;
  bare.port_text = {};
  if (style == PortStyle::always || port != port_of(bare))
    out += fmt::format(":{}", port);
  return out;
}

}  // namespace

std::string origin_of(std::string_view url) {
  return origin_text(url, PortStyle::always);
}

std::string site_of(std::string_view url) {
  return origin_text(url, PortStyle::if_unusual);
}

std::string host_of(std::string_view url) {
  const auto parts = split_url(url);
  return parts ? lower_ascii(parts->host) : std::string{};
}

std::string path_and_query(std::string_view url) {
  const auto parts = split_url(url);
  if (!parts) return "/";
  std::string out{parts->path};
  if (!out.starts_with('/')) out.insert(0, 1, '/');
  if (parts->has_query) {
    out += '?';
    out += parts->query;
  }
  return out;
}

std::string_view without_fragment(std::string_view url) {
  return url.substr(0, url.find('#'));
}

namespace {

/// What neither a URI nor an IRI may hold.
constexpr std::string_view kNoUrl = "\"<>{}|^`\\";

/// Signs that stand in a URL as they are, but for `%`, which may have to be changed, and
/// `#`.
constexpr std::array<bool, 256> kPlainSigns = [] {
  std::array<bool, 256> out{};
  for (unsigned c = 0x21; c <= 0x7E; ++c)
    out[c] = c != '%' && c != '#' &&
             kNoUrl.find(static_cast<char>(c)) == std::string_view::npos;
  return out;
}();

/// Is it a port as it is written, and that of no scheme? Those have fewer digits.
bool is_own_port(std::string_view port) {
  return (port.size() == 4 || (port.size() == 5 && port <= "65535")) && port[0] != '0' &&
         std::ranges::all_of(port, is_digit);
}

/// Is `url` certainly in the form of plain_url already? Most are.
bool is_plain_already(std::string_view url) {
  const std::size_t scheme = url.starts_with("http://")    ? 7
                             : url.starts_with("https://") ? 8
                                                           : 0;
  if (scheme == 0) return false;
  const std::string_view authority = url.substr(scheme, url.find('/', scheme) - scheme);
  if (authority.size() + scheme == url.size()) return false;
  const std::size_t colon = std::min(authority.find(':'), authority.size());
  const auto is_in_host = [](char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '.' || c == '-';
  };
  if (colon == 0 || !std::ranges::all_of(authority.substr(0, colon), is_in_host) ||
      (colon < authority.size() && !is_own_port(authority.substr(colon + 1))))
    return false;
  const std::string_view rest = url.substr(scheme + authority.size());
  const auto is_sign = [](char c) { return kPlainSigns[static_cast<unsigned char>(c)]; };
  return std::ranges::all_of(rest, is_sign) && rest.find("/.") == std::string_view::npos;
}

}  // namespace

std::string request_url(std::string_view url) {
  // So a URL that was asked for names a graph.
  if (is_plain_already(url)) return std::string{url};
  url = without_fragment(trim(url));
  const auto parts = split_url(url);
  if (!parts) return std::string{url};
  std::string out;
  const std::size_t head =
      parts->host.empty() ? parts->scheme.size()
                          : static_cast<std::size_t>(parts->host.data() - url.data()) +
                                parts->host.size();
  const std::size_t userinfo_end = head - parts->host.size();
  for (std::size_t i = 0; i < url.size(); ++i) {
    const char c = url[i];
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte > 0x7E || kNoUrl.find(c) != std::string_view::npos) {
      if (i >= userinfo_end && i < head) {
        out += c;  // an international host name is the resolver's business
      } else {
        fmt::format_to(std::back_inserter(out), "%{:02X}", byte);
      }
    } else if (i < parts->scheme.size() || (i >= userinfo_end && i < head)) {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string plain_url(std::string_view url) {
  if (is_plain_already(url)) return std::string{url};
  std::string out = request_url(url);
  const auto parts = split_url(out);
  if (!parts || !is_http(out) || parts->host.empty()) return out;
  // A host with colons and without brackets is none (RFC 3986 §3.2.2).
  const bool has_colon = parts->host.find(':') != std::string_view::npos;
  if (has_colon && *(parts->host.data() - 1) != '[') return out;
  std::string plain = site_of(out);
  append_without_dots(plain_escapes(parts->path.empty() ? "/" : parts->path), plain);
  if (parts->has_query) plain += "?" + plain_escapes(parts->query);
  if (!parts->userinfo.empty())
    plain.insert(plain.find("://") + 3, std::string{parts->userinfo} + '@');
  return plain;
}

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
        hex_value(text[i + 2]) >= 0) {
      out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string percent_encode(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string file_url(std::string_view path) {
  const std::string full =
      std::filesystem::absolute(std::filesystem::path{path}).lexically_normal().string();
  std::string out = "file://";
  for (const char c : full) {
    if (is_unreserved(c) ||
        std::string_view{"/!$&'()*+,;=:@"}.find(c) != std::string_view::npos) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string file_path(std::string_view url) {
  const auto parts = split_url(url);
  if (!parts || !is_file_url(url)) return {};
  if (!parts->host.empty() && !equal_ignoring_case(parts->host, "localhost")) return {};
  return percent_decode(parts->path);
}

IriParts split_iri(std::string_view iri) {
  IriParts parts;
  if (const std::size_t at = iri.find('#'); at != std::string_view::npos) {
    parts.fragment = iri.substr(at + 1);
    parts.has_fragment = true;
    iri = iri.substr(0, at);
  }
  if (const std::size_t length = scheme_length(iri); length > 0) {
    parts.scheme = iri.substr(0, length);
    parts.has_scheme = true;
    iri.remove_prefix(length + 1);
  }
  if (const std::size_t at = iri.find('?'); at != std::string_view::npos) {
    parts.query = iri.substr(at + 1);
    parts.has_query = true;
    iri = iri.substr(0, at);
  }
  if (iri.starts_with("//")) {
    iri.remove_prefix(2);
    const std::size_t end = iri.find('/');
    parts.authority = iri.substr(0, end);
    parts.has_authority = true;
    iri = end == std::string_view::npos ? std::string_view{} : iri.substr(end);
  }
  parts.path = iri;
  return parts;
}

std::size_t scheme_length(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ':') return i;
    if (!is_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return 0;
  }
  return 0;
}

void append_without_dots(std::string_view path, std::string& out) {
  const std::size_t floor = out.size();  // where the path begins
  const auto drop_last = [&] {
    const std::size_t slash = out.rfind('/');
    out.resize(slash == std::string::npos || slash < floor ? floor : slash);
  };
  while (!path.empty()) {
    if (path.starts_with("../")) {
      path.remove_prefix(3);
    } else if (path.starts_with("./")) {
      path.remove_prefix(2);
    } else if (path.starts_with("/./")) {
      path.remove_prefix(2);
    } else if (path == "/.") {
      path = "/";
    } else if (path.starts_with("/../")) {
      path.remove_prefix(3);
      drop_last();
    } else if (path == "/..") {
      path = "/";
      drop_last();
    } else if (path == "." || path == "..") {
      path = {};
    } else {
      const std::size_t next = path.find('/', path.starts_with('/') ? 1 : 0);
      out += path.substr(0, next);
      path = next == std::string_view::npos ? std::string_view{} : path.substr(next);
    }
  }
}

bool has_dot_segment(std::string_view path) {
  return path.starts_with("./") || path.starts_with("../") || path == "." ||
         path == ".." || path.find("/.") != std::string_view::npos;
}

}  // namespace semsite
