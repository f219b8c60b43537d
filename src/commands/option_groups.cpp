#include "commands/option_groups.hpp"

#include <boost/program_options.hpp>
#include <string>
#include <vector>

#include "commands/option_groups_index.hpp"
#include "commands/option_groups_serve.hpp"

namespace semsite {
namespace {

namespace po = boost::program_options;
using Strings = std::vector<std::string>;

po::options_description common_options() {
  po::options_description out{"Messages"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("help,h", "print this help");
  add("quiet,q", "print errors only");
  add("verbose,v", "print each request and decision");
  add("progress", text("auto|bar|plain|none"),
      "how to show how far it is (default auto: a bar on a terminal, else a line every "
      "10 s)");
  add("log", text("text|json"), "form of the messages");
  add("color", text("auto|always|never"),
      "colours (default auto: on a terminal, unless NO_COLOR is set)");
  add("config", text("FILE"),
      "read options from FILE (name = value a line; the command line wins)");
  return out;
}

po::options_description network_options() {
  po::options_description out{"Network"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  const auto texts = [](const char* name) {
    return po::value<Strings>()->composing()->value_name(name);
  };
  add("delay", text("SECONDS"),
      "between requests to one host (default 0.5; 0 on loopback)");
  add("rate", text("SIZE/s"), "at most this much download a second");
  add("connections", text("N"), "at once to one host (default 2; 0 is 1)");
  add("parallel", text("N"), "connections at once to all hosts (default 64)");
  add("user-agent", text("TEXT"), "name sent to servers (default semsite/VERSION)");
  add("contact", text("MAIL|URL"), "whom to write to; part of the user agent");
  add("header,H", texts("NAME: VALUE"), "send this header to named hosts (repeatable)");
  add("header-everywhere", "send such headers to all hosts, but for those with secrets");
  add("user,u", text("NAME:PASSWORD"), "log in to named scheme, host and port");
  add("netrc", "take logins from ~/.netrc");
  add("proxy", text("URL"), "go through this proxy");
  add("cacert", text("FILE"), "trust these certificates");
  add("cert", text("FILE"), "client certificate");
  add("key", text("FILE"), "its private key");
  add("connect-to", texts("HOST:PORT:HOST:PORT"), "connect there instead (as curl)");
  add("resolve", texts("HOST:PORT:ADDRESS"), "use this address for a name (as curl)");
  add("allow-private", "fetch from private addresses that documents name");
  add("ignore-robots", "do not obey robots.txt (for your own sites only)");
  add("retries", text("N"),
      "attempts for one request, the first included (default 3; 0 is 1)");
  add("retry-delay", text("SECONDS"), "before the second attempt, doubling (default 1)");
  add("connect-timeout", text("SECONDS"), "default 15");
  add("stall-timeout", text("SECONDS"),
      "give a transfer up without a byte for so long "
      "(default 60)");
  add("request-timeout", text("SECONDS"),
      "until the head of an answer, and all of a robots.txt, must have come "
      "(default 120)");
  add("speed-limit", text("SIZE/s"),
      "give a transfer up that is slower (default 1Ki; 0: never)");
  add("speed-time", text("SECONDS"), "over which that is counted (default 60)");
  add("max-delay", text("DURATION"),
      "leave a host alone that asks for longer pauses (default 1h)");
  add("max-redirects", text("N"), "default 10");
  return out;
}

po::options_description plan_options() {
  po::options_description out{"Discovery and plan"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  const auto texts = [](const char* name) {
    return po::value<Strings>()->composing()->value_name(name);
  };
  add("prefer", text("LIST"),
      "order of dump,fragments,sparql,crawl; one word moves that way to the front");
  add("only", text("LIST"), "no other way, even if all of these fail");
  add("graph-store", text("URL"),
      "where the SPARQL endpoint's graphs can be had whole (Graph Store Protocol)");
  add("dataset", text("IRI|LABEL"), "only this dataset");
  add("resource", text("IRI"), "only the document of this IRI");
  add("sample", "only the documents that datasets name as samples");
  add("include", texts("GLOB"), "only URLs that match (repeatable)");
  add("exclude", texts("GLOB"), "no URLs that match (repeatable)");
  add("dump-semantics", text("auto|mirrors|parts"), "what several dumps are");
  add("authoritative-only", "leave out what another host does not confirm");
  add("trust", texts("HOST"), "take names of this host from any site (repeatable)");
  add("seed", text("N"), "repeat the random choices of an earlier run");
  add("guess", "also try /sitemap.xml if nothing names a sitemap");
  add("descriptions", "also read what the IRIs of datasets lead to");
  add("no-head", "do not ask for sizes, nor where names of other hosts lead");
  add("sites", text("FILE"), "read further URLs from FILE, one a line");
  add("max-sitemaps", text("N"), "of one site (default 1000)");
  add("max-pages", text("N"), "of one crawl (default 10000)");
  add("max-depth", text("N"), "links from the start of a crawl (default 1000)");
  add("retry-budget", text("N"),
      "failures of a host in a row before a crawl leaves it (default 20)");
  add("since", text("DATE"), "leave out sitemap entries that say they are older");
  add("max-bytes", text("SIZE"), "stop after so much download");
  add("max-time", text("DURATION"), "stop after so long (30s, 10m, 2h)");
  add("max-index-depth", text("N"), "of sitemap indexes (default 3)");
  add("max-datasets", text("N"), "of one site (default 10000)");
  return out;
}

po::options_description output_options() {
  po::options_description out{"Output"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("output,o", text("FILE"), "write there (default -); .gz .zst .xz .bz2 compress");
  add("format", text("nquads|ntriples|turtle|trig|jsonld|csv|tsv|ndjson"),
      "form of the output, also by its short name: nq, nt, ttl (default: by the suffix "
      "of FILE, else nquads)");
  add("on-error", text("skip|fail"), "what to do with a faulty statement");
  add("quarantine", text("FILE"), "write skipped statements there");
  return out;
}

/// What is said of the forms that have a choice.
po::options_description form_options(const std::string& command) {
  po::options_description out{"JSON-LD and tables"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("jsonld", text("whole|stream"),
      "one document with all its lists, made in memory (default of convert), or a "
      "stream");
  add("context", text("FILE|URL"), "compact JSON-LD under this context");
  add("native-types", "booleans, integers and doubles as JSON has them");
  add("use-rdf-type", "rdf:type as a property, not as @type");
  if (command == "fetch")
    add("rdf-direction", text("i18n-datatype|compound-literal"),
        "how texts of JSON-LD have their direction in RDF (default: not at all)");
  if (command == "slice") return out;
  add("class", text("IRI"), "a table: a row for each entity of this class");
  add("predicates", po::value<Strings>()->composing()->value_name("LIST"),
      "a table: a column for each of these predicates (repeatable)");
  add("many", text("join|rows"),
      "several values in one cell with | between them (default), or in more rows");
  if (command == "fetch") return out;  // --slice has them, too
  add("tmp", text("DIR"), "folder for temporary files (default: that of the output)");
  add("memory", text("SIZE"),
      "for sorting a table, or for a whole JSON-LD document (default 256Mi)");
  return out;
}

/// What becomes of RDF 1.2 in an output, or on its way into a store.
po::options_description rdf_options(const std::string& command) {
  po::options_description out{"RDF 1.2"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("rdf", text("1.2|1.2-basic|1.1"),
      command == "load" ? "what the store gets (default: it is asked what it takes)"
                        : "what is written (default 1.2: as read); 1.2-basic has no "
                          "triple terms, 1.1 no directions either");
  add("triple-terms", text("encode|reify|drop|fail"),
      "as blank nodes (the basic encoding), as rdf:Statement, not at all, or stop");
  add("direction", text("i18n|drop"), "of texts: in a datatype, or not at all");
  return out;
}

po::options_description mapping_options() {
  po::options_description out{"Mappings"};
  out.add_options()("mappings", po::value<Strings>()->composing()->value_name("DIR|FILE"),
                    "also use the mappings there (repeatable); one with the name of a "
                    "built-in one takes its place");
  return out;
}

po::options_description limit_options() {
  po::options_description out{"Limits of what is unpacked and read"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("max-line", text("SIZE"), "of one line, literal or statement (default 64Mi)");
  add("max-page", text("SIZE"), "of one HTML page (default 16Mi)");
  add("max-page-quads", text("N"), "of one page (default 1000000)");
  add("max-page-iris", text("SIZE"), "of the IRIs of one page in full (default 64Mi)");
  add("max-context", text("SIZE"), "of one JSON-LD context (default 4Mi)");
  add("max-contexts", text("N"), "JSON-LD contexts asked for (default 1000)");
  add("max-json-depth", text("N"), "of arrays and objects (default 256, at most 2000)");
  add("max-xml-depth", text("N"), "of elements (default 256, at most 2000)");
  add("max-turtle-depth", text("N"), "of brackets (default 1000, at most 2000)");
  add("max-ratio", text("N"), "expanded : packed, above 64 MiB (default 1000)");
  add("max-entries", text("N"), "of one archive (default 1000000)");
  add("max-archive-depth", text("N"), "archives inside archives (default 3)");
  add("max-robots-bytes", text("SIZE"), "of one robots.txt (default 500Ki)");
  add("max-sitemap-bytes", text("SIZE"), "of one sitemap, unpacked (default 200Mi)");
  add("max-sitemap-entries", text("N"), "of one sitemap (default 1000000)");
  return out;
}

po::options_description run_options() {
  po::options_description out{"Run"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("report", po::value<Strings>()->composing()->value_name("FILE"),
      "write the account of the run there: .html as a page, else as JSON (repeatable)");
  add("state", text("FILE"),
      "keep what later runs need there (default: beside the output)");
  add("fresh", "forget what earlier runs kept");
  add("provenance", "also write quads that tell what was fetched when, and from where");
  add("changes", text("FILE"),
      "write what changed since the last run there (.ru: as SPARQL Update)");
  add("follow", text("LIST"),
      "link relations whose targets are asked for, too (default describedby; none)");
  add("ocx-type", text("LIST"), "of OCX entries, only those of these types");
  add("ocx-format", text("LIST"), "only those whose metadata is in these formats");
  add("documents", text("DIR"),
      "also keep the documents that entries of sitemaps name (DiWoo) as files");
  return out;
}

po::options_description input_options() {
  po::options_description input{"Input"};
  auto add = input.add_options();
  add("syntax", po::value<std::string>()->value_name("NAME"),
      "ntriples, nquads, turtle, trig, rdfxml, trix, jsonld, html, rdfa, microdata, "
      "linkset, linkset+json, sitemap, standard-sitemap, sparql-xml, sparql-json, "
      "sparql-csv, sparql-tsv (default: told by content)");
  add("base", po::value<std::string>()->value_name("IRI"),
      "base for relative references (default: where the document came from)");
  add("jsonld-mode", po::value<std::string>()->value_name("json-ld-1.1|json-ld-1.0"),
      "rules for JSON-LD (default json-ld-1.1)");
  add("rdf-direction",
      po::value<std::string>()->value_name("i18n-datatype|compound-literal|rdf12"),
      "how the direction of text is kept (default: not at all)");
  add("expand-context", po::value<std::string>()->value_name("FILE"),
      "a JSON-LD context to begin every document with");
  add("document-map", po::value<std::string>()->value_name("FILE"),
      "JSON that says which files stand for which URLs");
  add("vocabulary-expansion",
      "of RDFa: what the vocabularies themselves say of the page's terms counts too");
  add("xpath", po::value<std::string>()->value_name("PATH"),
      "of an HTML page, read only what stands inside these elements");
  add("linkset-anchor", po::value<std::string>()->value_name("IRI"),
      "what links of a link set are about that do not say it (default: they are passed "
      "over)");
  add("solutions",
      "of SPARQL results: rows are solutions, even where they could be statements");
  add("strict",
      "what breaks a rule of its syntax is a fault, even if it could be mended");
  return input;
}

po::options_description graph_options() {
  po::options_description out{"Graphs"};
  out.add_options()(
      "graph",
      po::value<std::string>()->value_name("auto|own|source|dataset|none|TEMPLATE"),
      "graph of each quad");
  return out;
}

/// What `slice` is told, and `fetch` of its --slice.
void add_document_options(po::options_description& out) {
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("closure", "of subject and subject-object: also what blank nodes lead to");
  add("prefix", po::value<Strings>()->composing()->value_name("IRI"),
      "only documents of IRIs that begin so (repeatable)");
  add("tmp", text("DIR"), "folder for temporary files (default: that of the output)");
  add("memory", text("SIZE"), "for sorting (default 256Mi)");
}

po::options_description slice_options() {
  po::options_description out{"Documents"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("by", text("METHOD"),
      "what a document is: subject, subject-object (default), cbd, scbd, msg");
  add_document_options(out);
  return out;
}

/// What `load` is told, and `fetch` of its --load.
void add_store_options(po::options_description& out) {
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("protocol", text("auto|gsp|update|nquads"),
      "how data gets in (default auto: the store is asked)");
  add("query", text("URL"), "the store's SPARQL endpoint, to count (default: found out)");
  add("replace", "what is in a graph that is loaded goes first");
  add("verify", "count each graph afterwards, and compare");
  add("batch-size", text("SIZE"), "of one body (default 3Mi; 32Ki with update)");
  add("batch-time", text("SECONDS"),
      "bodies that take longer make the next ones smaller (default 20)");
}

po::options_description after_fetch_options() {
  po::options_description out{"Afterwards"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("slice", text("auto|METHOD"),
      "write documents instead of the quads, as semsite slice makes them; auto: by the "
      "method that the datasets name");
  add_document_options(out);
  add("load", text("URL"), "load what was written into this store, as semsite load does");
  add("load-user", text("NAME:PASSWORD"), "log in to the store");
  add_store_options(out);
  return out;
}

po::options_description load_options() {
  po::options_description out{"Store"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("to", text("URL"), "the store: an endpoint, or where its endpoints begin");
  add_store_options(out);
  add("graph", text("own|none|TEMPLATE"),
      "graph of each statement (default own: its own, or the nameless one)");
  add("trust", po::value<Strings>()->composing()->value_name("HOST"),
      "graphs of this host may be replaced by data from others (repeatable)");
  add("state", text("FILE"),
      "keep there how far the load has come (default: beside the first FILE)");
  add("fresh", "forget how far an earlier run came");
  add("on-error", text("skip|fail"), "what to do with a faulty statement");
  add("quarantine", text("FILE"), "write skipped statements there");
  return out;
}

/// Of the commands that tell about semsite and its runs.
po::options_description comfort_options(const std::string& command) {
  po::options_description out{"Output"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  if (command == "status") {
    add("state", text("FILE"), "the state to read: what fetch or load keeps there");
    add("format", text("text|json"), "form of the account (default text)");
  } else if (command == "man") {
    add("dir", text("DIR"), "write the pages of all commands there");
  }
  return out;
}

po::options_description validate_options() {
  po::options_description out{"Checks"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  const auto texts = [](const char* name) {
    return po::value<Strings>()->composing()->value_name(name);
  };
  add("format", text("text|json|html"),
      "form of the report (default text, or by the suffix of the output)");
  add("output,o", text("FILE"), "write there (default -)");
  add("fail-on", text("error|warning|note"),
      "exit with 1 if there is a finding so severe (default warning)");
  add("only", texts("CODE"), "only these findings; * stands for anything (repeatable)");
  add("ignore", texts("CODE"), "not these findings (repeatable)");
  add("places", text("N"), "show so many places of each finding (default 10)");
  add("sample-pages", text("N"), "ask for so many of the listed pages (default 10)");
  add("sample-files", text("N"),
      "ask for the beginning of so many dumps, and for so many endpoints and targets of "
      "signposts (default 100)");
  add("seed", text("N"), "repeat the random choices of an earlier run");
  add("base", text("URL"), "where a file will stand, for the rule of location");
  add("codes", "list all codes, with rule, cost and remedy");
  add("max-sitemaps", text("N"), "of one site (default 1000)");
  add("max-index-depth", text("N"), "of sitemap indexes (default 3)");
  add("max-bytes", text("SIZE"), "stop after so much download");
  add("max-time", text("DURATION"), "stop after so long (30s, 10m, 2h)");
  return out;
}

}  // namespace

po::options_description options_of(const std::string& command) {
  po::options_description out;
  if (command == "plan") {
    po::options_description form{"Output"};
    form.add_options()("format", po::value<std::string>()->value_name("text|json|turtle"),
                       "form of the plan (default text)");
    out.add(form).add(plan_options()).add(network_options());
  } else if (command == "fetch") {
    out.add(output_options()).add(form_options(command)).add(rdf_options(command));
    out.add(graph_options()).add(run_options());
    out.add(after_fetch_options()).add(plan_options());
    out.add(network_options()).add(mapping_options());
  } else if (command == "mappings") {
    po::options_description what{"What to list"};
    what.add_options()("functions", "the functions that mappings can call");
    return out.add(what).add(mapping_options()).add(common_options());
  } else if (command == "status" || command == "completion" || command == "man") {
    return out.add(comfort_options(command)).add(common_options());
  } else if (command == "convert") {
    out.add(input_options()).add(mapping_options()).add(output_options());
    out.add(form_options(command)).add(rdf_options(command));
    out.add(graph_options()).add(network_options());
  } else if (command == "slice") {
    out.add(slice_options()).add(input_options()).add(mapping_options());
    out.add(output_options()).add(form_options(command)).add(rdf_options(command));
    out.add(network_options());
  } else if (command == "load") {
    out.add(load_options()).add(rdf_options(command)).add(input_options());
    out.add(mapping_options()).add(network_options());
  } else if (command == "index") {
    add_index_options(out);
    out.add(input_options()).add(mapping_options()).add(network_options());
  } else if (command == "search") {
    add_search_options(out);
    return out.add(common_options());
  } else if (command == "validate") {
    out.add(validate_options()).add(network_options());
  } else if (command == "serve") {
    add_serve_options(out);
    return out.add(common_options());
  } else {
    po::options_description input{"Input"};
    auto add = input.add_options();
    add("agent", po::value<std::string>()->value_name("NAME"),
        "product token to judge URLs for (default semsite)");
    add("url", po::value<Strings>()->composing()->value_name("URL"),
        "say whether a robots.txt allows it (repeatable)");
    add("base", po::value<std::string>()->value_name("URL"),
        "where the document came from (default: the file's own URL)");
    add("header-file", po::value<std::string>()->value_name("FILE"),
        "header of a response, as curl -I prints it: show the links of its Link fields");
    out.add(input).add(network_options());
  }
  return out.add(limit_options()).add(common_options());
}

}  // namespace semsite
