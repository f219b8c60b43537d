#include "index/change_reader.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "index/record_reader.hpp"
#include "index/statement_text.hpp"
#include "io/run_file.hpp"
#include "io/sorter.hpp"
#include "rdf/term_text.hpp"

namespace semsite {
namespace {

/// In order, each once: an index of an earlier version has them in the order of bytes.
std::vector<ComparedStatement> statements_of(std::string_view lines) {
  std::vector<ComparedStatement> out;
  each_line(lines, [&](std::string_view line) {
    if (line.ends_with(" .")) line.remove_suffix(2);
    out.emplace_back(line);
  });
  std::ranges::stable_sort(out, {}, &ComparedStatement::compared);
  const auto rest = std::unique(
      out.begin(), out.end(), [](const ComparedStatement& a, const ComparedStatement& b) {
        return a.compared == b.compared;
      });
  out.erase(rest, out.end());
  return out;
}

}  // namespace

ChangeReader::ChangeReader(const TemporaryFiles& files, IntakeRoom room)
    : files_(files),
      memory_bytes_(room.memory_bytes),
      intake_(files, room),
      removed_(intake_, RecordSink::Role::removed),
      added_(intake_, RecordSink::Role::added) {}

void ChangeReader::finish(const std::function<void()>& step,
                          const std::function<void(DocumentChange)>& take) {
  intake_.finish();
  std::optional<DocumentChange> now;
  for (RunMerge merge{
           reduce_runs(intake_.runs(graph_mark::kind), files_, "changes", memory_bytes_),
           memory_bytes_};
       merge.next();) {
    step();
    const std::string_view record = merge.record();
    const std::size_t end = record.find(graph_mark::graph_end);
    if (!now || now->url != record.substr(0, end)) {
      if (now) take(std::move(*now));
      now.emplace();
      now->url = record.substr(0, end);
    }
    const std::string_view statement = record.substr(end + 1, record.size() - end - 3);
    std::vector<ComparedStatement>& list =
        record.back() == graph_mark::added ? now->added : now->removed;
    if (list.empty() || list.back().compared != compared_in(statement))
      list.emplace_back(std::string{compared_in(statement)},
                        std::string{written_in(statement)});
  }
  if (now) take(std::move(*now));
}

ComparedStatement::ComparedStatement(std::string_view text) : written(text) {
  std::string room;
  compared = compared_text(text, room);
}

ChangedText apply_change(const DocumentText& old, const DocumentChange& change,
                         const RecordLimits& limits) {
  ChangedText out;
  TextGathering gathering{change.url, limits.statement_bytes};
  for (const std::string& format : old.formats) gathering.add_format(format);
  for (const std::string& source : old.sources) gathering.add_source(source);
  auto added = change.added.begin();
  auto removed = change.removed.begin();
  std::uint64_t found = 0;
  const auto apply = [&](std::string_view compared, std::string_view written) {
    for (; added != change.added.end() && added->compared < compared; ++added)
      gathering.add(added->written);
    const bool is_added = added != change.added.end() && added->compared == compared;
    if (is_added) ++added;
    while (removed != change.removed.end() && removed->compared < compared) ++removed;
    const bool is_removed =
        removed != change.removed.end() && removed->compared == compared;
    if (is_removed) ++found;
    if (is_added || !is_removed) gathering.add(written);
  };
  for (const ComparedStatement& one : statements_of(old.statements))
    apply(one.compared, one.written);
  for (; added != change.added.end(); ++added) gathering.add(added->written);
  out.missing = change.removed.size() - found;
  out.text = gathering.finish();
  return out;
}

}  // namespace semsite
