#include "unpack/budget.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "support/drain.hpp"
#include "support/packing.hpp"
#include "unpack/unpacker.hpp"

namespace semsite::test::budget_test {
namespace {

/// `begin`, and then the same block for ever; counts what was taken.
class WithoutEnd final : public ByteSource {
 public:
  WithoutEnd(std::string begin, std::string block, std::uint64_t& taken)
      : next_(std::move(begin)), block_(std::move(block)), taken_(taken) {}
  Block read() override {
    auto text = std::make_shared<std::string>(next_.empty() ? block_ : next_);
    next_.clear();
    taken_ += text->size();
    if (taken_ > 200 * kMiB) return {};  // so that a test that fails ends
    return {.bytes = *text, .owner = text};
  }

 private:
  std::string next_, block_;
  std::uint64_t& taken_;
};

/// A member of no bytes, as Python's gzip writes it.
const std::string kNothing{"\x1f\x8b\x08\0\0\0\0\0\x02\xff\x03\0\0\0\0\0\0\0\0\0", 20};

std::string again(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

std::string error_of(const std::string& begin, const std::string& block,
                     std::uint64_t& taken) {
  const Limits limits;
  try {
    Unpacker unpacker{std::make_unique<WithoutEnd>(begin, block, taken), "d.nt", limits};
    const std::optional<Entry> entry = unpacker.next();
    if (!entry) return "no entry";
    const Drained all = drain(*entry->bytes);
    return all.error;
  } catch (const DocumentError& error) {
    return error.code();
  }
}

TEST(IdleBound, EndsWhatIsPackedAndGivesNothing) {
  const std::string header{"\x1f\x8b\x08\0\0\0\0\0\0\x03", 10};
  const std::string named{"\x1f\x8b\x08\x08\0\0\0\0\0\x03", 10};
  const std::string stored{"\0\0\0\xff\xff", 5};
  const std::string skippable =
      std::string{"\x50\x2a\x4d\x18\x10\x27\0\0", 8} + std::string(10'000, 'x');
  for (const auto& [begin, block] : {std::pair{header, again(stored, 20'000)},
                                     std::pair{named, std::string(100'000, 'a')},
                                     std::pair{std::string{}, again(kNothing, 5000)},
                                     std::pair{std::string{}, again(skippable, 10)}}) {
    std::uint64_t taken = 0;
    EXPECT_EQ(error_of(begin, block, taken), "unpack.idle");
    EXPECT_LT(taken, 20 * kMiB);
  }
}

// One byte now and then is not more than none.
TEST(IdleBound, EndsWhatGivesHardlyAnything) {
  const std::string one = pack_stream(ARCHIVE_FILTER_GZIP, "#");
  std::uint64_t taken = 0;
  EXPECT_EQ(error_of({}, one + again(kNothing, 5000), taken), "unpack.idle");
  EXPECT_LT(taken, 20 * kMiB);
}

TEST(IdleBound, LetsWhatCannotBePackedThrough) {
  std::string text(24 * kMiB, ' ');
  std::uint32_t state = 1;
  for (char& c : text) {
    state = state * 1664525U + 1013904223U;
    c = static_cast<char>(state >> 24U);
  }
  text[0] = '#';
  for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_ZSTD}) {
    const Limits limits;
    Unpacker unpacker{memory(pack_stream(filter, text), 65536), "d.nt", limits};
    const std::optional<Entry> entry = unpacker.next();
    ASSERT_TRUE(entry);
    const Drained all = drain(*entry->bytes);
    EXPECT_EQ(all.error, "");
    EXPECT_EQ(all.text.size(), text.size());
  }
}

}  // namespace
}  // namespace semsite::test::budget_test
