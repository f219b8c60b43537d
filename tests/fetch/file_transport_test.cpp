#include "fetch/file_transport.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/url.hpp"
#include "fetch/transport.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::file_transport_test {
namespace {

std::unique_ptr<Body> open(const Request& request) {
  return open_file(request, std::make_shared<Downloads>());
}

std::string read_all(Body& body) {
  std::string text;
  for (Block block = body.read(); !block.empty(); block = body.read())
    text += block.bytes;
  return text;
}

class FileTransport : public testing::Test {
 protected:
  FileTransport() { test::write_file(home.file("a b.nt"), "0123456789"); }

  [[nodiscard]] Request request(const std::string& name) const {
    Request out;
    out.url = file_url(home.file(name));
    out.may_be_local = true;
    return out;
  }

  test::TemporaryFolder home;
};

TEST_F(FileTransport, GivesAFileWithItsLengthAndDate) {
  const auto body = open(request("a b.nt"));
  EXPECT_EQ(body->head().status, 200);
  EXPECT_EQ(body->head().protocol, "file");
  EXPECT_EQ(body->head().length(), 10U);
  EXPECT_EQ(body->head().media_type(), "");
  EXPECT_TRUE(body->head().header("last-modified").ends_with(" GMT"));
  EXPECT_EQ(read_all(*body), "0123456789");
  EXPECT_EQ(body->wire_bytes(), 10U);
}

TEST_F(FileTransport, TheTransportSendsFileUrlsThere) {
  const auto transport = make_transport({});
  const auto body = transport->open(request("a b.nt"));
  EXPECT_EQ(body->head().status, 200);
  EXPECT_EQ(read_all(*body), "0123456789");
}

// Whatever led there: nothing but a request that may be local opens a file.
TEST_F(FileTransport, TheTransportOpensNoFileUnasked) {
  const auto transport = make_transport({});
  Request unasked = request("a b.nt");
  unasked.may_be_local = false;
  try {
    (void)transport->open(unasked)->head();
    ADD_FAILURE() << "the file was opened";
  } catch (const FetchError& error) {
    EXPECT_EQ(error.failure(), FetchFailure::protocol);
  }
}

TEST_F(FileTransport, WhatIsMissingOrADirectoryIsNotThere) {
  EXPECT_EQ(open(request("none"))->head().status, 404);
  EXPECT_EQ(open(request("a b.nt/x"))->head().status, 404);
  const auto directory = open(request(""));
  EXPECT_EQ(directory->head().status, 404);
  EXPECT_NE(directory->head().header("x-semsite-reason").find("is a directory"),
            std::string_view::npos);
  EXPECT_TRUE(directory->read().empty());
}

TEST_F(FileTransport, ARangeStartsWhereItIsTold) {
  Request part = request("a b.nt");
  part.range_from = 7;
  const auto body = open(part);
  EXPECT_EQ(body->head().status, 206);
  EXPECT_EQ(body->head().header("content-range"), "bytes 7-9/10");
  EXPECT_EQ(body->head().length(), 10U);
  EXPECT_EQ(read_all(*body), "789");
}

TEST_F(FileTransport, ARangeBehindTheEndCannotBeHad) {
  Request part = request("a b.nt");
  part.range_from = 10;
  EXPECT_EQ(open(part)->head().status, 416);
  EXPECT_EQ(open(part)->head().length(), 10U);
}

// RFC 9110 §13.1.5
TEST_F(FileTransport, IfRangeOfAnotherDateGivesTheWholeFile) {
  Request part = request("a b.nt");
  part.range_from = 7;
  part.if_range = "Sun, 06 Nov 1994 08:49:37 GMT";
  EXPECT_EQ(open(part)->head().status, 200);
  part.if_range = open(request("a b.nt"))->head().header("last-modified");
  EXPECT_EQ(open(part)->head().status, 206);
}

TEST_F(FileTransport, AHeadRequestHasNoBody) {
  Request head = request("a b.nt");
  head.method = "HEAD";
  const auto body = open(head);
  EXPECT_EQ(body->head().length(), 10U);
  EXPECT_TRUE(body->read().empty());
}

TEST_F(FileTransport, StopsAtTheLimit) {
  Request limited = request("a b.nt");
  limited.max_bytes = 9;
  const auto body = open(limited);
  try {
    (void)read_all(*body);
    FAIL() << "no error";
  } catch (const FetchError& error) {
    EXPECT_EQ(error.failure(), FetchFailure::too_large);
  }
  limited.max_bytes = 10;
  EXPECT_EQ(read_all(*open(limited)), "0123456789");
}

TEST_F(FileTransport, RefusesOtherHostsAndThingsThatAreNoFiles) {
  ASSERT_EQ(::mkfifo((home.file("pipe")).c_str(), 0600), 0);
  Request other;
  other.url = "file://elsewhere/etc/hosts";
  for (const Request& bad : {other, request("pipe")}) {
    const auto body = open(bad);
    try {
      (void)body->head();
      ADD_FAILURE() << bad.url;
    } catch (const FetchError& error) {
      EXPECT_EQ(error.failure(), FetchFailure::file) << bad.url;
    }
  }
}

}  // namespace
}  // namespace semsite::file_transport_test
