#include "validate/data_check.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/errors.hpp"
#include "base/hash.hpp"
#include "parse/split_parse.hpp"
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

std::uint64_t check_data(ByteSource& bytes, const Syntax& syntax,
                         const std::string& content_type, const PageWatch* watch,
                         DocumentFindings& findings, const CheckMeans& means) {
  FaultFindings faults{findings};
  Document document;
  document.iri = findings.url();
  document.base = findings.url();
  document.name = findings.url();
  document.scope = short_hash(findings.url());
  document.media_type = content_type;
  std::uint64_t quads = 0;
  try {
    parse_document({.syntax = syntax,
                    .bytes = bytes,
                    .document = std::make_shared<const Document>(std::move(document)),
                    .diagnostics = faults,
                    .limits = means.retriever.limits(),
                    .workers = 1,
                    .stop = means.stop,
                    .settings = means.settings,
                    .watch = watch},
                   [&](const QuadBatch& batch) { quads += batch.size(); });
  } catch (const DocumentError& error) {
    findings.add(error.code(), error.what());
  }
  return quads;
}

}  // namespace semsite
