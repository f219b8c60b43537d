#include "commands/output_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/rdf_options.hpp"
#include "commands/values.hpp"
#include "jsonld/compaction.hpp"
#include "parts/manifest.hpp"
#include "parts/part_folder.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/quad_check.hpp"
#include "s3/s3_address.hpp"
#include "semsite/errors.hpp"
#include "vocab/rdfa_initial_context.hpp"

namespace semsite {
namespace {

/// ".foo" of "x.foo"; nothing of "x" and ".profile".
std::string_view suffix_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view{}
                                                   : name.substr(dot);
}

}  // namespace

WantedForm wanted_form(std::string_view path, std::string_view word) {
  const OutputForm* by_word = nullptr;
  if (!word.empty()) {
    by_word = form_of_word(word);
    if (by_word == nullptr) {
      std::vector<std::string> words;
      for (const OutputForm& form : output_forms()) words.emplace_back(form.name);
      for (const OutputForm& form : output_forms())
        if (form.short_name != form.name) words.emplace_back(form.short_name);
      refuse_word("--format", word, words);
    }
  }
  const std::string_view name = form_name(path);
  const UnwritableSuffix* const other = unwritable(name);
  if (other != nullptr && (other->packs || by_word == nullptr))
    throw UsageError{fmt::format(
        "-o {}: {} is not written here: {}{}", path, other->what, other->remedy,
        other->packs ? "" : " (--format NAME writes that form under any name)")};
  if (by_word != nullptr) return {.format = by_word->format};
  // `rapper -o turtle`, `riot --output=turtle`
  for (const OutputForm& form : output_forms())
    if (path == form.name || path == form.short_name)
      throw UsageError{
          fmt::format("-o {0}: that is a form, and -o names a file: --format {0} writes "
                      "that form (a file of this name: -o ./{0})",
                      path)};
  if (const OutputForm* const form = form_of_name(name)) return {.format = form->format};
  const std::string_view suffix = suffix_of(name);
  if (suffix.empty()) return {};
  std::string known;
  for (const OutputForm& form : output_forms())
    known += fmt::format("{}{}", known.empty() ? "" : " ", form.suffixes.front());
  return {.format = OutputFormat::nquads,
          .note = fmt::format("-o {}: {} says no form that semsite writes ({}): it will "
                              "be N-Quads (--format NAME chooses)",
                              path, suffix, known)};
}

SortOptions read_sort_options(const GivenOptions& given, const char* least) {
  SortOptions out{.folder = given.text("tmp")};
  given.size("memory", out.memory_bytes);
  if (out.memory_bytes < parse_size(least, "--memory"))
    throw UsageError{
        fmt::format("--memory {}: at least {} is needed", given.text("memory"), least)};
  return out;
}

