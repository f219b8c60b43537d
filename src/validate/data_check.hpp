#pragma once

#include <string>

#include "base/byte_source.hpp"
#include "base/diagnostics.hpp"
#include "parse/measured.hpp"
#include "parse/syntax.hpp"
#include "reading/parse_job.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// Makes findings of the faults of a reader.
class FaultFindings final : public Diagnostics {
 public:
  explicit FaultFindings(DocumentFindings& findings) : findings_(findings) {}
  void report(const Fault& fault) override;

 private:
  DocumentFindings& findings_;
};

/// Parses a document, already unpacked, for the faults in it; its quads go nowhere.
/// `watch`: see PageWatch; may be null. Gives the number of quads.
std::uint64_t check_data(ByteSource& bytes, ReadAs as, const Syntax& syntax,
                         const std::string& content_type, const PageWatch* watch,
                         DocumentFindings& findings, const Validation& validation);

/// The same for the beginning of a document: what lies behind its first `most` bytes or a
/// little more is not read, and that it is cut there is no fault. Throws DocumentError if
/// its bytes cannot be had whole.
std::uint64_t check_beginning(ByteSource& bytes, std::uint64_t most, const Syntax& syntax,
                              const std::string& content_type, DocumentFindings& findings,
                              const Validation& validation);

}  // namespace semsite
