#include "commands/habits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/text.hpp"
#include "commands/commands.hpp"

namespace semsite {
namespace {

constexpr std::string_view kGoesOn =
    "the same command again goes on with what was broken off, and gets what has changed";
constexpr std::string_view kAlwaysChecked = "certificates are always checked";
constexpr std::string_view kBySuffix =
    "the suffix of -o FILE says it (.gz .zst .xz .bz2)";
constexpr std::string_view kOneFile =
    "what is got becomes one file of quads, not a copy of the site";
constexpr std::string_view kToStandardError =
    "messages go to standard error: 2> FILE keeps them";
constexpr std::string_view kOnlyGets = "sites are asked by GET and HEAD only";
constexpr std::string_view kCookies = "-H 'Cookie: NAME=VALUE' sends one; none is kept";
constexpr std::string_view kNothingAsked =
    "nothing is asked; an output is replaced when the new one is whole";
constexpr std::string_view kFollows =
    "fetch follows all that a site offers, within its hosts";
constexpr std::string_view kAllOfIt =
    "all RDF is read: JSON-LD, RDFa and Microdata of pages, and documents";
constexpr std::string_view kNoShapes =
    "shapes are not checked here; pyshacl and riot do that";
constexpr std::string_view kCores = "parsing takes all cores anyway";
constexpr std::string_view kCounts = "the messages and the report tell how many";
constexpr std::string_view kNotOnce =
    "quads are written as they come; of N-Quads, sort -u leaves each once";
constexpr std::string_view kNoInference = "nothing is inferred";

// Each command and option of ours that is named here there is: a test looks.
constexpr Habit kHabits[] = {
    // Commands
    {.typed = "get", .command = "fetch"},
    {.typed = "download", .command = "fetch"},
    {.typed = "dl", .command = "fetch"},
    {.typed = "wget", .command = "fetch"},
    {.typed = "curl", .command = "fetch"},
    {.typed = "pull", .command = "fetch"},
    {.typed = "harvest", .command = "fetch"},
    {.typed = "mirror", .command = "fetch"},
    {.typed = "scrape", .command = "fetch"},
    {.typed = "sync", .command = "fetch", .remark = kGoesOn},
    {.typed = "update", .command = "fetch", .remark = kGoesOn},
    {.typed = "refresh", .command = "fetch", .remark = kGoesOn},
    {.typed = "resume", .command = "fetch", .remark = kGoesOn},
    {.typed = "continue", .command = "fetch", .remark = kGoesOn},
    {.typed = "run", .command = "fetch"},
    {.typed = "crawl", .command = "fetch", .options = {"only"}},
    {.typed = "spider", .command = "fetch", .options = {"only"}},
    {.typed = "sparql", .command = "fetch", .options = {"endpoint", "only"}},
    {.typed = "dump", .command = "fetch", .options = {"only"}},
    {.typed = "diff", .command = "fetch", .options = {"changes"}},
    {.typed = "changes", .command = "fetch", .options = {"changes"}},
    {.typed = "report", .command = "fetch", .options = {"report"}},
    {.typed = "list", .command = "plan"},
    {.typed = "ls", .command = "plan"},
    {.typed = "discover", .command = "plan"},
    {.typed = "explore", .command = "plan"},
    {.typed = "explain", .command = "plan"},
    {.typed = "dry-run", .command = "plan"},
    {.typed = "dryrun", .command = "plan"},
    {.typed = "preview", .command = "plan"},
    {.typed = "check", .command = "validate"},
    {.typed = "lint", .command = "validate"},
    {.typed = "verify", .command = "validate"},
    {.typed = "test", .command = "validate"},
    {.typed = "audit", .command = "validate"},
    {.typed = "show", .command = "inspect"},
    {.typed = "head", .command = "inspect"},
    {.typed = "links", .command = "inspect"},
    {.typed = "robots", .command = "inspect"},
    {.typed = "sitemap", .command = "inspect"},
    {.typed = "parse", .command = "convert"},
    {.typed = "riot", .command = "convert"},
    {.typed = "rapper", .command = "convert"},
    {.typed = "rdfpipe", .command = "convert"},
    {.typed = "transform", .command = "convert"},
    {.typed = "translate", .command = "convert"},
    {.typed = "cat", .command = "convert"},
    {.typed = "read", .command = "convert"},
    {.typed = "extract", .command = "convert"},
    {.typed = "unpack", .command = "convert"},
    {.typed = "merge",
     .command = "convert",
     .remark = "several inputs become one output"},
    {.typed = "split", .command = "slice"},
    {.typed = "cut", .command = "slice"},
    {.typed = "import", .command = "load"},
    {.typed = "upload", .command = "load"},
    {.typed = "push", .command = "load"},
    {.typed = "put", .command = "load"},
    {.typed = "insert", .command = "load"},
    {.typed = "store", .command = "load"},
    {.typed = "export", .command = "convert"},
    {.typed = "query", .command = "search"},
    {.typed = "find", .command = "search"},
    {.typed = "grep", .command = "search"},
    {.typed = "ask", .command = "search"},
    {.typed = "web", .command = "serve"},
    {.typed = "server", .command = "serve"},
    {.typed = "browse", .command = "serve"},
    {.typed = "ui", .command = "serve"},
    {.typed = "info", .command = "status"},
    {.typed = "stat", .command = "status"},
    {.typed = "stats", .command = "status"},
    {.typed = "state", .command = "status"},
    {.typed = "progress", .command = "status"},
    {.typed = "map", .command = "mappings"},
    {.typed = "manual", .command = "man"},
    {.typed = "docs", .command = "man"},
    {.typed = "completions", .command = "completion"},
    {.typed = "version", .remark = "semsite --version tells it"},
    {.typed = "usage", .remark = "semsite COMMAND --help tells of one"},
    {.typed = "options", .remark = "semsite COMMAND --help all lists those of one"},
    {.typed = "all", .remark = "semsite help COMMAND all lists all options of one"},
    {.typed = "config", .remark = "--config FILE is an option of every command"},
    {.typed = "init", .remark = "nothing is set up; semsite fetch URL is the start"},
    {.typed = "login", .remark = "logins are options: --user NAME:PASSWORD, or --netrc"},
    // Where to, and in which form
    {.typed = "-O", .options = {"output"}},
    {.typed = "--out", .options = {"output"}},
    {.typed = "--outfile", .options = {"output"}},
    {.typed = "--output-file", .options = {"output"}},
    {.typed = "--output-document", .options = {"output"}},
    {.typed = "--remote-name", .options = {"output"}},
    {.typed = "--output-dir", .options = {"output"}, .remark = kOneFile},
    {.typed = "--directory-prefix", .options = {"output"}, .remark = kOneFile},
    {.typed = "-P", .options = {"output"}, .remark = kOneFile},
    {.typed = "-d", .options = {"output"}, .remark = kOneFile},
    {.typed = "--create-dirs", .options = {"output"}},
    {.typed = "--gzip", .options = {"output"}, .remark = kBySuffix},
    {.typed = "--to", .options = {"output", "format", "load"}},
    {.typed = "--in", .options = {"syntax", "sites"}},
    {.typed = "--to-format", .options = {"format"}},
    {.typed = "--dedup", .remark = kNotOnce},
    {.typed = "--dedupe", .remark = kNotOnce},
    {.typed = "--deduplicate", .remark = kNotOnce},
    {.typed = "--distinct", .remark = kNotOnce},
    {.typed = "--unique", .remark = kNotOnce},
    {.typed = "--uniq", .remark = kNotOnce},
    {.typed = "--share", .options = {"range"}},
    {.typed = "--shard", .options = {"range"}},
    {.typed = "--shards", .options = {"range"}},
    {.typed = "--split", .options = {"range", "part-size"}},
    {.typed = "--sort", .remark = kNotOnce},
    {.typed = "--compress", .options = {"output"}, .remark = kBySuffix},
    {.typed = "--zip", .options = {"output"}, .remark = kBySuffix},
    {.typed = "--compression", .options = {"output"}, .remark = kBySuffix},
    {.typed = "--output-format", .options = {"format"}},
    {.typed = "--out-format", .options = {"format"}},
    {.typed = "--outformat", .options = {"format"}},
    {.typed = "--formatted", .options = {"format"}},
    {.typed = "--stream", .options = {"format"}},
    {.typed = "--pretty", .options = {"format"}},
    {.typed = "--serialization", .options = {"format"}},
    {.typed = "--json", .options = {"format", "report", "log"}},
    {.typed = "--html", .options = {"format", "report"}},
    {.typed = "--csv", .options = {"format", "class"}},
    {.typed = "--turtle", .options = {"format"}},
    {.typed = "--nquads", .options = {"format"}},
    {.typed = "--ntriples", .options = {"format"}},
    {.typed = "--overwrite", .options = {"fresh"}, .remark = kNothingAsked},
    {.typed = "--force", .options = {"fresh"}, .remark = kNothingAsked},
    {.typed = "--yes", .options = {"fresh"}, .remark = kNothingAsked},
    {.typed = "-f", .options = {"format", "fresh"}},
    {.typed = "-y", .remark = kNothingAsked},
    {.typed = "--no-clobber", .options = {"output"}, .remark = kNothingAsked},
    {.typed = "-nc", .options = {"output"}, .remark = kNothingAsked},
    {.typed = "--append", .options = {"output"}, .remark = kNothingAsked},
    // What is read
    {.typed = "-i", .options = {"syntax", "sites"}},
    {.typed = "--input-format", .options = {"syntax"}},
    {.typed = "--in-format", .options = {"syntax"}},
    {.typed = "--informat", .options = {"syntax"}},
    {.typed = "--from-format", .options = {"syntax"}},
    {.typed = "--lang", .options = {"syntax", "language"}},
    {.typed = "--content-type", .options = {"syntax"}},
    {.typed = "--input",
     .options = {"sites"},
     .remark = "inputs stand alone: semsite COMMAND FILE"},
    {.typed = "--input-file", .options = {"sites"}},
    {.typed = "--url-file", .options = {"sites"}},
    {.typed = "--urls", .options = {"sites"}},
    {.typed = "--url", .remark = "URLs stand alone: semsite COMMAND URL"},
    {.typed = "--file", .remark = "files stand alone: semsite COMMAND FILE"},
    {.typed = "--site",
     .options = {"sites"},
     .remark = "one URL stands alone: semsite COMMAND URL"},
    {.typed = "-I",
     .options = {"base"},
     .remark = "semsite inspect URL shows what a header says"},
    {.typed = "--input-uri", .options = {"base"}},
    {.typed = "--base-uri", .options = {"base"}},
    {.typed = "--baseuri", .options = {"base"}},
    {.typed = "--graph-uri", .options = {"graph"}},
    {.typed = "--named-graph", .options = {"graph"}},
    {.typed = "--default-graph", .options = {"graph"}},
    {.typed = "-g", .options = {"graph", "guess"}},
    {.typed = "--rdfs", .remark = kNoInference},
    {.typed = "--inference", .remark = kNoInference},
    {.typed = "--reason", .remark = kNoInference},
    {.typed = "--count", .options = {"report", "verify"}, .remark = kCounts},
    {.typed = "--sink", .options = {"output"}, .remark = "-o /dev/null keeps nothing"},
    {.typed = "--check", .options = {"strict"}, .remark = "faults are always told"},
    {.typed = "--nocheck", .options = {"on-error"}, .remark = "faults are always told"},
    {.typed = "--no-check", .options = {"on-error"}, .remark = "faults are always told"},
    {.typed = "--validate", .remark = "semsite validate looks at a whole site or a file"},
    {.typed = "--ignore-errors", .options = {"on-error"}},
    {.typed = "--skip-errors", .options = {"on-error"}},
    {.typed = "--continue-on-error", .options = {"on-error"}},
    {.typed = "--stop", .options = {"on-error"}},
    {.typed = "--fail",
     .options = {"on-error", "fail-on"},
     .remark = "the exit status tells"},
    {.typed = "--fail-fast", .options = {"on-error", "fail-on"}},
    // Which of it
    {.typed = "--dry-run",
     .remark = "semsite plan URL tells what fetch would get, and gets nothing of it"},
    {.typed = "--dryrun",
     .remark = "semsite plan URL tells what fetch would get, and gets nothing of it"},
    {.typed = "--simulate",
     .remark = "semsite plan URL tells what fetch would get, and gets nothing of it"},
    {.typed = "--spider",
     .remark = "semsite plan URL tells what fetch would get, and gets nothing of it"},
    {.typed = "-n",
     .options = {"netrc"},
     .remark = "semsite plan URL tells what fetch would get"},
    {.typed = "--recursive",
     .options = {"scope", "max-depth", "max-pages"},
     .remark = kFollows},
    {.typed = "-r", .options = {"scope", "max-depth", "max-pages"}, .remark = kFollows},
    {.typed = "-R", .options = {"exclude", "max-depth"}, .remark = kFollows},
    {.typed = "--mirror",
     .options = {"scope", "max-depth", "max-pages"},
     .remark = kFollows},
    {.typed = "--all", .options = {"pages"}, .remark = kFollows},
    {.typed = "-m", .options = {"max-time", "max-depth"}},
    {.typed = "--depth", .options = {"max-depth", "max-index-depth"}},
    {.typed = "--level", .options = {"max-depth", "max-index-depth"}},
    {.typed = "-l", .options = {"max-depth", "max-index-depth"}},
    {.typed = "--no-parent", .options = {"scope", "include"}},
    {.typed = "-np", .options = {"scope", "include"}},
    {.typed = "--span-hosts",
     .options = {"scope", "trust", "include"},
     .remark = kFollows},
    {.typed = "--domains", .options = {"scope", "include", "trust"}},
    {.typed = "-D", .options = {"scope", "include", "trust"}},
    {.typed = "--accept", .options = {"include", "header"}},
    {.typed = "--reject", .options = {"exclude"}},
    {.typed = "--filter", .options = {"include", "exclude"}},
    {.typed = "--match", .options = {"include"}},
    {.typed = "--page-requisites", .remark = kOneFile},
    {.typed = "-p", .remark = kOneFile},
    {.typed = "--convert-links", .remark = kOneFile},
    {.typed = "--warc-file", .options = {"provenance"}, .remark = kOneFile},
    {.typed = "--limit", .options = {"max-pages", "max-bytes", "max-time"}},
    {.typed = "--max", .options = {"max-pages", "max-bytes", "max-time"}},
    {.typed = "--max-files", .options = {"max-pages", "max-datasets", "max-entries"}},
    {.typed = "--max-size", .options = {"max-bytes", "max-page"}},
    {.typed = "--max-filesize", .options = {"max-bytes", "max-page"}},
    {.typed = "--quota", .options = {"max-bytes"}},
    {.typed = "--follow-links", .options = {"scope", "max-depth"}, .remark = kFollows},
    {.typed = "--accept-regex", .options = {"include"}},
    {.typed = "--reject-regex", .options = {"exclude"}},
    {.typed = "--include-directories", .options = {"include"}},
    {.typed = "--exclude-directories", .options = {"exclude"}},
    {.typed = "--exclude-dir", .options = {"exclude"}},
    {.typed = "--only-rdf", .remark = kAllOfIt},
    {.typed = "--extract", .options = {"syntax"}, .remark = kAllOfIt},
    {.typed = "--shacl", .remark = kNoShapes},
    {.typed = "--shapes", .remark = kNoShapes},
    {.typed = "-Q", .options = {"max-bytes"}},
    {.typed = "--newer", .options = {"since"}},
    {.typed = "--modified-since", .options = {"since"}},
    {.typed = "--type", .options = {"ocx-type", "class"}},
    {.typed = "--sitemap",
     .options = {"guess"},
     .remark = "the URL of a sitemap stands alone, as that of a site does"},
    {.typed = "--endpoint",
     .options = {"to", "query"},
     .remark = "the URL of an endpoint stands alone, as that of a site does"},
    {.typed = "--sparql", .options = {"endpoint", "only", "query"}},
    {.typed = "--crawl", .options = {"only", "prefer"}},
    {.typed = "--dump", .options = {"only", "prefer"}},
    {.typed = "--way", .options = {"only", "prefer"}},
    {.typed = "--method", .options = {"by", "only", "prefer"}},
    {.typed = "--store", .options = {"to", "load"}},
    {.typed = "--target", .options = {"to", "load"}},
    {.typed = "--upload-file",
     .options = {"load"},
     .remark = "semsite load FILE --to URL"},
    // Again
    {.typed = "--continue", .options = {"state"}, .remark = kGoesOn},
    {.typed = "--continue-at", .options = {"state"}, .remark = kGoesOn},
    {.typed = "-C", .options = {"state"}, .remark = kGoesOn},
    {.typed = "-c", .options = {"config"}, .remark = kGoesOn},
    {.typed = "--resume", .options = {"state"}, .remark = kGoesOn},
    {.typed = "--incremental", .options = {"changes"}, .remark = kGoesOn},
    {.typed = "--update", .options = {"changes"}, .remark = kGoesOn},
    {.typed = "--refresh", .options = {"changes"}, .remark = kGoesOn},
    {.typed = "--timestamping", .options = {"changes"}, .remark = kGoesOn},
    {.typed = "-N", .options = {"changes"}, .remark = kGoesOn},
    {.typed = "--diff", .options = {"changes"}},
    {.typed = "--checkpoint", .options = {"state"}, .remark = kGoesOn},
    {.typed = "--state-file", .options = {"state"}},
    {.typed = "--no-cache", .options = {"fresh"}},
    {.typed = "--restart", .options = {"fresh"}},
    {.typed = "--full", .options = {"fresh"}},
    {.typed = "--cache", .options = {"state"}, .remark = kGoesOn},
    // How long, how fast, how often
    {.typed = "--timeout", .options = {"request-timeout", "stall-timeout", "max-time"}},
    {.typed = "-T", .options = {"request-timeout", "stall-timeout", "max-time"}},
    {.typed = "--read-timeout", .options = {"request-timeout", "stall-timeout"}},
    {.typed = "--max-seconds", .options = {"max-time"}},
    {.typed = "--wait", .options = {"delay"}},
    {.typed = "-w", .options = {"delay"}},
    {.typed = "--random-wait", .options = {"delay"}},
    {.typed = "--sleep", .options = {"delay"}},
    {.typed = "--pause", .options = {"delay"}},
    {.typed = "--download-delay", .options = {"delay"}},
    {.typed = "--crawl-delay", .options = {"delay"}},
    {.typed = "--throttle", .options = {"delay", "rate"}},
    {.typed = "--limit-rate", .options = {"rate", "delay"}},
    {.typed = "--rate-limit", .options = {"rate", "delay"}},
    {.typed = "--bandwidth", .options = {"rate"}},
    {.typed = "--retry", .options = {"retries"}},
    {.typed = "--tries", .options = {"retries"}},
    {.typed = "-t", .options = {"retries", "to"}},
    {.typed = "--waitretry", .options = {"retry-delay"}},
    {.typed = "--retry-max-time", .options = {"max-time"}},
    {.typed = "--max-redirect", .options = {"max-redirects"}},
    {.typed = "--max-redirs", .options = {"max-redirects"}},
    {.typed = "--location",
     .options = {"max-redirects"},
     .remark = "redirects are followed anyway"},
    {.typed = "-L",
     .options = {"max-redirects"},
     .remark = "redirects are followed anyway"},
    {.typed = "--threads", .options = {"connections", "parallel"}, .remark = kCores},
    {.typed = "--workers", .options = {"connections", "parallel"}, .remark = kCores},
    {.typed = "--jobs", .options = {"connections", "parallel"}, .remark = kCores},
    {.typed = "-j", .options = {"connections", "parallel"}, .remark = kCores},
    {.typed = "--concurrency", .options = {"connections", "parallel"}},
    {.typed = "--parallel-max", .options = {"connections", "parallel"}},
    // Who asks, and by which road
    {.typed = "-A", .options = {"user-agent", "include"}},
    {.typed = "-U", .options = {"user-agent"}},
    {.typed = "--agent", .options = {"user-agent", "contact"}},
    {.typed = "--email", .options = {"contact"}},
    {.typed = "--mail", .options = {"contact"}},
    {.typed = "--from", .options = {"syntax", "contact", "since"}},
    {.typed = "--referer", .options = {"header"}},
    {.typed = "-e", .options = {"header", "ignore-robots"}},
    {.typed = "--headers", .options = {"header"}},
    {.typed = "--cookie", .options = {"header"}, .remark = kCookies},
    {.typed = "--cookies", .options = {"header"}, .remark = kCookies},
    {.typed = "--cookie-jar", .options = {"header"}, .remark = kCookies},
    {.typed = "--load-cookies", .options = {"header"}, .remark = kCookies},
    {.typed = "-b", .options = {"header"}, .remark = kCookies},
    {.typed = "--username", .options = {"user", "netrc"}},
    {.typed = "--password", .options = {"user", "netrc"}},
    {.typed = "--passwd", .options = {"user", "netrc"}},
    {.typed = "--http-user", .options = {"user", "netrc"}},
    {.typed = "--http-password", .options = {"user", "netrc"}},
    {.typed = "--login", .options = {"user", "netrc"}},
    {.typed = "--auth", .options = {"user", "netrc", "header"}},
    {.typed = "--basic", .options = {"user"}},
    {.typed = "--digest", .options = {"user"}},
    {.typed = "--token",
     .options = {"header"},
     .remark = "-H 'Authorization: Bearer TOKEN'"},
    {.typed = "--bearer",
     .options = {"header"},
     .remark = "-H 'Authorization: Bearer TOKEN'"},
    {.typed = "--oauth2-bearer",
     .options = {"header"},
     .remark = "-H 'Authorization: Bearer TOKEN'"},
    {.typed = "--api-key", .options = {"header"}},
    {.typed = "-x", .options = {"proxy"}},
    {.typed = "--socks5", .options = {"proxy"}},
    {.typed = "--noproxy",
     .options = {"proxy"},
     .remark = "the variable no_proxy names hosts"},
    {.typed = "--no-proxy",
     .options = {"proxy"},
     .remark = "the variable no_proxy names hosts"},
    {.typed = "--insecure", .options = {"cacert"}, .remark = kAlwaysChecked},
    {.typed = "-k", .options = {"cacert"}, .remark = kAlwaysChecked},
    {.typed = "--no-check-certificate", .options = {"cacert"}, .remark = kAlwaysChecked},
    {.typed = "--no-verify", .options = {"cacert"}, .remark = kAlwaysChecked},
    {.typed = "--no-verify-ssl", .options = {"cacert"}, .remark = kAlwaysChecked},
    {.typed = "--ca-certificate", .options = {"cacert"}},
    {.typed = "--ca-bundle", .options = {"cacert"}},
    {.typed = "--capath", .options = {"cacert"}},
    {.typed = "--certificate", .options = {"cert"}},
    {.typed = "--private-key", .options = {"key"}},
    {.typed = "--dns-servers", .options = {"resolve"}},
    {.typed = "--ipv4",
     .options = {"resolve"},
     .remark = "both kinds of addresses are tried"},
    {.typed = "--ipv6",
     .options = {"resolve"},
     .remark = "both kinds of addresses are tried"},
    {.typed = "-4",
     .options = {"resolve"},
     .remark = "both kinds of addresses are tried"},
    {.typed = "-6",
     .options = {"resolve"},
     .remark = "both kinds of addresses are tried"},
    {.typed = "--http2", .remark = "the version of HTTP is agreed with the server"},
    {.typed = "--http1.1", .remark = "the version of HTTP is agreed with the server"},
    {.typed = "--compressed", .remark = "compressed answers are asked for anyway"},
    {.typed = "--request", .remark = kOnlyGets},
    {.typed = "-X", .options = {"exclude"}, .remark = kOnlyGets},
    {.typed = "--data", .remark = kOnlyGets},
    {.typed = "--post-data", .remark = kOnlyGets},
    {.typed = "--robots", .options = {"ignore-robots"}, .remark = "robots.txt is obeyed"},
    {.typed = "--no-robots",
     .options = {"ignore-robots"},
     .remark = "robots.txt is obeyed"},
    {.typed = "--robotstxt",
     .options = {"ignore-robots"},
     .remark = "robots.txt is obeyed"},
    // What is said
    {.typed = "--silent", .options = {"quiet"}},
    {.typed = "-s", .options = {"quiet", "config"}},
    {.typed = "--no-verbose", .options = {"quiet"}},
    {.typed = "-nv", .options = {"quiet"}},
    {.typed = "--nolog", .options = {"quiet"}},
    {.typed = "--ignore-warnings", .options = {"quiet"}},
    {.typed = "--debug", .options = {"verbose"}},
    {.typed = "--trace", .options = {"verbose"}},
    {.typed = "--server-response", .options = {"verbose"}},
    {.typed = "-S", .options = {"verbose"}},
    {.typed = "--dump-header", .options = {"verbose"}},
    {.typed = "--show-error", .remark = "errors are always shown"},
    {.typed = "--loglevel", .options = {"verbose", "quiet"}},
    {.typed = "--log-level", .options = {"verbose", "quiet"}},
    {.typed = "--logfile", .options = {"log", "report"}, .remark = kToStandardError},
    {.typed = "--log-file", .options = {"log", "report"}, .remark = kToStandardError},
    {.typed = "-a", .remark = kToStandardError},
    {.typed = "--append-output", .remark = kToStandardError},
    {.typed = "--log-json", .options = {"log"}},
    {.typed = "--write-out", .options = {"report"}},
    {.typed = "--stats", .options = {"report"}, .remark = kCounts},
    {.typed = "--statistics", .options = {"report"}, .remark = kCounts},
    {.typed = "--summary", .options = {"report"}, .remark = kCounts},
    {.typed = "--progress-bar", .options = {"progress"}},
    {.typed = "--no-progress", .options = {"progress"}},
    {.typed = "--show-progress", .options = {"progress"}},
    {.typed = "--colour", .options = {"color"}},
    {.typed = "--no-color", .options = {"color"}},
    {.typed = "--nocolor", .options = {"color"}},
    {.typed = "--config-file", .options = {"config"}},
    {.typed = "--conf", .options = {"config"}},
    {.typed = "-K", .options = {"config"}},
    {.typed = "--set", .options = {"config"}},
    {.typed = "--background", .remark = "nohup semsite … & does that"},
    {.typed = "--help-all", .remark = "--help all lists all options"},
    {.typed = "--usage", .options = {"help"}},
    {.typed = "-?", .options = {"help"}},
    {.typed = "--version", .remark = "semsite --version tells it"},
    {.typed = "-V", .remark = "semsite --version tells it"},
};

const Habit* habit_of(std::string_view word) {
  const auto* const found = std::ranges::find(kHabits, word, &Habit::typed);
  return found == std::end(kHabits) ? nullptr : found;
}

bool is_option(std::string_view word) { return word.starts_with('-'); }

/// The row that `typed` ("--output", "-o") is of; null: there is none.
const OptionRow* row_typed(const OptionTable& table, std::string_view typed) {
  if (typed.starts_with("--")) return find_row(table, typed.substr(2));
  return typed.size() == 2 ? find_row(table, typed[1]) : nullptr;
}

/// "fetch and plan have --max-depth N: links from …"; empty: no command has it.
std::string who_has(std::string_view typed) {
  std::vector<std::string_view> names;
  std::string shown;
  for (const Command& command : commands()) {
    const OptionTable table = command.options();
    const OptionRow* const row = row_typed(table, typed);
    if (row == nullptr) continue;
    names.push_back(command.name);
    if (shown.empty())
      shown = row->is_switch() ? fmt::format("--{}", row->name)
                               : fmt::format("--{} {}", row->name, row->value);
  }
  if (names.empty()) return {};
  if (names.size() == 1) return fmt::format("; {} has {}", names[0], shown);
  const std::string_view last = names.back();
  names.pop_back();
  return fmt::format("; {} and {} have {}", fmt::join(names, ", "), last, shown);
}

/// What `habit` says to one who types options of `table`.
std::string said_of(const Habit& habit, const OptionTable& table) {
  std::string near;
  for (const std::string_view name : habit.options)
    if (const OptionRow* const row = find_row(table, name))
      near +=
          fmt::format("{}{}", near.empty() ? "; there is " : "; ", option_shown(*row));
  if (near.empty() && habit.remark.empty() && !habit.options[0].empty())
    near = who_has(fmt::format("--{}", habit.options[0]));
  return habit.remark.empty() ? near : fmt::format("; {}{}", habit.remark, near);
}

std::vector<std::string> typed_options() {
  std::vector<std::string> out;
  for (const Habit& habit : kHabits)
    if (is_option(habit.typed)) out.emplace_back(habit.typed);
  return out;
}

}  // namespace

std::span<const Habit> habits() { return kHabits; }

std::string option_shown(const OptionRow& row) {
  return row.is_switch() ? fmt::format("--{}: {}", row.name, row.does)
                         : fmt::format("--{} {}: {}", row.name, row.value, row.does);
}

std::string command_advice(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  const Habit* habit = habit_of(word);
  if (habit == nullptr)
    if (const auto near = nearest(word, names))
      return fmt::format(" (did you mean {}?)", *near);
  if (habit == nullptr) {
    names.clear();
    for (const Habit& one : kHabits)
      if (!is_option(one.typed)) names.emplace_back(one.typed);
    if (const auto near = nearest(word, names)) habit = habit_of(*near);
  }
  if (habit == nullptr) return {};
  if (habit->command.empty()) return fmt::format("; {}", habit->remark);
  const Command& command = find_command(std::string{habit->command});
  return fmt::format("; semsite {} {}{}", command.name, command.does,
                     said_of(*habit, command.options()));
}

std::string option_advice(std::string_view command, const OptionTable& table,
                          const std::string& typed) {
  const Habit* habit = habit_of(typed);
  // "-k5", unless it is one of the letters that wget has in pairs.
  if (habit == nullptr && !typed.starts_with("--")) habit = habit_of(typed.substr(0, 2));
  if (habit != nullptr)
    if (std::string said = said_of(*habit, table); !said.empty()) return said;
  if (!command.empty())
    if (std::string others = who_has(typed); !others.empty()) return others;
  std::vector<std::string> names;
  for (const OptionGroup& group : table)
    for (const OptionRow& row : group.rows)
      names.push_back(fmt::format("--{}", row.name));
  if (const auto near = nearest(typed, names))
    return fmt::format(" (did you mean {}?)", *near);
  if (const auto near = nearest(typed, typed_options()); near && typed.size() > 2)
    return said_of(*habit_of(*near), table);
  return {};
}

}  // namespace semsite
