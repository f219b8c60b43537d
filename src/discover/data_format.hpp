#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semsite/sitemap.hpp"

namespace semsite {

/// What a file is, put together from what is said of it: media types, compression,
/// packaging, its name. For choosing; what it really is, its bytes say.
class DataFormat {
 public:
  enum class Kind {
    rdf,      ///< a syntax of RDF that semsite reads
    unknown,  ///< nothing is said that tells
    other,    ///< something else, such as a table or a page
    query,    ///< no file: a SPARQL endpoint's queries or results
  };

  /// A media type or format: `text/turtle`, with parameters or the habitual `+gzip`, the
  /// IRI of one (IANA's, EU file types, W3C formats), or a name such as "Turtle".
  void say_type(std::string_view text);
  /// The same for `dcat:compressFormat` and `dcat:packageFormat`.
  void say_compression(std::string_view text);
  void say_packaging(std::string_view text);
  /// The file's URL or name, after all else.
  void say_name(std::string_view url);

  [[nodiscard]] Kind kind() const { return kind_; }
  /// Normalised: the registered media type of a syntax of RDF; else as said.
  [[nodiscard]] const std::string& media_type() const { return media_type_; }
  [[nodiscard]] const std::string& compression() const { return compression_; }
  [[nodiscard]] const std::string& packaging() const { return packaging_; }
  /// Lower is better: N-Quads and TriG, N-Triples, Turtle, JSON-LD, RDF/XML, TriX, RDF of
  /// unknown syntax, unknown (dataset-discovery §6).
  [[nodiscard]] unsigned rank() const { return rank_; }
  [[nodiscard]] bool packed() const {
    return !compression_.empty() || !packaging_.empty();
  }

 private:
  [[nodiscard]] bool say_packing(std::string_view type);

  Kind kind_ = Kind::unknown;
  unsigned rank_ = kUnknown;
  std::string media_type_, compression_, packaging_;
  static constexpr unsigned kUnknown = 9;
};

/// Does the name end like a file of RDF, packed or not?
[[nodiscard]] bool is_rdf_name(std::string_view url);

/// `name` without the suffix of a single-stream packing ("a.nt" of "a.nt.gz").
[[nodiscard]] std::string_view without_compression_suffix(std::string_view name);

/// What files of the same data in several syntaxes and packings have in common: the URL
/// without scheme and without those suffixes ("//a.example/all" of
/// "http://a.example/all.nt.gz"). Empty if its name does not end like RDF.
[[nodiscard]] std::string file_stem(std::string_view url);

/// The same of names that end in a packing and say no syntax, too ("//a.example/all" of
/// "http://a.example/all.zip"). Empty if there is neither.
[[nodiscard]] std::string packed_stem(std::string_view url);

/// A number of bytes as descriptions write it: "1234", "1234.0", "1.5 MB". Approximate.
[[nodiscard]] std::optional<std::uint64_t> parse_byte_size(std::string_view text);

/// `algorithm`: any usual name, such as "sha256", "SHA-1" or the IRI
/// `http://spdx.org/rdf/terms#checksumAlgorithm_sha256`. Nothing if the algorithm is
/// unknown or `hex` is no digest of it.
[[nodiscard]] std::optional<Checksum> make_checksum(std::string_view algorithm,
                                                    std::string_view hex);

/// What the checksums of two files say of whether they are one.
enum class BySums {
  nothing,  ///< they have none in common: the same data may have another form
  same,     ///< one in common, and none that contradicts it
  apart,    ///< one in common, and other digests of another algorithm
};
[[nodiscard]] BySums compare_checksums(const std::vector<Checksum>& a,
                                       const std::vector<Checksum>& b);

}  // namespace semsite
