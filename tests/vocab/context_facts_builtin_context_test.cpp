#include "vocab/context_facts.hpp"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace semsite::context_facts_builtin_context_test {
namespace {

rapidjson::Document parsed(std::string_view text) {
  rapidjson::Document json;
  json.Parse(text.data(), text.size());
  EXPECT_FALSE(json.HasParseError());
  return json;
}

rapidjson::Document context_of(std::string_view url) {
  const auto text = builtin_context(url);
  EXPECT_TRUE(text.has_value()) << url;
  return parsed(text.value_or("{}"));
}

/// The definition of a term as JSON says it in words; empty if there is none.
std::string definition(std::string_view url, const char* term) {
  const rapidjson::Document json = context_of(url);
  const auto& context = json["@context"];
  if (!context.HasMember(term)) return {};
  const auto& value = context[term];
  if (value.IsNull()) return "null";
  if (value.IsString()) return value.GetString();
  std::string out = value["@id"].GetString();
  for (const char* key : {"@type", "@container"})
    if (value.HasMember(key))
      out += std::string{" "} + key + "=" + value[key].GetString();
  return out;
}

// OCX specification notes §4: one context for all forms of schema.org's address

TEST(BuiltinContext, KnowsEveryFormOfSchemaOrgsAddress) {
  const auto text = builtin_context("http://schema.org/");
  ASSERT_TRUE(text.has_value());
  for (const std::string_view url :
       {"http://schema.org", "https://schema.org", "https://schema.org/",
        "https://www.schema.org", "http://www.schema.org/", "HTTPS://Schema.ORG/",
        "https://schema.org/docs/jsonldcontext.jsonld",
        "http://schema.org/docs/jsonldcontext.json", "https://schema.org/#fragment"}) {
    ASSERT_TRUE(builtin_context(url).has_value()) << url;
    // The very same text, made once.
    EXPECT_EQ(builtin_context(url)->data(), text->data()) << url;
  }
}

TEST(BuiltinContext, KnowsNothingElse) {
  for (const std::string_view url :
       {"", "schema.org", "ftp://schema.org/", "https://schema.org/Person",
        "https://schema.org.example/", "https://example.org/schema.org/",
        "https:", "https://w3id.org/ro/crate/9.9/context"})
    EXPECT_FALSE(builtin_context(url).has_value()) << url;
}

TEST(BuiltinContext, CoercesSchemaOrgsTermsAsPublished) {
  constexpr std::string_view kUrl = "https://schema.org/";
  EXPECT_EQ(definition(kUrl, "@vocab"), "http://schema.org/");
  EXPECT_EQ(definition(kUrl, "type"), "@type");
  EXPECT_EQ(definition(kUrl, "schema"), "http://schema.org/");
  EXPECT_EQ(definition(kUrl, "name"), "schema:name");
  EXPECT_EQ(definition(kUrl, "url"), "schema:url @type=@id");
  EXPECT_EQ(definition(kUrl, "about"), "schema:about");
  EXPECT_EQ(definition(kUrl, "dateCreated"), "schema:dateCreated @type=Date");
  EXPECT_EQ(definition(kUrl, "HTML"), "rdf:HTML");
  EXPECT_EQ(definition(kUrl, "learningTime"), "");
}

TEST(BuiltinContext, TellsTheVersionsOfRoCrateApart) {
  const auto input = [](std::string_view version) {
    return definition("https://w3id.org/ro/crate/" + std::string{version} + "/context",
                      "input");
  };
  EXPECT_EQ(input("1.0"), "");
  EXPECT_EQ(input("1.1"), "https://bioschemas.org/ComputationalWorkflow#input");
  EXPECT_EQ(input("1.2"), "https://bioschemas.org/properties/input");
  EXPECT_EQ(input("1.3"), "https://bioschemas.org/terms/input");
  EXPECT_EQ(definition("https://w3id.org/ro/crate/1.0/context", "@base"), "null");
}

TEST(BuiltinContext, HasContainersOfActivityStreams) {
  constexpr std::string_view kUrl = "https://www.w3.org/ns/activitystreams#";
  EXPECT_EQ(definition(kUrl, "orderedItems"), "as:items @type=@id @container=@list");
  EXPECT_EQ(definition(kUrl, "contentMap"), "as:content @container=@language");
  EXPECT_EQ(definition(kUrl, "@vocab"), "_:");
}

TEST(BuiltinContext, LetsUnlistedNamesFallIntoOerSchema) {
  for (const std::string_view url : {"http://oerschema.org", "https://oerschema.org/"}) {
    EXPECT_EQ(definition(url, "Lesson"), "oer:Lesson");
    EXPECT_EQ(definition(url, "@vocab"), "http://oerschema.org/");
  }
}

TEST(BuiltinContext, IsMadeOnceWhenManyThreadsAskAtTheSameTime) {
  constexpr std::string_view kUrl = "https://w3id.org/ro/crate/1.3/context";
  std::vector<const char*> seen(8, nullptr);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < seen.size(); ++i)
    threads.emplace_back(
        [&, i] { seen[i] = builtin_context(kUrl).value_or(std::string_view{}).data(); });
  for (std::thread& thread : threads) thread.join();
  ASSERT_NE(seen[0], nullptr);
  for (const char* text : seen) EXPECT_EQ(text, seen[0]);
}

// Against the published files, where SEMSITE_CONTEXTS names their folder.

/// Name and value of every member. (The iterators of RapidJSON do not suit C++20.)
std::vector<std::pair<std::string, const rapidjson::Value*>> members(
    const rapidjson::Value& object) {
  std::vector<std::pair<std::string, const rapidjson::Value*>> out;
  for (rapidjson::SizeType i = 0; i < object.MemberCount(); ++i) {
    const auto& member = *(object.MemberBegin() + static_cast<std::ptrdiff_t>(i));
    out.emplace_back(member.name.GetString(), &member.value);
  }
  return out;
}

rapidjson::Document read_json(const std::string& path) {
  std::ifstream file{path};
  EXPECT_TRUE(file.good()) << path;
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  return parsed(text);
}

TEST(PublishedContexts, SayTheSameAsOursAboutEveryTerm) {
  const char* const folder = std::getenv("SEMSITE_CONTEXTS");
  if (folder == nullptr) GTEST_SKIP() << "SEMSITE_CONTEXTS names no folder";
  const rapidjson::Document index = read_json(std::string{folder} + "/index.json");
  ASSERT_GT(index.MemberCount(), 30U);
  std::set<const char*> compared;  // most addresses lead to a text that others lead to
  for (const auto& [url, file] : members(index)) {
    const std::string name = file->GetString();
    const auto text = builtin_context(url);
    ASSERT_TRUE(text.has_value()) << url;
    if (!compared.insert(text->data()).second) continue;
    rapidjson::Document theirs = read_json(std::string{folder} + "/" + name);
    rapidjson::Document ours = context_of(url);
    // OER Schema publishes no context: ours has one line more than the derived one.
    if (name == "oerschema.jsonld") ours["@context"].RemoveMember("@vocab");
    ASSERT_GT(theirs["@context"].MemberCount(), 100U);
    for (const auto& [term, value] : members(theirs["@context"]))
      EXPECT_TRUE(ours["@context"].HasMember(term.c_str()) &&
                  ours["@context"][term.c_str()] == *value)
          << name << ": " << term;
    EXPECT_EQ(ours["@context"].MemberCount(), theirs["@context"].MemberCount()) << name;
  }
  EXPECT_EQ(compared.size(), 7U);
}

}  // namespace
}  // namespace semsite::context_facts_builtin_context_test
