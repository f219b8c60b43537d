// libFuzzer entry: behind a byte 0, any bytes as a list of changes that an index is told
// to follow. Else two outputs, the former and, behind the first line "--", the present
// one: the list of what changed between them, applied to the documents of the former, is
// those of the present.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "commands/index.hpp"
#include "commands/run_account.hpp"
#include "fuzz/document_reading.hpp"
#include "index/change_reader.hpp"
#include "rdf/term_text.hpp"
#include "report/changes.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {
namespace {

/// What all runs of this program share.
struct Kit {
  static IndexOptions quiet() {
    IndexOptions out;
    out.messages.verbosity = Verbosity::quiet;
    out.faults.on_error = OnError::fail;
    return out;
  }
  IndexOptions options = quiet();
  std::stop_token stop;
  RunAccount account{options.account, {}};
  Workshop shop{workshop_needs(options, account), stop};
  TemporaryFolder folder;
  TemporaryFiles files{folder.file(""), "fuzz", TemporaryFiles::Lifetime::this_run};
};

Kit& kit() {
  static Kit kit;
  return kit;
}

constexpr IntakeRoom kRoom{.memory_bytes = kMiB, .threads = 1};

/// The changes of `list` by document.
std::map<std::string, DocumentChange> changes_of(std::string_view list) {
  const std::string path = kit().folder.file("changes");
  write_file(path, list);
  ChangeReader reader{kit().files, kRoom};
  static_cast<void>(
      read_change_file(path, kit().options, kit().shop, nullptr, reader, kit().stop));
  std::map<std::string, DocumentChange> out;
  reader.finish([] {},
                [&](DocumentChange change) {
                  std::string url = change.url;
                  if (!out.emplace(std::move(url), std::move(change)).second)
                    broken("a document twice", list);
                });
  return out;
}

void check_list(std::string_view list) {
  std::size_t changes = 0;
  try {
    for (const auto& [url, change] : changes_of(list)) {
      if (url.empty()) broken("a change of no document", list);
      changes += change.added.size() + change.removed.size();
      static_cast<void>(apply_change({.url = url}, change, {}));
    }
  } catch (const RunError&) {
    return;
  }
  if (changes > split(list, '\n').size()) broken("more changes than lines", list);
}

/// Lines of canonical N-Quads with labels of ours, of graphs that are IRIs.
std::string output_of(std::string_view text) {
  const DocumentReading all =
      read_document("nquads", text, {.scope = "abcdefghijklmnop"});
  std::string out;
  for (std::string_view line : split(all.lines, '\n')) {
    const std::size_t graph = line.rfind(" <");
    if (line.ends_with("> .") && graph != std::string_view::npos &&
        line.substr(graph).find('"') == std::string_view::npos &&
        cut_quad(line).graph.starts_with('<'))
      out.append(line).append("\n");
  }
  return out;
}

/// The statements of each document by what they are compared by.
using Documents = std::map<std::string, std::set<std::string>>;

void put(Documents& out, const std::string& url, std::string_view statements) {
  std::string room;
  for (const std::string_view line : split(statements, '\n'))
    if (!line.empty()) out[url].insert(std::string{compared_text(line, room)});
}

std::map<std::string, DocumentText> documents_of(std::string_view output) {
  std::map<std::string, DocumentText> out;
  for (const std::string_view line : split(output, '\n')) {
    if (line.empty()) continue;
    const ChangedQuad quad = cut_quad(line);
    const std::string url{quad.graph.substr(1, quad.graph.size() - 2)};
    DocumentText& document = out.try_emplace(url, DocumentText{.url = url}).first->second;
    document.statements.append(line.substr(0, line.size() - quad.graph.size() - 3))
        .append(" .\n");
  }
  return out;
}

void check_pair(std::string_view text) {
  const std::size_t cut = std::min(text.find("\n--\n"), text.size());
  const std::string former = output_of(text.substr(0, cut));
  const std::string present = output_of(text.substr(std::min(cut + 4, text.size())));
  std::string list;
  ChangeWriter writer{ChangeForm::patch, [&](std::string_view part) { list += part; }};
  writer.document(former, present);
  writer.finish();
  std::string update;
  ChangeWriter other{ChangeForm::sparql_update,
                     [&](std::string_view part) { update += part; }};
  other.document(former, present);
  other.finish();
  if (other.added() != writer.added() || other.removed() != writer.removed())
    broken("two forms count otherwise", text);

  std::map<std::string, DocumentText> documents = documents_of(former);
  try {
    for (const auto& [url, change] : changes_of(list)) {
      DocumentText& document =
          documents.try_emplace(url, DocumentText{.url = url}).first->second;
      ChangedText changed = apply_change(document, change, {});
      if (changed.missing > 0) {
        for (const ComparedStatement& one : change.removed)
          std::fprintf(stderr, "removed: %s\n", one.written.c_str());
        std::fprintf(stderr, "of: %s", document.statements.c_str());
        broken("something is removed that was not there", list);
      }
      document = std::move(changed.text);
    }
  } catch (const RunError&) {
    broken("our own list cannot be read", list);
  }
  Documents got, wanted;
  for (const auto& [url, document] : documents) put(got, url, document.statements);
  for (const auto& [url, document] : documents_of(present))
    put(wanted, url, document.statements);
  if (got != wanted) broken("the list leads to another output", text);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 16 * semsite::kKiB) return 0;
  if (text.starts_with('\0')) {
    semsite::test::check_list(text.substr(1));
  } else {
    semsite::test::check_pair(text);
  }
  return 0;
}
