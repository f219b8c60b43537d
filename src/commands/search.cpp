#include "commands/search.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "index/search.hpp"
#include "index/search_json.hpp"
#include "io/output_file.hpp"
#include "report/console.hpp"
#include "report/line_writer.hpp"
#include "report/terminal.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kShownClasses = 5;

void write_text(const SearchHit& hit, LineWriter& out) {
  const DocumentRecord& record = hit.record;
  out.line(record.text.url);
  if (!record.titles.empty())
    out.line(fmt::format("  {}", excerpt(record.titles.front().value, 200)));
  std::string facts =
      fmt::format("  {}, {}, indexed {}", count_of(record.text.triples, "triple"),
                  record.dataset, utc_timestamp(record.updated).substr(0, 10));
  if (record.lastmod)
    facts += fmt::format(", changed {}", utc_timestamp(*record.lastmod).substr(0, 10));
  out.line(facts);
  for (std::size_t i = 0; i < record.classes.size() && i < kShownClasses; ++i)
    out.line(fmt::format("  a <{}>", record.classes[i].iri));
  if (record.classes.size() > kShownClasses)
    out.line(fmt::format("  and {}", count_of(record.classes.size() - kShownClasses,
                                              "other class", "other classes")));
}

std::string as_text(const SearchResult& result) {
  LineWriter out;
  for (const SearchHit& hit : result.hits) write_text(hit, out);
  return std::move(out).text();
}

}  // namespace

int run_search(const Options& options) {
  Console console{options.verbosity, options.log,
                  colours_of(options.colour, STDERR_FILENO)};
  IndexReader reader{options.index.place};
  const SearchResult result = reader.search(options.search.request);
  OutputFile out{"-"};
  switch (options.search.format) {
    case SearchFormat::json:
      out.append(search_json(result));
      break;
    case SearchFormat::text:
      out.append(as_text(result));
      break;
    case SearchFormat::ntriples:
      for (const SearchHit& hit : result.hits)
        if (const auto record = reader.document(hit.record.text.url)) {
          if (record->text.left_out > 0)
            console.warning(
                fmt::format("<{}>: {} not in the index, since the document was larger "
                            "than --max-document",
                            record->text.url,
                            count_of(record->text.left_out, "triple is", "triples are")));
          out.append(record->text.statements);
        }
      break;
  }
  out.finish();
  const std::size_t first = std::size_t{result.page - 1} * result.limit + 1;
  if (result.hits.empty()) {
    console.info(fmt::format("{}; none on page {}", count_of(result.total, "document"),
                             result.page));
  } else {
    console.info(fmt::format(
        "{}, {} to {} shown, {:.1f} ms", count_of(result.total, "document"),
        grouped(first), grouped(first + result.hits.size() - 1), result.seconds * 1000));
  }
  return kComplete;
}

}  // namespace semsite
