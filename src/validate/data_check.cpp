#include "validate/data_check.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.hpp"
#include "parse/split_parse.hpp"
#include "semsite/errors.hpp"
#include "validate/rule.hpp"

namespace semsite {

void FaultFindings::report(const Fault& fault) {
  Finding finding{fault.code, FindingPlace{findings_.url(), fault.line, fault.column},
                  fault.message};
  // What was mended or only noted has cost nothing here.
  if (!fault.skipped) {
    const ValidationRule* const rule = find_rule(fault.code);
    finding.severity =
        rule == nullptr ? Severity::note : std::min(rule->severity, Severity::warning);
  }
  findings_.all().add(std::move(finding));
}

namespace {

constexpr std::string_view kCut = "cut";

/// Ends with an error, which no reader takes for the end of the document.
class BeginningSource final : public ByteSource {
 public:
  BeginningSource(ByteSource& inner, std::uint64_t most) : inner_(inner), most_(most) {}

  [[nodiscard]] Block read() override {
    Block block = inner_.read();
    if (!block.empty() && read_ >= most_) throw DocumentError{std::string{kCut}, "cut"};
    read_ += block.bytes.size();
    return block;
  }

 private:
  ByteSource& inner_;
  std::uint64_t most_;
  std::uint64_t read_ = 0;
};

/// How parsing ended.
struct Parsed {
  std::uint64_t quads = 0;
  std::optional<DocumentError> error{};
};

Parsed parse(ByteSource& bytes, ReadAs as, const Syntax& syntax,
             const std::string& content_type, const PageWatch* watch,
             DocumentFindings& findings, const Validation& validation) {
  FaultFindings faults{findings};
  Document document;
  document.iri = findings.url();
  document.base = findings.url();
  document.got_from = findings.url();
  document.name = findings.url();
  document.scope = short_hash(findings.url());
  document.media_type = content_type;
  const Measured measured{document, as, syntax, validation.retriever.limits()};
  Parsed out;
  try {
    parse_document({.syntax = syntax,
                    .bytes = bytes,
                    .document = std::make_shared<const Document>(std::move(document)),
                    .diagnostics = faults,
                    .measured = measured,
                    .workers = 1,
                    .stop = validation.stop,
                    .settings = validation.settings,
                    .watch = watch},
                   [&](const QuadBatch& batch) { out.quads += batch.size(); });
  } catch (const DocumentError& error) {
    out.error = error;
  }
  return out;
}

}  // namespace

std::uint64_t check_data(ByteSource& bytes, ReadAs as, const Syntax& syntax,
                         const std::string& content_type, const PageWatch* watch,
                         DocumentFindings& findings, const Validation& validation) {
  const Parsed parsed =
      parse(bytes, as, syntax, content_type, watch, findings, validation);
  if (parsed.error) findings.add_failure(parsed.error->code(), parsed.error->what());
  return parsed.quads;
}

std::uint64_t check_beginning(ByteSource& bytes, std::uint64_t most, const Syntax& syntax,
                              const std::string& content_type, DocumentFindings& findings,
                              const Validation& validation) {
  BeginningSource beginning{bytes, most};
  const Parsed parsed =
      parse(beginning, ReadAs::data, syntax, content_type, nullptr, findings, validation);
  if (parsed.error && parsed.error->code() != kCut) throw *parsed.error;
  return parsed.quads;
}

}  // namespace semsite
