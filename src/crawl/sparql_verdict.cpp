#include "crawl/sparql_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/counts.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

void fail(SourceReport& source, std::string code, std::string problem) {
  source.outcome = source.quads > 0 ? Outcome::partial : Outcome::failed;
  source.code = std::move(code);
  source.problem = std::move(problem);
}

/// "12 of 40 triples came".
std::string came(std::uint64_t got, const std::optional<std::uint64_t>& counted) {
  return fmt::format("{} of {} triples came", grouped(got),
                     counted ? grouped(*counted) : "an unknown number of");
}

std::string missing(const SparqlWalk& walk, std::uint64_t got, std::uint64_t cut,
                    std::uint64_t parts, std::string_view failure) {
  std::string out = came(got, walk.counted());
  if (cut > 0)
    out += fmt::format("; {} of {} parts are not whole (a row limit?)", grouped(cut),
                       grouped(parts));
  for (const std::string& gap : walk.gaps()) out += "; " + gap;
  if (!failure.empty()) out += fmt::format("; an answer that was none: {}", failure);
  return out;
}

}  // namespace

void judge_harvest(const SparqlWalk& walk, const std::optional<SparqlFailure>& gave_up,
                   std::uint64_t blank_answers, std::string_view failure,
                   SourceReport& source) {
  std::uint64_t got = 0, cut = 0, faulty = 0;
  for (const PartitionReport& part : source.partitions) {
    got += part.got;
    if (part.outcome == Outcome::faulty) {
      ++faulty;
    } else if (part.outcome != Outcome::whole) {
      ++cut;
    }
  }
  source.documents = source.partitions.size();
  const auto counted = walk.counted();
  source.expected_quads = counted;
  if (gave_up) {
    fail(source, gave_up->code,
         got == 0 ? gave_up->problem
                  : fmt::format("{}; then: {}", came(got, counted), gave_up->problem));
    if (gave_up->refused && got == 0) source.outcome = Outcome::refused;
  } else if (!counted && walk.gaps().empty()) {
    fail(source, "sparql.not-counted",
         fmt::format("{} came, but the endpoint does not say how many there are",
                     count_of(got, "triple")));
  } else if (!walk.done() || cut > 0 || !walk.gaps().empty() || got != counted) {
    fail(source, "sparql.incomplete", missing(walk, got, cut, source.documents, failure));
  } else if (got == 0) {
    fail(source, "sparql.empty", "the endpoint counts no triples at all");
  } else if (walk.labels() == SparqlWalk::Labels::other && blank_answers > 1) {
    fail(source, "sparql.blank-nodes",
         "all triples came, but in several answers, and the endpoint gives blank nodes "
         "other labels in each: those of different answers are not joined");
  } else {
    source.outcome = faulty > 0 ? Outcome::faulty : Outcome::whole;
  }
}

}  // namespace semsite
