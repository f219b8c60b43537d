#include "discover/data_format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

struct RdfSyntax {
  std::string_view media_type;
  unsigned rank;
};
constexpr RdfSyntax kNQuads{"application/n-quads", 0};
constexpr RdfSyntax kTrig{"application/trig", 0};
constexpr RdfSyntax kNTriples{"application/n-triples", 1};
constexpr RdfSyntax kTurtle{"text/turtle", 2};
constexpr RdfSyntax kJsonLd{"application/ld+json", 3};
constexpr RdfSyntax kRdfXml{"application/rdf+xml", 4};
constexpr RdfSyntax kTrix{"application/trix", 5};
constexpr RdfSyntax kSomeRdf{"", 6};

struct Spelling {
  std::string_view name;
  const RdfSyntax* syntax;
};

/// Media types, then the last part of format IRIs, then what people write; lower case.
constexpr std::array kSpellings{
    Spelling{"application/n-quads", &kNQuads},
    Spelling{"text/x-nquads", &kNQuads},
    Spelling{"text/nquads", &kNQuads},
    Spelling{"application/trig", &kTrig},
    Spelling{"application/x-trig", &kTrig},
    Spelling{"application/n-triples", &kNTriples},
    Spelling{"text/ntriples", &kNTriples},
    Spelling{"text/turtle", &kTurtle},
    Spelling{"application/turtle", &kTurtle},
    Spelling{"application/x-turtle", &kTurtle},
    Spelling{"text/n3", &kTurtle},
    Spelling{"text/rdf+n3", &kTurtle},
    Spelling{"application/ld+json", &kJsonLd},
    Spelling{"application/rdf+xml", &kRdfXml},
    Spelling{"application/trix", &kTrix},
    Spelling{"rdf_n_quads", &kNQuads},
    Spelling{"n-quads", &kNQuads},
    Spelling{"nquads", &kNQuads},
    Spelling{"nq", &kNQuads},
    Spelling{"rdf_trig", &kTrig},
    Spelling{"trig", &kTrig},
    Spelling{"rdf_n_triples", &kNTriples},
    Spelling{"n-triples", &kNTriples},
    Spelling{"ntriples", &kNTriples},
    Spelling{"nt", &kNTriples},
    Spelling{"rdf_turtle", &kTurtle},
    Spelling{"turtle", &kTurtle},
    Spelling{"ttl", &kTurtle},
    Spelling{"n3", &kTurtle},
    Spelling{"json_ld", &kJsonLd},
    Spelling{"json-ld", &kJsonLd},
    Spelling{"jsonld", &kJsonLd},
    Spelling{"rdf_xml", &kRdfXml},
    Spelling{"rdf/xml", &kRdfXml},
    Spelling{"rdf-xml", &kRdfXml},
    Spelling{"rdf_trix", &kTrix},
    Spelling{"trix", &kTrix},
    Spelling{"rdf", &kSomeRdf},
};

constexpr std::array kSuffixes{
    Spelling{".nq", &kNQuads},         Spelling{".nquads", &kNQuads},
    Spelling{".trig", &kTrig},         Spelling{".nt", &kNTriples},
    Spelling{".ntriples", &kNTriples}, Spelling{".ttl", &kTurtle},
    Spelling{".n3", &kTurtle},         Spelling{".jsonld", &kJsonLd},
    Spelling{".rdf", &kRdfXml},        Spelling{".owl", &kRdfXml},
    Spelling{".rdf_xml", &kRdfXml},    Spelling{".trix", &kTrix},
};

