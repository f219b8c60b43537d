#include "plan/claims_left_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/counts.hpp"
#include "base/holder.hpp"

namespace semsite {

DatasetFact without_claims(const DatasetFact& fact, std::vector<std::string>& notes) {
  DatasetFact out = fact;
  const auto is_claim = [&](const std::string& name) {
    return standing_of(fact.standings, name).is_claim();
  };
  const auto tell = [&](std::size_t count, std::string_view one, std::string_view many) {
    if (count > 0)
      notes.push_back(
          fmt::format("{} left out by --authoritative-only", count_of(count, one, many)));
  };
  const auto is_claimed_prefix = [&](const LinkedDataPrefix& one) {
    return is_claim(one.prefix);
  };
  const std::size_t prefixes = std::erase_if(out.said.prefixes, is_claimed_prefix);
  tell(prefixes, "prefix of another host is", "prefixes of other hosts are");
  tell(std::erase_if(out.said.samples, is_claim), "sample of another host is",
       "samples of other hosts are");
  if (prefixes > 0) {
    std::erase_if(out.seed_pages, [&](const std::string& page) {
      return std::ranges::none_of(out.said.prefixes, [&](const LinkedDataPrefix& one) {
        return page.starts_with(one.prefix);
      });
    });
    if (out.said.prefixes.empty()) out.pages = 0;
  }
  if (is_claim(out.said.graph_name)) {
    tell(out.said.endpoints.size(), "endpoint with a graph of another host is",
         "endpoints with a graph of another host are");
    out.said.endpoints.clear();
    out.said.graph_name.clear();
  }
  return out;
}

void leave_out_claim(const DatasetFact& fact, AccessPlan& plan) {
  constexpr std::uint64_t kTold = 10;
  if (++plan.claims_left_out > kTold) return;
  const Standing& standing = standing_of(fact.standings, fact.said.uri);
  plan.left_out.push_back(fmt::format(
      "{} is a claim, and left out (--authoritative-only): {}; --trust {} takes it",
      fact.said.uri, standing.reason, trust_word(fact.said.uri)));
}

void tell_claims_left_out(AccessPlan& plan) {
  if (plan.claims_left_out > 0)
    plan.left_out.push_back(fmt::format(
        "{} left out by --authoritative-only",
        count_of(plan.claims_left_out, "dataset with an IRI of another host is",
                 "datasets with IRIs of other hosts are")));
}

}  // namespace semsite
