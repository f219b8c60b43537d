// Plans a site, gets all of it, and counts its quads by predicate: harvest URL
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <string>

#include "semsite/fetch.hpp"
#include "semsite/plan.hpp"

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: harvest URL\n";
    return 2;
  }
  semsite::WebOptions web;
  web.contact = "https://example.org/about-my-robot";
  web.message = [](const semsite::Message& message) {
    if (message.level != semsite::Message::Level::info) std::cerr << message.text << '\n';
  };
  try {
    const semsite::SitePlan plan = semsite::plan(words[1], {}, web);
    for (const semsite::PlannedDataset& dataset : plan.datasets)
      std::cout << "dataset " << dataset.name << ": "
                << (dataset.chosen ? semsite::way_name(dataset.ways[*dataset.chosen].way)
                                   : "no way")
                << '\n';

    std::map<std::string, std::uint64_t, std::less<>> predicates;
    const semsite::FetchResult result = semsite::fetch(
        {words[1]},
        [&](const semsite::Quads& some) {
          for (const semsite::Quad& quad : some.quads) {
            const auto known = predicates.find(quad.predicate.value);
            if (known != predicates.end())
              ++known->second;
            else
              predicates.emplace(quad.predicate.value, 1);
          }
        },
        {}, web);
    for (const auto& [predicate, times] : predicates)
      std::cout << times << ' ' << predicate << '\n';
    for (const semsite::FetchedSource& source : result.sources)
      if (!source.problem.empty())
        std::cerr << source.url << ": " << semsite::outcome_name(source.outcome) << ": "
                  << source.problem << '\n';
    for (const std::string& problem : result.problems) std::cerr << problem << '\n';
    std::cout << result.quads << " quads, "
              << (result.is_complete ? "complete" : "not complete") << '\n';
    return result.is_complete ? 0 : 1;
  } catch (const semsite::Error& error) {
    std::cerr << error.what() << '\n';
    return 3;
  }
}