struct Packing {
  std::string_view said;
  std::string_view type;
};
constexpr std::array kCompressions{
    Packing{"application/gzip", "application/gzip"},
    Packing{"application/x-gzip", "application/gzip"},
    Packing{"gzip", "application/gzip"},
    Packing{"gz", "application/gzip"},
    Packing{".gz", "application/gzip"},
    Packing{"application/x-bzip2", "application/x-bzip2"},
    Packing{"application/bzip2", "application/x-bzip2"},
    Packing{"application/x-bzip", "application/x-bzip2"},
    Packing{"bzip2", "application/x-bzip2"},
    Packing{"bz2", "application/x-bzip2"},
    Packing{".bz2", "application/x-bzip2"},
    Packing{"application/x-xz", "application/x-xz"},
    Packing{"application/xz", "application/x-xz"},
    Packing{"xz", "application/x-xz"},
    Packing{".xz", "application/x-xz"},
    Packing{"application/zstd", "application/zstd"},
    Packing{"zstd", "application/zstd"},
    Packing{".zst", "application/zstd"},
};
constexpr std::array kPackages{
    Packing{"application/zip", "application/zip"},
    Packing{"application/x-zip-compressed", "application/zip"},
    Packing{"application/x-zip", "application/zip"},
    Packing{"zip", "application/zip"},
    Packing{".zip", "application/zip"},
    Packing{"application/x-tar", "application/x-tar"},
    Packing{"application/tar", "application/x-tar"},
    Packing{"application/x-gtar", "application/x-tar"},
    Packing{"tar", "application/x-tar"},
    Packing{".tar", "application/x-tar"},
    Packing{"application/x-7z-compressed", "application/x-7z-compressed"},
    Packing{"7z", "application/x-7z-compressed"},
    Packing{".7z", "application/x-7z-compressed"},
};

/// Types that are given to anything: they say nothing.
constexpr std::array<std::string_view, 8> kVague{"application/octet-stream",
                                                 "text/plain",
                                                 "application/xml",
                                                 "text/xml",
                                                 "application/json",
                                                 "xml",
                                                 "txt",
                                                 "json"};

constexpr std::array<std::string_view, 32> kOtherSuffixes{
    ".csv", ".tsv",  ".pdf", ".html", ".htm",     ".xhtml", ".xls",     ".xlsx",
    ".doc", ".docx", ".ods", ".odt",  ".geojson", ".kml",   ".kmz",     ".shp",
    ".gml", ".png",  ".jpg", ".jpeg", ".gif",     ".tif",   ".tiff",    ".mp4",
    ".md",  ".hdt",  ".sql", ".mdb",  ".dbf",     ".gpkg",  ".parquet", ".json"};

std::string_view type_of(std::span<const Packing> packings, std::string_view said) {
  for (const Packing& one : packings)
    if (one.said == said) return one.type;
  return {};
}

/// `text/turtle` of `https://www.iana.org/assignments/media-types/text/turtle`, the last
/// part of other IRIs; lower case, parameters gone.
std::string plain_type(std::string_view text) {
  text = trim(text);
  for (const std::string_view start : {"http://www.iana.org/assignments/media-types/",
                                       "https://www.iana.org/assignments/media-types/"}) {
    if (text.starts_with(start))
      return lower_ascii(trim(text.substr(0, text.find(';')).substr(start.size())));
  }
  if (text.find("://") != std::string_view::npos) {
    while (text.ends_with('/')) text.remove_suffix(1);
    text = text.substr(text.find_last_of("/#") + 1);
  }
  return lower_ascii(trim(text.substr(0, text.find(';'))));
}

std::string_view last_segment(std::string_view url) {
  const auto parts = split_url(url);
  std::string_view path = parts ? parts->path : url.substr(0, url.find_first_of("?#"));
  return path.substr(path.rfind('/') + 1);
}

std::string_view strip_suffix(std::string_view name, std::span<const Packing> packings,
                              std::string& type) {
  for (const Packing& one : packings) {
    if (!one.said.starts_with('.') || !ends_with_ignoring_case(name, one.said)) continue;
    if (type.empty()) type = one.type;
    return name.substr(0, name.size() - one.said.size());
  }
  return name;
}

}  // namespace

