#include "state/stored.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

struct OutcomeName {
  Outcome outcome;
  int code;  ///< of a page
  std::string_view name;
};
constexpr std::array<OutcomeName, 8> kOutcomes{{
    {Outcome::not_tried, 0, "not_tried"},
    {Outcome::whole, 1, "whole"},
    {Outcome::faulty, 2, "faulty"},
    {Outcome::damaged, 3, "damaged"},
    {Outcome::partial, 4, "partial"},
    {Outcome::failed, 5, "failed"},
    {Outcome::refused, 6, "refused"},
    {Outcome::no_rdf, 7, "no_rdf"},
}};

struct StageName {
  RunStage stage;
  std::string_view name;
};
constexpr std::array<StageName, 3> kStages{{
    {RunStage::open, "open"},
    {RunStage::ended, "ended"},
    {RunStage::vain, "vain"},
}};

const OutcomeName& row_of(Outcome outcome) {
  return *std::ranges::find(kOutcomes, outcome, &OutcomeName::outcome);
}

}  // namespace

void refuse_unknown(const std::string& path, std::string_view what,
                    std::string_view value) {
  throw RunError{
      fmt::format("{}: the state has \"{}\" for {}, which this semsite does not know: it "
                  "is damaged, or of another version; use that version, or begin anew "
                  "with --fresh",
                  path.empty() ? "the temporary state" : path, value, what)};
}

std::int64_t as_seconds(std::chrono::system_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch())
      .count();
}

std::string_view stored(Outcome outcome) { return row_of(outcome).name; }

Outcome outcome_of(const std::string& path, std::string_view stored) {
  const auto* const found = std::ranges::find(kOutcomes, stored, &OutcomeName::name);
  if (found == kOutcomes.end()) refuse_unknown(path, "how a file ended", stored);
  return found->outcome;
}

std::int64_t page_code(Outcome outcome) { return row_of(outcome).code; }

Outcome page_outcome_of(const std::string& path, std::int64_t code) {
  const auto* const found = std::ranges::find(kOutcomes, code, &OutcomeName::code);
  if (found == kOutcomes.end())
    refuse_unknown(path, "how a page ended", std::to_string(code));
  return found->outcome;
}

PageState page_state_of(const std::string& path, std::int64_t code) {
  const auto found = page_state_of(code);
  if (!found)
    refuse_unknown(path, "where a page of a crawl stands", std::to_string(code));
  return *found;
}

std::string_view stored(RunStage stage) {
  return std::ranges::find(kStages, stage, &StageName::stage)->name;
}

RunStage run_stage_of(const std::string& path, std::string_view stored) {
  const auto* const found = std::ranges::find(kStages, stored, &StageName::name);
  if (found == kStages.end()) refuse_unknown(path, "how the run stands", stored);
  return found->stage;
}

std::string outcome_names() {
  std::string out;
  for (const OutcomeName& one : kOutcomes)
    out += fmt::format("{}'{}'", out.empty() ? "" : ", ", one.name);
  return out;
}

std::string outcome_by_number(std::string_view column) {
  // The numbers of pages are those that files had, too.
  std::string out = fmt::format("CASE {}", column);
  for (const OutcomeName& one : kOutcomes)
    out += fmt::format(" WHEN {} THEN '{}'", one.code, one.name);
  return out + " END";
}

void put_page_codes(Database& database) {
  database.run(
      "CREATE TABLE IF NOT EXISTS page_state (code INTEGER PRIMARY KEY, name TEXT NOT "
      "NULL UNIQUE); CREATE TABLE IF NOT EXISTS page_outcome (code INTEGER PRIMARY KEY, "
      "name TEXT NOT NULL UNIQUE)");
  for (const PageStateCode& one : kPageStates)
    Database::Query{database, "INSERT OR IGNORE INTO page_state VALUES (?, ?)"}
        .number(one.code)
        .text(one.name)
        .run();
  for (const OutcomeName& one : kOutcomes)
    Database::Query{database, "INSERT OR IGNORE INTO page_outcome VALUES (?, ?)"}
        .number(one.code)
        .text(one.name)
        .run();
}

}  // namespace semsite
