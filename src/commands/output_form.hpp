#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// What quads can be written as.
enum class OutputFormat : std::uint8_t {
  nquads,
  ntriples,
  turtle,
  trig,
  jsonld,
  csv,
  tsv,
  ndjson,
};

/// One of them: a row of a constant table.
struct OutputForm {
  OutputFormat format;
  std::string_view name;                       ///< as in `--format`: "nquads"
  std::string_view short_name;                 ///< the other one: "nq"
  std::span<const std::string_view> suffixes;  ///< of files, with the dot
};

/// All forms that can be written.
[[nodiscard]] std::span<const OutputForm> output_forms();
[[nodiscard]] const OutputForm& form_of(OutputFormat format);

/// A suffix of files that are something else, and what to do instead.
struct UnwritableSuffix {
  std::string_view suffix;  ///< with the dot
  std::string_view what;    ///< "RDF/XML"
  std::string_view remedy;
  bool packs = false;  ///< a compression or archive: no `--format` makes one
};
[[nodiscard]] std::span<const UnwritableSuffix> unwritable_suffixes();

struct WantedForm {
  OutputFormat format = OutputFormat::nquads;
  std::string note{};  ///< what the user should know of it; mostly empty
};

/// The form of an output called `path` ("-": standard output): `word`, the text of
/// `--format`, if that is not empty; else what the suffix of the name says, the suffix of
/// a compression that we write taken off; else N-Quads. Throws UsageError for a word that
/// is none, and for a suffix of what cannot be written.
[[nodiscard]] WantedForm wanted_form(std::string_view path, std::string_view word);

}  // namespace semsite
