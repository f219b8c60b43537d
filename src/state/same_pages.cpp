#include "state/same_pages.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "io/packed_text.hpp"

namespace semsite {
namespace {

/// Pages of one content of which more are not compared: each is written.
constexpr std::size_t kMostMembers = 100'000;

/// A page whose quads others have, too. URLs that it names are hashes only: a site may
/// make many of them.
struct Member {
  std::int64_t page = 0;
  std::string url;
  std::uint64_t final_url = 0;
  std::vector<std::uint64_t> canonical, other_languages;
  std::string languages;

  [[nodiscard]] bool names_others() const {
    return !canonical.empty() || !other_languages.empty() || !languages.empty();
  }
};

/// Where pages redirected to that have no quads of their own, by hashes of URLs.
using Leads = std::unordered_map<std::uint64_t, std::uint64_t>;

/// Pages with the same quads.
class Group {
 public:
  Group(std::vector<Member> members, const Leads& leads)
      : members_(std::move(members)),
        parents_(members_.size()),
        is_canonical_(members_.size(), false) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    std::unordered_map<std::string, std::size_t> by_languages;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Member& one = members_[i];
      places_.emplace(text_hash(one.url), i);
      if (one.final_url != 0) places_.emplace(one.final_url, i);
      if (!one.languages.empty())
        join(i, by_languages.try_emplace(one.languages, i).first->second);
    }
    // A page that is named is one, whether it is there or not.
    const auto place_of = [&](std::uint64_t url, std::size_t by) {
      const auto found = places_.find(url);
      if (found != places_.end()) return found->second;
      const auto lead = leads.find(url);
      const auto there = lead == leads.end() ? places_.end() : places_.find(lead->second);
      return places_.emplace(url, there == places_.end() ? by : there->second)
          .first->second;
    };
    for (std::size_t i = 0; i < members_.size(); ++i) {
      for (const std::uint64_t url : members_[i].other_languages)
        join(i, place_of(url, i));
      for (const std::uint64_t url : members_[i].canonical) {
        const std::size_t other = place_of(url, i);
        join(i, other);
        if (other != i && is_at(other, url)) is_canonical_[other] = true;
      }
    }
  }

  /// `take(page, other)`: `page` is written with `other`.
  template <typename Take>
  void each_merged(const Take& take) {
    std::unordered_map<std::size_t, std::size_t> written;  // by root
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const auto [at, is_first] = written.emplace(root(i), i);
      if (!is_first && goes_before(i, at->second)) at->second = i;
    }
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const std::size_t other = written.at(root(i));
      if (other != i && members_[i].names_others())
        take(members_[i].page, members_[other].page);
    }
  }

 private:
  std::size_t root(std::size_t at) {
    while (parents_[at] != at) at = parents_[at] = parents_[parents_[at]];
    return at;
  }
  void join(std::size_t a, std::size_t b) { parents_[root(a)] = root(b); }

  [[nodiscard]] bool is_at(std::size_t place, std::uint64_t url) const {
    return text_hash(members_[place].url) == url || members_[place].final_url == url;
  }
  [[nodiscard]] bool goes_before(std::size_t a, std::size_t b) const {
    const auto rank = [this](std::size_t i) {
      return !members_[i].names_others() ? 0 : is_canonical_[i] ? 1 : 2;
    };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return members_[a].url < members_[b].url;
  }

  std::vector<Member> members_;
  std::unordered_map<std::uint64_t, std::size_t> places_;  ///< by hash of a URL
  std::vector<std::size_t> parents_;
  std::vector<bool> is_canonical_;  ///< another one says so
};

/// A line for each, with a letter before it.
std::string text_of(const PageNames& names) {
  std::string out;
  const auto add = [&](char kind, const std::vector<std::string>& urls) {
    for (const std::string& url : urls) {
      out += kind;
      out += url;
      out += '\n';
    }
  };
  add('c', names.canonical);
  add('l', names.other_languages);
  if (!names.languages.empty()) add('g', {names.languages});
  return out;
}

void read_names(std::string_view text, Member& out) {
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with('c')) out.canonical.push_back(text_hash(line.substr(1)));
    if (line.starts_with('l')) out.other_languages.push_back(text_hash(line.substr(1)));
    if (line.starts_with('g')) out.languages = line.substr(1);
  }
}

