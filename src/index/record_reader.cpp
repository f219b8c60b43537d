#include "index/record_reader.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "index/text_gathering.hpp"
#include "io/run_merge.hpp"
#include "io/sorter.hpp"

namespace semsite {

RecordReader::RecordReader(const TemporaryFiles& files, IntakeRoom room,
                           RecordLimits limits)
    : memory_bytes_(room.memory_bytes),
      limits_(limits),
      intake_(files, room),
      sink_(intake_),
      files_(files) {}

void RecordReader::finish(const std::function<void()>& step,
                          const std::function<void(DocumentText)>& take) {
  intake_.finish();
  RunMerge merge{
      reduce_runs(intake_.runs(graph_mark::kind), files_, "graphs", memory_bytes_),
      memory_bytes_};
  std::string graph;
  std::string last;  // statement, as it is compared
  std::optional<TextGathering> document;
  while (merge.next()) {
    step();
    const std::string_view record = merge.record();
    // What it shares with the record before tells mostly that the graph is the same.
    const bool same = document && merge.shared() > graph.size();
    const std::size_t end = same ? graph.size() : record.find(graph_mark::graph_end);
    if (!same) {
      if (document) take(document->finish());
      graph = record.substr(0, end);
      last.clear();
      document.emplace(graph, limits_.statement_bytes);
    }
    const std::string_view rest = record.substr(end + 1);
    if (rest.starts_with(graph_mark::format)) {
      document->add_format(rest.substr(1));
    } else if (rest.starts_with(graph_mark::source)) {
      document->add_source(rest.substr(1));
    } else if (const std::string_view compared = compared_in(rest); compared != last) {
      last = compared;
      document->add(written_in(rest));
    }
  }
  if (document) take(document->finish());
}

}  // namespace semsite
