#include "app/tell_changes.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/errors.hpp"
#include "base/secrets.hpp"
#include "crawl/file_changes.hpp"
#include "rdf/sparql_text.hpp"
#include "report/changes.hpp"

namespace semsite {
namespace {

using TakeChange = std::function<void(const std::string& graph, std::string_view was,
                                      std::string_view is)>;

void for_each_line(std::string_view text,
                   const std::function<void(std::string_view)>& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    take(text.substr(0, end));
    text.remove_prefix(end);
  }
}

/// Lines that are gone from a document, and which of them another one still has: those
/// are not gone from the output. Small in memory; what does not fit is on disk.
class GoneLines {
 public:
  GoneLines() {
    lines_.run("CREATE TABLE line (text TEXT PRIMARY KEY, here INTEGER) WITHOUT ROWID");
    lines_.run("BEGIN");
  }

  void add(std::string_view line) {
    hashes_.insert(std::hash<std::string_view>{}(line));
    Database::Query put{lines_, "INSERT OR IGNORE INTO line VALUES (?, 0)"};
    put.text(line).run();
  }
  [[nodiscard]] bool empty() const { return hashes_.empty(); }
  /// The output has it.
  void keep(std::string_view line) {
    if (!hashes_.contains(std::hash<std::string_view>{}(line))) return;
    Database::Query mark{lines_, "UPDATE line SET here = 1 WHERE text = ?"};
    mark.text(line).run();
    any_kept_ = any_kept_ || lines_.changes() > 0;
  }
  /// `text` without the lines that are gone from it and kept by another document.
  std::string_view without_kept(std::string_view text, std::string& room) {
    if (!any_kept_) return text;
    room.clear();
    for_each_line(text, [&](std::string_view line) {
      if (!is_kept(line)) room += line;
    });
    return room;
  }

 private:
  bool is_kept(std::string_view line) {
    if (!hashes_.contains(std::hash<std::string_view>{}(line))) return false;
    Database::Query find{lines_, "SELECT 1 FROM line WHERE text = ? AND here = 1"};
    return find.text(line).step();
  }

  Database lines_{""};
  std::unordered_set<std::size_t> hashes_;
  bool any_kept_ = false;
};

/// What a run changed, as often as it is asked for.
class RunChanges {
 public:
  explicit RunChanges(const ChangesMeans& means)
      : means_(means),
        output_(::open(means.output.c_str(), O_RDONLY | O_CLOEXEC)) {  // NOLINT
    if (!output_.valid()) throw RunError{means.output + ": cannot be read back"};
  }

  void each(const TakeChange& take) {
    for (const std::string& key : crawls_of(means_.database, means_.run))
      PageTable{means_.database, key, means_.run}.for_each_change(take);
    for (const std::string& dataset : means_.files.datasets()) each_of(dataset, take);
    for (const std::string& key : means_.dropped)
      PageTable::former(means_.database, key, means_.run)
          .for_each_text(
              [&](std::int64_t, std::string_view text) { take({}, text, {}); });
  }

  /// All lines of the output.
  void each_line(const std::function<void(std::string_view)>& take) {
    const auto texts = [&](std::int64_t, std::string_view text) {
      for_each_line(text, take);
    };
    for (const std::string& key : crawls_of(means_.database, means_.run))
      PageTable::former(means_.database, key, means_.run).for_each_text(texts);
    for (const std::string& key : crawls_before(means_.database, means_.run))
      if (std::ranges::find(means_.dropped, key) == means_.dropped.end())
        PageTable::former(means_.database, key, means_.run).for_each_text(texts);
    for (const std::string& dataset : means_.files.datasets())
      reading([&] {
        for_each_output_line(
            {.output = &output_,
             .files = means_.files.files(dataset, FileTable::Of::this_run)},
            means_.options.limits, take);
      });
  }

 private:
  /// Dumps, fragments and answers of endpoints.
  void each_of(const std::string& dataset, const TakeChange& take) {
    OutputFiles now{.output = &output_,
                    .files = means_.files.files(dataset, FileTable::Of::this_run)};
    OutputFiles was{.output = means_.former,
                    .files = means_.files.files(dataset, FileTable::Of::former_run)};
    // What was copied from the old output needs no comparison.
    std::erase_if(now.files, [&](const KeptFile& file) {
      return file.status == 304 && std::erase_if(was.files, [&](const KeptFile& old) {
                                     return old.url == file.url;
                                   }) > 0;
    });
    reading([&] {
      compare_files(was, now, means_.options.limits,
                    [&](std::string_view removed, std::string_view added) {
                      take({}, removed, added);
                    });
    });
  }

  static void reading(const std::function<void()>& work) {
    try {
      work();
    } catch (const DocumentError& error) {
      throw RunError{fmt::format("--changes: {}", error.what())};
    }
  }

  const ChangesMeans& means_;
  Descriptor output_;
};

/// The lines of `was` that are not in `is`.
void add_gone(std::string_view was, std::string_view is, GoneLines& gone) {
  if (was.empty()) return;
  std::unordered_set<std::string_view> stay;
  for_each_line(is, [&](std::string_view line) { stay.insert(line); });
  for_each_line(was, [&](std::string_view line) {
    if (!stay.contains(line)) gone.add(line);
  });
}

}  // namespace

void write_changes(const ChangesMeans& means) {
  RunChanges changes{means};
  GoneLines gone;
  changes.each([&](const std::string&, std::string_view was, std::string_view is) {
    add_gone(was, is, gone);
  });
  if (!gone.empty()) changes.each_line([&](std::string_view line) { gone.keep(line); });
  std::string graph;
  ChangeWriter writer{
      means.options.changes.ends_with(".ru") ? ChangeForm::sparql_update
                                             : ChangeForm::patch,
      [&means](std::string_view text) { means.to.append(text); },
      // Only the graph that is named after its document belongs to it alone.
      [&graph](std::string_view iri) { return iri != graph; }};
  std::string room;
  changes.each([&](const std::string& url, std::string_view was, std::string_view is) {
    graph = without_url_secrets(
        url, SecretsOf::asker);  // as its quads have it; files share graphs
    writer.document(gone.without_kept(was, room), is);
  });
  writer.finish();
  means.to.seal();
}

}  // namespace semsite
