#include "state/output_mark.hpp"

#include <sys/stat.h>

#include "base/mutex.hpp"

namespace semsite {
namespace {

/// In every form: whoever does not know it passes it over.
constexpr const char* kTable =
    "CREATE TABLE IF NOT EXISTS output_mark (id INTEGER PRIMARY KEY CHECK (id = 1), "
    "seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL)";

}  // namespace

void note_output_mark(Database& database, const std::string& path) {
  struct stat facts {};
  const bool known = ::stat(path.c_str(), &facts) == 0;
  const MutexLock lock{database.mutex()};
  database.run(kTable);
  database.run("DELETE FROM output_mark");
  if (known)
    Database::Query{database, "INSERT INTO output_mark VALUES (1, ?, ?)"}
        .number(facts.st_mtim.tv_sec)
        .number(facts.st_mtim.tv_nsec)
        .run();
}

bool has_output_mark(Database& database, int file) {
  struct stat facts {};
  if (::fstat(file, &facts) != 0) return false;
  const MutexLock lock{database.mutex()};
  database.run(kTable);
  Database::Query find{database, "SELECT seconds, nanoseconds FROM output_mark"};
  if (!find.step()) return true;
  return find.number_at(0) == facts.st_mtim.tv_sec &&
         (find.number_at(1) == facts.st_mtim.tv_nsec || facts.st_mtim.tv_nsec == 0);
}

}  // namespace semsite
