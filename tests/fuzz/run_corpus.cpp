// In place of libFuzzer where there is none: gives the entry every file of a folder,
// whole, cut short, and changed a little, so many times. What goes wrong ends the
// program.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "support/mutated.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void give(const std::string& text) {
  // A copy of its own, so that reading past the end is seen by a sanitizer.
  const std::vector<std::uint8_t> bytes{text.begin(), text.end()};
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: fuzz_NAME FOLDER CHANGES\n", stderr);
    return 2;
  }
  const auto changes = static_cast<std::size_t>(std::atol(arguments[2]));
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator{arguments[1]})
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::mt19937 random{1};  // the same numbers on every run
  for (const auto& file : files) {
    std::ifstream in{file, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    give(text);
    const std::size_t step = std::max<std::size_t>(1, 2 * text.size() / changes);
    for (std::size_t size = 0; size < text.size(); size += step)
      give(text.substr(0, size));
    for (std::size_t i = 0; i < changes; ++i) give(semsite::test::mutated(text, random));
  }
  std::printf("%zu files\n", files.size());
  return files.empty() ? 1 : 0;
}
