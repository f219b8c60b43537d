#include "commands/serve.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "semsite/errors.hpp"

namespace semsite::test::serve_test {
namespace {

ServeOptions read(std::vector<std::string> words) {
  words.insert(words.begin(), {"serve", "--index", "i"});
  return read_serve(command_line(words));
}

TEST(ServeOptions, HaveTheDefaultsOfTheManual) {
  const ServeOptions out = read({});
  EXPECT_EQ(out.index, "i");
  EXPECT_EQ(out.listen, (ListenAddress{"127.0.0.1", 7277}));
  EXPECT_EQ(out.seconds, 10);
  EXPECT_EQ(out.port_file, "");
  EXPECT_TRUE(out.hosts.empty());
}

TEST(ServeOptions, AreRead) {
  const ServeOptions out =
      read({"--listen", "[::1]:0", "--port-file", "p", "--query-time", "1m"});
  EXPECT_EQ(out.listen, (ListenAddress{"::1", 0}));
  EXPECT_EQ(out.seconds, 60);
  EXPECT_EQ(out.port_file, "p");
  EXPECT_EQ(read({"--host", "A.example", "--host", "b.example"}).hosts,
            (std::vector<std::string>{"a.example", "b.example"}));
}

TEST(ServeOptions, WhatCannotBeIsRefused) {
  EXPECT_THROW(static_cast<void>(read_command({"serve"})), UsageError);
  EXPECT_THROW(static_cast<void>(read({"word"})), UsageError);
  EXPECT_THROW(static_cast<void>(read({"--listen", "x"})), UsageError);
  EXPECT_THROW(static_cast<void>(read({"--host", "a.example:80"})), UsageError);
  EXPECT_THROW(static_cast<void>(read({"--query-time", "0"})), UsageError);
  EXPECT_THROW(static_cast<void>(read({"--query-time", "11m"})), UsageError);
}

}  // namespace
}  // namespace semsite::test::serve_test
