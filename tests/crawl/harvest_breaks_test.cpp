#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "crawl/dump_list.hpp"
#include "crawl/harvest.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_sink.hpp"

namespace semsite::test::harvest_breaks_test {
namespace {

/// Gives `text`, and breaks; or ends there.
class Breaking final : public ByteSource {
 public:
  explicit Breaking(std::string text, bool breaks = true)
      : text_(std::move(text)), breaks_(breaks) {}
  Block read() override {
    if (!std::exchange(given_, true)) return {.bytes = text_};
    if (!breaks_) return {};
    throw DocumentError{"fetch.slow", "too slow"};
  }

 private:
  std::string text_;
  bool breaks_;
  bool given_ = false;
};

HarvestReport harvest_of(std::string text, const std::string& type, bool breaks = true) {
  CollectingSink sink;
  const Limits limits;
  RunCounters counters;
  Console console{Verbosity::quiet, LogFormat::text};
  const std::stop_source stop;
  const Harvester harvester{.sink = sink,
                            .graph = {GraphUse::own, {}},
                            .limits = limits,
                            .counters = counters,
                            .console = console,
                            .stop = stop.get_token()};
  return harvest(
      {.bytes = std::make_unique<Breaking>(std::move(text), breaks),
       .origin = {.url = "http://a.example/d", .dataset = {}, .site = {}, .base = {}},
       .media_type = type,
       .watch = {}},
      harvester);
}

// A few first bytes show nothing, and are no verdict.
TEST(Harvest, WhatBreaksOffBeforeItShowsWhatItIsFailsWithThat) {
  for (const std::string text :
       {"#", "# a comment\n", "\n\n", "<x:a> <x:b> ", "{", "hello", "<"})
    for (const std::string type : {"", "text/turtle", "application/n-triples"}) {
      const HarvestReport report = harvest_of(text, type);
      EXPECT_EQ(report.outcome, Outcome::failed) << text << type;
      EXPECT_EQ(report.code, "fetch.slow") << text << type;
    }
  EXPECT_EQ(harvest_of("hello", "", false).code, "document.not-rdf");
}

TEST(DocumentLook, WhatBreaksOffBeforeItShowsWhatItIsIsNotCalledEmpty) {
  for (const std::string text : {"#", "\n\n", "{", "hello"}) {
    const auto look = [&](bool breaks) {
      return look_at_document(std::make_unique<Breaking>(text, breaks),
                              "http://a.example/d", "", {}, {});
    };
    EXPECT_EQ(look(true), DocumentLook::data) << text;
    EXPECT_NE(look(false), DocumentLook::data) << text;
  }
}

}  // namespace
}  // namespace semsite::test::harvest_breaks_test