bool DataFormat::say_packing(std::string_view type) {
  if (const auto compression = type_of(kCompressions, type); !compression.empty()) {
    if (compression_.empty()) compression_ = compression;
    return true;
  }
  if (const auto packaging = type_of(kPackages, type); !packaging.empty()) {
    if (packaging_.empty()) packaging_ = packaging;
    return true;
  }
  return false;
}

void DataFormat::say_type(std::string_view text) {
  std::string type = plain_type(text);
  for (const std::string_view habit : {"+gzip", "+gz", "+zip", "+bzip2", "+bz2"}) {
    if (!type.ends_with(habit)) continue;
    type.resize(type.size() - habit.size());
    (void)say_packing(habit.substr(1));
    break;
  }
  if (type.empty() || say_packing(type)) return;
  for (const Spelling& spelling : kSpellings) {
    if (spelling.name != type) continue;
    if (kind_ == Kind::rdf && rank_ <= spelling.syntax->rank) return;
    kind_ = Kind::rdf;
    rank_ = spelling.syntax->rank;
    media_type_ = spelling.syntax->media_type;
    return;
  }
  if (kind_ == Kind::rdf) return;
  if (type == "application/sparql-query" ||
      type.starts_with("application/sparql-results") || type == "sparql") {
    kind_ = Kind::query;
    media_type_ = type;
    return;
  }
  if (kind_ == Kind::query) return;
  if (std::ranges::find(kVague, type) == kVague.end()) kind_ = Kind::other;
  media_type_ = type;
}

void DataFormat::say_compression(std::string_view text) {
  (void)say_packing(plain_type(text));
}

void DataFormat::say_packaging(std::string_view text) {
  (void)say_packing(plain_type(text));
}

void DataFormat::say_name(std::string_view url) {
  std::string_view name = last_segment(url);
  if (ends_with_ignoring_case(name, ".tgz")) {
    if (packaging_.empty()) packaging_ = "application/x-tar";
    if (compression_.empty()) compression_ = "application/gzip";
    name.remove_suffix(4);
  }
  name = strip_suffix(name, kCompressions, compression_);
  name = strip_suffix(name, kPackages, packaging_);
  const bool some_rdf = kind_ == Kind::rdf && media_type_.empty();
  if (kind_ != Kind::unknown && !some_rdf) return;
  for (const Spelling& suffix : kSuffixes) {
    if (!ends_with_ignoring_case(name, suffix.name)) continue;
    kind_ = Kind::rdf;
    rank_ = suffix.syntax->rank;
    media_type_ = suffix.syntax->media_type;
    return;
  }
  if (some_rdf) return;
  for (const std::string_view suffix : kOtherSuffixes)
    if (ends_with_ignoring_case(name, suffix)) kind_ = Kind::other;
}

bool is_rdf_name(std::string_view url) {
  DataFormat format;
  format.say_name(url);
  return format.kind() == DataFormat::Kind::rdf;
}

std::string_view without_compression_suffix(std::string_view name) {
  std::string ignored;
  return strip_suffix(name, kCompressions, ignored);
}

namespace {

std::string stem_of(std::string_view url, bool needs_syntax) {
  url = url.substr(0, url.find('#'));
  const std::string_view segment = last_segment(url);
  // With a query, the name says nothing of what comes.
  if (segment.empty() || url.find('?') != std::string_view::npos) return {};
  std::string ignored;
  std::string_view name = segment;
  if (ends_with_ignoring_case(name, ".tgz")) name.remove_suffix(4);
  name = strip_suffix(name, kCompressions, ignored);
  name = strip_suffix(name, kPackages, ignored);
  std::size_t longest = 0;
  for (const Spelling& suffix : kSuffixes)
    if (ends_with_ignoring_case(name, suffix.name))
      longest = std::max(longest, std::string_view{suffix.name}.size());
  const bool tells = longest > 0 || (!needs_syntax && name.size() < segment.size());
  if (!tells || longest == name.size()) return {};
  name.remove_suffix(longest);
  std::string out{url.substr(0, url.size() - segment.size())};
  out += name;
  const std::size_t scheme = out.find("://");
  return scheme == std::string::npos ? out : out.substr(scheme + 1);
}

}  // namespace

