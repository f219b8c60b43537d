// Asks an index in one process, as a server would, and prints the median and the longest
// time of a query in microseconds: index_queries INDEX words|uri < QUERIES (one a line).

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "index/search.hpp"

int main(int argc, char** argv) {
  using namespace semsite;
  if (argc != 3) return 2;
  IndexReader reader{argv[1]};
  const bool by_uri = std::string_view{argv[2]} == "uri";
  std::vector<double> times;
  std::uint64_t found = 0;
  for (std::string line; std::getline(std::cin, line);) {
    SearchRequest request;
    request.query.children.push_back(by_uri ? uri_query(line) : parse_query(line));
    const SearchResult result = reader.search(request);
    times.push_back(result.seconds * 1e6);
    found += result.total;
  }
  if (times.empty()) return 1;
  std::ranges::sort(times);
  fmt::print("median us {:.0f} longest {:.0f} queries {} found {}\n",
             times[times.size() / 2], times.back(), times.size(), found);
  return 0;
}
