#include "rdf/iri.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/ascii.hpp"
#include "base/byte_scan.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

bool has_bad_escape(std::string_view iri) {
  for (std::size_t at = 0; (at = iri.find('%', at)) != std::string_view::npos; ++at)
    if (at + 2 >= iri.size() || !is_hex(iri[at + 1]) || !is_hex(iri[at + 2])) return true;
  return false;
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

BaseIri::BaseIri(std::string iri) : text_(std::move(iri)) {}

std::string resolved(std::string_view base, std::string_view reference) {
  return BaseIri{std::string{base}}.resolve(reference);
}

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

bool has_colon_without_scheme(std::string_view text) {
  const std::string_view segment = text.substr(0, text.find_first_of("/?#"));
  return segment.find(':') != std::string_view::npos && !has_scheme(text);
}

std::optional<std::string> repaired_iri(std::string_view iri) {
  if (!is_utf8(iri)) return std::nullopt;
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  bool has_fragment = false;
  for (const char c : trim(iri)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool second_fragment = c == '#' && has_fragment;
    has_fragment = has_fragment || c == '#';
    if (!IriStop::test(byte) && !second_fragment) {
      out += c;
      continue;
    }
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

bool needs_iri_repair(std::string_view reference) {
  const char* const end = reference.data() + reference.size();
  return scan_to<IriStop>(reference.data(), end).stop != end ||
         has_two_fragments(reference);
}

bool has_two_fragments(std::string_view reference) {
  const std::size_t fragment = reference.find('#');
  return fragment != std::string_view::npos &&
         reference.find('#', fragment + 1) != std::string_view::npos;
}

std::string repaired_iri_message(std::string_view iri, std::string_view repaired) {
  return fmt::format(
      "\"{}\" is no IRI: it {}; read as <{}> (--strict refuses it)", excerpt(iri),
      check_iri(iri) == IriProblem::character ? describe(IriProblem::character, iri)
                                              : "holds more than one #",
      excerpt(repaired));
}

void report_repaired_iri(Diagnostics& diagnostics, std::string_view iri,
                         std::string_view repaired, std::uint64_t line) {
  diagnostics.report({.code = "iri.repaired",
                      .message = repaired_iri_message(iri, repaired),
                      .line = line,
                      .statement = {},
                      .skipped = false});
}

}  // namespace semsite
