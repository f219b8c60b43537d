#include "commands/slice_options.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "commands/values.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kLeastMemory = kMiB;

}  // namespace

void read_slice_options(const GivenOptions& given, const std::string& option,
                        Options& out) {
  SliceRules& rules = out.slice;
  const std::string told = given.text(option, "subject-object");
  const std::string name = out.slice_as_told ? "subject-object" : told;
  const auto method = slice_method(name);
  if (!method) {
    std::vector<std::string> words{"subject", "subject-object", "cbd", "scbd", "msg"};
    if (option != "by") words.insert(words.begin(), "auto");
    refuse_word("--" + option, name, words);
  }
  rules.method = *method;
  rules.closure = given.has("closure");
  const bool is_plain =
      rules.method == SliceMethod::subject || rules.method == SliceMethod::subject_object;
  if (rules.closure && !is_plain)
    throw UsageError{fmt::format(
        "--closure: {} follows blank nodes anyway, by rules of its own; leave "
        "the option out",
        name)};
  rules.prefixes = given.texts("prefix");
  for (const std::string& prefix : rules.prefixes) {
    const IriProblem problem = check_iri(prefix);
    if (problem != IriProblem::none && problem != IriProblem::bad_escape)
      throw UsageError{fmt::format("--prefix {}: no beginning of an IRI: it {}", prefix,
                                   describe(problem, prefix))};
  }
  out.temporary = given.text("tmp");
  if (given.has("memory"))
    out.slice_memory = parse_size(given.text("memory"), "--memory");
  if (out.slice_memory < kLeastMemory)
    throw UsageError{
        fmt::format("--memory {}: at least 1Mi is needed", given.text("memory"))};
}

}  // namespace semsite
