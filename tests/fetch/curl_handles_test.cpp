#include "fetch/curl_handles.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <chrono>
#include <string>
#include <thread>

#include "fetch/transport.hpp"
#include "support/loopback_server.hpp"

namespace semsite::curl_handles_test {
namespace {

using namespace std::chrono_literals;

TEST(SocketBook, FindsTheSocketThatIsConnectedBetweenTwoPorts) {
  LoopbackServer server{[](const ServedRequest&, ServedConnection&) {}};
  SocketBook book;
  int sockets[2];
  int ports[2];
  for (int i = 0; i < 2; ++i) {
    sockets[i] = book.open(AF_INET, SOCK_STREAM, 0);
    ASSERT_GE(sockets[i], 0);
    sockaddr_in peer{};
    peer.sin_family = AF_INET;
    peer.sin_port = htons(server.port());
    peer.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ASSERT_EQ(::connect(sockets[i], reinterpret_cast<sockaddr*>(&peer), sizeof peer), 0);
    sockaddr_in own{};
    socklen_t size = sizeof own;
    ASSERT_EQ(::getsockname(sockets[i], reinterpret_cast<sockaddr*>(&own), &size), 0);
    ports[i] = ntohs(own.sin_port);
    acknowledge_at_once(sockets[i]);
  }
  EXPECT_EQ(book.find(ports[0], server.port()), sockets[0]);
  EXPECT_EQ(book.find(ports[1], server.port()), sockets[1]);
  EXPECT_EQ(book.find(ports[1], server.port() + 1), -1);
  EXPECT_EQ(book.close(sockets[1]), 0);
  EXPECT_EQ(book.find(ports[1], server.port()), -1);
  EXPECT_EQ(book.close(sockets[0]), 0);
  EXPECT_EQ(book.open(-1, SOCK_STREAM, 0), -1);
}

// RFC 896 on one side and delayed acknowledgements (RFC 1122 §4.2.3.2) on the other: each
// answer of a connection that is used again would come 40 ms late.
TEST(SocketBook, AServerThatHoldsItsLastBytesBackIsNotKeptWaiting) {
  constexpr int kRequests = 10;
  constexpr auto kThought = 30ms;
  const std::string body(41'000, 'x');  // shorter than a segment of loopback
  LoopbackServer server{[&](const ServedRequest&, ServedConnection& connection) {
    connection.hold_short_segments();
    std::this_thread::sleep_for(kThought);
    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 41000\r\n\r\n");
    connection.send(body);
  }};
  TransportOptions options;
  options.named_hosts = {"127.0.0.1"};
  options.delay = 0ms;
  const auto transport = make_transport(options);
  int quick = 0;
  for (int i = 0; i < kRequests; ++i) {
    const auto start = std::chrono::steady_clock::now();
    Request request;
    request.url = server.url("/");
    const auto answer = transport->open(std::move(request));
    std::size_t size = 0;
    for (Block block = answer->read(); !block.empty(); block = answer->read())
      size += block.bytes.size();
    EXPECT_EQ(size, body.size());
    if (std::chrono::steady_clock::now() - start < kThought + 30ms) ++quick;
  }
  EXPECT_GE(quick, kRequests / 2) << "the machine may be busy now and then";
  EXPECT_EQ(server.connections(), 1U);
}

}  // namespace
}  // namespace semsite::curl_handles_test
