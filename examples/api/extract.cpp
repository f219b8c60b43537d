// Prints the RDF and the links of a page that is in memory: extract URL < PAGE
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

#include "semsite/extract.hpp"
#include "semsite/write.hpp"

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: extract URL < PAGE\n";
    return 2;
  }
  const std::string page{std::istreambuf_iterator<char>{std::cin}, {}};
  try {
    semsite::Writer writer = semsite::Writer::to_text({.syntax = "trig"});
    const semsite::Extraction found = semsite::extract(
        page, words[1], [&](const semsite::Quads& some) { writer.write(some); });
    writer.finish();
    std::cout << writer.text();
    for (const semsite::Link& link : found.links)
      std::cout << "# " << (link.rel.empty() ? "-" : link.rel) << ' ' << link.url << '\n';
    for (const auto& [code, times] : found.result.faults)
      std::cerr << code << ": " << times << '\n';
    return found.result.is_whole ? 0 : 1;
  } catch (const semsite::Error& error) {
    std::cerr << error.what() << '\n';
    return 3;
  }
}
