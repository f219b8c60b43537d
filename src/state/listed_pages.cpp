#include "state/listed_pages.hpp"

#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Entries written by one transaction.
constexpr std::size_t kHeld = 4096;

/// What the table calls the entries of one worth: no URL ends so.
std::string name_of(std::string_view site, EntryWorth worth) {
  return std::string{site} + (worth == EntryWorth::plain ? " plain" : "");
}

}  // namespace

void ListedPages::add(std::string_view site, EntryWorth worth, std::string_view url,
                      std::string_view lastmod, std::string_view task) {
  const MutexLock lock{mutex_};
  held_.push_back(
      {name_of(site, worth), std::string{url}, std::string{lastmod}, std::string{task}});
  if (held_.size() >= kHeld) flush_locked();
}

void ListedPages::flush() {
  const MutexLock lock{mutex_};
  flush_locked();
}

void ListedPages::flush_locked() {
  if (held_.empty()) return;
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  for (const Held& one : held_) {
    Database::Query put{
        database_, "INSERT INTO listed (site, url, lastmod, task) VALUES (?, ?, ?, ?)"};
    put.text(one.site).text(one.url).text(one.lastmod).text(one.task).run();
  }
  change.commit();
  held_.clear();
}

std::uint64_t ListedPages::count(std::string_view site, EntryWorth worth) {
  flush();
  const std::string name = name_of(site, worth);
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_, "SELECT count(*) FROM listed WHERE site = ?"};
  return find.text(name).step() ? static_cast<std::uint64_t>(find.number_at(0)) : 0;
}

std::vector<ListedPages::Entry> ListedPages::next(std::string_view site, EntryWorth worth,
                                                  std::int64_t after, unsigned count) {
  flush();
  const std::string name = name_of(site, worth);
  const MutexLock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT id, url, lastmod, task FROM listed WHERE site = ? AND id > ? "
      "ORDER BY id LIMIT ?"};
  find.text(name).number(after).number(count);
  std::vector<Entry> out;
  while (find.step())
    out.push_back({.id = find.number_at(0),
                   .url = find.text_at(1),
                   .lastmod = find.text_at(2),
                   .task = find.text_at(3)});
  return out;
}

void for_each_document(Database& database,
                       const std::function<void(std::string_view url)>& take) {
  const MutexLock lock{database.mutex()};
  Database::Query find{database, "SELECT url, final_url FROM page"};
  while (find.step())
    for (const int column : {0, 1})
      if (const std::string_view url = find.bytes_at(column); !url.empty()) take(url);
}

}  // namespace semsite
