#include "serve/connection.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "base/file_io.hpp"

namespace semsite::test::connection_test {
namespace {

using namespace std::chrono_literals;
using Phase = Connection::Phase;
using Time = Connection::Time;

const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

/// A connection, its client, and a clock that the test moves.
class ConnectionTest : public ::testing::Test {
 protected:
  Connection& open(const ConnectionLimits& limits = {}) {
    limits_ = limits;
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    client_ = Descriptor{ends[1]};
    connection_ = std::make_unique<Connection>(Descriptor{ends[0]}, limits_, now_);
    return *connection_;
  }
  void send(const std::string& text) {
    write_all(client_.get(), text, "client");
    connection_->on_ready(now_);
  }
  void pass(std::chrono::milliseconds time) {
    now_ += time;
    connection_->on_time(now_);
  }
  void answer(const std::string& text) {
    connection_->start(now_);
    connection_->answer(text, now_);
  }
  /// What has come to the client, at most `most` bytes.
  std::string taken(std::size_t most = 1 << 20) {
    std::string out(most, '\0');
    const ssize_t got = ::recv(client_.get(), out.data(), out.size(), 0);
    out.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return out;
  }
  bool taken_has(const std::string& part) {
    return taken().find(part) != std::string::npos;
  }

  ConnectionLimits limits_;
  Time now_{1h};
  Descriptor client_;
  std::unique_ptr<Connection> connection_;
};

TEST_F(ConnectionTest, GivesOneRequestAfterAnother) {
  Connection& one = open();
  EXPECT_EQ(one.phase(), Phase::idle);
  send("\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n");
  ASSERT_EQ(one.phase(), Phase::asked);
  EXPECT_EQ(one.request().target, "/a");
  answer("first");
  ASSERT_EQ(one.phase(), Phase::asked);
  EXPECT_EQ(one.request().target, "/b");
  answer("second");
  EXPECT_EQ(one.phase(), Phase::idle);
  EXPECT_EQ(taken(), "firstsecond");
}

TEST_F(ConnectionTest, AHeadMayComeInAnyPieces) {
  Connection& one = open();
  for (const char c : "\r\n" + kGet) {
    EXPECT_NE(one.phase(), Phase::asked);
    send({c});
  }
  EXPECT_EQ(one.phase(), Phase::asked);
}

TEST_F(ConnectionTest, AHeadIsBoundedInSize) {
  for (const std::string& end : {std::string{}, std::string{"\r\n\r\n"}}) {
    const Connection& one = open({.head_bytes = 100});
    send("GET /" + std::string(200, 'a') + end);
    EXPECT_EQ(one.phase(), Phase::lingering);
    EXPECT_TRUE(taken_has("HTTP/1.1 431 "));
  }
}

TEST_F(ConnectionTest, AHeadIsBoundedInTimeHoweverManyBytesCome) {
  const Connection& one = open({.head = 10s});
  for (int i = 0; i < 10; ++i) {
    EXPECT_NE(one.phase(), Phase::lingering);
    send("x");
    pass(1s);
  }
  EXPECT_EQ(one.phase(), Phase::lingering);
  EXPECT_TRUE(taken_has("HTTP/1.1 408 "));
}

TEST_F(ConnectionTest, EmptyLinesAreNoRequestAndBuyNoTime) {
  const Connection& one = open({.idle = 15s});
  for (int i = 0; i < 15; ++i) {
    EXPECT_EQ(one.phase(), Phase::idle);
    send("\r\n\r\n\r");
    send("\n");
    pass(1s);
  }
  EXPECT_EQ(one.phase(), Phase::ended);
}

TEST_F(ConnectionTest, WhatCannotBeReadIsRefusedAndWhatFollowsIsNotRead) {
  const Connection& one = open();
  send("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n" + kGet);
  EXPECT_EQ(one.phase(), Phase::lingering);
  EXPECT_TRUE(taken_has("HTTP/1.1 400 "));
  send(kGet);
  EXPECT_EQ(one.phase(), Phase::lingering);
  EXPECT_EQ(taken(), "");
  pass(500ms);
  EXPECT_EQ(one.phase(), Phase::ended);
}

TEST_F(ConnectionTest, EndsAfterARequestWithContentOrWithoutWishForMore) {
  for (const std::string line : {"Content-Length: 3", "Connection: close"}) {
    Connection& one = open();
    send("GET / HTTP/1.1\r\nHost: a\r\n" + line + "\r\n\r\n" + kGet);
    EXPECT_TRUE(one.closes());
    answer("one");
    EXPECT_EQ(one.phase(), Phase::lingering);
    EXPECT_EQ(taken(), "one");
    client_ = Descriptor{};
    for (int i = 0; i < 3 && one.phase() == Phase::lingering; ++i) one.on_ready(now_);
    EXPECT_EQ(one.phase(), Phase::ended);
  }
}

TEST_F(ConnectionTest, HasABoundedNumberOfRequests) {
  Connection& one = open({.requests = 2});
  send(kGet + kGet + kGet);
  EXPECT_FALSE(one.closes());
  answer("1");
  EXPECT_TRUE(one.closes());
  answer("2");
  EXPECT_EQ(one.phase(), Phase::lingering);
}

TEST_F(ConnectionTest, ARequestWhoseTurnDoesNotComeIsRefused) {
  const Connection& one = open({.turn = 3s});
  send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
  pass(2999ms);
  EXPECT_EQ(one.phase(), Phase::asked);
  pass(1ms);
  EXPECT_EQ(one.phase(), Phase::lingering);
  const std::string got = taken();
  EXPECT_TRUE(got.starts_with("HTTP/1.1 503 ") && got.ends_with("\r\n\r\n")) << got;
}

TEST_F(ConnectionTest, AnAnswerThatIsNotTakenIsGivenUp) {
  Connection& one = open({.stall = 10s});
  send(kGet);
  answer(std::string(50'000'000, 'a'));
  one.on_ready(now_);
  EXPECT_EQ(one.phase(), Phase::writing);
  pass(9s);
  EXPECT_GT(taken().size(), 0U);
  one.on_ready(now_);
  pass(9s);
  EXPECT_EQ(one.phase(), Phase::writing);
  pass(1s);
  EXPECT_EQ(one.phase(), Phase::ended);
}

TEST_F(ConnectionTest, AnAnswerTakenInDropsIsBoundedToo) {
  Connection& one = open({.stall = 10s, .answer = 60s});
  send(kGet);
  answer(std::string(50'000'000, 'a'));
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(one.phase(), Phase::writing);
    pass(5s);
    (void)taken();
    one.on_ready(now_);
  }
  EXPECT_EQ(one.phase(), Phase::ended);
}

TEST_F(ConnectionTest, WhoTakesLittleForHalfASecondIsSlowAlsoAfterAGoodBeginning) {
  Connection& one = open();
  send(kGet);
  EXPECT_FALSE(one.is_slow(now_));
  answer(std::string(50'000'000, 'a'));
  for (int i = 0; i < 20; ++i) {  // a good one
    EXPECT_FALSE(one.is_slow(now_));
    (void)taken();
    one.on_ready(now_);
    now_ += 100ms;
  }
  ASSERT_EQ(one.phase(), Phase::writing);
  one.on_ready(now_);  // the system's buffer takes some for it
  now_ += 500ms;
  (void)one.is_slow(now_);
  for (int i = 0; i < 5; ++i) {
    now_ += 100ms;
    (void)taken(1000);
    one.on_ready(now_);
  }
  EXPECT_TRUE(one.is_slow(now_));
}

TEST_F(ConnectionTest, AnAnswerToNobodyIsNoSignal) {
  Connection& one = open();
  send(kGet);
  client_ = Descriptor{};
  answer("a");
  EXPECT_EQ(one.phase(), Phase::ended);
}

}  // namespace
}  // namespace semsite::test::connection_test
