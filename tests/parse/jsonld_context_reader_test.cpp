#include "parse/jsonld_context_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "support/cpu_watch.hpp"
#include "support/jsonld_text.hpp"

namespace semsite::jsonld_context_reader_test {
namespace {

using test::read_jsonld;
using test::TableOfContexts;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

test::JsonLdSetup with(TableOfContexts& table) {
  test::JsonLdSetup setup;
  setup.settings.contexts = &table;
  setup.settings.jsonld_contexts = make_jsonld_contexts();
  return setup;
}

TEST(ContextReader, AsksForARemoteContextOncePerRun) {
  TableOfContexts table;
  table.texts["http://c/"] = "{\"@context\":{\"p\":\"u:p\"}}";
  const test::JsonLdSetup setup = with(table);
  for (int i = 0; i < 3; ++i)
    EXPECT_THAT(
        read_jsonld("{\"@context\":\"http://c/\",\"@id\":\"u:a\",\"p\":\"x\"}", setup)
            .quads,
        ElementsAre("<u:a> <u:p> \"x\""));
  EXPECT_THAT(table.asked, ElementsAre("http://c/"));
}

TEST(ContextReader, AStoredContextDoesNotKeepTheBaseOfADocument) {
  auto contexts = make_jsonld_contexts();
  ParseSettings settings;
  const Limits limits;
  for (const char* base : {"http://one/", "http://two/"}) {
    const BaseIri document_base{base};
    const ContextEnvironment environment{*contexts, settings, limits, document_base,
                                         NamedBy::network()};
    ContextReader reader{environment};
    JsonText text{"[{\"p\":\"u:p\"},{\"@base\":\"x/\",\"@vocab\":\"\"}]"};
    JsonArena arena;
    const ContextPtr context =
        reader.process(contexts->initial(),
                       {.value = read_json(text, arena, 8).value, .base_url = base});
    EXPECT_EQ(context->base, std::string{base} + "x/");
    EXPECT_EQ(context->vocab, std::string{base} + "x/");
  }
}

TEST(ContextReader, GivesEqualInlineContextsTheSameObject) {
  auto contexts = make_jsonld_contexts();
  ParseSettings settings;
  const Limits limits;
  const BaseIri base{"http://e/"};
  const ContextEnvironment environment{*contexts, settings, limits, base,
                                       NamedBy::network()};
  std::vector<ContextPtr> made(2);
  for (ContextPtr& one : made) {
    ContextReader reader{environment};
    JsonText text{"{\"p\":\"u:p\"}"};
    JsonArena arena;
    one = reader.process(contexts->initial(), {.value = read_json(text, arena, 8).value,
                                               .base_url = "http://e/"});
  }
  EXPECT_EQ(made[0], made[1]);
}

TEST(ContextReader, ManyThreadsShareTheStore) {
  auto contexts = make_jsonld_contexts();
  std::vector<std::jthread> threads;
  std::vector<std::size_t> counts(4);
  for (std::size_t i = 0; i < counts.size(); ++i)
    threads.emplace_back([&, i] {
      test::JsonLdSetup setup;
      setup.settings.jsonld_contexts = contexts;
      for (int k = 0; k < 20; ++k)
        counts[i] +=
            read_jsonld("{\"@context\":[\"https://schema.org\",{\"x" + std::to_string(k) +
                            "\":\"u:x\"}],\"name\":\"n\",\"x" + std::to_string(k) +
                            "\":1}",
                        setup)
                .quads.size();
    });
  threads.clear();
  EXPECT_THAT(counts, testing::Each(40U));
}

TEST(ContextReader, NamesTheContextThatCannotBeHad) {
  TableOfContexts table;
  const test::JsonLdRead read =
      read_jsonld("{\"@context\":\"http://gone/c\",\"a\":1}", with(table));
  EXPECT_EQ(read.error, "jsonld.remote-context");
  EXPECT_THAT(read.message, HasSubstr("<http://gone/c>"));
  EXPECT_THAT(read.message, HasSubstr("410 Gone"));
  EXPECT_EQ(read_jsonld("{\"@context\":\"http://gone/c\",\"a\":1}").error,
            "jsonld.remote-context");
}

// API §9.4.3, context overflow; 1.0: recursive context inclusion
TEST(ContextReader, EndsAContextThatImportsItself) {
  TableOfContexts table;
  table.texts["http://c/a"] = "{\"@context\":[\"b\",{\"p\":\"u:p\"}]}";
  table.texts["http://c/b"] = "{\"@context\":\"http://c/a\"}";
  test::JsonLdSetup setup = with(table);
  EXPECT_EQ(read_jsonld("{\"@context\":\"http://c/a\",\"a\":1}", setup).error,
            "jsonld.context-overflow");
  setup.settings.jsonld_version = JsonLdVersion::v1_0;
  EXPECT_EQ(read_jsonld("{\"@context\":\"http://c/a\",\"a\":1}", setup).error,
            "jsonld.recursive-context-inclusion");
}

TEST(ContextReader, AScopedContextMayNameTheContextAroundIt) {
  TableOfContexts table;
  table.texts["http://c/"] =
      "{\"@context\":{\"p\":{\"@id\":\"u:p\",\"@context\":\"http://c/\"},\"q\":\"u:q\"}}";
  EXPECT_THAT(
      read_jsonld(
          "{\"@context\":\"http://c/\",\"@id\":\"u:a\",\"p\":{\"@id\":\"u:b\",\"p\":"
          "{\"@id\":\"u:c\",\"q\":\"x\"}}}",
          with(table))
          .quads,
      ElementsAre("<u:a> <u:p> <u:b>", "<u:b> <u:p> <u:c>", "<u:c> <u:q> \"x\""));
}

TEST(ContextReader, BoundsContextsThatDoubleAtEveryLevel) {
  TableOfContexts table;
  for (int i = 0; i < 30; ++i) {
    const std::string next = "\"http://c/" + std::to_string(i + 1) + "\"";
    std::string text = "{\"@context\":[";
    text.append(next).append(",{\"p").append(std::to_string(i)).append("\":\"u:p\"},");
    text.append(next).append("]}");
    table.texts["http://c/" + std::to_string(i)] = text;
  }
  table.texts["http://c/30"] = "{\"@context\":{}}";
  const test::CpuWatch watch;
  EXPECT_EQ(read_jsonld("{\"@context\":\"http://c/0\",\"a\":1}", with(table)).error,
            "jsonld.context-overflow");
  EXPECT_LT(watch.seconds(), test::cpu_bound(20));
}

TEST(ContextReader, TakesAThousandContextsInLinearTime) {
  std::string text = "{\"@context\":[";
  for (int i = 0; i < 10'000; ++i)
    text += "{\"p" + std::to_string(i) + "\":\"u:p" + std::to_string(i) + "\"},";
  text.back() = ']';
  text += ",\"@id\":\"u:a\",\"p0\":1,\"p9999\":2}";
  const test::CpuWatch watch;
  EXPECT_EQ(read_jsonld(text).quads.size(), 2U);
  EXPECT_LT(watch.seconds(), test::cpu_bound(20));
}

TEST(ContextReader, RefusesTermsThatDependOnEachOtherWithoutEnd) {
  EXPECT_EQ(read_jsonld("{\"@context\":{\"a\":\"b:x\",\"b\":\"a:y\"},\"a\":1}").error,
            "jsonld.cyclic-iri-mapping");
  std::string text = "{\"@context\":{";
  for (int i = 0; i < 10'000; ++i)
    text += "\"a" + std::to_string(i) + "\":\"a" + std::to_string(i + 1) + ":x\",";
  EXPECT_EQ(read_jsonld(text + "\"z\":\"u:z\"},\"a\":1}").error,
            "jsonld.context-overflow");
}

TEST(ContextReader, ScopedContextsCannotMultiplyWork) {
  std::string inner = "{";
  for (int i = 0; i < 2000; ++i) inner += "\"t" + std::to_string(i) + "\":\"u:t\",";
  inner.back() = '}';
  std::string text =
      "{\"@context\":{\"p\":{\"@id\":\"u:p\",\"@context\":" + inner + "}},";
  text += "\"u:l\":[";
  for (int i = 0; i < 4000; ++i)
    text += "{\"@context\":{\"x" + std::to_string(i) + "\":\"u:x\"},\"p\":{\"t1\":1}},";
  text.back() = ']';
  // What the terms take counts, though each context is soon forgotten.
  EXPECT_EQ(read_jsonld(text + "}").error, "limit.page-memory");
}

TEST(ContextReader, BuiltInContextsNeedNoSource) {
  EXPECT_THAT(read_jsonld("{\"@context\":\"http://schema.org/\",\"@id\":\"u:a\","
                          "\"name\":\"n\",\"url\":\"http://x/\"}")
                  .quads,
              ElementsAre("<u:a> <http://schema.org/name> \"n\"",
                          "<u:a> <http://schema.org/url> <http://x/>"));
}

TEST(ContextReader, RefusesRemoteContextsThatAreTooLargeOrNoContexts) {
  TableOfContexts table;
  table.texts["http://c/big"] =
      "{\"@context\":{}," + std::string(17 * kMiB, ' ') + "\"a\":1}";
  table.texts["http://c/none"] = "{\"a\":1}";
  table.texts["http://c/array"] = "[]";
  table.texts["http://c/html"] = "<html>";
  const auto error = [&](std::string_view url) {
    return read_jsonld("{\"@context\":\"" + std::string{url} + "\",\"a\":1}", with(table))
        .error;
  };
  EXPECT_EQ(error("http://c/big"), "jsonld.remote-context");
  EXPECT_EQ(error("http://c/none"), "jsonld.invalid-remote-context");
  EXPECT_EQ(error("http://c/array"), "jsonld.invalid-remote-context");
  EXPECT_EQ(error("http://c/html"), "jsonld.loading-remote-context-failed");
  EXPECT_EQ(error("http://c/lost"), "jsonld.remote-context");
}

}  // namespace
}  // namespace semsite::jsonld_context_reader_test
