#include "discover/robots_line.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::robots_line_test {
namespace {

TEST(RobotsLine, WhatWasCutLosesItsLastLine) {
  EXPECT_EQ(without_cut_line("a: 1\nb: 2"), "a: 1\n");
  EXPECT_EQ(without_cut_line("a: 1\rb"), "a: 1\r");
  EXPECT_EQ(without_cut_line("a: 1\r\n"), "a: 1\r\n");
  EXPECT_EQ(without_cut_line("a: 1"), "");
  EXPECT_EQ(without_cut_line(""), "");
}

TEST(RobotsLine, SoDoesUtf16WhereALineEndIsTwoBytes) {
  const std::string little{
      "\xFF\xFE"
      "a\0\n\0b\0\x0A",
      9};
  EXPECT_EQ(without_cut_line(little), (std::string{"\xFF\xFE"
                                                   "a\0\n\0",
                                                   6}));
  const std::string big{"\xFE\xFF\0a\0\n\0b\0", 9};
  EXPECT_EQ(without_cut_line(big), (std::string{"\xFE\xFF\0a\0\n", 6}));
  // U+0A41 is a letter, and U+410A is one.
  const std::string letters{"\xFE\xFF\x0A\x41\x41\x0A", 6};
  EXPECT_EQ(without_cut_line(letters), "");
}

}  // namespace
}  // namespace semsite::robots_line_test
