#include "app/tell_changes.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/errors.hpp"
#include "base/secrets.hpp"
#include "crawl/file_changes.hpp"
#include "report/changes.hpp"

namespace semsite {
namespace {

/// What changed in dumps, fragments and answers of endpoints.
void tell_files(const ChangesMeans& means, ChangeWriter& writer) {
  const auto remark = [&](const std::string& text) {
    means.to->append("# " + text + "\n");
    means.console.warning("--changes: " + text);
  };
  const std::vector<std::string> datasets = means.files.datasets();
  if (datasets.empty()) return;
  if (means.options.format != OutputFormat::nquads) {
    remark("only pages are compared: files are in an N-Quads output only");
    return;
  }
  const Descriptor output{
      ::open(means.options.output.c_str(), O_RDONLY | O_CLOEXEC)};  // NOLINT
  if (!output.valid()) throw RunError{means.options.output + ": cannot be read back"};
  for (const std::string& dataset : datasets) {
    OutputFiles now{.output = &output,
                    .files = means.files.files(dataset, FileTable::Of::this_run)};
    OutputFiles was{.output = means.former,
                    .files = means.files.files(dataset, FileTable::Of::former_run)};
    if (!was.files.empty() && means.former == nullptr)
      remark(
          fmt::format("the output of the last run is not there any more; of {} all is "
                      "told as added",
                      dataset));
    // What was copied from the old output needs no comparison.
    std::erase_if(now.files, [&](const KeptFile& file) {
      return file.status == 304 && std::erase_if(was.files, [&](const KeptFile& old) {
                                     return old.url == file.url;
                                   }) > 0;
    });
    try {
      compare_files(was, now, means.options.limits,
                    [&](std::string_view removed, std::string_view added) {
                      writer.document(removed, added);
                    });
    } catch (const DocumentError& error) {
      throw RunError{fmt::format("--changes: {}", error.what())};
    }
  }
}

}  // namespace

void tell_changes(const ChangesMeans& means) {
  std::string graph;
  std::optional<ChangeWriter> writer;
  if (means.to != nullptr)
    writer.emplace(
        means.options.changes.ends_with(".ru") ? ChangeForm::sparql_update
                                               : ChangeForm::patch,
        [&means](std::string_view text) { means.to->append(text); },
        // Only the graph that is named after its document belongs to it alone.
        [&graph](std::string_view iri) { return iri != graph; });
  if (writer) {
    for (const std::string& key : crawls_of(means.database, means.run))
      PageTable{means.database, key, means.run}.for_each_change(
          [&](const std::string& url, std::string_view was, std::string_view is) {
            graph = without_url_secrets(url);  // as its quads have it
            writer->document(was, is);
          });
    graph.clear();  // files share graphs
    tell_files(means, *writer);
  }
  for (const std::string& key : means.dropped) {
    PageTable pages = PageTable::former(means.database, key, means.run);
    if (writer)
      pages.for_each_text(
          [&](std::int64_t, std::string_view text) { writer->document(text, {}); });
    pages.forget();
  }
  if (!writer) return;
  writer->finish();
  means.to->finish();
}

}  // namespace semsite
