#include "base/uri_parts.hpp"

#include "base/ascii.hpp"

namespace semsite {

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
