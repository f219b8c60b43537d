#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"

namespace semsite {

/// Counts how often each of many IRIs occurs, in bounded memory.
///
/// Exact as long as there are fewer than twice `kept` different ones. After that the rare
/// ones make room (Misra and Gries 1982, mergeable after Agarwal et al. 2012): every
/// count is then at most `error()` too low, `error()` is at most `total() / kept`, and
/// whatever occurs more often than that is listed. IRIs above 1,024 bytes only count in
/// `total()`.
class IriCounts {
 public:
  explicit IriCounts(std::size_t kept = 8192);
  /// What is moved from is empty.
  IriCounts(IriCounts&& other) noexcept : IriCounts(other.kept_) { swap(other); }
  IriCounts& operator=(IriCounts&& other) noexcept {
    clear();
    swap(other);
    return *this;
  }
  IriCounts(const IriCounts&) = delete;
  IriCounts& operator=(const IriCounts&) = delete;
  ~IriCounts() = default;

  void add(std::string_view iri) { add(iri, 1); }
  void add(std::string_view iri, std::uint64_t count);
  /// Adds what another has counted; the errors add up, too.
  void add(const IriCounts& other);
  void clear();

  struct Row {
    std::string iri;
    std::uint64_t count = 0;

    friend bool operator==(const Row&, const Row&) = default;
  };
  /// All that are listed, the most frequent first; equal ones by IRI.
  [[nodiscard]] std::vector<Row> rows() const;
  /// What was added, listed or not; exact.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// By so much may the count of an IRI be too low, or one not listed have occurred.
  [[nodiscard]] std::uint64_t error() const { return error_; }
  /// Listed: if `is_exact()`, all there are.
  [[nodiscard]] std::size_t size() const { return used_; }
  [[nodiscard]] bool is_exact() const { return error_ == 0 && too_long_ == 0; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    const char* text = nullptr;  ///< null: free
    std::size_t size = 0;
    std::uint64_t count = 0;
  };
  void swap(IriCounts& other) noexcept;
  [[nodiscard]] Slot& find(std::string_view iri, std::uint64_t hash);
  void insert(Slot& free, std::string_view iri, std::uint64_t hash, std::uint64_t count);
  /// The same entries in a table of `slots` slots, without those of count 0.
  void rebuild(std::size_t slots);
  void make_room();

  std::size_t kept_;
  std::vector<Slot> slots_;  ///< a power of two, at most half of them in use
  std::size_t used_ = 0;
  Arena texts_;
  std::uint64_t total_ = 0;
  std::uint64_t error_ = 0;
  std::uint64_t too_long_ = 0;
};

/// Which properties and classes some quads use, and how often.
struct TermCounts {
  std::uint64_t quads = 0;
  IriCounts properties;  ///< of every quad
  IriCounts classes;     ///< objects of `rdf:type`, as far as they are IRIs

  void add(const TermCounts& other);
  void clear();
};

/// A namespace, and what of it is used.
struct NamespaceRow {
  std::string iri;
  std::uint64_t quads = 0;       ///< whose property is in it
  std::uint64_t instances = 0;   ///< `rdf:type` of a class in it
  std::uint64_t properties = 0;  ///< different ones
  std::uint64_t classes = 0;
};

/// An IRI up to its last `#`, or else its last `/` or `:`; empty if it has none of them.
[[nodiscard]] std::string_view namespace_of(std::string_view iri);

/// The namespaces of all that `counts` lists, the most used first.
[[nodiscard]] std::vector<NamespaceRow> namespaces_of(const TermCounts& counts);

}  // namespace semsite
