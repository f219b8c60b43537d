#include "state/database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {
namespace {

using testing::HasSubstr;

/// What `work` complains of, or nothing.
template <class Work>
std::string complaint(Work work) {
  try {
    work();
    return {};
  } catch (const RunError& error) {
    return error.what();
  }
}

TEST(Database, GivesBackWhatWasBound) {
  using namespace std::string_literals;
  Database database{""};
  database.run("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT, number INTEGER)");
  const std::string odd = "with \0 and \xff"s;
  {
    Database::Query put{database, "INSERT INTO t (text, number) VALUES (?, ?)"};
    put.text(odd).number(-7).run();
  }
  EXPECT_EQ(database.last_id(), 1);
  EXPECT_EQ(database.changes(), 1);
  {
    Database::Query put{database, "INSERT INTO t (text, number) VALUES (?, ?)"};
    put.text({}).null().run();
  }
  Database::Query get{database, "SELECT text, number, text IS NULL FROM t ORDER BY id"};
  ASSERT_TRUE(get.step());
  EXPECT_EQ(get.text_at(0), odd);
  EXPECT_EQ(get.number_at(1), -7);
  ASSERT_TRUE(get.step());
  EXPECT_EQ(get.bytes_at(0), "");
  EXPECT_EQ(get.number_at(2), 0) << "an empty text is no null";
  EXPECT_EQ(get.number_at(1), 0);
  EXPECT_FALSE(get.step());
}

TEST(Database, ANumberThatIsNotThereIsZero) {
  Database database{""};
  database.run("CREATE TABLE t (number INTEGER)");
  EXPECT_EQ(database.number("SELECT number FROM t"), 0);
  database.run("INSERT INTO t VALUES (5)");
  EXPECT_EQ(database.number("SELECT number FROM t"), 5);
}

TEST(Database, AQueryUsedAgainKnowsNothingOfItsLastUse) {
  Database database{""};
  database.run("CREATE TABLE t (a TEXT, b TEXT)");
  for (int i = 0; i < 2; ++i) {
    Database::Query put{database, "INSERT INTO t VALUES (?1, ?2)"};
    put.text("one");
    if (i == 0) put.text("two");
    put.run();
  }
  EXPECT_EQ(database.number("SELECT count(*) FROM t WHERE b IS NULL"), 1);
}

TEST(Database, ATransactionThatIsNotCommittedIsTakenBack) {
  Database database{""};
  database.run("CREATE TABLE t (number INTEGER)");
  {
    Database::Transaction change{database};
    database.run("INSERT INTO t VALUES (1)");
  }
  EXPECT_EQ(database.number("SELECT count(*) FROM t"), 0);
  {
    Database::Transaction change{database};
    database.run("INSERT INTO t VALUES (1)");
    change.commit();
  }
  EXPECT_EQ(database.number("SELECT count(*) FROM t"), 1);
}

TEST(Database, AFileKeepsWhatIsInItAndATemporaryOneDoesNot) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    Database database{path};
    EXPECT_EQ(database.path(), path);
    database.run("CREATE TABLE t (number INTEGER); INSERT INTO t VALUES (3)");
  }
  EXPECT_EQ(Database{path}.number("SELECT number FROM t"), 3);
  EXPECT_EQ(Database{""}.number("SELECT count(*) FROM sqlite_master"), 0);
}

TEST(Database, AnotherRunIsNamed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  Database first{path};
  first.run("CREATE TABLE t (number INTEGER)");
  const std::string said =
      complaint([&] { Database{path}.run("INSERT INTO t VALUES (1)"); });
  EXPECT_THAT(said, HasSubstr(path + ": another run is using this state"));
}

TEST(Database, AFullDiskIsNamedAndTheChangeTakenBack) {
  Database database{""};
  database.run("CREATE TABLE t (text TEXT); INSERT INTO t VALUES ('before')");
  database.run("PRAGMA max_page_count = 10");
  const std::string said = complaint([&] {
    Database::Transaction change{database};
    for (int i = 0; i < 1'000; ++i) {
      Database::Query put{database, "INSERT INTO t VALUES (?)"};
      put.text(std::string(1'000, 'x')).run();
    }
    change.commit();
  });
  EXPECT_THAT(said, HasSubstr("no space left"));
  EXPECT_EQ(database.number("SELECT count(*) FROM t"), 1);
  database.run("INSERT INTO t VALUES ('after')");
  EXPECT_EQ(database.number("SELECT count(*) FROM t"), 2) << "it can be used on";
}

TEST(Database, AFileThatIsNoneIsNamedAndLeftAlone) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out.nq");
  const std::string text(2'000, 'n');
  write_file(path, text);
  const std::string said = complaint([&] {
    Database database{path};
    database.run("CREATE TABLE t (number INTEGER)");
  });
  EXPECT_THAT(said, HasSubstr(path + ": the state cannot be used"));
  EXPECT_THAT(said, HasSubstr("--state"));
  EXPECT_EQ(read_file(path), text);
}

TEST(Database, ADamagedFileIsNamed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    Database database{path};
    database.run("CREATE TABLE t (text TEXT)");
    Database::Transaction change{database};
    for (int i = 0; i < 500; ++i) {
      Database::Query put{database, "INSERT INTO t VALUES (?)"};
      put.text(std::string(200, 'x')).run();
    }
    change.commit();
  }
  std::string bytes = read_file(path);
  for (std::size_t at = 5'000; at < bytes.size(); ++at) bytes[at] = '\xEE';
  write_file(path, bytes);
  const std::string said = complaint([&] {
    static_cast<void>(Database{path}.number("SELECT sum(length(text)) FROM t"));
  });
  EXPECT_THAT(said, HasSubstr("the state cannot be used"));
}

TEST(Database, AFolderThatIsMissingIsNamed) {
  const std::string said = complaint([] { Database database{"/no/such/folder/state"}; });
  EXPECT_THAT(said, HasSubstr("/no/such/folder/state"));
}

TEST(Database, AMistakeInAStatementIsSaid) {
  Database database{""};
  EXPECT_THROW(static_cast<void>(database.number("SELECT nothing FROM nowhere")),
               RunError);
  EXPECT_EQ(database.number("SELECT 4"), 4);
}

}  // namespace
}  // namespace semsite::test
