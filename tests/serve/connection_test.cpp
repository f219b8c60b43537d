#include "serve/connection.hpp"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

#include "base/file_io.hpp"

namespace semsite::test {
namespace {

using Head = Connection::Head;
constexpr std::chrono::milliseconds kSoon{50};

/// Both ends of a connection.
struct Pair {
  Pair() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    served = ends[0];
    client = Descriptor{ends[1]};
  }
  void send(const std::string& text) const { write_all(client.get(), text, "client"); }

  int served = -1;  ///< the connection closes it
  Descriptor client;
  Descriptor wake{::eventfd(0, EFD_CLOEXEC)};
};

std::string head_of(Connection& connection) {
  std::array<char, 7> piece{};
  std::string out;
  while (const ssize_t got = connection.read(piece.data(), piece.size()))
    out.append(piece.data(), static_cast<std::size_t>(got));
  return out;
}

TEST(Connection, GivesOneHeadAfterAnother) {
  const Pair pair;
  const ConnectionLimits limits;
  Connection connection{pair.served, pair.wake.get(), limits};
  pair.send("\r\nGET /a HTTP/1.1\r\nA: b\r\n\r\nGET /b HTTP/1.1\r\n\r\n");
  ASSERT_EQ(connection.read_head(kSoon), Head::complete);
  EXPECT_EQ(head_of(connection), "GET /a HTTP/1.1\r\nA: b\r\n\r\n");
  ASSERT_EQ(connection.read_head(kSoon), Head::complete);
  EXPECT_EQ(head_of(connection), "GET /b HTTP/1.1\r\n\r\n");
  EXPECT_EQ(connection.read_head(kSoon), Head::ended);
}

TEST(Connection, AHeadMayComeInAnyPieces) {
  const Pair pair;
  const ConnectionLimits limits;
  Connection connection{pair.served, pair.wake.get(), limits};
  std::thread client{[&] {
    for (const char c : std::string{"GET / HTTP/1.1\r\n\r\n"}) pair.send({c});
  }};
  EXPECT_EQ(connection.read_head(std::chrono::seconds{5}), Head::complete);
  client.join();
}

TEST(Connection, AHeadIsBoundedInSize) {
  const Pair pair;
  const ConnectionLimits limits{.head_bytes = 100};
  Connection connection{pair.served, pair.wake.get(), limits};
  pair.send("GET /" + std::string(200, 'a'));
  EXPECT_EQ(connection.read_head(kSoon), Head::too_long);
}

TEST(Connection, AHeadIsBoundedInTimeHoweverManyBytesCome) {
  const Pair pair;
  const ConnectionLimits limits{.head = std::chrono::milliseconds{100}};
  Connection connection{pair.served, pair.wake.get(), limits};
  std::jthread client{[&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      (void)!::send(pair.client.get(), "x", 1, MSG_NOSIGNAL);
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
  }};
  EXPECT_EQ(connection.read_head(std::chrono::seconds{5}), Head::too_slow);
}

TEST(Connection, EndsWhenItIsWoken) {
  const Pair pair;
  const ConnectionLimits limits;
  Connection connection{pair.served, pair.wake.get(), limits};
  ::eventfd_write(pair.wake.get(), 1);
  EXPECT_EQ(connection.read_head(std::chrono::hours{1}), Head::ended);
}

TEST(Connection, EndsWhenItIsWokenAlsoIfMoreIsAskedFor) {
  const Pair pair;
  const ConnectionLimits limits;
  Connection connection{pair.served, pair.wake.get(), limits};
  ::eventfd_write(pair.wake.get(), 1);
  pair.send("GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(connection.read_head(kSoon), Head::ended);
}

TEST(Connection, AnAnswerThatIsNotTakenIsGivenUp) {
  const Pair pair;
  const ConnectionLimits limits{.stall = std::chrono::milliseconds{50}};
  Connection connection{pair.served, pair.wake.get(), limits};
  EXPECT_TRUE(connection.write("short"));
  EXPECT_FALSE(connection.write(std::string(100'000'000, 'a')));
}

TEST(Connection, AnAnswerToNobodyIsNoSignal) {
  Pair pair;
  const ConnectionLimits limits;
  Connection connection{pair.served, pair.wake.get(), limits};
  pair.client = Descriptor{};
  EXPECT_FALSE(connection.write("a") && connection.write("b"));
}

}  // namespace
}  // namespace semsite::test
