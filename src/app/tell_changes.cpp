#include "app/tell_changes.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "app/file_changes.hpp"
#include "base/errors.hpp"
#include "base/hash.hpp"
#include "base/secrets.hpp"
#include "rdf/sparql_text.hpp"
#include "report/changes.hpp"
#include "slice/temporary_files.hpp"

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

/// Which lines are gone from a document while another one still has them: those are not
/// gone from the output. A filter of a fixed size tells most other lines of the output
/// away; what passes it is on disk.
class KeptLines {
 public:
  /// `line` is gone from a document.
  void gone(std::string_view line) {
    if (filter_.empty()) filter_.resize(kBits);
    for (const std::size_t bit : bits_of(line)) filter_[bit] = true;
  }
  [[nodiscard]] bool any_gone() const { return !filter_.empty(); }

  /// The output has `line`. Call when all that are gone are known.
  void present(std::string_view line) {
    if (!may_be_gone(line)) return;
    if (!lines_) {
      lines_.emplace("");
      lines_->run("CREATE TABLE line (text TEXT PRIMARY KEY) WITHOUT ROWID");
      lines_->run("BEGIN");
    }
    Database::Query put{*lines_, "INSERT OR IGNORE INTO line VALUES (?)"};
    put.text(line).run();
  }
  /// `text` without the lines that are gone from it and kept by another document.
  std::string_view without_kept(std::string_view text, std::string& room) {
    if (!lines_) return text;
    room.clear();
    for_each_line(text, [&](std::string_view line) {
      if (!may_be_gone(line) || !is_present(line)) room += line;
    });
    return room;
  }

 private:
  static constexpr std::size_t kBits = std::size_t{1} << 28U;  // 32 MiB

  /// Two places in the filter.
  static std::array<std::size_t, 2> bits_of(std::string_view line) {
    const std::uint64_t hash = std::hash<std::string_view>{}(line);
    return {hash % kBits, (hash >> 32U) % kBits};
  }
  [[nodiscard]] bool may_be_gone(std::string_view line) const {
    return std::ranges::all_of(bits_of(line),
                               [this](std::size_t bit) { return filter_[bit]; });
  }
  bool is_present(std::string_view line) {
    Database::Query find{*lines_, "SELECT 1 FROM line WHERE text = ?"};
    return find.text(line).step();
  }

  std::vector<bool> filter_;
  std::optional<Database> lines_;
};

/// A folder beside the output, which only one process writes: what one that was killed
/// has left goes.
class Workplace {
 public:
  explicit Workplace(const std::string& output)
      : files(std::filesystem::absolute(output).parent_path().string(),
              "changes-" + short_hash(std::filesystem::absolute(output).string()),
              TemporaryFiles::Lifetime::until_done) {
    files.clear([](const std::string&) { return false; });
  }
  TemporaryFiles files;
};

/// What a run changed, as often as it is asked for.
class RunChanges {
 public:
  explicit RunChanges(const ChangesMeans& means)
      : means_(means),
        output_(::open(means.output.c_str(), O_RDONLY | O_CLOEXEC)),  // NOLINT
        workplace_(means.output),
        compared_(workplace_.files) {
    if (!output_.valid()) throw RunError{means.output + ": cannot be read back"};
    for (const std::string& dataset : means_.files.datasets()) add_files(dataset);
  }

  void each(const TakeChange& take) {
    for (const std::string& key : crawls_of(means_.database, means_.run))
      PageTable{means_.database, key, means_.run}.for_each_change(take);
    reading([&] {
      compared_.each([&](std::string_view removed, std::string_view added) {
        take({}, removed, added);
      });
    });
    for (const std::string& key : means_.dropped)
      PageTable::former(means_.database, key, means_.run)
          .for_each_text(
              [&](std::int64_t, std::string_view text) { take({}, text, {}); });
  }

  /// Is there anything in the output besides the files that were compared?
  [[nodiscard]] bool has_more() const {
    return has_copies_ || !crawls_of(means_.database, means_.run).empty() ||
           !crawls_before(means_.database, means_.run).empty();
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
  /// Dumps, fragments and answers of endpoints of a dataset.
  void add_files(const std::string& dataset) {
    OutputFiles now{.output = &output_,
                    .files = means_.files.files(dataset, FileTable::Of::this_run)};
    OutputFiles was{.output = means_.former,
                    .files = means_.files.files(dataset, FileTable::Of::former_run)};
    // Their pages tell of entries of sitemaps.
    for (OutputFiles* files : {&now, &was})
      std::erase_if(files->files, [](const KeptFile& file) {
        return file.way == way_name(Way::entries);
      });
    // What was copied from the old output needs no comparison.
    has_copies_ =
        std::erase_if(now.files,
                      [&](const KeptFile& file) {
                        return file.status == 304 &&
                               std::erase_if(was.files, [&](const KeptFile& old) {
                                 return old.url == file.url;
                               }) > 0;
                      }) > 0 ||
        has_copies_;
    reading([&] {
      compared_.add_former(was, means_.options.limits);
      compared_.add_present(now, means_.options.limits);
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
  Workplace workplace_;
  FileComparison compared_;
  bool has_copies_ = false;  ///< files that were copied from the old output
};

/// The lines of `was` that are not in `is`.
void add_gone(std::string_view was, std::string_view is, KeptLines& kept) {
  if (was.empty()) return;
  std::unordered_set<std::string_view> stay;
  for_each_line(is, [&](std::string_view line) { stay.insert(line); });
  for_each_line(was, [&](std::string_view line) {
    if (!stay.contains(line)) kept.gone(line);
  });
}

ChangeForm form_of(const Options& options) {
  return options.changes.ends_with(".ru") ? ChangeForm::sparql_update : ChangeForm::patch;
}

}  // namespace

void write_no_changes(const Options& options, OutputFile& to) {
  ChangeWriter writer{form_of(options),
                      [&to](std::string_view text) { to.append(text); }};
  writer.finish();
  to.finish();
}

void write_changes(const ChangesMeans& means) {
  RunChanges changes{means};
  KeptLines kept;
  if (changes.has_more()) {
    changes.each([&](const std::string&, std::string_view was, std::string_view is) {
      add_gone(was, is, kept);
    });
    if (kept.any_gone())
      changes.each_line([&](std::string_view line) { kept.present(line); });
  }
  std::string graph;
  ChangeWriter writer{
      form_of(means.options), [&means](std::string_view text) { means.to.append(text); },
      // Only the graph that is named after its document belongs to it alone.
      [&graph](std::string_view iri) { return iri != graph; }};
  std::string room;
  changes.each([&](const std::string& url, std::string_view was, std::string_view is) {
    graph = without_url_secrets(
        url, SecretsOf::asker);  // as its quads have it; files share graphs
    writer.document(kept.without_kept(was, room), is);
  });
  writer.finish();
  means.to.seal();
}

}  // namespace semsite
