#include <fmt/format.h>

#include <span>
#include <utility>

#include "base/text.hpp"
#include "walk/sparql_walk.hpp"

namespace semsite {

std::string SparqlWalk::write() {
  changed_ = false;
  std::string out =
      fmt::format("walk {} {} {} {} {} {} {} {}\n", page_, page_known_ ? 1 : 0,
                  static_cast<int>(labels_), counts_ ? 1 : 0,
                  static_cast<int>(settings_.key), counted_, seen_, store_page_);
  for (const std::string& gap : gaps_) out += "gap " + gap + '\n';
  const auto line = [&](const Task& task) {
    out += fmt::format("{} {}\x1e{}\x1e{}\n", static_cast<int>(task.ask), task.key,
                       task.last_graph, write_partition(task.part));
  };
  for (const Partition& part : had_)
    if (part.expected != 0U)
      line({.ask = suits_store(part) ? Ask::store : Ask::data, .part = part});
  for (const auto& [id, task] : awaited_) line(task);
  for (const Task& task : queue_) line(task);
  return out;
}

std::optional<std::deque<SparqlWalk::Task>> SparqlWalk::read(std::string_view text) {
  const std::vector<std::string_view> lines = semsite::split(text, '\n');
  std::vector<std::uint64_t> head;
  for (const std::string_view word : semsite::split(lines[0], ' '))
    if (const auto number = parse_uint(word)) head.push_back(*number);
  if (!lines[0].starts_with("walk ") || head.size() < 7 || head[2] > 2 || head[4] > 1)
    return std::nullopt;
  std::deque<Task> out;
  std::vector<std::string> gaps;
  for (const std::string_view line : std::span{lines}.subspan(1)) {
    if (line.empty()) continue;
    if (line.starts_with("gap ")) {
      gaps.emplace_back(line.substr(4));
      continue;
    }
    const std::size_t space = line.find(' ');
    const auto ask = parse_uint(line.substr(0, space));
    if (!ask || *ask > static_cast<std::uint64_t>(Ask::iris)) return std::nullopt;
    const std::vector<std::string_view> fields =
        semsite::split(line.substr(space + 1), '\x1e');
    auto part = fields.size() == 3 ? read_partition(fields[2]) : std::nullopt;
    if (!part) return std::nullopt;
    out.push_back({.ask = static_cast<Ask>(*ask),
                   .part = std::move(*part),
                   .key = std::string{fields[0]},
                   .last_graph = std::string{fields[1]}});
  }
  page_ = head[0];
  page_known_ = head[1] != 0;
  labels_ = static_cast<Labels>(head[2]);
  counts_ = head[3] != 0;
  settings_.key = static_cast<SubjectKey>(head[4]);
  counted_ = head[5];
  seen_ = head[6];
  if (head.size() > 7) store_page_ = head[7];  // earlier versions had none
  gaps_ = std::move(gaps);
  return out;
}

}  // namespace semsite
