#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "discover/sitemap_teller.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

/// Above this a weight of a mirror says nothing more, and the sum of all still fits.
inline constexpr std::uint64_t kLargestWeight = 1'000'000'000;

/// How an element's name belongs to the Semantic Sitemap extension.
enum class DatasetName {
  no,
  canonical,  ///< in the extension's namespace
  alias,      ///< in a spelling of it that is met in the wild
  guessed,    ///< no namespace, or the prefix is not declared
};

/// Is `name` of the Semantic Sitemap extension (semantic-sitemap §1)? `plain`: the
/// namespace of the sitemap itself, where the extension's elements are tolerated.
[[nodiscard]] DatasetName dataset_name(const XmlName& name, std::string_view plain);

/// Puts one `sc:dataset` together from its elements (semantic-sitemap §2, §3, §7).
class DatasetReader {
 public:
  explicit DatasetReader(SitemapTeller& teller) : teller_(teller) {}

  /// Is `name` an element by which a licence is named, of a vocabulary of its own?
  [[nodiscard]] static bool is_licence(const XmlName& name);

  void begin(std::uint64_t line);
  /// A child of the dataset starts. True if its text is wanted.
  [[nodiscard]] bool begin_element(const XmlName& name,
                                   std::span<const XmlAttribute> attributes,
                                   std::uint64_t line);
  /// The child ends; `text` is all its text, trimmed.
  void end_element(std::string_view text);
  /// Hands the dataset over.
  void end();
  /// The document broke off within the dataset: hands over what there is, if it names any
  /// way of access.
  void break_off();

 private:
  enum class Part {
    none,
    label,
    uri,
    prefix,
    dump,
    fragment,
    endpoint,
    graph,
    sample,
    lastmod,
    changefreq,
    licence,
  };
  static Part part_of(std::string_view local_name);
  /// The element of a licence starts; true if its text says it.
  [[nodiscard]] bool begin_licence(std::span<const XmlAttribute> attributes);
  void add_licence_words(std::string_view text);
  void set_once(std::string& member, std::string_view text);
  void add_location(std::string_view text);
  void add_prefix(std::string_view text);
  void read_priority();
  [[nodiscard]] std::string slicing();
  /// Is there room for one more in a list of `size`? If not, that is counted.
  [[nodiscard]] bool has_room(std::size_t size);
  void hand_over();

  SitemapTeller& teller_;
  SitemapDataset dataset_;
  Part part_ = Part::none;
  std::string element_;   ///< local name, as written
  std::string priority_;  ///< attribute
  bool has_priority_ = false;
  std::string slicing_;  ///< attribute
  LicenceStatement licence_{};
  std::uint64_t line_ = 0;
  std::uint64_t left_out_ = 0;  ///< of this dataset
};

}  // namespace semsite
