#include "commands/option_groups_index.hpp"

#include <boost/program_options.hpp>
#include <string>
#include <vector>

namespace semsite {
namespace {

namespace po = boost::program_options;
using Strings = std::vector<std::string>;

auto text(const char* name) { return po::value<std::string>()->value_name(name); }
auto texts(const char* name) {
  return po::value<Strings>()->composing()->value_name(name);
}

}  // namespace

void add_index_options(po::options_description& out) {
  po::options_description group{"Index"};
  auto add = group.add_options();
  add("index", text("FILE"),
      "the index: made if it is not there, else brought up to date");
  add("changes", texts("FILE"),
      "apply a list of changes, as semsite fetch --changes writes it (repeatable)");
  add("remove", texts("URL"), "take this document out (repeatable)");
  add("merge", "the arguments are other indexes: put their documents in");
  add("dataset", text("NAME"),
      "dataset of all documents (default: the registered domain of their URLs)");
  add("max-document", text("SIZE"),
      "statements of one document that are indexed (default 16Mi); others are counted");
  add("feed", text("bulk|sindice"),
      "write files for another search engine instead: _bulk bodies of OpenSearch and "
      "Elasticsearch, or the archives of the Sindice-2011 collection");
  add("output,o", text("DIR"), "of --feed: an empty folder; for bulk also -");
  add("shard-size", text("SIZE"), "of one file of a feed, uncompressed (default 64Mi)");
  add("compress", text("gz|zst|xz|bz2"), "files of --feed bulk");
  add("feed-index", text("NAME"), "_index in each action of --feed bulk (default: none)");
  add("memory", text("SIZE"), "for sorting (default 256Mi)");
  add("tmp", text("DIR"), "folder for temporary files (default: that of the index)");
  add("on-error", text("skip|fail"), "what to do with a faulty statement");
  add("quarantine", text("FILE"), "write skipped statements there");
  out.add(group);
}

void add_search_options(po::options_description& out) {
  po::options_description what{"What to look for (all must hold)"};
  auto add = what.add_options();
  add("index", text("FILE"), "the index that semsite index has built");
  add("term", texts("WORDS"), "these words, in any place (repeatable)");
  add("uri", texts("IRI"), "documents that mention this IRI (repeatable)");
  add("place", text("subject|predicate|object|any"), "where --uri stands (default any)");
  add("namespace", texts("IRI"), "… an IRI that begins so (repeatable)");
  add("mentions-host", texts("HOST"), "… an IRI of this host (repeatable)");
  add("property", texts("IRI"), "documents that use this property (repeatable)");
  add("value", texts("TEXT"),
      "the --property given last before has this value: an IRI or the text of a literal");
  add("identified-by", texts("TEXT"),
      "documents in which an inverse-functional property has this value");
  add("class", texts("IRI"), "documents with an instance of this class (repeatable)");
  add("ntriple", texts("QUERY"),
      "Sindice's N-Triple queries: patterns such as '* foaf:name \"Ada\"', with AND, OR, "
      "MINUS (repeatable)");
  out.add(what);
  po::options_description filters{"Filters"};
  auto filter = filters.add_options();
  filter("host", texts("HOST"), "documents at this host (repeatable: one of them)");
  filter("in-dataset", texts("NAME"), "documents of this dataset (repeatable)");
  filter("in-format", texts("NAME"), "read as this, such as NQUADS, HTML (repeatable)");
  filter("language", texts("TAG"), "with text in this language, such as de (repeatable)");
  filter("since", text("DATE"),
         "indexed on or after this date; also today, last_week, "
         "last_month");
  filter("until", text("DATE"), "indexed on or before this date");
  out.add(filters);
  po::options_description form{"Output"};
  auto shown = form.add_options();
  shown("page", text("N"), "which page of the results (default 1)");
  shown("limit", text("N"), "results on a page (default 10, at most 1000)");
  shown("sort", text("rank|date"), "best first (default), or what was indexed last");
  shown("format", text("text|json|ntriples"),
        "text, JSON as Sindice's API had it, or the statements of the documents");
  shown("query-time", text("SECONDS"), "give a query up after that (default 10)");
  out.add(form);
}

}  // namespace semsite