std::string temporary_place(const SortOptions& options, const OutputFile& output,
                            const std::string& path) {
  if (!options.folder.empty()) return options.folder;
  if (output.is_file()) return std::filesystem::absolute(path).parent_path().string();
  const char* const folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

namespace {

/// An IRI as people type it: whole, in `<>` or not, or with a prefix that is well known
/// (RDFa Core Initial Context).
std::string iri_of(std::string_view option, std::string_view typed) {
  std::string_view text = typed;
  std::string out;
  if (text.starts_with('<') && text.ends_with('>')) {
    out = text.substr(1, text.size() - 2);
  } else if (text == "a") {
    out = kRdfType;
  } else {
    const std::size_t colon = text.find(':');
    std::string prefix{text.substr(0, colon)};
    std::ranges::transform(prefix, prefix.begin(), [](unsigned char c) {
      return static_cast<char>(std::tolower(c));
    });
    const bool may_be_prefixed =
        colon != std::string_view::npos && !text.substr(colon + 1).starts_with("//");
    const auto known = may_be_prefixed ? initial_prefix(prefix) : std::nullopt;
    out = known ? std::string{*known} + std::string{text.substr(colon + 1)}
                : std::string{text};
  }
  if (!is_legal_iri(out))
    throw UsageError{fmt::format(
        "{} {}: no absolute IRI, and no prefix that is known everywhere (schema:name)",
        option, typed)};
  return out;
}

/// Takes commas apart, but for those in `<>`.
std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> out;
  std::string name;
  bool in_iri = false;
  const auto end = [&] {
    if (!trim(name).empty()) out.emplace_back(trim(name));
    name.clear();
  };
  for (const char c : list) {
    if (c == '<') in_iri = true;
    if (c == '>') in_iri = false;
    if (c == ',' && !in_iri) {
      end();
    } else {
      name += c;
    }
  }
  end();
  return out;
}

void refuse(std::string_view option, std::string_view why) {
  throw UsageError{fmt::format("--{} {}", option, why)};
}

void read_table(const GivenOptions& given, FormOptions& out) {
  const bool has_rows = out.format == OutputFormat::csv ||
                        out.format == OutputFormat::tsv ||
                        out.format == OutputFormat::ndjson;
  for (const char* const option : {"class", "predicates", "many"})
    if (given.has(option) && !has_rows)
      refuse(option, "is for a table: name a file -o FILE.csv, .tsv or .ndjson");
  if (!given.has("class") && !given.has("predicates")) {
    if (given.has("many"))
      refuse("many", "is for a table: give --class IRI or --predicates LIST, too");
    return;
  }
  TableRules rules;
  if (given.has("class")) rules.subject_class = iri_of("--class", given.text("class"));
  for (const std::string& list : given.texts("predicates")) {
    for (const std::string& name : names_in(list)) {
      const std::string iri = iri_of("--predicates", name);
      if (std::ranges::find(rules.columns, iri, &PredicateColumn::iri) !=
          rules.columns.end())
        throw UsageError{fmt::format("--predicates: {} is there twice", name)};
      rules.columns.push_back({.name = name, .iri = iri});
    }
  }
  if (given.has("predicates") && rules.columns.empty())
    refuse("predicates", "names none");
  const std::string many = given.text("many", "join");
  if (many != "join" && many != "rows") refuse_word("--many", many, {"join", "rows"});
  rules.many = many == "rows" ? ManyValues::rows : ManyValues::join;
  out.table = std::move(rules);
}

void read_jsonld(const GivenOptions& given, JsonLdShape otherwise, FormOptions& out) {
  const bool is_jsonld = out.format == OutputFormat::jsonld;
  const bool is_nodes =
      is_jsonld || (out.format == OutputFormat::ndjson && !out.table.has_value());
  if (given.has("jsonld") && !is_jsonld)
    refuse("jsonld",
           "is for JSON-LD: name a file -o FILE.jsonld, or give --format jsonld");
  if (given.has("context")) {
    if (!is_jsonld)
      refuse("context",
             "is for JSON-LD: name a file -o FILE.jsonld, or give --format jsonld");
    out.context = context_choice(given.text("context"));
  }
  for (const char* const option : {"native-types", "use-rdf-type"})
    if (given.has(option) && !is_nodes)
      refuse(option,
             "is for JSON-LD and for node objects as JSON lines (.jsonld, .ndjson)");
  const std::string shape =
      given.text("jsonld", otherwise == JsonLdShape::whole ? "whole" : "stream");
  if (shape != "whole" && shape != "stream")
    refuse_word("--jsonld", shape, {"whole", "stream"});
  out.jsonld_whole = is_jsonld && shape == "whole";
  out.jsonld.native_types = given.has("native-types");
  out.jsonld.use_rdf_type = given.has("use-rdf-type");
}

}  // namespace

bool is_made_at_the_end(const FormOptions& form) {
  return form.jsonld_whole || form.table.has_value();
}

void read_form_options(const GivenOptions& given, JsonLdShape otherwise,
                       FormOptions& out) {
  read_table(given, out);
  read_jsonld(given, otherwise, out);
  out.older = read_rdf_options(given);
}

SortOptions read_making_options(const GivenOptions& given, const FormOptions& form) {
  const bool slices = given.has("slice");
  for (const char* const option : {"tmp", "memory"})
    if (given.has(option) && !is_made_at_the_end(form) && !slices)
      refuse(option,
             "is for what is sorted or made in memory: a table (--class, "
             "--predicates), a whole JSON-LD document, documents (--slice)");
  return read_sort_options(given, "1Mi");
}

std::vector<OptionRow> jsonld_rows() {
  return {
      {.name = "jsonld",
       .value = "whole|stream",
       .does = "one document with all its lists, made in memory (default of convert), or "
               "a stream"},
      {.name = "context",
       .value = "FILE|URL",
       .does = "compact JSON-LD under this context",
       .file = FileUse::reads},
      {.name = "native-types", .does = "booleans, integers and doubles as JSON has them"},
      {.name = "use-rdf-type", .does = "rdf:type as a property, not as @type"},
  };
}

std::vector<OptionRow> table_rows() {
  return {
      {.name = "class",
       .value = "IRI",
       .does = "a table: a row for each entity of this class"},
      {.name = "predicates",
       .value = "LIST",
       .does = "a table: a column for each of these predicates (repeatable)",
       .repeatable = true},
      {.name = "many",
       .value = "join|rows",
       .does =
           "several values in one cell with | between them (default), or in more rows"},
  };
}

std::vector<OptionRow> fault_rows() {
  return {
      {.name = "on-error",
       .value = "skip|fail",
       .does = "what to do with a faulty statement"},
      {.name = "quarantine",
       .value = "FILE",
       .does = "write skipped statements there",
       .file = FileUse::writes},
  };
}