Leads leads_of(Database& database, std::int64_t crawl)
    SEMSITE_REQUIRES(database.mutex()) {
  Leads out;
  Database::Query find{database,
                       "SELECT url, final_url FROM page WHERE crawl = ? AND quads = 0 "
                       "AND final_url <> ''"};
  find.number(crawl);
  while (find.step())
    out.emplace(text_hash(find.bytes_at(0)), text_hash(find.bytes_at(1)));
  return out;
}

}  // namespace

std::string SamePages::pack(const PageNames& names, TextPacker& packer) {
  return names.names_others() ? packer.pack(text_of(names)) : std::string{};
}

bool SamePages::any(Database& database, std::int64_t crawl) {
  Database::Query find{database, "SELECT 1 FROM page_content WHERE crawl = ? LIMIT 1"};
  return find.number(crawl).step();
}

void SamePages::note(Database& database, std::int64_t crawl, std::int64_t page,
                     const std::string& content, const std::string& packed_names) {
  Database::Query put{database,
                      "INSERT OR REPLACE INTO page_content (crawl, page, content, names) "
                      "VALUES (?, ?, ?, ?)"};
  put.number(crawl).number(page).text(content).text(packed_names).run();
}

void SamePages::forget(Database& database, std::int64_t crawl, std::int64_t page) {
  Database::Query drop{database, "DELETE FROM page_content WHERE crawl = ? AND page = ?"};
  drop.number(crawl).number(page).run();
}

void SamePages::forget_all(Database& database, std::int64_t crawl) {
  Database::Query{database, "DELETE FROM page_content WHERE crawl = ?"}
      .number(crawl)
      .run();
}

void SamePages::settle(Database& database, std::int64_t crawl, Merge merge) {
  Database::Query{database,
                  "UPDATE page_content SET same_as = NULL WHERE crawl = ? AND same_as "
                  "IS NOT NULL"}
      .number(crawl)
      .run();
  if (merge == Merge::nothing) return;
  {
    Database::Query find{
        database, "SELECT 1 FROM page_content WHERE crawl = ? AND names <> '' LIMIT 1"};
    if (!find.number(crawl).step()) return;
  }
  const Leads led_to = leads_of(database, crawl);
  std::vector<std::pair<std::int64_t, std::int64_t>> merged;
  const auto settle_group = [&](std::vector<Member> members) {
    if (members.size() > 1 && members.size() <= kMostMembers &&
        std::ranges::any_of(members, &Member::names_others))
      Group{std::move(members), led_to}.each_merged(
          [&](std::int64_t page, std::int64_t other) {
            merged.emplace_back(page, other);
          });
  };
  std::vector<Member> members;
  std::string content;
  {
    // One content after another; only those that several pages have.
    Database::Query find{
        database,
        "SELECT content, page, url, final_url, names FROM page_content JOIN page ON "
        "page.id = page_content.page WHERE page_content.crawl = ?1 AND quads > 0 AND "
        "content IN (SELECT content FROM page_content WHERE crawl = ?1 GROUP BY content "
        "HAVING count(*) > 1 AND max(length(names)) > 0) ORDER BY content, page"};
    find.number(crawl);
    TextUnpacker unpacker;
    while (find.step()) {
      if (find.bytes_at(0) != content) {
        settle_group(std::exchange(members, {}));
        content = find.text_at(0);
      }
      if (members.size() > kMostMembers) continue;
      Member& one = members.emplace_back();
      one.page = find.number_at(1);
      one.url = find.text_at(2);
      if (!find.bytes_at(3).empty()) one.final_url = text_hash(find.bytes_at(3));
      if (!find.bytes_at(4).empty()) read_names(unpacker.unpack(find.bytes_at(4)), one);
    }
  }
  settle_group(std::move(members));
  for (const auto& [page, other] : merged)
    Database::Query{database,
                    "UPDATE page_content SET same_as = ? WHERE crawl = ? AND page = ?"}
        .number(other)
        .number(crawl)
        .number(page)
        .run();
}

}  // namespace semsite
