#include "store/database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::database_test {
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

// https://sqlite.org/lockingv3.html, hot journals.
TEST(Database, AReaderUndoesWhatAKilledWriterLeft) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a"), killed = folder.file("b");
  {
    Database writer{path, {.sharing = DatabaseUse::Sharing::written}};
    writer.run("CREATE TABLE t (text TEXT); INSERT INTO t VALUES ('before')");
    // So few pages in memory that the change is in the file before it is complete.
    writer.run("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN");
    for (int i = 0; i < 200; ++i)
      writer.run("INSERT INTO t VALUES (hex(randomblob(2000)))");
    std::filesystem::copy_file(path, killed);
    std::filesystem::copy_file(path + "-journal", killed + "-journal");
    writer.run("COMMIT");
  }
  ASSERT_GT(std::filesystem::file_size(killed + "-journal"), 0U);
  Database reader{killed, {.sharing = DatabaseUse::Sharing::read}};
  EXPECT_EQ(reader.number("SELECT count(*) FROM t"), 1);
  EXPECT_EQ(reader.number("SELECT count(*) FROM t WHERE text = 'before'"), 1);
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
  EXPECT_EQ(said, path +
                      ": is no database, so no state of semsite, and stays as it is; "
                      "choose another --state");
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

/// What another reader of the file sees in table `t` now.
std::int64_t seen_by_others(const std::string& path) {
  // A copy with its log: the file itself is locked.
  const TemporaryFolder folder;
  const std::string copy = folder.file("copy.db");
  for (const char* suffix : {"", "-wal"})
    if (std::filesystem::exists(path + suffix))
      std::filesystem::copy_file(path + suffix, copy + suffix);
  Database database{copy};
  return database.number("SELECT count(*) FROM t");
}

void add_row(Database& database, Database::Durable durable) {
  const std::scoped_lock lock{database.mutex()};
  Database::Transaction change{database, durable};
  {
    Database::Query put{database, "INSERT INTO t VALUES (?)"};
    put.number(1).run();
  }
  change.commit();
}

class SoonDurable : public testing::Test {
 protected:
  SoonDurable() {
    database_.run("PRAGMA journal_mode = WAL");
    database_.run("CREATE TABLE t (number INTEGER)");
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("state.db");
  Database database_{path_};
};

TEST_F(SoonDurable, IsSeenByItsOwnRunAtOnceAndByOthersInTime) {
  add_row(database_, Database::Durable::soon);
  add_row(database_, Database::Durable::soon);
  {
    const std::scoped_lock lock{database_.mutex()};
    EXPECT_EQ(database_.number("SELECT count(*) FROM t"), 2);
  }
  for (int tries = 0; tries < 200 && seen_by_others(path_) < 2; ++tries)
    std::this_thread::sleep_for(Database::kGatherTime);
  EXPECT_EQ(seen_by_others(path_), 2);
}

TEST_F(SoonDurable, IsSettledByWhatMustBeDurableNow) {
  const std::unique_lock lock{database_.mutex()};  // the settler waits for it
  for (const auto durable : {Database::Durable::soon, Database::Durable::now}) {
    Database::Transaction change{database_, durable};
    Database::Query put{database_, "INSERT INTO t VALUES (1)"};
    put.run();
    change.commit();
  }
  EXPECT_EQ(seen_by_others(path_), 2);
}

TEST_F(SoonDurable, IsSettledByAWriteOutsideOfATransaction) {
  const std::unique_lock lock{database_.mutex()};
  {
    Database::Transaction change{database_, Database::Durable::soon};
    Database::Query put{database_, "INSERT INTO t VALUES (1)"};
    put.run();
    change.commit();
  }
  EXPECT_EQ(seen_by_others(path_), 0) << "else this test shows nothing";
  Database::Query put{database_, "INSERT INTO t VALUES (2)"};
  put.run();
  EXPECT_EQ(seen_by_others(path_), 2);
}

TEST_F(SoonDurable, IsSettledWhenTheDatabaseIsClosed) {
  {
    Database other{path_ + "2"};
    other.run("CREATE TABLE t (number INTEGER)");
    add_row(other, Database::Durable::soon);
  }
  EXPECT_EQ(seen_by_others(path_ + "2"), 1);
}

TEST_F(SoonDurable, GoesWithTheTransactionThatIsTakenBack) {
  const std::unique_lock lock{database_.mutex()};
  {
    Database::Transaction change{database_, Database::Durable::soon};
    Database::Query put{database_, "INSERT INTO t VALUES (1)"};
    put.run();
    change.commit();
  }
  {
    const Database::Transaction change{database_};
    Database::Query put{database_, "INSERT INTO t VALUES (2)"};
    put.run();
  }
  EXPECT_EQ(database_.number("SELECT count(*) FROM t"), 0);
}

TEST_F(SoonDurable, TellsTheNextUserThatItCouldNotBeMade) {
  // A deferred constraint lets statements pass and the commit fail.
  database_.run("PRAGMA foreign_keys = ON");
  database_.run(
      "CREATE TABLE child (of INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY "
      "DEFERRED)");
  database_.run("CREATE TABLE parent (id INTEGER PRIMARY KEY)");
  {
    const std::scoped_lock lock{database_.mutex()};
    Database::Transaction change{database_, Database::Durable::soon};
    {
      Database::Query put{database_, "INSERT INTO child VALUES (7)"};
      put.run();
    }
    change.commit();
    EXPECT_THAT(complaint([&] { database_.settle(); }), HasSubstr("FOREIGN KEY"));
  }
  EXPECT_THAT(complaint([&] { add_row(database_, Database::Durable::soon); }),
              HasSubstr("FOREIGN KEY"));
  EXPECT_THAT(complaint([&] {
                const std::scoped_lock lock{database_.mutex()};
                Database::Query put{database_, "INSERT INTO t VALUES (1)"};
                put.run();
              }),
              HasSubstr("FOREIGN KEY"));
}

}  // namespace
}  // namespace semsite::test::database_test