std::string file_stem(std::string_view url) { return stem_of(url, true); }

std::string packed_stem(std::string_view url) { return stem_of(url, false); }

std::optional<std::uint64_t> parse_byte_size(std::string_view text) {
  text = trim(text);
  std::string number;
  while (!text.empty() && ((text[0] >= '0' && text[0] <= '9') || text[0] == '.' ||
                           text[0] == ',' || text[0] == '\'')) {
    // A comma before exactly three digits parts thousands.
    if (text[0] != ',' && text[0] != '\'') number += text[0];
    text.remove_prefix(1);
  }
  if (number.empty() || number.size() > 20 || number.front() == '.' ||
      std::ranges::count(number, '.') > 1)
    return std::nullopt;
  double value = 0;
  double place = 0;
  for (const char c : number) {
    if (c == '.') {
      place = 1;
      continue;
    }
    value = value * 10 + (c - '0');
    place *= 10;
  }
  if (place > 0) value /= place;
  const std::string unit = lower_ascii(trim(text));
  struct Unit {
    std::string_view name;
    double factor;
  };
  constexpr std::array kUnits{Unit{"", 1},
                              Unit{"b", 1},
                              Unit{"bytes", 1},
                              Unit{"byte", 1},
                              Unit{"kb", 1e3},
                              Unit{"mb", 1e6},
                              Unit{"gb", 1e9},
                              Unit{"tb", 1e12},
                              Unit{"kib", 1024.0},
                              Unit{"k", 1024.0},
                              Unit{"mib", 1048576.0},
                              Unit{"m", 1048576.0},
                              Unit{"gib", 1073741824.0},
                              Unit{"g", 1073741824.0}};
  for (const Unit& one : kUnits) {
    if (one.name != unit) continue;
    const double bytes = value * one.factor;
    if (bytes > 9e18) return std::nullopt;
    return static_cast<std::uint64_t>(std::llround(bytes));
  }
  return std::nullopt;
}

std::optional<Checksum> make_checksum(std::string_view algorithm, std::string_view hex) {
  std::string name = plain_type(algorithm);
  if (const std::size_t mark = name.rfind("checksumalgorithm_");
      mark != std::string::npos)
    name.erase(0, mark + std::string_view{"checksumalgorithm_"}.size());
  std::erase_if(name, [](char c) { return c == '-' || c == '_'; });
  struct Known {
    std::string_view name, ours;
    std::size_t digits;
  };
  constexpr std::array kKnown{Known{"sha512", "sha-512", 128},
                              Known{"sha256", "sha-256", 64}, Known{"sha1", "sha", 40},
                              Known{"sha", "sha", 40}, Known{"md5", "md5", 32}};
  std::string digits = lower_ascii(trim(hex));
  const bool is_hex = std::ranges::all_of(
      digits, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
  for (const Known& known : kKnown)
    if (known.name == name && is_hex && digits.size() == known.digits)
      return Checksum{std::string{known.ours}, std::move(digits)};
  return std::nullopt;
}

BySums compare_checksums(const std::vector<Checksum>& a, const std::vector<Checksum>& b) {
  const auto is_in_b = [&](const Checksum& sum) {
    return std::ranges::find(b, sum) != b.end();
  };
  if (std::ranges::none_of(a, is_in_b)) return BySums::nothing;
  const bool contradicted = std::ranges::any_of(a, [&](const Checksum& sum) {
    return !is_in_b(sum) && std::ranges::any_of(b, [&](const Checksum& other) {
      return other.algorithm == sum.algorithm;
    });
  });
  return contradicted ? BySums::apart : BySums::same;
}

}  // namespace semsite
