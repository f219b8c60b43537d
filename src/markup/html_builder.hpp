#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

/// The memory that the tree of one page lies in: given out in passing, freed as a whole.
/// Never larger than `most_bytes`.
class HtmlStore {
 public:
  explicit HtmlStore(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}
  HtmlStore(const HtmlStore&) = delete;
  HtmlStore& operator=(const HtmlStore&) = delete;
  ~HtmlStore();

  /// Room for `size` bytes, aligned for any pointer or number; null when the bound is
  /// reached or there is no memory.
  [[nodiscard]] void* try_allocate(std::size_t size) noexcept;

  /// The same, or DocumentError("html.too-complex").
  [[nodiscard]] void* allocate(std::size_t size);

  /// A zeroed object of a C struct.
  template <typename Struct>
  [[nodiscard]] Struct* make() {
    return static_cast<Struct*>(zeroed(sizeof(Struct)));
  }

  /// A copy of `text` with a zero byte behind it.
  [[nodiscard]] const char* keep(std::string_view text);

  /// Counts memory that lies elsewhere.
  void hold(std::size_t size);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  [[nodiscard]] void* zeroed(std::size_t size);

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;  ///< in all chunks
  struct Chunk {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
  };
  std::vector<Chunk> chunks_;
  char* free_ = nullptr;
  std::size_t left_ = 0;
};

/// What a page says when its tree would outgrow all use.
[[noreturn]] void throw_too_complex();

}  // namespace semsite

struct _xmlDoc;
struct _xmlNode;
struct _xmlNs;

namespace semsite {

/// Makes a libxml2 document node by node in a store: nothing in it is ever freed alone,
/// so texts and names may be shared with whatever else lies in the store.
class HtmlBuilder {
 public:
  explicit HtmlBuilder(HtmlStore& store);

  /// Static texts, or texts of the store, that end with a zero byte.
  struct Name {
    const char* local;
    ::_xmlNs* name_space = nullptr;
  };

  /// A namespace of that IRI and prefix (empty: the default one), known to the document.
  [[nodiscard]] ::_xmlNs* name_space(std::string_view iri, std::string_view prefix);

  /// The following open, fill and close the element at hand.
  void open(Name name, std::uint64_t line);
  void attribute(Name name, const char* value);
  /// Notes that the element at hand declares `declared` itself.
  void declare(std::span<const XmlNamespace> declared);
  void close();
  void text(const char* text, std::uint64_t line);
  void comment(const char* text, std::uint64_t line);
  /// A comment behind everything in the root element, or behind that.
  enum class Outside : std::uint8_t { body, root };
  void late_comment(const char* text, Outside place);

  /// Elements that are open.
  [[nodiscard]] std::uint32_t depth() const { return depth_; }
  [[nodiscard]] HtmlStore& store() { return store_; }
  [[nodiscard]] ::_xmlDoc* document() { return document_; }

 private:
  void append(::_xmlNode* node, std::uint64_t line);

  HtmlStore& store_;
  ::_xmlDoc* document_;
  ::_xmlNode* parent_ = nullptr;  ///< null: the document itself
  std::uint32_t depth_ = 0;
  std::unordered_map<std::string, ::_xmlNs*, KeyedHash, std::equal_to<>> name_spaces_;
};

/// Memory that the tree of a page takes, which a builder made.
[[nodiscard]] std::uint64_t tree_bytes(const ::_xmlDoc* document);

/// Reads the attributes of a tag one by one (HTML standard §13.2.5.32–40).
class HtmlAttributeScan {
 public:
  /// `at`: behind the name of the tag.
  HtmlAttributeScan(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  struct Attribute {
    std::string_view name, value;  ///< as they stand, views into the text
    char quote = '\0';             ///< around the value; zero: none
  };
  /// False at the end of the tag.
  [[nodiscard]] bool next(Attribute& attribute);

  /// Behind what was read: at the end, behind the `>`.
  [[nodiscard]] std::size_t at() const { return at_; }
  /// Did the tag end in `/>`?
  [[nodiscard]] bool is_self_closing() const { return self_closing_; }

 private:
  std::string_view text_;
  std::size_t at_;
  bool self_closing_ = false;
};

/// Names of attributes, whatever their case, told apart by a hash of 64 bits.
class HtmlNameSet {
 public:
  void clear() { hashes_.clear(); }
  /// False if it was there already.
  bool add(std::string_view name);

 private:
  std::vector<std::uint64_t> hashes_;
};

}  // namespace semsite
