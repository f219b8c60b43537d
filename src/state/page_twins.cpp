// Which crawl of a run writes a document that several of them have.
#include <string>

#include "state/page_table.hpp"

namespace semsite {
namespace {

/// Under which a page's document is taken: what it came from, what was to be done with
/// it (a part of it is another document), and ?3.
constexpr const char* kName =
    "iif(final_url = '', url, final_url) || char(10) || task || char(10) || ?3";

constexpr const char* kNote =
    "INSERT OR REPLACE INTO twin SELECT page.id, ?1 FROM page JOIN taken ON taken.name = "
    "%NAME% WHERE page.crawl = ?2 AND page.quads > 0 AND taken.run = ?1 AND taken.crawl "
    "<> ?2";

std::string with_name(std::string sql) {
  constexpr std::string_view kPlace = "%NAME%";
  sql.replace(sql.find(kPlace), kPlace.size(), kName);
  return sql;
}

}  // namespace

bool PageTable::take_document(const WaitingPage& page, std::string_view document,
                              std::string_view of) {
  std::string name{document};
  for (const std::string_view part : {std::string_view{page.task}, of})
    name.append("\n").append(part);
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  bool is_ours = false;
  {
    Database::Query take{
        database_,
        "INSERT INTO taken VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE SET run = "
        "?2, crawl = ?3 WHERE run <> ?2"};
    take.text(name).number(run_).number(crawl_).run();
    Database::Query find{database_, "SELECT crawl FROM taken WHERE name = ?"};
    is_ours = !find.text(name).step() || find.number_at(0) == crawl_;
  }
  if (!is_ours) {
    Database::Query note{database_, "INSERT OR REPLACE INTO twin VALUES (?, ?)"};
    note.number(page.id).number(run_).run();
  }
  change.commit();
  return is_ours;
}

bool PageTable::has_twins() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT 1 FROM twin JOIN page ON page.id = twin.page WHERE "
                       "twin.run = ? AND page.crawl = ? LIMIT 1"};
  return find.number(run_).number(crawl_).step();
}

void PageTable::take_documents(std::string_view of) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  static const std::string sql_of_take = with_name(
      "INSERT INTO taken SELECT %NAME%, ?1, ?2 FROM page WHERE crawl = ?2 AND quads > 0 "
      "ON CONFLICT (name) DO UPDATE SET run = ?1, crawl = ?2 WHERE run <> ?1");
  static const std::string sql_of_note = with_name(kNote);
  for (const std::string* sql : {&sql_of_take, &sql_of_note}) {
    Database::Query run{database_, sql->c_str()};
    run.number(run_).number(crawl_).text(of).run();
  }
  change.commit();
}

}  // namespace semsite
