#include "commands/output_names.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/url.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

struct Written {
  std::string option;
  std::string given;
  std::string real;  ///< links followed, as far as it is there
};

/// `-`, or what leads to the same file, pipe or terminal.
bool is_standard_output(const std::string& path) {
  if (path == "-") return true;
  struct stat here {};
  struct stat there {};
  return ::stat(path.c_str(), &here) == 0 && ::fstat(STDOUT_FILENO, &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino &&
         (!S_ISCHR(there.st_mode) || ::isatty(STDOUT_FILENO) == 1);
}

/// What only passes bytes on may be named as often as one likes.
bool is_file(const std::string& path) {
  struct stat info {};
  return !path.empty() && path != "-" &&
         (::stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode));
}

bool is_same(const Written& one, const Written& other) {
  if (one.real == other.real) return true;
  struct stat a {};
  struct stat b {};
  return ::stat(one.real.c_str(), &a) == 0 && ::stat(other.real.c_str(), &b) == 0 &&
         a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

class Names {
 public:
  void add(std::string_view option, const std::string& path,
           std::string_view suffix = {}) {
    if (!path.empty() && suffix.empty() && is_standard_output(path)) {
      if (!standard_output_.empty())
        throw UsageError{fmt::format(
            "{} {} and {} both go to standard output, where nobody could tell "
            "them apart; name a file for one",
            option, path, standard_output_)};
      standard_output_ = path == "-" && option == "-o"
                             ? "what is written (-o - is the default)"
                             : fmt::format("{} {}", option, path);
    }
    if (!is_file(path)) return;
    Written name{
        .option = std::string{option}, .given = path, .real = real_of(path, suffix)};
    for (const Written& other : names_)
      if (is_same(name, other))
        throw UsageError{name.option == other.option
                             ? fmt::format("{} {} was given twice", option, path)
                             : fmt::format("{} {} and {} {} are the same file; name two",
                                           other.option, other.given, option, path)};
    names_.push_back(std::move(name));
  }

  /// What is read must not be written over; it may be read twice. Of a folder its
  /// mappings: nothing else is read there.
  void read(const std::string& path) const {
    std::error_code unknown;
    if (fs::is_directory(path, unknown))
      for (fs::directory_iterator at{path, unknown}, end; !unknown && at != end;
           at.increment(unknown))
        if (std::error_code ignored;
            at->path().extension() == ".ttl" && at->is_regular_file(ignored))
          read(at->path().string());
    if (!is_file(path)) return;
    const Written name{.option = {}, .given = path, .real = real_of(path, {})};
    for (const Written& other : names_)
      if (is_same(name, other))
        throw UsageError{
            fmt::format("{} {} is an input, too, and would be written over; "
                        "name another file",
                        other.option, other.given)};
  }

 private:
  static std::string real_of(const std::string& path, std::string_view suffix) {
    std::error_code unknown;
    const fs::path real = fs::weakly_canonical(fs::absolute(path), unknown);
    return (unknown ? path : real.string()) + std::string{suffix};
  }

  std::vector<Written> names_;
  std::string standard_output_;  ///< the first that goes there, in words
};

/// What a site in a folder is told by.
void read_site(const std::string& folder, const Names& names) {
  for (const char* const file : {"robots.txt", "sitemap.xml"})
    names.read((fs::path{folder} / file).string());
}

/// Standard input, if it is a file, by a name that leads to it.
constexpr const char* kStandardInput = "/dev/stdin";

}  // namespace

void check_outputs(const Options& options) {
  Names names;
  const bool has_output =
      options.command != "serve" && options.command != "load" &&
      (options.command != "index" || options.index.feed.form != FeedForm::none);
  if (has_output) {
    names.add("-o", options.output);
    // What stands there until it is whole.
    names.add("-o", options.output, ".part");
  }
  if (options.command == "fetch" || options.command == "load") {
    names.add("--state", options.state);
    for (const char* suffix : {"-wal", "-shm"})
      names.add("--state", options.state, suffix);
  }
  for (const Options& next : options.then)
    if (next.command != "load") names.add("-o", next.output);
  names.add("--changes", options.command == "fetch" ? options.changes : std::string{});
  names.add("--quarantine", options.quarantine);
  if (options.command == "fetch")
    for (const std::string& report : options.reports) names.add("--report", report);
  if (options.command == "index") names.add("--index", options.index.place);
  names.add("--port-file", options.serve.port_file);
  if (!options.documents.empty())
    names.add("--documents", options.documents + "/index.jsonl");
  for (const std::string& url : options.urls) {
    std::error_code unknown;
    if (url == "-") names.read(kStandardInput);
    if (!is_file_url(url)) continue;
    const std::string path = file_path(url);
    if (fs::is_directory(path, unknown)) {
      read_site(path, names);
    } else {
      names.read(path);
    }
  }
  for (const std::string& path : options.reads) names.read(path);
  for (const auto& [url, path] : options.document_map.documents) names.read(path);
  if (options.command == "serve") names.read(options.index.place);
}

}  // namespace semsite
