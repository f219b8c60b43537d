#include "rdf/iri.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/byte_scan.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Length of the scheme at the start of `text`, 0 if there is none.
std::size_t scheme_length(std::string_view text) {
  if (text.empty() || !is_alpha(text[0])) return 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ':') return i;
    if (!is_alpha(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return 0;
  }
  return 0;
}

bool has_bad_escape(std::string_view iri) {
  for (std::size_t at = 0; (at = iri.find('%', at)) != std::string_view::npos; ++at)
    if (at + 2 >= iri.size() || !is_hex(iri[at + 1]) || !is_hex(iri[at + 2])) return true;
  return false;
}

/// RFC 3986 §5.2.4, appending to `out`; `floor` is where the path begins in `out`.
void append_without_dots(std::string_view path, std::string& out) {
  const std::size_t floor = out.size();
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

}  // namespace

IriProblem check_iri(std::string_view iri) {
  const char* const end = iri.data() + iri.size();
  const ByteScan scan = scan_to<IriStop>(iri.data(), end);
  if (scan.stop != end) return IriProblem::character;
  if (!scan.ascii && !is_utf8(iri)) return IriProblem::not_utf8;
  if (scheme_length(iri) == 0) return IriProblem::relative;
  return has_bad_escape(iri) ? IriProblem::bad_escape : IriProblem::none;
}

std::string describe(IriProblem problem, std::string_view iri) {
  switch (problem) {
    case IriProblem::none:
      return "is a good IRI";
    case IriProblem::relative:
      return "is not absolute (it has no scheme)";
    case IriProblem::not_utf8:
      return "is not UTF-8";
    case IriProblem::bad_escape:
      return "holds a % without two hexadecimal digits";
    case IriProblem::character:
      break;
  }
  for (const char c : iri) {
    const auto byte = static_cast<unsigned char>(c);
    if (!IriStop::test(byte)) continue;
    if (c == ' ') return "holds a space";
    if (byte < 0x20 || byte == 0x7F)
      return fmt::format("holds the control character U+{:04X}", byte);
    return fmt::format("holds the character {}", c);
  }
  return "holds a forbidden character";
}

bool has_scheme(std::string_view text) { return scheme_length(text) > 0; }

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

BaseIri::BaseIri(std::string iri) : text_(std::move(iri)) {}

std::string BaseIri::resolve(std::string_view reference) const {
  std::string out;
  resolve_to(reference, out);
  return out;
}

void BaseIri::resolve_to(std::string_view reference, std::string& out) const {
  const IriParts r = split_iri(reference);
  if (text_.empty() || (r.has_scheme && !has_dot_segment(r.path))) {
    out += reference;
    return;
  }
  const IriParts b = split_iri(text_);
  const auto authority = [&](const IriParts& from) {
    if (!from.has_authority) return;
    out += "//";
    out += from.authority;
  };
  const auto query = [&](const IriParts& from) {
    if (!from.has_query) return;
    out += '?';
    out += from.query;
  };
  out += r.has_scheme ? r.scheme : b.scheme;
  out += ':';
  if (r.has_scheme || r.has_authority) {
    authority(r);
    append_without_dots(r.path, out);
    query(r);
  } else if (r.path.empty()) {
    authority(b);
    out += b.path;
    query(r.has_query ? r : b);
  } else {
    authority(b);
    if (r.path.starts_with('/')) {
      append_without_dots(r.path, out);
    } else {
      // §5.2.3: all but the base's last segment, then the reference's path.
      std::string merged;
      if (b.has_authority && b.path.empty()) {
        merged = "/";
      } else if (const std::size_t slash = b.path.rfind('/');
                 slash != std::string_view::npos) {
        merged = b.path.substr(0, slash + 1);
      }
      merged += r.path;
      append_without_dots(merged, out);
    }
    query(r);
  }
  if (r.has_fragment) {
    out += '#';
    out += r.fragment;
  }
}

}  // namespace semsite