OptionGroup output_rows() {
  return group_of("output", "Output",
                  {{
                       {.name = "output",
                        .letter = 'o',
                        .value = "FILE",
                        .does = "write there (default -); .gz .zst .xz .bz2 compress; "
                                "DIR/ and s3://BUCKET/PREFIX/ get parts and a manifest",
                        .file = FileUse::writes,
                        .common = true},
                       {.name = "format",
                        .value = "nquads|ntriples|turtle|trig|jsonld|csv|tsv|ndjson",
                        .does = "form of the output, also by its short name: nq, nt, ttl "
                                "(default: by the suffix of FILE, else nquads)",
                        .common = true},
                       {.name = "part-size",
                        .value = "SIZE",
                        .does = "of DIR/: how long a part is, packed, more or less "
                                "(default 64Mi)"},
                       {.name = "work",
                        .value = "DIR",
                        .does = "of s3://…/: where the output is made, and what the next "
                                "run goes on from (default .semsite-s3/BUCKET/PREFIX/)",
                        .file = FileUse::writes},
                   },
                   fault_rows()});
}

OptionGroup graph_rows() {
  return {.name = "graphs",
          .heading = "Graphs",
          .rows = {
              {.name = "graph",
               .value = "auto|own|source|dataset|none|TEMPLATE",
               .does = "graph of each quad",
               .common = true},
          }};
}

FaultOptions read_fault_options(const GivenOptions& given) {
  return {.on_error = given.word("on-error", {"skip", "fail"}) == 1 ? OnError::fail
                                                                    : OnError::skip,
          .quarantine = given.text("quarantine")};
}

namespace {

/// Where what goes to an S3 store is made. The prefix is one name: what it has of slashes
/// and dots must lead nowhere else.
std::string default_work_folder(const S3Address& prefix) {
  constexpr std::size_t kLongest = 200;
  std::string name = percent_encode(prefix.key.substr(0, prefix.key.rfind('/')));
  if (name.size() > kLongest) name = short_hash(prefix.key);
  return fmt::format(".semsite-s3/{}/{}/", prefix.bucket,
                     name.empty() || name.starts_with('.') ? "%2F" + name : name);
}

/// What is called DIR/ is written beside its parts until it is whole.
void read_parts(const GivenOptions& given, OutputOptions& out) {
  const bool is_s3 = is_s3_url(out.path);
  if (!is_s3 && out.path.starts_with("s3:"))
    throw UsageError{
        fmt::format("-o {}: an S3 store is s3://BUCKET/PREFIX/; a folder of that name is "
                    "./{}",
                    out.path, out.path)};
  if (given.has("work") && !is_s3 && !given.has("queue"))
    refuse("work", "is for parts in an S3 store: -o s3://BUCKET/PREFIX/, and --queue");
  if (is_s3 && !out.path.ends_with('/'))
    throw UsageError{fmt::format(
        "-o {}: an S3 store gets parts below a prefix; end it with a slash", out.path)};
  if (!out.path.ends_with('/')) {
    std::error_code unknown;
    if (std::filesystem::is_directory(out.path, unknown))
      throw UsageError{fmt::format("-o {}: is a folder; -o {}/ writes parts into it",
                                   out.path, out.path)};
    if (given.has("part-size"))
      refuse("part-size", "is for parts: name a folder, -o DIR/, or -o s3://…/");
    return;
  }
  PartsWish& parts = out.parts.emplace(PartsWish{.folder = out.path, .name = out.path});
  if (is_s3) {
    parts.store = read_s3_argument(out.path);
    parts.folder = work_folder(given, out.path);
  }
  given.size("part-size", parts.part_bytes);
  if (parts.part_bytes == 0) refuse("part-size", "0: a part has something in it");
  if (given.has("format") &&
      wanted_form({}, given.text("format")).format != OutputFormat::nquads)
    throw UsageError{
        fmt::format("-o {} writes parts of N-Quads; --format {} goes into one file",
                    out.path, given.text("format"))};
  out.path = PartFolder::output_of(parts.folder);
}

}  // namespace

std::string work_folder(const GivenOptions& given, const std::string& output) {
  std::string folder = given.text("work", default_work_folder(read_s3_argument(output)));
  if (!folder.ends_with('/')) folder += '/';
  return folder;
}

OutputOptions read_output_options(const GivenOptions& given) {
  OutputOptions out{
      .path = given.text("output", "-"), .form = {}, .faults = {}, .sort = {}};
  read_parts(given, out);
  const WantedForm form = wanted_form(out.path, given.text("format"));
  out.form.format = form.format;
  out.form.note = form.note;
  out.faults = read_fault_options(given);
  return out;
}

void name_output(const OutputOptions& options, NamedFiles& files) {
  files.write_output(options.path);
  if (options.parts)
    files.write_output(options.parts->folder + std::string{kManifestName});
}

}  // namespace semsite
