#include "commands/search.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <utility>

#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/text.hpp"
#include "commands/exit_status.hpp"
#include "commands/values.hpp"
#include "index/ntriple_query.hpp"
#include "index/search.hpp"
#include "index/search_json.hpp"
#include "io/output_file.hpp"
#include "report/console.hpp"
#include "report/line_writer.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kShownClasses = 5;

void write_text(const SearchHit& hit, LineWriter& out) {
  const DocumentRecord& record = hit.record;
  out.line(record.text.url, Emphasis::heading);
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

std::string as_text(const SearchResult& result, Colours colours) {
  LineWriter out{colours};
  for (const SearchHit& hit : result.hits) write_text(hit, out);
  return std::move(out).text();
}

SearchFormat format_of(const std::string& word) {
  if (word == "text") return SearchFormat::text;
  if (word == "json") return SearchFormat::json;
  if (word == "ntriples") return SearchFormat::ntriples;
  refuse_word("--format", word, {"text", "json", "ntriples"});
}

}  // namespace

OptionTable search_table() {
  return {
      {.name = "terms",
       .heading = "What to look for (all must hold)",
       .rows =
           {
               {.name = "index",
                .value = "FILE",
                .does = "the index that semsite index has built",
                .file = FileUse::reads,
                .common = true},
               {.name = "term",
                .value = "WORDS",
                .does = "these words, in any place (repeatable)",
                .repeatable = true,
                .common = true},
               {.name = "uri",
                .value = "IRI",
                .does = "documents that mention this IRI (repeatable)",
                .repeatable = true,
                .common = true},
               {.name = "place",
                .value = "subject|predicate|object|any",
                .does = "where --uri stands (default any)"},
               {.name = "namespace",
                .value = "IRI",
                .does = "… an IRI that begins so (repeatable)",
                .repeatable = true},
               {.name = "mentions-host",
                .value = "HOST",
                .does = "… an IRI of this host (repeatable)",
                .repeatable = true},
               {.name = "property",
                .value = "IRI",
                .does = "documents that use this property (repeatable)",
                .repeatable = true,
                .common = true},
               {.name = "value",
                .value = "TEXT",
                .does = "the --property given last before has this value: an IRI or the "
                        "text of a literal",
                .repeatable = true,
                .common = true},
               {.name = "identified-by",
                .value = "TEXT",
                .does =
                    "documents in which an inverse-functional property has this value",
                .repeatable = true},
               {.name = "class",
                .value = "IRI",
                .does = "documents with an instance of this class (repeatable)",
                .repeatable = true,
                .common = true},
               {.name = "ntriple",
                .value = "QUERY",
                .does = "Sindice's N-Triple queries: patterns such as '* foaf:name "
                        "\"Ada\"', with AND, OR, MINUS (repeatable)",
                .repeatable = true},
           }},
      {.name = "filters",
       .heading = "Filters",
       .rows =
           {
               {.name = "host",
                .value = "HOST",
                .does = "documents at this host (repeatable: one of them)",
                .repeatable = true,
                .common = true},
               {.name = "in-dataset",
                .value = "NAME",
                .does = "documents of this dataset (repeatable)",
                .repeatable = true,
                .common = true},
               {.name = "in-format",
                .value = "NAME",
                .does = "read as this, such as NQUADS, HTML (repeatable)",
                .repeatable = true},
               {.name = "language",
                .value = "TAG",
                .does = "with text in this language, such as de (repeatable)",
                .repeatable = true},
               {.name = "since",
                .value = "DATE",
                .does =
                    "indexed on or after this date; also today, last_week, last_month",
                .common = true},
               {.name = "until",
                .value = "DATE",
                .does = "indexed on or before this date"},
           }},
      {.name = "output",
       .heading = "Output",
       .rows =
           {
               {.name = "page",
                .value = "N",
                .does = "which page of the results (default 1)",
                .common = true},
               {.name = "limit",
                .value = "N",
                .does = "results on a page (default 10, at most 1000)",
                .common = true},
               {.name = "sort",
                .value = "rank|date",
                .does = "best first (default), or what was indexed last",
                .common = true},
               {.name = "format",
                .value = "text|json|ntriples",
                .does = "text, JSON as Sindice's API had it, or the statements of the "
                        "documents",
                .common = true},
               {.name = "query-time",
                .value = "SECONDS",
                .does = "give a query up after that (default 10)"},
           }},
      with_idle(message_rows(), {"progress"})};
}

SearchOptions read_search(const CommandLine& line) {
  const GivenOptions& given = line.options;
  SearchOptions out;
  out.messages = read_message_options(given);
  out.index = given.text("index");
  if (out.index.empty())
    throw UsageError{"search needs --index FILE; semsite index builds one"};
  SearchRequest& request = out.request;
  // The words as they were given, so that a place in them can be shown.
  if (!line.arguments.empty())
    request.query.children.push_back(
        parse_query(fmt::format("{}", fmt::join(line.arguments, " "))));
  SearchFields fields;
  for (const std::string_view name : kSearchFields)
    if (const std::string field{name}; given.has(field))
      fields.emplace(field, given.texts(field));
  read_search_fields(fields,
                     std::chrono::duration_cast<std::chrono::seconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count(),
                     request);
  if (const auto seconds = given.seconds("query-time")) request.seconds = *seconds;
  out.format = format_of(given.text("format", "text"));
  check_request(request);
  return out;
}

int run_search(const SearchOptions& options, const std::stop_token& /*stop*/) {
  Console console = console_of(options.messages);
  IndexReader reader{options.index};
  const SearchResult result = reader.search(options.request);
  OutputFile out{"-"};
  switch (options.format) {
    case SearchFormat::json:
      out.append(search_json(result));
      break;
    case SearchFormat::text:
      out.append(as_text(result, colours_of(options.messages.colour, STDOUT_FILENO)));
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
