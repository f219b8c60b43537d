#include "commands/secrets.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "commands/commands.hpp"

namespace semsite::commands_secrets_test {
namespace {

using Words = std::vector<std::string>;

TEST(Secrets, PasswordsAreMasked) {
  EXPECT_EQ(without_secrets({"fetch", "--user", "me:pw", "-u", "token", "-ume:pw",
                             "--user=me:pw", "http://h/"}),
            (Words{"fetch", "--user", "me:***", "-u", "***", "-ume:***", "--user=me:***",
                   "http://h/"}));
}

// Switches may stand before it behind one dash: `-vu me:pw` is `-v -u me:pw`.
TEST(Secrets, PasswordsAreMaskedBehindSwitchesOfOneLetter) {
  EXPECT_EQ(without_secrets({"fetch", "-vu", "me:pw", "-qvume:pw", "-vHA: b", "-qH",
                             "Cookie: id=7", "-ou:x"}),
            (Words{"fetch", "-vu", "me:***", "-qvume:***", "-vHA:***", "-qH",
                   "Cookie:***", "-ou:x"}));
  for (const Command& command : commands())
    for (const OptionGroup& group : command.options())
      for (const OptionRow& option : group.rows)
        if (option.letter != 0 && option.is_switch()) {
          EXPECT_EQ(without_secrets({fmt::format("-{}ume:pw", option.letter)}),
                    Words{fmt::format("-{}ume:***", option.letter)});
        }
}

TEST(Secrets, HeadersKeepTheirNamesOnly) {
  EXPECT_EQ(without_secrets({"-H", "Cookie: id=7", "--header=X-Token: 1", "-HA: b"}),
            (Words{"-H", "Cookie:***", "--header=X-Token:***", "-HA:***"}));
}

TEST(Secrets, LoginsInUrlsAreMasked) {
  EXPECT_EQ(without_secrets({"--proxy", "http://a:b@proxy:1/", "http://u@h?x@"}),
            (Words{"--proxy", "http://***@proxy:1/", "http://***@h?x@"}));
}

TEST(Secrets, LoginsOfAProxyAreMaskedWithoutItsSchemeToo) {
  EXPECT_EQ(without_secrets({"--proxy", "a:b@proxy:1", "--proxy=a:b@c@proxy",
                             "--proxy=socks5://a:b@proxy:1", "--proxy", "proxy:1"}),
            (Words{"--proxy", "***@proxy:1", "--proxy=***@proxy",
                   "--proxy=socks5://***@proxy:1", "--proxy", "proxy:1"}));
}

TEST(Secrets, ParametersOfUrlsAreMasked) {
  EXPECT_EQ(
      without_secrets({"fetch", "http://h/d?token=x&page=2", "--to=http://h/?sig=y"}),
      (Words{"fetch", "http://h/d?token=***&page=2", "--to=http://h/?sig=***"}));
}

TEST(Secrets, EverythingElseStays) {
  const Words words{"fetch",     "http://h/x@y", "--user-agent",        "bot:1",
                    "--contact", "mailto:a@b",   "--connect-to=a:1:b:2"};
  EXPECT_EQ(without_secrets(words), words);
}

}  // namespace
}  // namespace semsite::commands_secrets_test
