// In place of libFuzzer where there is none: gives the entry every file of a folder,
// whole, cut short, and changed a little. What goes wrong ends the program.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "support/mutated.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int kChangesOfEach = 200;

void give(const std::string& text) {
  // A copy of its own, so that reading past the end is seen by a sanitizer.
  const std::vector<std::uint8_t> bytes{text.begin(), text.end()};
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: fuzz_NAME FOLDER\n", stderr);
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator{arguments[1]})
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::mt19937 random{1};  // NOLINT: the same numbers on every run
  for (const auto& file : files) {
    std::ifstream in{file, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    give(text);
    const std::size_t step = std::max<std::size_t>(1, text.size() / 100);
    for (std::size_t size = 0; size < text.size(); size += step)
      give(text.substr(0, size));
    for (int i = 0; i < kChangesOfEach; ++i) give(semsite::test::mutated(text, random));
  }
  std::printf("%zu files\n", files.size());
  return files.empty() ? 1 : 0;
}
