// libFuzzer entry: two lines as values that documents have: URLs and references, dates,
// numbers of bytes, names of files, digests, IRIs.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/date.hpp"
#include "base/shown_text.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/utf8.hpp"
#include "crawl/lastmod_trust.hpp"
#include "discover/data_format.hpp"
#include "discover/signposting.hpp"
#include "fuzz/document_reading.hpp"
#include "rdf/iri.hpp"
#include "rdf/xsd_lexical.hpp"
#include "walk/url_trap.hpp"

namespace semsite::test {
namespace {

void check_url(std::string_view url) {
  if (const auto parts = split_url(url)) {
    if (parts->scheme.empty() || !url.starts_with(parts->scheme))
      broken("a URL with another scheme", url);
    (void)shape_of(*parts);
    (void)holds_session_id(*parts);
  }
  const std::string asked = request_url(url);
  const auto whole = split_url(url);
  // What its host is, is the resolver's business.
  if (!whole || trim(whole->host) != whole->host) return;
  if (request_url(asked) != asked) broken("asked for otherwise again", url);
  // (Its host is the resolver's business.)
  const std::string line = path_and_query(asked);
  if (is_http(asked) && std::ranges::any_of(line, [](char c) {
        return static_cast<unsigned char>(c) <= ' ' ||
               static_cast<unsigned char>(c) > 0x7E;
      }))
    broken("a URL that is none in a request", url);
  const std::string plain = plain_url(url);
  if (plain_url(plain) != plain) broken("one spelling, and another one", url);
  if (origin_of(plain) != origin_of(asked)) broken("another origin", url);
  if (path_and_query(url).empty()) broken("no path", url);
  const std::string key = resource_key(url);
  if (resource_key(key) != key) broken("one resource, and another one", url);
  UrlTraps traps{{}};
  (void)traps.check(url);
  (void)file_stem(url);
  (void)packed_stem(url);
  std::string path = file_path(url);
  if (!path.empty()) path = file_path(file_url(path));
  if (!path.empty() && path.find('\0') == std::string::npos &&
      file_path(file_url(path)) != path)
    broken("a file, and another one", url);
}

void check_iri(std::string_view iri, std::string_view reference) {
  if (const auto repaired = repaired_iri(iri)) {
    if (!is_utf8(*repaired) || needs_iri_repair(*repaired))
      broken("a repair that is none", iri);
    const IriProblem problem = semsite::check_iri(*repaired);
    if (problem == IriProblem::character || problem == IriProblem::not_utf8)
      broken("an IRI that is none, repaired", iri);
  } else if (is_utf8(iri)) {
    broken("not repaired", iri);
  }
  if (semsite::check_iri(iri) != IriProblem::none) return;
  const BaseIri base{std::string{iri}};
  const std::string target = base.resolve(reference);
  if (!has_scheme(target)) broken("resolved to nothing absolute", iri);
  // (The dot segments of a base stay where the reference has no path: RFC 3986 §5.2.2.)
  const std::string again = base.resolve(target);
  if (base.resolve(again) != again) broken("resolved otherwise again", reference);
}

void check_dates(std::string_view text) {
  for (const auto& span :
       {parse_w3c_time(text), parse_rfc822_time(text), parse_lastmod(text)}) {
    if (!span) continue;
    if (span->end <= span->begin) broken("a time of no length", text);
    (void)lastmod_covers(text, "Sunday, 06-Nov-94 08:49:37 GMT");
    const auto again = parse_w3c_time(utc_timestamp(span->begin));
    if (!again || again->begin != span->begin)
      broken("a date is written as another one", text);
  }
}

void check_texts(std::string_view text) {
  (void)parse_byte_size(text);
  (void)time_datatype(text);
  (void)number_datatype(text);
  (void)rdf_weight(text);
  DataFormat format;
  format.say_type(text);
  format.say_compression(text);
  format.say_packaging(text);
  format.say_name(text);
  const std::size_t middle = std::min(text.find(' '), text.size());
  if (const auto sum = make_checksum(text.substr(0, middle),
                                     text.substr(std::min(middle + 1, text.size()))))
    if (sum->hex != lower_ascii(sum->hex)) broken("capitals in a checksum", text);
  for (const std::string& shown : {shown_text(excerpt(text)), opening_line(text)})
    if (!is_utf8(shown) || shown.find('\n') != std::string::npos)
      broken("a message that is no line", text);
  if (!matches_glob(text, "*")) broken("not even like anything", text);
  if (trim_unicode(trim_unicode(text)) != trim_unicode(text))
    broken("trimmed otherwise again", text);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 4 * kKiB) return 0;
  const std::size_t end = std::min(text.find('\n'), size);
  const std::string_view first = text.substr(0, end);
  const std::string_view second = text.substr(std::min(end + 1, size));
  for (const std::string_view value : {first, second}) {
    test::check_url(value);
    test::check_dates(value);
    test::check_texts(value);
  }
  test::check_iri(first, second);
  (void)matches_glob(first, second);
  return 0;
}
