#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/arena.hpp"
#include "index/document_record.hpp"
#include "index/index_key.hpp"
#include "index/link_counts.hpp"
#include "index/term_map.hpp"
#include "index/text_tokens.hpp"

namespace semsite {

/// Finds the keys under which a document is found, and what is told of it there
/// (docs/index.md lists them). For many documents one after another; one thread.
class DocumentKeys {
 public:
  /// Appends each key and its payload (both with their length in front).
  /// Returns the length of the document: the words of its literals.
  std::uint64_t append(const DocumentRecord& record, std::string& out);
  /// Appends the keys of the links of all these documents, in the same form; their
  /// payloads are counts.
  void append_links(std::string& out) { links_.append_to(out); }

 private:
  struct Word {
    std::uint32_t half_weights = 0;
    std::uint32_t last = 0;  ///< its last place
    std::string places;
  };

  void put_pair(std::string_view property, std::string_view value, std::string& out);
  void add_facts(const DocumentRecord& record, std::string& out);
  void add_iris(std::string& out);
  void add_words(std::string_view text, WordField field);
  void append_words(std::string& out);
  void put(std::string& out, char kind, std::string_view text, std::string_view payload);

  Tokenizer tokenizer_;
  TermMap<std::uint8_t> iris_;    ///< where they stand
  TermMap<bool> named_;           ///< IRIs whose local names count as words
  TermMap<bool> spaces_;          ///< seen already
  TermMap<std::uint32_t> words_;  ///< index in `found_`
  std::vector<Word> found_;
  std::vector<std::string> host_texts_;
  std::uint32_t place_ = 0;
  std::uint64_t length_ = 0;
  Arena arena_;
  LinkCounts links_;
  std::string decoded_, key_;
};

}  // namespace semsite
