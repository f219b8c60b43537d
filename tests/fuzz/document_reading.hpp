#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "parse/split_parse.hpp"
#include "parse/syntax.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test {

/// Ends the program, with a line that says what does not hold, and for which text.
[[noreturn]] inline void broken(std::string_view rule, std::string_view text) {
  std::fprintf(stderr, "--- %.*s:\n%.*s\n", static_cast<int>(rule.size()), rule.data(),
               static_cast<int>(text.size()), text.data());
  std::abort();
}

/// How a text is read; what comes out may not depend on `step` and `workers`.
struct ReadingManner {
  std::size_t step = kBlockBytes;  ///< bytes that come at once
  unsigned workers = 1;
  Strictness strictness = Strictness::lenient;
  std::string media_type{};
  std::string scope{};  ///< of labels
};

/// What was made of a text.
struct DocumentReading {
  std::string lines{};                ///< N-Quads in the order of the document
  std::vector<std::string> faults{};  ///< each with its code and place, sorted
  std::string failure{};              ///< code of the error that ended it

  [[nodiscard]] bool is_faultless() const { return faults.empty() && failure.empty(); }
  friend bool operator==(const DocumentReading&, const DocumentReading&) = default;
};

inline constexpr std::string_view kFuzzBase = "http://example.org/dir/doc";

/// Reads `text` in a syntax by its name as the program does.
inline DocumentReading read_document(std::string_view syntax, std::string_view text,
                                     const ReadingManner& manner = {}) {
  auto document = std::make_shared<Document>();
  document->iri = document->base = document->name = kFuzzBase;
  document->media_type = manner.media_type;
  document->scope = manner.scope;
  ParseSettings settings;
  settings.strictness = manner.strictness;
  CollectingDiagnostics faults;
  MemorySource bytes{std::string{text}, manner.step};
  std::mutex mutex;
  std::map<std::uint64_t, std::string> texts;
  DocumentReading out;
  try {
    parse_document({.syntax = *find_syntax(syntax),
                    .bytes = bytes,
                    .document = document,
                    .diagnostics = faults,
                    .measured = Measured::ours({}),
                    .workers = manner.workers,
                    .stop = {},
                    .settings = settings},
                   [&](const QuadBatch& batch) {
                     TextBuffer lines;
                     append_quads(lines, batch);
                     const std::scoped_lock lock{mutex};
                     texts[batch.sequence()] = std::string{lines.view()};
                   });
  } catch (const DocumentError& error) {
    out.failure = error.code();
  }
  for (const auto& [sequence, lines] : texts) out.lines += lines;
  for (const auto& fault : faults.faults())
    out.faults.push_back(fault.code + ' ' + std::to_string(fault.line) + ':' +
                         std::to_string(fault.column));
  std::ranges::sort(out.faults);
  return out;
}

/// `lines`, canonical N-Quads, with each label as a number: the first is 1.
inline std::string with_numbered_labels(std::string_view lines) {
  std::map<std::string, std::size_t, std::less<>> numbers;
  std::string out;
  for (std::size_t at = 0; at < lines.size();) {
    std::size_t end = at + 1;
    if (lines[at] == '<' && !lines.substr(at).starts_with("<<(")) {
      end = lines.find('>', at) + 1;
    } else if (lines[at] == '"') {
      while (lines[end] != '"') end += lines[end] == '\\' ? 2 : 1;
      ++end;
    } else if (lines.substr(at).starts_with("<<(")) {
      end = at + 3;
    } else if (lines.substr(at).starts_with("_:")) {
      end = lines.find(' ', at);
      const std::size_t number =
          numbers.emplace(lines.substr(at, end - at), numbers.size() + 1).first->second;
      out.append("_:b").append(std::to_string(number));
      at = end;
      continue;
    }
    out += lines.substr(at, end - at);
    at = end;
  }
  return out;
}

/// What was written of `reading` must be N-Quads that are read as the same.
inline void must_come_back(const DocumentReading& reading, std::string_view text) {
  const DocumentReading again = read_document("nquads", reading.lines);
  if (!again.is_faultless()) broken("what was written is no N-Quads", text);
  if (with_numbered_labels(again.lines) != with_numbered_labels(reading.lines))
    broken("what was written is read as something else", text);
}

}  // namespace semsite::test
