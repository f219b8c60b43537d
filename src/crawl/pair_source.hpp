#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/byte_source.hpp"
#include "markup/table_reader.hpp"
#include "rdf/document.hpp"

namespace semsite {

/// The rows of `?s ?o` that an endpoint gives for one predicate as `text/csv` (SPARQL 1.1
/// CSV results §3), as N-Triples. read() throws DocumentError "sparql.no-rows" where the
/// body is no such table, was cut off, or holds anything but IRIs.
class PairSource final : public ByteSource {
 public:
  PairSource(std::unique_ptr<ByteSource> csv, const std::string& predicate);
  [[nodiscard]] Block read() override;

 private:
  /// What is read, and whether it ended as a table does.
  class Ending final : public ByteSource {
   public:
    explicit Ending(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}
    [[nodiscard]] Block read() override;
    [[nodiscard]] bool has_line_end() const { return last_ == '\n'; }

   private:
    std::unique_ptr<ByteSource> inner_;
    char last_ = 0;
  };

  void begin();
  void check_row() const;

  Ending csv_;
  TableReader rows_;
  std::string predicate_;
  const Document document_{};  ///< none: the statements are to be read again
  bool begun_ = false;
  bool ended_ = false;
  std::uint64_t offset_ = 0;
};

}  // namespace semsite
