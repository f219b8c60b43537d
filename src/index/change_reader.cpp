#include "index/change_reader.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "index/statement_text.hpp"
#include "index/text_gathering.hpp"
#include "slice/run_merge.hpp"
#include "slice/sorter.hpp"

namespace semsite {

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
    (record.back() == graph_mark::added ? now->added : now->removed)
        .emplace_back(statement);
  }
  if (now) take(std::move(*now));
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
  each_line(old.statements, [&](std::string_view line) {
    if (line.ends_with(" .")) line.remove_suffix(2);
    for (; added != change.added.end() && *added < line; ++added) gathering.add(*added);
    const bool is_added = added != change.added.end() && *added == line;
    if (is_added) ++added;
    while (removed != change.removed.end() && *removed < line) ++removed;
    const bool is_removed = removed != change.removed.end() && *removed == line;
    if (is_removed) ++found;
    if (is_added || !is_removed) gathering.add(line);
  });
  for (; added != change.added.end(); ++added) gathering.add(*added);
  out.missing = change.removed.size() - found;
  out.text = gathering.finish();
  return out;
}

}  // namespace semsite
