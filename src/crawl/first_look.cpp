#include "crawl/first_look.hpp"

#include <memory>
#include <utility>

#include "base/byte_source.hpp"
#include "discover/data_format.hpp"
#include "discover/signposting.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/jsonld_link.hpp"
#include "parse/measured.hpp"
#include "parse/syntax.hpp"
#include "semsite/errors.hpp"
#include "unpack/sniff.hpp"
#include "unpack/stub.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

/// What the bytes are behind all compressions, as far as they go.
struct Plain {
  std::string bytes;
  bool is_all = false;
  bool in_archive = false;
};

Plain plain_of(const FirstLook& first, const Limits& limits) {
  Plain out;
  out.is_all = first.then == FirstLook::Then::end;
  if (sniff_packing(first.head) == Packing::none) {
    out.bytes = first.head;
    out.in_archive =  // that extracts itself
        stub_bound(first.head, first.path, first.media_type) > 0;
    return out;
  }
  try {
    Unpacker unpacker{std::make_unique<MemorySource>(std::string{first.head}),
                      std::string{first.path}, limits, std::string{first.media_type}};
    std::optional<Entry> entry = unpacker.next();
    out.in_archive = unpacker.is_archive();
    if (!entry || out.in_archive) return out;
    read_beginning(*entry->bytes, kDetectBytes, out.bytes);
  } catch (const DocumentError&) {
    out.is_all = false;  // they are cut
  }
  return out;
}

bool is_page_or_data(const Detected& told) {
  return told.syntax != nullptr || told.found == "html" || told.found == "sitemap" ||
         told.found == "empty";
}

}  // namespace

std::optional<OtherKind> told_as_other(const FirstLook& first, const std::string& name,
                                       const Limits& limits) {
  if (is_document_in_zip(first.head))
    return OtherKind{not_rdf("binary", first.head, name), {}};
  const Plain plain = plain_of(first, limits);
  if (plain.in_archive) return std::nullopt;
  const Detected told = detect_syntax(
      plain.bytes,
      {.media_type = first.media_type, .path = without_packing_suffix(first.path)});
  if (is_page_or_data(told)) return std::nullopt;
  // JSON-LD 1.1 §6.1: plain JSON with a context from elsewhere.
  if (told.found == "json" && linked_context(first.links, first.media_type))
    return std::nullopt;
  if (!told.is_certain && !plain.is_all && plain.bytes.size() < kDetectBytes)
    return std::nullopt;
  return OtherKind{not_rdf(told.found, plain.bytes, name), std::string{told.media_type}};
}

bool is_called_rdf(std::string_view media_type, std::string_view path) {
  const auto is_rdf = [](const Syntax* syntax) {
    return syntax != nullptr && !is_of_pages(*syntax) && !is_result_set(*syntax);
  };
  const std::string_view type = told_type(media_type);
  DataFormat packing;
  packing.say_type(type);
  if (!type.empty() && !is_general_type(type) && !packing.packed())
    return is_rdf(syntax_of_media_type(type));
  const std::string name = inner_name(path);
  const Syntax* const syntax = syntax_of_path(name);
  return syntax != nullptr ? is_rdf(syntax) : is_called_data(name);
}

}  // namespace semsite
