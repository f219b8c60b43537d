#include "commands/serve_options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite::test {
namespace {

Options read(std::vector<std::string> words) {
  words.insert(words.begin(), {"serve", "--index", "i"});
  return parse_options(words);
}

TEST(ServeOptions, HaveTheDefaultsOfTheManual) {
  const Options out = read({});
  EXPECT_EQ(out.index.place, "i");
  EXPECT_EQ(out.serve.listen, (ListenAddress{"127.0.0.1", 7277}));
  EXPECT_EQ(out.serve.seconds, 10);
  EXPECT_EQ(out.serve.port_file, "");
  EXPECT_TRUE(out.serve.hosts.empty());
}

TEST(ServeOptions, AreRead) {
  const Options out =
      read({"--listen", "[::1]:0", "--port-file", "p", "--query-time", "1m"});
  EXPECT_EQ(out.serve.listen, (ListenAddress{"::1", 0}));
  EXPECT_EQ(out.serve.seconds, 60);
  EXPECT_EQ(out.serve.port_file, "p");
  EXPECT_EQ(read({"--host", "A.example", "--host", "b.example"}).serve.hosts,
            (std::vector<std::string>{"a.example", "b.example"}));
}

TEST(ServeOptions, WhatCannotBeIsRefused) {
  EXPECT_THROW(static_cast<void>(parse_options({"serve"})), UsageError);
  EXPECT_THROW(read({"word"}), UsageError);
  EXPECT_THROW(read({"--listen", "x"}), UsageError);
  EXPECT_THROW(read({"--host", "a.example:80"}), UsageError);
  EXPECT_THROW(read({"--query-time", "0"}), UsageError);
  EXPECT_THROW(read({"--query-time", "11m"}), UsageError);
}

}  // namespace
}  // namespace semsite::test
