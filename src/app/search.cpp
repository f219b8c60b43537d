#include "app/search.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <string>

#include "app/commands.hpp"
#include "base/counts.hpp"
#include "base/errors.hpp"
#include "base/text.hpp"
#include "index/search.hpp"
#include "index/search_json.hpp"
#include "report/console.hpp"
#include "report/terminal.hpp"
#include "sink/output_file.hpp"

namespace semsite {
namespace {

constexpr std::size_t kShownClasses = 5;

std::string as_text(const SearchHit& hit) {
  const DocumentRecord& record = hit.record;
  std::string out = record.text.url + "\n";
  if (!record.titles.empty())
    out += fmt::format("  {}\n", excerpt(record.titles.front().value, 200));
  out += fmt::format("  {}, {}, indexed {}", count_of(record.text.triples, "triple"),
                     record.dataset, date_text(record.updated).substr(0, 10));
  if (record.lastmod)
    out += fmt::format(", changed {}", date_text(*record.lastmod).substr(0, 10));
  out += '\n';
  for (std::size_t i = 0; i < record.classes.size() && i < kShownClasses; ++i)
    out += fmt::format("  a <{}>\n", record.classes[i].iri);
  if (record.classes.size() > kShownClasses)
    out += fmt::format("  and {}\n", count_of(record.classes.size() - kShownClasses,
                                              "other class", "other classes"));
  return out;
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
      for (const SearchHit& hit : result.hits) out.append(as_text(hit));
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
